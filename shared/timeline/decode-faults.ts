import { message } from '../messages/message.ts';
import type { NodeId } from '../template/document/document.ts';
import type { Finding } from '../template/document/problem.ts';

/** A damaged place inside a source, in seconds of the source. */
export interface FaultSpan {
  readonly from: number;
  readonly until: number;
}

/** A range of a source that a layer plays, in seconds of the source. */
export interface UsedSource extends FaultSpan {
  readonly node: NodeId;
  readonly sha256: string;
  /** The name or the address of the source. */
  readonly source: string;
}

/** Returns one finding for each source with damaged places that the film plays, at the first layer that plays one. */
export function faultFindings(
  uses: readonly UsedSource[],
  faults: ReadonlyMap<string, readonly FaultSpan[]>,
): readonly Finding[] {
  const places = new Map<string, { readonly use: UsedSource; readonly times: Set<number> }>();
  for (const use of uses) {
    const played = (faults.get(use.sha256) ?? []).filter(({ from, until }) => until >= use.from && from < use.until);
    if (played.length === 0) continue;
    const { times } = places.get(use.sha256) ?? { times: new Set<number>() };
    if (times.size === 0) places.set(use.sha256, { use, times });
    for (const { from } of played) times.add(from);
  }
  return [...places.values()].map(({ use: { node, source }, times }): Finding => {
    const values = { source, seconds: Math.min(...times), more: times.size - 1 };
    return { code: 'source/damaged', says: message('source/faulty', values), at: { node } };
  });
}
