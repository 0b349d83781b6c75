import type { ProjectUid } from '../../storage/ports.ts';
import type { RenderId } from '../records/render-record.ts';

/** The oldest queued render of a project, of one kind. */
export interface Candidate {
  readonly id: RenderId;
  readonly project: ProjectUid;
  /** Of a batch, or for a link. */
  readonly batched: boolean;
  readonly sequence: number;
}

/** Who had their turn, when. A value: taking a turn gives a new one. */
export interface Turns {
  readonly count: number;
  readonly lastOf: ReadonlyMap<ProjectUid, number>;
  /** Single renders in a row since a batch had a turn. */
  readonly singles: number;
}

export const NO_TURNS: Turns = { count: 0, lastOf: new Map(), singles: 0 };

/** A person who waits for one film goes before batches, which still get every so many-th turn. */
const SINGLES_BEFORE_A_BATCH = 4;

/** What waits, and what of it a person asked for before the others. */
export interface Waiting {
  readonly candidates: readonly Candidate[];
  readonly wanted?: Candidate | null;
}

/**
 * Whose turn it is: what a person asked for before the others, else the project that waited longest since its last one,
 * the oldest render among equals. Null when nobody waits, or nobody who may begin. A turn that was asked for counts
 * like any other, so that its project waits for the next one as if it had come by itself.
 * @param isCrowded Whether it would take cores from a film that a person waits for: a batch has a turn then only if one
 * is due.
 */
export function nextTurn(
  { candidates, wanted = null }: Waiting,
  turns: Turns,
  isCrowded = false,
): { readonly chosen: Candidate; readonly turns: Turns } | null {
  const singles = candidates.filter(({ batched }) => !batched);
  const batches = candidates.filter(({ batched }) => batched);
  const batchIsDue = turns.singles >= SINGLES_BEFORE_A_BATCH;
  const order = batchIsDue ? [batches, singles] : isCrowded ? [singles] : [singles, batches];
  const [first] = (order.find(({ length }) => length > 0) ?? []).toSorted(
    (left, right) => lastOf(turns, left) - lastOf(turns, right) || left.sequence - right.sequence,
  );
  const chosen = wanted ?? first;
  if (chosen === undefined) return null;
  const count = turns.count + 1;
  const waiting = new Set(candidates.map(({ project }) => project));
  // A project with nothing queued has no place to keep.
  const kept = [...turns.lastOf].filter(([project]) => waiting.has(project));
  return {
    chosen,
    turns: {
      count,
      lastOf: new Map([...kept, [chosen.project, count]]),
      singles: chosen.batched ? 0 : turns.singles + 1,
    },
  };
}

function lastOf({ lastOf }: Turns, { project }: Candidate): number {
  return lastOf.get(project) ?? 0;
}
