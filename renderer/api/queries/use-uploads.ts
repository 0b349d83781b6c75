import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { nameKey } from '#shared/names/asset-name.ts';
import { useApi, useConnection } from '../api-context.tsx';
import type { UploadRow } from '../uploads/upload-row.ts';

/** The uploads of a project, oldest first; acted on by `useApi().uploads`. */
export function useUploads(project: string): readonly UploadRow[] {
  return useStore(
    useApi().uploads.rows,
    useShallow((rows) => rows.filter((row) => row.project === project)),
  );
}

/** A name that an upload will have: it is on its way, or waits for somebody. */
export type Coming = 'uploading' | 'stopped';

/**
 * The names that uploads of a project will have, by key. Drawn anew when one begins, stops or ends, not as they go on.
 */
export function useComing(project: string): ReadonlyMap<string, Coming> {
  const entries = useStore(
    useApi().uploads.rows,
    useShallow((rows) => comingIn(rows, project)),
  );
  return useMemo(
    () => new Map(entries.map((entry) => [entry.slice(1), entry.startsWith('+') ? 'uploading' : 'stopped'])),
    [entries],
  );
}

/** The entries of the uploads that bring a name to a project. */
export function comingIn(rows: readonly UploadRow[], project: string): readonly string[] {
  return rows.filter((row) => row.project === project && row.phase.type !== 'conflict').map(comingEntry);
}

/** One string, so that equal ones are the same. */
function comingEntry({ name, phase: { type } }: UploadRow): string {
  return `${type === 'paused' || type === 'waiting' || type === 'failed' ? '-' : '+'}${nameKey(name)}`;
}

/** Brings back what was open when the page was closed, and again whenever the service comes back. */
export function useRestoredUploads(project: string): void {
  const { uploads } = useApi();
  const isOnline = useConnection() === 'online';
  useEffect(() => {
    // What cannot be read now is read when the service is back.
    if (isOnline) uploads.restore(project).catch(() => undefined);
  }, [uploads, project, isOnline]);
}
