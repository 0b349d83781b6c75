import { message } from '../messages/message.ts';
import type { NodeId } from '../template/document/document.ts';
import type { Finding } from '../template/document/problem.ts';

/** A damaged range of a source, in seconds of the source. */
export interface FaultSpan {
  readonly from: number;
  readonly until: number;
  /** Present for the skipped beginning of a file that starts in the middle of a picture group. */
  readonly skipped?: true | undefined;
}

/** A range of a source that a layer plays, in seconds of the source. */
export interface UsedSource extends Pick<FaultSpan, 'from' | 'until'> {
  readonly node: NodeId;
  readonly sha256: string;
  /** The name or the URL of the source. */
  readonly source: string;
  /** The damaged ranges of the source that are known before rendering; absent if there are none. */
  readonly faults?: readonly FaultSpan[] | undefined;
}

/**
 * Returns one finding for each source with damaged ranges in the film, at the first layer that plays a damaged range.
 * Returns another finding for each source with a skipped beginning.
 * @param faults The damaged ranges that decoding found, by digest, in addition to the ranges in `uses`.
 */
export function faultFindings(
  uses: readonly UsedSource[],
  faults: ReadonlyMap<string, readonly FaultSpan[]> = new Map(),
): readonly Finding[] {
  const places = new Map<string, { readonly use: UsedSource; readonly times: Set<number> }>();
  const skipped = new Map<string, Finding>();
  for (const use of uses) {
    const known = [...(use.faults ?? []), ...(faults.get(use.sha256) ?? [])];
    const head = known.find((fault) => fault.skipped);
    if (head !== undefined && !skipped.has(use.sha256)) skipped.set(use.sha256, skippedFinding(use, head));
    const played = known.filter((fault) => !fault.skipped && fault.until >= use.from && fault.from < use.until);
    if (played.length === 0) continue;
    const { times } = places.get(use.sha256) ?? { times: new Set<number>() };
    if (times.size === 0) places.set(use.sha256, { use, times });
    for (const { from } of played) times.add(from);
  }
  const damaged = [...places.values()].map(({ use: { node, source }, times }): Finding => {
    const [first = 0, ...more] = placesOf(times);
    const values = { source, seconds: first, more: more.length };
    return { code: 'source/damaged', says: message('source/faulty', values), at: { node } };
  });
  return [...skipped.values(), ...damaged];
}

/**
 * Converts damaged ranges of a file to the clock of films, which starts after a skipped beginning. The skipped
 * beginning keeps its times.
 */
export function playedFaults(faults: readonly FaultSpan[]): readonly FaultSpan[] {
  const start = faults.find(({ skipped }) => skipped)?.until ?? 0;
  if (start === 0) return faults;
  return faults.map((fault) =>
    fault.skipped ? fault : { ...fault, from: fault.from - start, until: fault.until - start },
  );
}

/** Returns whether a finding is about the damaged ranges or the skipped beginning of a source. */
export function isFaultFinding({ says }: Pick<Finding, 'says'>): boolean {
  return says?.code === 'source/faulty' || says?.code === 'source/skipped';
}

function skippedFinding({ node, source }: UsedSource, { until }: FaultSpan): Finding {
  return { code: 'source/damaged', says: message('source/skipped', { source, seconds: until }), at: { node } };
}

/**
 * The maximum distance of two times of one damaged range, in seconds. Reading packets and decoding find slightly
 * different times.
 */
const PLACE_SECONDS = 1;

function placesOf(times: ReadonlySet<number>): readonly number[] {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted.filter((time, index) => index === 0 || time - (sorted[index - 1] ?? 0) > PLACE_SECONDS);
}
