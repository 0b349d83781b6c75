import { ProblemError } from '../../../shared/contract/client.ts';
import { pageLanguage, pageStrings } from '../../strings/page-language.ts';
import { saidPlainly } from '../../strings/said-plainly.ts';
import { UnreachableError } from './unreachable-error.ts';

/** What is shown of an error: what happened, this time's particulars, and what to do. */
export interface ProblemWords {
  readonly title: string;
  readonly detail: string;
  /** The next step; empty where there is none. */
  readonly next: string;
}

interface CodeWords {
  readonly title: string;
  readonly next: string;
}

/**
 * The words for anything that was thrown, in the page's language. The service tells particulars in English: in another
 * language the next step takes their place wherever the code has words of its own.
 */
export function problemWords(error: unknown): ProblemWords {
  const { problems } = pageStrings();
  if (error instanceof ProblemError) {
    const { code, detail } = error.problem;
    const own = ownWords(code);
    if (own === undefined) return { ...familyWords(code), detail: saidPlainly(detail) };
    return pageLanguage() === 'en'
      ? { ...own, detail: saidPlainly(detail) }
      : { title: own.title, detail: own.next, next: '' };
  }
  if (error instanceof DOMException && error.name === 'AbortError') return problems.cancelled;
  if (error instanceof UnreachableError) return problems.unreachable;
  return { ...problems.unknown, detail: error instanceof Error ? error.message : String(error) };
}

/** What happened in one text, for where a title says what did not work. */
export function problemText(error: unknown): string {
  return error instanceof ProblemError ? detailText(error.problem) : problemWords(error).detail;
}

/** What the service tells of something that failed, in the page's language as far as the code has words. */
export function detailText({ code, detail }: { readonly code: string; readonly detail: string }): string {
  const own = ownWords(code);
  if (pageLanguage() === 'en' || own === undefined) return saidPlainly(detail);
  return own.next === '' ? `${own.title}.` : `${own.title}. ${own.next}`;
}

/** The code of a problem; null for other errors. */
export function problemCode(error: unknown): string | null {
  return error instanceof ProblemError ? error.problem.code : null;
}

function ownWords(code: string): CodeWords | undefined {
  const codes: Readonly<Record<string, CodeWords>> = pageStrings().problems.codes;
  return codes[code];
}

function familyWords(code: string): CodeWords {
  const { families, unknown } = pageStrings().problems;
  const byName: Readonly<Record<string, CodeWords>> = families;
  return byName[code.split('/')[0] ?? ''] ?? unknown;
}
