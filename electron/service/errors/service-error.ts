import type { z } from 'zod';
import { type ErrorCode, errorCodes } from '../../../shared/contract/error-codes.ts';
import type { issue } from '../../../shared/contract/shapes.ts';

/** What of a document or a request is at fault, as answers spell it. */
export type Issue = z.output<typeof issue>;

interface ErrorOptions {
  readonly cause?: unknown;
  readonly log?: readonly string[];
  readonly issues?: readonly Issue[];
  readonly missing?: readonly number[];
}

/** A failure that a person or client is told about: a code of the catalogue, and what happened this time. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** The last lines that the tool at fault printed, oldest first. */
  readonly log: readonly string[];
  /** Where a document is at fault; else empty. */
  readonly issues: readonly Issue[];
  /** Ids of the chunks that an upload still needs; null where it is not about one. */
  readonly missing: readonly number[] | null;

  constructor(code: ErrorCode, detail = '', options: ErrorOptions = {}) {
    super(detail === '' ? errorCodes[code].message : `${errorCodes[code].message} ${detail}`, { cause: options.cause });
    this.code = code;
    this.log = options.log ?? [];
    this.issues = options.issues ?? [];
    this.missing = options.missing ?? null;
  }
}
