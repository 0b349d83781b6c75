import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import { useApi } from '../../../api/api-context.tsx';
import type { UploadRow } from '../../../api/uploads/upload-row.ts';
import { useStrings } from '../../../strings/use-strings.tsx';

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
        if (phase.type === 'failed') setSaid(assets.uploads.saidFailed(name));
        if (phase.type !== 'done') continue;
        if (phase.isKnown === true) setSaid(assets.uploads.saidKnown(name));
        else if (before !== undefined) setSaid(assets.uploads.saidDone(name));
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
