import { useEffect, useRef } from 'react';
import { filmUrl } from '../../../api/client/media-urls.ts';
import type { BatchRow } from '../../../common/batches/row-status.ts';
import { giveUrl } from '../../../ui/browser/give-file.ts';
import { newlyDone } from './newly-done.ts';
import type { BatchCommands } from './use-batch-commands.ts';
import type { BatchModel } from './use-batch-model.ts';

/**
 * Hands over the films of a batch where that is wished; not those that were done before. In a browser each is
 * downloaded when it is done; the desktop asks for a folder once, when nothing of the batch goes on any more.
 */
export function useNewFilms(
  { project, statuses, settings }: BatchModel,
  { saveFilms }: Pick<BatchCommands, 'saveFilms'>,
  isDesktop: boolean,
): void {
  const running = useRef(new Set<string>());
  const done = useRef<BatchRow[]>([]);
  const isWished = settings?.destination === 'save';
  const save = useRef(saveFilms);
  save.current = saveFilms;
  useEffect(() => {
    for (const row of newlyDone(statuses, running.current)) {
      if (!isWished) continue;
      if (isDesktop) done.current.push(row);
      else giveUrl(filmUrl(project, row.render ?? ''), row.filename);
    }
    if (running.current.size > 0 || done.current.length === 0) return;
    save.current(done.current);
    done.current = [];
  }, [statuses, isWished, project, isDesktop]);
}
