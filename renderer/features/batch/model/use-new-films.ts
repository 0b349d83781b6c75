import { useEffect, useRef } from 'react';
import type { BatchRow, RowStatus } from '#renderer/project/batch-rows.ts';
import type { BatchCommands } from './use-batch-commands.ts';
import type { BatchModel } from './use-batch-model.ts';

/**
 * Saves the films of a batch when the whole batch has ended, if the settings say so. Omits films that were done
 * earlier. The desktop app asks for a folder; a browser downloads one ZIP file.
 */
export function useNewFilms(
  { statuses, settings, films }: Pick<BatchModel, 'statuses' | 'settings' | 'films'>,
  { saveFilms, exportZip, exportFolder }: Pick<BatchCommands, 'saveFilms' | 'exportZip' | 'exportFolder'>,
  isDesktop: boolean,
): void {
  const running = useRef(new Set<string>());
  const done = useRef(new Set<string>());
  const isRequested = settings?.destination === 'save';
  const saveDoneFilms = useRef<() => void>(() => undefined);
  saveDoneFilms.current = () => {
    const rows = statuses.flatMap((status, at) =>
      'row' in status && done.current.has(status.row.render ?? '') ? [{ at, row: status.row }] : [],
    );
    const numbers = rows.map(({ at }) => at);
    if (isDesktop) exportFolder(numbers);
    else if (rows.length === 1 && (films[numbers[0] ?? 0]?.length ?? 0) <= 1) saveFilms(rows.map(({ row }) => row));
    else exportZip(numbers);
  };
  useEffect(() => {
    for (const { render } of newlyFinished(statuses, running.current))
      if (isRequested && render !== null) done.current.add(render);
    if (running.current.size > 0 || done.current.size === 0) return;
    saveDoneFilms.current();
    done.current.clear();
  }, [statuses, isRequested]);
}

/**
 * Returns the rows that were finished since the last call. `running` contains the renders that were running at the last
 * call; the function updates it.
 */
export function newlyFinished(statuses: readonly RowStatus[], running: Set<string>): readonly BatchRow[] {
  return statuses.flatMap((status) => {
    if (!('row' in status) || status.row.render === null) return [];
    const { render } = status.row;
    if (status.kind === 'queued' || status.kind === 'running') {
      running.add(render);
      return [];
    }
    return running.delete(render) && status.kind === 'done' ? [status.row] : [];
  });
}
