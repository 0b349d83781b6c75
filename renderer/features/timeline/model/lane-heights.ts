import type { SceneTimes } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Scene } from '#shared/template/movie/movie.ts';

/** Pixels of the ruler, and of the free strip below the lanes. */
export const RULER_HEIGHT = 28;
/** Of what takes no time in the film; there only while there is some. */
const SKIPPED_HEIGHT = 20;
export const LANES_BOTTOM = 4;
/** What the heights follow from. */
export interface LanesInput {
  /** Pixels that all rows together need. */
  readonly wanted: number;
  readonly isWide: boolean;
  /** Whether a scene is open: then its rows say what is heard in it, and the scenes need less. */
  readonly isOpen: boolean;
  /** Whether there are scenes that take no time, which have a lane above the others. */
  readonly hasSkipped: boolean;
  /** Whether a property shows its curve, which needs more room than the pictures of the scenes. */
  readonly hasCurve: boolean;
}

/** Heights of what lies below the ruler, from the top. */
export interface LaneHeights {
  readonly skipped: number;
  readonly scenes: number;
  readonly rows: number;
}

/** Pixels of the heads of scenes alone. */
const HEADS = 24;
/** Pixels that rows have at least, however low the timeline is: two rows. */
const LEAST_ROWS = 48;
/** Pixels that scenes have at most: without rows below them, and with. */
const MOST_SCENES = { alone: 240, aboveRows: 160 };

/**
 * How the height of the ruler and all lanes is shared. The scenes' part depends on the height, not on the number of
 * rows, so that an added layer moves nothing; rows that do not fit scroll.
 */
export function laneHeights(height: number, input: LanesInput): LaneHeights {
  const skipped = input.hasSkipped ? SKIPPED_HEIGHT : 0;
  const free = Math.max(0, height - RULER_HEIGHT - skipped - LANES_BOTTOM);
  if (input.wanted === 0) return { skipped, scenes: Math.min(free, MOST_SCENES.alone), rows: 0 };
  const scenes = Math.max(HEADS, Math.min(scenesAboveRows(free, input), free - Math.min(input.wanted, LEAST_ROWS)));
  return { skipped, scenes, rows: Math.max(0, Math.min(input.wanted, free - scenes)) };
}

function scenesAboveRows(free: number, { isWide, isOpen, hasCurve }: LanesInput): number {
  if (hasCurve && !isWide) return HEADS;
  const least = isWide ? 120 : isOpen ? 64 : 104;
  return Math.min(MOST_SCENES.aboveRows, Math.max(least, Math.round(free * 0.4)));
}

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
export function linesHeightOf(timeline: SceneTimes): number {
  const before = known.get(timeline);
  if (before !== undefined) return before;
  const height = timeline.scenes.some(hasLines) ? LINES_HEIGHT : 0;
  known.set(timeline, height);
  return height;
}

/** Of films, which never change. */
const known = new WeakMap<SceneTimes, number>();
