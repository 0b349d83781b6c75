import type { RenderEntry } from '#renderer/api/client/entries.ts';

/** Why a render failed or was refused: its issues. */
export type Failure = Pick<NonNullable<RenderEntry['error']>, 'issues'>;

/** Whether a failure is one of sources that are not there or cannot be used: others are to be put in their place. */
export function isSourceTrouble(failure: Failure | null): boolean {
  return (failure?.issues ?? []).some(({ code, severity }) => severity === 'error' && isOfSource(code));
}

/** A family that nobody declares is no file that could be put in another's place. */
function isOfSource(code: string): boolean {
  return code.startsWith('source/') || code === 'font/not-found' || code === 'font/unreadable';
}
