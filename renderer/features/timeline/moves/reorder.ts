import type { ScenePosition } from '#shared/editing/commands.ts';
import type { Timeline } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';

/** A gap between scenes: before the scene of this index, or behind the last. */
export interface Gap {
  readonly index: number;
  /** Of the cut. */
  readonly frame: number;
}

/** The gap that is nearest to a frame: before a scene whose middle lies behind it. */
export function gapAt({ scenes, starts, total }: Timeline, frame: number): Gap {
  let [low, high] = [0, scenes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const centre = ((starts[middle] ?? total) + (starts[middle + 1] ?? total)) / 2;
    if (centre <= frame) low = middle + 1;
    else high = middle;
  }
  return { index: low, frame: starts[low] ?? total };
}

/**
 * The place that a gap means, by the scene beside it: what cannot be read is no scene of the film, but in the document.
 */
export function gapPosition({ scenes }: Timeline, { index }: Gap): ScenePosition {
  const behind = scenes[index];
  if (behind !== undefined) return { before: behind.id };
  const last = scenes.at(-1);
  return last === undefined ? 0 : { after: last.id };
}

/** Whether scenes would stay in their order if they were put into a gap, as one block. */
export function changesNothing({ scenes }: Timeline, moving: ReadonlySet<NodeId>, { index }: Gap): boolean {
  const staying = (from: number, to: number) => scenes.slice(from, to).filter(({ id }) => !moving.has(id));
  const gone = scenes.filter(({ id }) => moving.has(id));
  const ordered = [...staying(0, index), ...gone, ...staying(index, scenes.length)];
  return ordered.every((scene, at) => scene === scenes[at]);
}
