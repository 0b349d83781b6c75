import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import { useApi } from '#renderer/api/api-context.tsx';
import type { UploadRow } from '#renderer/api/uploads/upload-row.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';

/** How long a row stays to be seen once it is done. */
const STAY_MILLISECONDS = 4000;

/** Takes rows away a while after they are done. Gives the words for the last that was done or failed. */
export function useDoneUploads(project: string, rows: StoreApi<readonly UploadRow[]>): string {
  const { uploads } = useApi();
  const { assets } = useStrings();
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const phases = new Map<string, string>();
    const look = (all: readonly UploadRow[]) => {
      for (const { id, name, phase, project: its } of all) {
        const before = phases.get(id);
        phases.set(id, phase.type);
        if (its !== project || before === phase.type) continue;
        const words = wordsFor(phase, before, assets.uploads);
        if (words !== null) setSaid(words(name));
        if (phase.type !== 'done') continue;
        timers.set(
          id,
          setTimeout(() => uploads.dismiss(id), STAY_MILLISECONDS),
        );
      }
    };
    look(rows.getState());
    const unsubscribe = rows.subscribe(look);
    return () => {
      unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [project, rows, uploads, assets]);
  return said;
}

/** The words for a change of phase; null for one that is not announced. */
function wordsFor(
  phase: UploadRow['phase'],
  before: string | undefined,
  words: Catalogue['assets']['uploads'],
): ((name: string) => string) | null {
  if (phase.type === 'failed') return words.saidFailed;
  if (phase.type !== 'done') return null;
  if (phase.isKnown === true) return words.saidKnown;
  return before === undefined ? null : words.saidDone;
}
