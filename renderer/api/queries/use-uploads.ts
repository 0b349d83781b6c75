import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { nameKey } from '#shared/names/asset-name.ts';
import { useApi, useConnection } from '../api-context.tsx';
import type { UploadRow } from '../uploads/upload-row.ts';

/** Returns the uploads of a project, oldest first. `useApi().uploads` has the operations on them. */
export function useUploads(project: string): readonly UploadRow[] {
  return useStore(
    useApi().uploads.rows,
    useShallow((rows) => rows.filter((row) => row.project === project)),
  );
}

/** The state of an upload whose asset does not exist yet: running, or stopped until the user acts. */
export type UploadState = 'uploading' | 'stopped';

/**
 * Returns the upload states by the name key of the future asset. The component renders again when an upload begins,
 * stops, or ends, but not at each progress.
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

/** Returns the entries of uploads that will create an asset, in the encoding of `comingEntry`. */
export function namesOfNewAssets(rows: readonly UploadRow[], project: string): readonly string[] {
  return rows.filter((row) => row.project === project && row.phase.type !== 'conflict').map(comingEntry);
}

/**
 * Encodes an upload as a string: `+` for running or `-` for stopped, and the name key. Equal entries then compare as
 * equal.
 */
function comingEntry({ name, phase: { type } }: UploadRow): string {
  return `${type === 'paused' || type === 'waiting' || type === 'failed' ? '-' : '+'}${nameKey(name)}`;
}

/**
 * Restores the uploads that were open when the page was closed: at mount, and whenever the service is reachable again.
 */
export function useRestoredUploads(project: string): void {
  const { uploads } = useApi();
  const isOnline = useConnection() === 'online';
  useEffect(() => {
    // Ignore the error: the effect runs again when the service is reachable.
    if (isOnline) uploads.restore(project).catch(() => undefined);
  }, [uploads, project, isOnline]);
}
