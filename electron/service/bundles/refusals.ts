import type { ZodError } from 'zod';
import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import type { BundleEntryMessage } from '#shared/messages/bundles.en.ts';
import { message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import { type Issue, issueOf, ServiceError } from '../errors/service-error.ts';

type Why = BundleEntryMessage;
type BundleCode = Extract<ErrorCode, `bundle/${string}`>;

/** Returns an error with the name of the entry in its message and in the path of its issue. */
export function entryError(code: BundleCode, entry: string, why: Why, cause?: unknown): ServiceError {
  const path = displayName(entry);
  return new ServiceError(code, message('bundle/entry', { entry: path, why }), {
    cause,
    issues: [issueOf(code, why, { path })],
  });
}

/** Returns the first fault that a schema found, with its field. */
export function firstFault({ issues: [first] }: ZodError): Why {
  return message('entry/field', { field: first?.path.map(String).join('.') ?? '', words: first?.message ?? '' });
}

/** Returns an error for a text. The lines of its issues refer to that text. */
export function textError(entry: string, issues: readonly Issue[]): ServiceError {
  const path = displayName(entry);
  const first = issues.find(({ severity }) => severity === 'error') ?? issues[0];
  const problem = messageOf(first) ?? message('source/told', { words: first?.message ?? '' });
  const says = message('bundle/text', { entry: path, line: first?.line ?? null, problem });
  return new ServiceError('bundle/content', says, {
    issues: issues.map((issue) => ({ ...issue, path: issue.path === '' ? path : `${path} ${issue.path}` })),
  });
}

const MAX_SHOWN_CHARACTERS = 300;

/** Returns a name that is safe to display. A refused entry can have any name. */
function displayName(entry: string): string {
  const plain = entry.toWellFormed().replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
  return plain.length <= MAX_SHOWN_CHARACTERS ? plain : `${plain.slice(0, MAX_SHOWN_CHARACTERS)}…`.toWellFormed();
}
