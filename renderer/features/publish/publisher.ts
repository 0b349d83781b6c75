import { createStore } from 'zustand/vanilla';
import type { Api } from '#renderer/api/api.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { Publication } from '#renderer/api/queries/use-publishing.ts';
import { type PublishRun, type PublishRuns, withProgress } from './publish-run.ts';

export interface PublishState {
  /** The runs by project. An ended run remains until the user has seen its outcome. */
  readonly runs: PublishRuns;
  /** The project of the open dialog; null if it is closed. */
  readonly open: string | null;
}

/** Creates the publisher. It allows one run per project at a time. A run continues when the user changes the screen. */
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
    /**
     * Publishes a project. Resolves with null if the run failed, was stopped, or was already running; the run contains
     * the reason.
     */
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
    /** Stops a run. Assets that were already sent stay on the cluster, so the next run does not send them again. */
    stop: (project: string) => aborters.get(project)?.abort(),
    open: (project: string) => store.setState({ open: project }),
    close: () => {
      const { open, runs } = store.getState();
      store.setState({ open: null });
      if (open !== null && runs[open]?.state !== 'running') show(open, null);
    },
    /** Removes an ended run. */
    clear: (project: string) => show(project, null),
  };
}

export type Publisher = ReturnType<typeof createPublisher>;
