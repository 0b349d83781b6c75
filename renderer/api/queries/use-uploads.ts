import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { nameKey } from '#shared/names/asset-name.ts';
import { useApi, useConnection } from '../api-context.tsx';
import type { UploadRow } from '../uploads/upload-row.ts';

/** Returns the uploads of a project, oldest first. The operations on them are in `useApi().uploads`. */
export function useUploads(project: string): readonly UploadRow[] {
  return useStore(
    useApi().uploads.rows,
    useShallow((rows) => rows.filter((row) => row.project === project)),
  );
}

/** The state of an upload whose asset does not exist yet. It runs, or it waits for the user. */
export type UploadState = 'uploading' | 'stopped';

/**
 * Returns the upload states by the key of the future asset's name. The component renders when an upload begins, stops,
 * or ends, and not at each progress.
 */
export function useUploadStates(project: string): ReadonlyMap<string, UploadState> {
  const entries = useStore(
    useApi().uploads.rows,
    useShallow((rows) => namesOfNewAssets(rows, project)),
  );
  return useMemo(
    () => new Map(entries.map((entry) => [entry.slice(1), entry.startsWith('+') ? 'uploading' : 'stopped'])),
    [entries],
  );
}

/** Returns the entries of uploads that will create an asset. */
export function namesOfNewAssets(rows: readonly UploadRow[], project: string): readonly string[] {
  return rows.filter((row) => row.project === project && row.phase.type !== 'conflict').map(comingEntry);
}

/** Encodes an entry as one string, so that equal entries compare as equal. */
function comingEntry({ name, phase: { type } }: UploadRow): string {
  return `${type === 'paused' || type === 'waiting' || type === 'failed' ? '-' : '+'}${nameKey(name)}`;
}

/** Restores the uploads that were open when the page was closed, at the start and whenever the service is back. */
export function useRestoredUploads(project: string): void {
  const { uploads } = useApi();
  const isOnline = useConnection() === 'online';
  useEffect(() => {
    // If the read fails, the effect runs again when the service is back.
    if (isOnline) uploads.restore(project).catch(() => undefined);
  }, [uploads, project, isOnline]);
}
