import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useApi, useConnection } from './api-context.tsx';
import type { UploadRow } from './uploads/upload-row.ts';

/** The uploads of a project, oldest first; acted on by `useApi().uploads`. */
export function useUploads(project: string): readonly UploadRow[] {
  return useStore(
    useApi().uploads.rows,
    useShallow((rows) => rows.filter((row) => row.project === project)),
  );
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
