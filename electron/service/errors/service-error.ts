import type { z } from 'zod';
import { type ErrorCode, errorCodes } from '../../../shared/contract/error-codes.ts';
import type { issue } from '../../../shared/contract/shapes.ts';
import { inEnglish } from '../../../shared/statements/in-english.ts';
import type { Statement } from '../../../shared/statements/statement.ts';

/** What of a document or a request is at fault, as answers spell it. */
export type Issue = z.output<typeof issue>;

/** An error in a document or a request, as answers spell it; without a place where none is given. */
export function issueOf(
  code: string,
  says: Statement,
  place: Partial<Pick<Issue, 'severity' | 'line' | 'column' | 'path'>> = {},
): Issue {
  const { code: reason, values } = says;
  const message = inEnglish(says);
  return {
    code,
    severity: 'error',
    message,
    reason,
    values: { ...values },
    line: null,
    column: null,
    path: '',
    ...place,
  };
}

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
