import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import type { UploadRow } from '#renderer/api/uploads/upload-row.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';

/** The upload of a file for a form field. */
export interface FieldUpload {
  /** The name of the future asset; null while no upload is running. */
  readonly name: string | null;
  /** The uploaded fraction, from 0 to 1. */
  readonly share: number;
  /** The reason why the last upload failed; null if it succeeded. */
  readonly fault: string | null;
  readonly take: (offered: OfferedFile) => void;
}

/**
 * Uploads one file at a time to the project and calls `onUploaded` with the asset's name. If the name is taken, a number
 * is appended, because a form has no dialog about existing assets.
 */
export function useTakeFile(project: string, onUploaded: (name: string) => void): FieldUpload {
  const { uploads } = useApi();
  const [row, setRow] = useState<UploadRow | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const latest = useRef(onUploaded);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => {
    latest.current = onUploaded;
  });
  useEffect(() => () => stop.current?.(), []);

  const follow = useCallback(
    (id: string) => {
      stop.current?.();
      const update = (): void => {
        const current = uploads.rows.getState().find((each) => each.id === id) ?? null;
        setRow(current);
        if (current === null) {
          stop.current?.();
          return;
        }
        const { phase, name } = current;
        if (phase.type === 'conflict') void uploads.choose(id, 'keep-both', false);
        if (phase.type === 'failed') {
          setFault(problemText(phase.error));
          setRow(null);
          stop.current?.();
        }
        if (phase.type !== 'done') return;
        stop.current?.();
        setRow(null);
        uploads.dismiss(id);
        latest.current(name);
      };
      const unsubscribe = uploads.rows.subscribe(update);
      stop.current = () => {
        unsubscribe();
        stop.current = null;
      };
      update();
    },
    [uploads],
  );
  const take = useCallback(
    (offered: OfferedFile) => {
      setFault(null);
      uploads.add(project, [offered]).then(
        ([id]) => id !== undefined && follow(id),
        (error: unknown) => setFault(problemText(error)),
      );
    },
    [uploads, project, follow],
  );
  return {
    name: row?.name ?? null,
    share: row === null || row.size === 0 ? 0 : row.bytesDone / row.size,
    fault,
    take,
  };
}
