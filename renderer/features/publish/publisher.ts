import { createStore } from 'zustand/vanilla';
import type { Api } from '#renderer/api/api.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { Publication } from '#renderer/api/queries/use-publishing.ts';
import { type PublishRun, type PublishRuns, withProgress } from './publish-run.ts';

export interface PublishState {
  /** The runs by project. A run that has ended stays until the user has seen its outcome. */
  readonly runs: PublishRuns;
  /** The project whose dialog is open; null if none is. */
  readonly open: string | null;
}

/** Creates the publisher. It has one run per project at a time, which continues when the user changes the screen. */
export function createPublisher(api: Api) {
  const store = createStore<PublishState>(() => ({ runs: {}, open: null }));
  const aborters = new Map<string, AbortController>();
  const show = (project: string, run: PublishRun | null) =>
    store.setState(({ runs: { [project]: _, ...others } }) => ({
      runs: run === null ? others : { ...others, [project]: run },
    }));
  return {
    store,
    /** Subscribes to the events of the service. Returns a function that unsubscribes. */
    listen: () => api.events.subscribe((event) => store.setState(({ runs }) => ({ runs: withProgress(runs, event) }))),
    /** Returns the publication; null if it failed or was stopped. The reason is in the run. */
    publish: async (project: string, cluster: string): Promise<Publication | null> => {
      if (store.getState().runs[project]?.state === 'running') return null;
      const aborter = new AbortController();
      aborters.set(project, aborter);
      show(project, { cluster, state: 'running', sent: null });
      try {
        const publication = await api.client.call('publishProject', {
          parameters: { project, cluster },
          signal: aborter.signal,
        });
        show(project, { cluster, state: 'done', publication });
        await api.queries.invalidateQueries({ queryKey: queryKeys.projects });
        return publication;
      } catch (error) {
        show(project, aborter.signal.aborted ? null : { cluster, state: 'failed', problem: problemWords(error) });
        return null;
      } finally {
        aborters.delete(project);
      }
    },
    /** The assets that were already sent stay on the cluster, and the next run does not send them again. */
    stop: (project: string) => aborters.get(project)?.abort(),
    open: (project: string) => store.setState({ open: project }),
    close: () => {
      const { open, runs } = store.getState();
      store.setState({ open: null });
      if (open !== null && runs[open]?.state !== 'running') show(open, null);
    },
    /** Removes a run that has ended, so that the user can publish again. */
    clear: (project: string) => show(project, null),
  };
}

export type Publisher = ReturnType<typeof createPublisher>;
