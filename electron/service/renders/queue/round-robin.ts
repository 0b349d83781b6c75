import type { FilmsAtOnce } from '../../ffmpeg/process-plan.ts';
import type { ProjectUid } from '../../storage/ports.ts';
import type { RenderId } from '../records/render-record.ts';

/** The oldest queued render per project and kind. */
export interface Candidate {
  readonly id: RenderId;
  readonly project: ProjectUid;
  /** Whether the render belongs to a batch or a link. */
  readonly batched: boolean;
  readonly sequence: number;
}

/** The history of turns, as an immutable value. A turn is the start of one render. */
export interface TurnHistory {
  readonly count: number;
  readonly lastOf: ReadonlyMap<ProjectUid, number>;
  /** The number of single renders since the last turn of a batch or a link. */
  readonly singles: number;
}

export const NO_TURNS: TurnHistory = { count: 0, lastOf: new Map(), singles: 0 };

/**
 * The number of single renders after which a batch gets the next turn. Single renders otherwise come first, because
 * users wait for them.
 */
const SINGLES_BEFORE_A_BATCH = 4;

/** The waiting renders, and the render that a user moved to the front. */
export interface Waiting {
  readonly candidates: readonly Candidate[];
  readonly requested?: Candidate | null;
}

/**
 * Chooses the next render. This is the render that a user moved to the front. Otherwise, it is the oldest render of the
 * project that was served least recently (round robin). Returns null if no render may start. A render that was moved to
 * the front also counts as a turn of its project.
 * @param isCrowded Whether another film would take cores from a single film. A batch or a link then gets a turn only
 * after {@link SINGLES_BEFORE_A_BATCH} single renders.
 */
export function nextTurn(
  { candidates, requested = null }: Waiting,
  turns: TurnHistory,
  isCrowded = false,
): { readonly chosen: Candidate; readonly turns: TurnHistory } | null {
  const singles = candidates.filter(({ batched }) => !batched);
  const batches = candidates.filter(({ batched }) => batched);
  const batchIsDue = turns.singles >= SINGLES_BEFORE_A_BATCH;
  const order = batchIsDue ? [batches, singles] : isCrowded ? [singles] : [singles, batches];
  const [first] = (order.find(({ length }) => length > 0) ?? []).toSorted(
    (left, right) => lastOf(turns, left) - lastOf(turns, right) || left.sequence - right.sequence,
  );
  const chosen = requested ?? first;
  if (chosen === undefined) return null;
  const count = turns.count + 1;
  const waiting = new Set(candidates.map(({ project }) => project));
  // Keep only the turns of projects with queued renders.
  const waitingTurns = [...turns.lastOf].filter(([project]) => waiting.has(project));
  return {
    chosen,
    turns: {
      count,
      lastOf: new Map([...waitingTurns, [chosen.project, count]]),
      singles: chosen.batched ? 0 : turns.singles + 1,
    },
  };
}

function lastOf({ lastOf }: TurnHistory, { project }: Candidate): number {
  return lastOf.get(project) ?? 0;
}

/**
 * Returns whether another film would take cores from a single film that a user waits for. In that case, rows of batches
 * and films of links start only if a batch is due ({@link nextTurn}). Single films always start, so they never wait for
 * a long film of another user.
 */
export function isCrowded(
  making: Iterable<{ readonly batch: unknown; readonly link?: unknown }>,
  { withTwoCores }: FilmsAtOnce,
): boolean {
  const all = [...making];
  return all.length >= withTwoCores && all.some(({ batch, link = null }) => batch === null && link === null);
}
