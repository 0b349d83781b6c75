import { ProblemError } from '../../shared/contract/client.ts';
import { problemStrings } from '../strings/en/api.ts';
import { UnreachableError } from './unreachable-error.ts';

/** What is shown of an error: what happened, this time's particulars, and what to do. */
export interface ProblemWords {
  readonly title: string;
  readonly detail: string;
  /** The next step; empty where there is none. */
  readonly next: string;
}

/** The words for anything that was thrown. */
export function problemWords(error: unknown): ProblemWords {
  if (error instanceof ProblemError) {
    const { code, detail } = error.problem;
    return { ...wordsOfCode(code), detail };
  }
  if (error instanceof DOMException && error.name === 'AbortError') return problemStrings.cancelled;
  if (error instanceof UnreachableError) return problemStrings.unreachable;
  return { ...problemStrings.unknown, detail: error instanceof Error ? error.message : String(error) };
}

/** The code of a problem; null for other errors. */
export function problemCode(error: unknown): string | null {
  return error instanceof ProblemError ? error.problem.code : null;
}

function wordsOfCode(code: string): { readonly title: string; readonly next: string } {
  const codes: Readonly<Record<string, { readonly title: string; readonly next: string }>> = problemStrings.codes;
  const families: Readonly<Record<string, { readonly title: string; readonly next: string }>> = problemStrings.families;
  return codes[code] ?? families[code.split('/')[0] ?? ''] ?? problemStrings.unknown;
}
