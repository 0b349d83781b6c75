import type { Timeline } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Scene } from '#shared/template/movie/movie.ts';

/** Pixels of a scene's head, of what is heard in it, and of the lines below its film. */
export const HEAD_HEIGHT = 20;
export const SOUND_HEIGHT = 24;
const LINES_HEIGHT = 14;

/** Whether scenes show what is heard in them: rows do while one is open. */
export function hasSceneSound(open: ReadonlySet<NodeId>): boolean {
  return open.size === 0;
}

/** Whether there is more in a scene than its film tells. */
export function hasLines({ layers, sounds }: Scene): boolean {
  return layers.length + sounds.length > 1;
}

/** Pixels below the film for lines of layers; 0 where no scene has any. */
export function linesHeightOf(timeline: Timeline): number {
  const before = known.get(timeline);
  if (before !== undefined) return before;
  const height = timeline.scenes.some(hasLines) ? LINES_HEIGHT : 0;
  known.set(timeline, height);
  return height;
}

/** Of films, which never change. */
const known = new WeakMap<Timeline, number>();
