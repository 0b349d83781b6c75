import type { NodeId } from '../../template/document/document.ts';
import { movedRange, type NodeRange, type TextRange } from './ranges.ts';

/** Returns the offset by which a range is shifted, if an edit does not change it; null if its node was removed. */
export type ShiftOf = (range: TextRange, id: NodeId) => number | null;

/**
 * The number of edits from which on all ranges are copied once. For fewer edits, shifting ranges on demand is faster.
 */
const MAX_EDITS = 16;

/**
 * Returns the ranges after an edit: the newly parsed ranges, and the earlier ranges, which are shifted on demand. An
 * edit of one scene among thousands copies no ranges.
 */
export function changedRanges(
  before: ReadonlyMap<NodeId, NodeRange>,
  updated: ReadonlyMap<NodeId, NodeRange>,
  shiftOf: ShiftOf,
): ReadonlyMap<NodeId, NodeRange> {
  const edit = { updated, shiftOf };
  if (!(before instanceof ChangedRanges)) return new ChangedRanges(before, [edit]);
  const { base, edits } = before;
  return edits.length < MAX_EDITS
    ? new ChangedRanges(base, [...edits, edit])
    : new ChangedRanges(new Map(before), [edit]);
}

interface Edit {
  readonly updated: ReadonlyMap<NodeId, NodeRange>;
  readonly shiftOf: ShiftOf;
}

class ChangedRanges implements ReadonlyMap<NodeId, NodeRange> {
  readonly base: ReadonlyMap<NodeId, NodeRange>;
  /** The edits, oldest first. */
  readonly edits: readonly Edit[];
  #all: ReadonlyMap<NodeId, NodeRange> | null = null;

  constructor(base: ReadonlyMap<NodeId, NodeRange>, edits: readonly Edit[]) {
    this.base = base;
    this.edits = edits;
  }

  get(id: NodeId): NodeRange | undefined {
    if (this.#all !== null) return this.#all.get(id);
    const last = this.edits.findLastIndex(({ updated }) => updated.has(id));
    const range = last === -1 ? this.base.get(id) : this.edits[last]?.updated.get(id);
    return range && this.#moved(range, id, last + 1);
  }

  has(id: NodeId): boolean {
    return this.get(id) !== undefined;
  }

  get size(): number {
    return this.#whole().size;
  }

  entries() {
    return this.#whole().entries();
  }

  keys() {
    return this.#whole().keys();
  }

  values() {
    return this.#whole().values();
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  forEach(callback: (range: NodeRange, id: NodeId, map: ReadonlyMap<NodeId, NodeRange>) => void): void {
    for (const [id, range] of this.#whole()) callback(range, id, this);
  }

  /** Returns a range shifted by the edits from index `from` on; undefined if its node was removed. */
  #moved(range: NodeRange, id: NodeId, from: number): NodeRange | undefined {
    let by = 0;
    for (let index = from; index < this.edits.length; index++) {
      const shift = this.edits[index]?.shiftOf({ start: range.start + by, end: range.end + by }, id) ?? null;
      if (shift === null) return undefined;
      by += shift;
    }
    return by === 0
      ? range
      : movedRange(
          range,
          (at) => at + by,
          (at) => at + by,
        );
  }

  #whole(): ReadonlyMap<NodeId, NodeRange> {
    if (this.#all !== null) return this.#all;
    const all = new Map<NodeId, NodeRange>();
    for (const ranges of [this.base, ...this.edits.map(({ updated }) => updated)])
      for (const id of ranges.keys()) {
        const range = all.has(id) ? undefined : this.get(id);
        if (range !== undefined) all.set(id, range);
      }
    this.#all = all;
    return all;
  }
}
