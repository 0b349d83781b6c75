import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type ErrorCode, errorCodes } from '#shared/contract/error-codes.ts';
import type { problemDocument } from '#shared/contract/shapes/shapes.ts';
import { statement } from '#shared/statements/statement.ts';
import { type Issue, ServiceError, toldOf } from '../errors/service-error.ts';
import { schemaSentence } from './schema-words.ts';

/** The document and, by its status, the answer that a failure becomes. */
export interface Problem {
  readonly document: z.output<typeof problemDocument>;
  readonly headers: Readonly<Record<string, string>>;
}

/** System errors by what they mean to a client; whatever else goes wrong is `request/internal`. */
const systemErrors: ReadonlyMap<unknown, ErrorCode> = new Map<unknown, ErrorCode>([
  ['ENOSPC', 'storage/full'],
  ['EDQUOT', 'storage/full'],
  ['EROFS', 'storage/read-only'],
  ['EMFILE', 'storage/busy'],
  ['ENFILE', 'storage/busy'],
  ['ENOMEM', 'storage/busy'],
]);

/**
 * Turns anything that was thrown into a failure of the catalogue. What is not meant for clients stays in its `cause`.
 */
export function serviceErrorOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof z.ZodError) return invalid(error);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  // What the framework refuses by itself: a content type that is none, above all.
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) return new ServiceError('request/content-type');
  const detail = code === 'EMFILE' || code === 'ENFILE' ? statement('service/files-open') : '';
  return new ServiceError(systemErrors.get(code) ?? 'request/internal', detail, { cause: error });
}

/** RFC 9457, with a stable `code` and what else helps. */
export function problemOf(error: ServiceError): Problem {
  const { status } = errorCodes[error.code];
  return {
    document: {
      type: `urn:scenewright:problem:${error.code}`,
      title: STATUS_CODES[status] ?? 'Error',
      status,
      code: error.code,
      detail: error.message,
      ...toldOf(error),
      ...(error.issues.length > 0 && { issues: [...error.issues] }),
      ...(error.missing !== null && { missing: [...error.missing] }),
      ...(error.log.length > 0 && { log: [...error.log] }),
    },
    headers: {
      'cache-control': 'no-store',
      ...(error.code === 'access/credentials' && { 'www-authenticate': 'Basic realm="Scenewright", charset="UTF-8"' }),
      ...((status === 503 || status === 429) && { 'retry-after': error.code === 'link/too-many' ? '10' : '1' }),
    },
  };
}

const SHOWN_ISSUES = 100;

/** `request/invalid` with an issue for everything that a schema finds wrong. */
function invalid(error: z.ZodError): ServiceError {
  const issues = error.issues.slice(0, SHOWN_ISSUES).map((each): Issue => {
    const path = each.path.map(String).join('.');
    return {
      code: 'request/invalid',
      severity: 'error',
      message: schemaSentence(each),
      line: null,
      column: null,
      path,
    };
  });
  return new ServiceError('request/invalid', issues[0]?.message ?? '', { issues });
}
