import { type ErrorCode, errorCodes } from '#shared/contract/shapes/error-codes.ts';
import { required } from '#shared/lib/assert.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { RenderRecord } from './render-record.ts';

/** Converts the stored failure of a render to an error for the callers that wait for the render. */
export function storedFailure({ error }: Pick<RenderRecord, 'error'>): ServiceError {
  const stored = required(error, 'a failed render without an error');
  const { code, detail: message, issues = [], log = [] } = stored;
  return new ServiceError(isErrorCode(code) ? code : 'request/internal', messageOf(stored) ?? '', {
    issues,
    log,
    message,
  });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}
