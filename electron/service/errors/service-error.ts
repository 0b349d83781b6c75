import type { z } from 'zod';
import { type ErrorCode, errorCodes } from '#shared/contract/shapes/error-codes.ts';
import type { issue } from '#shared/contract/shapes/shapes.ts';
import { inEnglish } from '#shared/messages/english.ts';
import type { Message } from '#shared/messages/message.ts';

/** An issue in a document or a request, in the form of HTTP answers. */
export type Issue = z.output<typeof issue>;

/** Returns an issue in the form of HTTP answers. The place is optional. */
export function issueOf(
  code: string,
  says: Message,
  place: Partial<Pick<Issue, 'severity' | 'line' | 'column' | 'path' | 'cell'>> = {},
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

/**
 * Returns the code and values of a failure's message, which answers and records contain in addition to the English
 * detail. Returns an empty object if the failure has no message.
 */
export function detailsOf({ says }: { readonly says: Message | null }): ErrorDetails {
  return says === null ? {} : { reason: says.code, values: { ...says.values } };
}

interface ErrorOptions {
  readonly cause?: unknown;
  readonly log?: readonly string[];
  readonly issues?: readonly Issue[];
  readonly missing?: readonly number[];
  /** The seconds after which a client can try again. */
  readonly retryAfterSeconds?: number;
  /** The message of a stored failure. It replaces the message that would be derived from code and detail. */
  readonly message?: string;
}

/**
 * A failure for a user or a client: a code of the catalog and a detail. The detail is a message if the editor can
 * display it. If only clients of the HTTP interface receive it, the detail is an English sentence.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** The message with the details of this failure; null if it has no details, or only an English sentence. */
  readonly says: Message | null;
  /** The last lines that the failed tool printed, oldest first. */
  readonly log: readonly string[];
  /** The issues of the document; empty for other failures. */
  readonly issues: readonly Issue[];
  /** The ids of the chunks that an upload still needs; null for other failures. */
  readonly missing: readonly number[] | null;
  /** The seconds after which a client can try again; null if the time is unknown. */
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, detail: Message | string = '', options: ErrorOptions = {}) {
    const words = typeof detail === 'string' ? detail : inEnglish(detail);
    const { message } = errorCodes[code];
    super(options.message ?? (words === '' ? message : `${message} ${words}`), { cause: options.cause });
    this.code = code;
    this.says = typeof detail === 'string' ? null : detail;
    this.log = options.log ?? [];
    this.issues = options.issues ?? [];
    this.missing = options.missing ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}
