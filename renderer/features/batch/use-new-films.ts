import { useEffect, useRef } from 'react';
import { filmUrl } from '../../api/media-urls.ts';
import { giveUrl } from './give-file.ts';
import type { BatchModel } from './use-batch-model.ts';

/** Downloads each film when it is done, as long as that is wished; not those that were done before. */
export function useNewFilms({ project, statuses, settings }: BatchModel, isDesktop: boolean): void {
  const running = useRef(new Set<string>());
  const isWished = settings?.downloads === true && !isDesktop;
  useEffect(() => {
    for (const status of statuses) {
      if (!('row' in status)) continue;
      const { render, filename } = status.row;
      if (render === null) continue;
      if (status.kind === 'queued' || status.kind === 'running') running.current.add(render);
      else if (running.current.delete(render) && status.kind === 'done' && isWished)
        giveUrl(filmUrl(project, render), filename);
    }
  }, [statuses, isWished, project]);
}
