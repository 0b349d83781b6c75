import { useMemo } from 'react';
import { timelineOf } from '../../../../shared/editing/timeline.ts';
import type { Movie } from '../../../../shared/template/movie/movie.ts';
import { useEditor } from '../../../state/editor-context.tsx';
import { type Row, rowsOf, rowTops, type Shown } from '../grid/rows.ts';
import { type LanesInput, laneHeights } from '../layout/lane-heights.ts';
import { useTimelineView } from './timeline-context.tsx';
import type { TimelineState } from './timeline-store.ts';

interface Known extends Shown {
  readonly movie: Movie;
  readonly rows: readonly Row[];
}

/** What was asked for last: gestures, keys and what is drawn ask for the same. */
let last: Known | null = null;

/** The rows below the scenes, from the top; the same list as long as film and what is open are the same. */
export function rowsShown(movie: Movie | null, { open, unfolded, onlyAnimated = false }: Shown): readonly Row[] {
  if (movie === null) return NO_ROWS;
  const shown = { open, unfolded, onlyAnimated };
  const isSame = last?.movie === movie && last.open === open && last.unfolded === unfolded;
  if (last === null || !isSame || last.onlyAnimated !== onlyAnimated)
    last = { movie, ...shown, rows: rowsOf(movie, timelineOf(movie), shown) };
  return last.rows;
}

const NO_ROWS: readonly Row[] = [];

/** The rows of the film that is shown, and where each begins. */
export function useRows(): { readonly rows: readonly Row[]; readonly tops: readonly number[] } {
  const movie = useEditor((state) => state.movie);
  const open = useTimelineView((view) => view.open);
  const unfolded = useTimelineView((view) => view.unfolded);
  const onlyAnimated = useTimelineView((view) => view.onlyAnimated);
  const rows = rowsShown(movie, { open, unfolded, onlyAnimated });
  return useMemo(() => ({ rows, tops: rowTops(rows) }), [rows]);
}

/** What the heights of the lanes follow from. */
export function useLanesInput(): LanesInput {
  const wanted = useRows().tops.at(-1) ?? 0;
  const isWide = useTimelineView((view) => view.isWide);
  const isOpen = useTimelineView((view) => view.open.size > 0);
  return useMemo(() => ({ wanted, isWide, isOpen }), [wanted, isWide, isOpen]);
}

/** How the height is shared between the scenes and the rows below them. */
export function useLaneHeights(): ReturnType<typeof laneHeights> {
  const input = useLanesInput();
  const height = useTimelineView((view) => view.height);
  return useMemo(() => laneHeights(height, input), [height, input]);
}

/** The same, for gestures. */
export function laneHeightsOf(movie: Movie | null, state: TimelineState): ReturnType<typeof laneHeights> {
  const wanted = rowTops(rowsShown(movie, state)).at(-1) ?? 0;
  return laneHeights(state.height, { wanted, isWide: state.isWide, isOpen: state.open.size > 0 });
}
