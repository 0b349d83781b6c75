import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { TimelineViewState } from '#renderer/editor/timeline-view.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { type SceneTimes, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { placedRows, visibleOpenScenes, visibleRows, visibleSkippedScenes } from './visible-rows.ts';

/** The height of the time ruler in pixels. */
export const RULER_HEIGHT = 28;
/** The height of the lane of skipped scenes in pixels. The lane exists only if the movie has skipped scenes. */
const SKIPPED_HEIGHT = 20;
export const LANES_BOTTOM = 4;
interface LanesInput {
  /** The height of all rows together, in pixels. */
  readonly rowsHeight: number;
  readonly isWide: boolean;
  /** Whether a scene is expanded. Its rows then show the sounds, so the scenes need less height. */
  readonly isOpen: boolean;
  /** Whether the movie has skipped scenes. They have a lane above the other scenes. */
  readonly hasSkipped: boolean;
  /** Whether a property row shows its curve. The height of a curve is taken from the filmstrips. */
  readonly hasCurve: boolean;
}

/** The heights of the parts below the ruler in pixels, from top to bottom. */
export interface LaneHeights {
  readonly skipped: number;
  readonly scenes: number;
  readonly rows: number;
}

/** The height in pixels at which only the heads of scenes are visible. */
const HEADS_HEIGHT = 24;
/** The minimum height of the rows in pixels, which is the height of two rows. */
const MIN_ROWS_HEIGHT = 48;
/** The maximum height of the scenes in pixels: `alone` without rows below them, and `aboveRows` with rows. */
const MAX_SCENES_HEIGHT = { alone: 240, aboveRows: 160 };

/**
 * Divides the height of the timeline between the lanes. The height of the scenes is independent of the number of rows,
 * so adding a layer keeps the lanes in place. Rows that exceed the available height scroll.
 */
export function laneHeights(height: number, input: LanesInput): LaneHeights {
  const skipped = input.hasSkipped ? SKIPPED_HEIGHT : 0;
  const availableHeight = Math.max(0, height - RULER_HEIGHT - skipped - LANES_BOTTOM);
  if (input.rowsHeight === 0) return { skipped, scenes: Math.min(availableHeight, MAX_SCENES_HEIGHT.alone), rows: 0 };
  const scenes = Math.max(
    HEADS_HEIGHT,
    Math.min(scenesAboveRows(availableHeight, input), availableHeight - Math.min(input.rowsHeight, MIN_ROWS_HEIGHT)),
  );
  return { skipped, scenes, rows: Math.max(0, Math.min(input.rowsHeight, availableHeight - scenes)) };
}

function scenesAboveRows(availableHeight: number, { isWide, isOpen, hasCurve }: LanesInput): number {
  if (hasCurve && !isWide) return HEADS_HEIGHT;
  const minHeight = isWide ? 120 : isOpen ? 64 : 104;
  return Math.min(MAX_SCENES_HEIGHT.aboveRows, Math.max(minHeight, Math.round(availableHeight * 0.4)));
}

/** The heights of a scene's parts in pixels: its head, its sounds, and the lines below its filmstrip. */
export const HEAD_HEIGHT = 20;
export const SOUND_HEIGHT = 24;
const LINES_HEIGHT = 14;

/**
 * Returns whether scenes show their sounds. Returns false while a scene is expanded, because its rows show the sounds.
 */
export function hasSceneSound(open: ReadonlySet<NodeId>): boolean {
  return open.size === 0;
}

/**
 * Returns whether lines below the filmstrip show the layers and sounds of a scene. A scene with only one of them has no
 * lines.
 */
export function hasLines({ layers, sounds }: Scene): boolean {
  return layers.length + sounds.length > 1;
}

/** Returns the height of the layer lines below the filmstrip in pixels; 0 if no scene has such lines. */
export function linesHeightOf(timeline: SceneTimes): number {
  const cached = linesHeights.get(timeline);
  if (cached !== undefined) return cached;
  const height = timeline.scenes.some(hasLines) ? LINES_HEIGHT : 0;
  linesHeights.set(timeline, height);
  return height;
}

/** Memoized heights by timeline. Timelines are immutable. */
const linesHeights = new WeakMap<SceneTimes, number>();

/** Returns the heights of the lanes. */
export function useLaneHeights(): LaneHeights {
  return useEditorValue(({ document, timeline }) => laneHeightsOf(document.state.movie, timeline.state), isEqual);
}

/** Returns the height of the filmstrips in pixels. */
export function useFilmstripHeight(): number {
  return useEditorValue(({ document, timeline }) => {
    const { movie } = document.state;
    const { scenes } = laneHeightsOf(movie, timeline.state);
    const sound = hasSceneSound(visibleOpenScenes(movie, timeline.state)) ? SOUND_HEIGHT : 0;
    return Math.max(0, scenes - HEAD_HEIGHT - sound - linesHeightOf(timelineOf(movie)));
  });
}

/** Returns the heights of the lanes for the current movie and view. */
export function laneHeightsOf(movie: Movie | null, state: TimelineViewState): LaneHeights {
  const { tops, hasCurve } = placedRows(visibleRows(movie, state));
  const isOpen = visibleOpenScenes(movie, state).size > 0;
  const hasSkipped = visibleSkippedScenes(movie, state).length > 0;
  const { height, isWide } = state;
  return laneHeights(height, { rowsHeight: tops.at(-1) ?? 0, isWide, isOpen, hasSkipped, hasCurve });
}
