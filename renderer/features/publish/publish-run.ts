import type { ProblemWords } from '#renderer/api/client/problem-words.ts';
import type { Publication } from '#renderer/api/queries/use-publishing.ts';
import type { ServiceEvent } from '#shared/contract/events.ts';

/** A publishing of a project as it is now. */
export type PublishRun = { readonly cluster: string } & (
  | {
      readonly state: 'running';
      /** Null before anything was sent, and where nothing has to be. */
      readonly sent: SentSoFar | null;
    }
  | { readonly state: 'done'; readonly publication: Publication }
  | { readonly state: 'failed'; readonly problem: ProblemWords }
);

interface SentSoFar {
  /** Bytes. */
  readonly done: number;
  readonly total: number;
  /** What went last. */
  readonly name: string;
}

export type PublishRuns = Readonly<Record<string, PublishRun>>;

/** The runs after an event of the service: how far the one of its project and cluster is. */
export function heardOf(runs: PublishRuns, event: ServiceEvent): PublishRuns {
  if (event.type !== 'project.published' || event.project === null) return runs;
  const run = runs[event.project];
  const { state, cluster, done, total, name } = event.data;
  if (run?.state !== 'running' || run.cluster !== cluster || state !== 'sending') return runs;
  if (done === undefined || total === undefined || name === undefined) return runs;
  return { ...runs, [event.project]: { ...run, sent: { done, total, name } } };
}
