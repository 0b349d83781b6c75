import type { z } from 'zod';
import { type ErrorCode, errorCodes } from '#shared/contract/shapes/error-codes.ts';
import type { issue } from '#shared/contract/shapes/shapes.ts';
import { inEnglish } from '#shared/messages/in-english.ts';
import type { Message } from '#shared/messages/message.ts';

/** What of a document or a request is at fault, as answers spell it. */
export type Issue = z.output<typeof issue>;

/** An error in a document or a request, as answers spell it; without a place where none is given. */
export function issueOf(
  code: string,
  says: Message,
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

interface ErrorDetails {
  readonly reason?: string;
  readonly values?: Record<string, unknown>;
}

/** What a failure says, as answers and records spell it beside its English detail. */
export function detailsOf({ says }: { readonly says: Message | null }): ErrorDetails {
  return says === null ? {} : { reason: says.code, values: { ...says.values } };
}

interface ErrorOptions {
  readonly cause?: unknown;
  readonly log?: readonly string[];
  readonly issues?: readonly Issue[];
  readonly missing?: readonly number[];
  /** As it was stored, instead of what code and detail make. */
  readonly message?: string;
}

/**
 * A failure that a person or client is told about: a code of the catalogue, and what happened this time. That is a
 * statement wherever the editor shows it; a sentence where only programs that call the interface come to see it.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** What happened this time; null where there is nothing to say of it, or only a sentence. */
  readonly says: Message | null;
  /** The last lines that the tool at fault printed, oldest first. */
  readonly log: readonly string[];
  /** Where a document is at fault; else empty. */
  readonly issues: readonly Issue[];
  /** Ids of the chunks that an upload still needs; null where it is not about one. */
  readonly missing: readonly number[] | null;

  constructor(code: ErrorCode, detail: Message | string = '', options: ErrorOptions = {}) {
    const words = typeof detail === 'string' ? detail : inEnglish(detail);
    const { message } = errorCodes[code];
    super(options.message ?? (words === '' ? message : `${message} ${words}`), { cause: options.cause });
    this.code = code;
    this.says = typeof detail === 'string' ? null : detail;
    this.log = options.log ?? [];
    this.issues = options.issues ?? [];
    this.missing = options.missing ?? null;
  }
}
