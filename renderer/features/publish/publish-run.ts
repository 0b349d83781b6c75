import type { ProblemWords } from '#renderer/api/client/problem-words.ts';
import type { Publication } from '#renderer/api/queries/use-publishing.ts';
import type { ServiceEvent } from '#shared/contract/events.ts';

/** A run that publishes the saved state of a project to a cluster. */
export type PublishRun = { readonly cluster: string } & (
  | {
      readonly state: 'running';
      /** The progress; null before the first bytes are sent, or if there is nothing to send. */
      readonly sent: SentSoFar | null;
    }
  | { readonly state: 'done'; readonly publication: Publication }
  | { readonly state: 'failed'; readonly problem: ProblemWords }
);

interface SentSoFar {
  /** The number of sent bytes. */
  readonly done: number;
  readonly total: number;
  /** The name of the last sent file. */
  readonly name: string;
}

export type PublishRuns = Readonly<Record<string, PublishRun>>;

/**
 * Returns the runs after an event of the service. The event can report the progress of a run with the same project and
 * cluster.
 */
export function withProgress(runs: PublishRuns, event: ServiceEvent): PublishRuns {
  if (event.type !== 'project.published' || event.project === null) return runs;
  const run = runs[event.project];
  const { state, cluster, done, total, name } = event.data;
  if (run?.state !== 'running' || run.cluster !== cluster || state !== 'sending') return runs;
  if (done === undefined || total === undefined || name === undefined) return runs;
  return { ...runs, [event.project]: { ...run, sent: { done, total, name } } };
}
