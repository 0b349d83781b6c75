import { pageLanguage, pageStrings } from '#renderer/strings/page-language.ts';
import { say } from '#renderer/strings/say.ts';
import { ProblemError } from '#shared/contract/client.ts';
import { readMessage } from '#shared/messages/read-message.ts';
import { UnreachableError } from './unreachable-error.ts';

/** The texts of an error: what happened, its details, and what to do. */
export interface ProblemWords {
  readonly title: string;
  readonly detail: string;
  /** The next step; empty if there is none. */
  readonly next: string;
}

/** A failure as the service reports it. */
interface Failure {
  readonly code: string;
  readonly detail: string;
  readonly reason?: string | undefined;
  readonly values?: object | undefined;
}

interface CodeWords {
  readonly title: string;
  readonly next: string;
}

/**
 * Returns the texts of a thrown error in the page language. In English, the detail is the service's sentence. In other
 * languages, it is the translated reason, or else the next step.
 */
export function problemWords(error: unknown): ProblemWords {
  const { problems } = pageStrings();
  if (error instanceof ProblemError) {
    const { code, detail } = error.problem;
    const own = wordsOfCode(code);
    if (pageLanguage() === 'en') return { ...(own ?? familyWords(code)), detail: quoted(detail) };
    const reason = translatedReason(error.problem);
    if (reason !== null) return { ...(own ?? familyWords(code)), detail: reason };
    if (own === undefined) return { ...familyWords(code), detail: quoted(detail) };
    return { title: own.title, detail: own.next, next: '' };
  }
  if (error instanceof DOMException && error.name === 'AbortError') return problems.cancelled;
  if (error instanceof UnreachableError) return problems.unreachable;
  return { ...problems.unknown, detail: error instanceof Error ? error.message : String(error) };
}

/** Returns the cause of an error as one text, for messages whose title names the failed operation. */
export function problemText(error: unknown): string {
  return error instanceof ProblemError ? detailText(error.problem) : problemWords(error).detail;
}

/** Returns the text of a failure in the page language if its code is translated, and otherwise the service's text. */
export function detailText(failure: Failure): string {
  const own = wordsOfCode(failure.code);
  if (pageLanguage() === 'en') return quoted(failure.detail);
  const reason = translatedReason(failure);
  if (reason === null && own === undefined) return quoted(failure.detail);
  const { title, next } = own ?? familyWords(failure.code);
  return [`${title}.`, reason ?? next].filter((part) => part !== '').join(' ');
}

/** Returns the text of a failure without a code, in the page language if its reason is translated. */
export function reasonText(failure: Omit<Failure, 'code'>): string {
  return pageLanguage() === 'en' ? quoted(failure.detail) : (translatedReason(failure) ?? quoted(failure.detail));
}

/** Returns a text of the service with the quotation marks of the page language. */
function quoted(detail: string): string {
  return say({ message: detail }, { quoted: true });
}

/** Returns the translated reason; null if there is none. */
function translatedReason({ reason, values }: Omit<Failure, 'code'>): string | null {
  const translated = readMessage(reason, values);
  return translated === null ? null : say(translated, { plain: true });
}

/** Returns the code of a problem; null for other errors. */
export function problemCode(error: unknown): string | null {
  return error instanceof ProblemError ? error.problem.code : null;
}

function wordsOfCode(code: string): CodeWords | undefined {
  const codes: Readonly<Record<string, CodeWords>> = pageStrings().problems.codes;
  return codes[code];
}

function familyWords(code: string): CodeWords {
  const { families, unknown } = pageStrings().problems;
  const byName: Readonly<Record<string, CodeWords>> = families;
  return byName[code.split('/')[0] ?? ''] ?? unknown;
}
