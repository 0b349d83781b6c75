import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { type OutdatedFilm, useOutdated } from '#renderer/api/queries/use-outdated.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

/** Returns the outdated films among the listed renders and batches, by render id. */
export function useOutdatedJobs(listed: {
  readonly renders: readonly { readonly id: string }[];
  readonly batches: readonly { readonly id: string }[];
}): ReadonlyMap<string, OutdatedFilm> {
  const outdated = useOutdated(null);
  return new Map(outdatedAmong([...outdated.values()], listed).map((film) => [film.render, film]));
}

function outdatedAmong(
  films: readonly OutdatedFilm[],
  { renders, batches }: Parameters<typeof useOutdatedJobs>[0],
): readonly OutdatedFilm[] {
  const ids = new Set([...renders, ...batches].map(({ id }) => id));
  return films.filter(({ render, batch }) => ids.has(batch ?? render));
}

export function hasNoNewerRender({ newer }: OutdatedFilm): boolean {
  return newer === null;
}

/** Returns functions that render outdated films again. The outdated films of a batch become a new batch. */
export function useRenderOutdated() {
  const { client, queries } = useApi();
  const { render: strings } = useStrings();
  const toasts = useToast();
  const again = async (films: readonly OutdatedFilm[]): Promise<void> => {
    try {
      const batches = new Map(
        films.flatMap(({ batch, project }) => (batch === null ? [] : [[batch, project] as const])),
      );
      for (const [batch, project] of batches)
        await client.call('againBatch', { parameters: { project, batch }, query: {} });
      for (const { project, render, batch } of films)
        if (batch === null) await client.call('renderAgain', { parameters: { project, render } });
    } catch (error) {
      const { title, detail } = problemWords(error);
      toasts.show({ message: title, detail, tone: 'danger' });
    }
    for (const queryKey of [queryKeys.queue, queryKeys.allBatches, queryKeys.outdated])
      void queries.invalidateQueries({ queryKey });
  };
  return {
    again,
    /** Renders the listed films again that are outdated at the time of the call. */
    againAmong: async (listed: Parameters<typeof useOutdatedJobs>[0]): Promise<void> => {
      const { films } = await client.call('listOutdated', { query: {} });
      const outdatedFilms = outdatedAmong(films, listed).filter(hasNoNewerRender);
      if (outdatedFilms.length === 0) toasts.show({ message: strings.nothingOutdated });
      else await again(outdatedFilms);
    },
  };
}
