import { type ErrorCode, errorCodes } from '../../shared/contract/error-codes.ts';

/** A failure that a person or client is told about: a code of the catalogue, and what happened this time. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** The last lines that the tool at fault printed, oldest first. */
  readonly log: readonly string[];

  constructor(
    code: ErrorCode,
    detail = '',
    options: { readonly cause?: unknown; readonly log?: readonly string[] } = {},
  ) {
    super(detail === '' ? errorCodes[code].message : `${errorCodes[code].message} ${detail}`, { cause: options.cause });
    this.code = code;
    this.log = options.log ?? [];
  }
}
