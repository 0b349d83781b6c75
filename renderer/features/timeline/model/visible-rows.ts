import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { TimelineViewState } from '#renderer/editor/timeline-view.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { pageStrings } from '#renderer/strings/page-language.ts';
import { type SceneOnTimeline, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { type Row, type RowSettings, rowsOf, rowTops, withHints } from './row.ts';
import {
  type FoundRows,
  filteredRows,
  foundRows,
  hiddenOf,
  rowsPlayingAt,
  skippedScenes,
  withCases,
} from './row-filters.ts';
import { sameItems } from './timeline-context.tsx';

/** The parts of the view's state that determine the visible rows. */
export type RowFilterState = Pick<TimelineViewState, 'open' | 'unfolded' | 'onlyAnimated' | 'search' | 'rowsAt'>;

type Ids = ReadonlySet<NodeId>;

/**
 * Returns the rows before any filter. The last result is memoized, because gestures, key handlers, and components need
 * the same rows.
 */
const unfilteredRows = memoizeLast((movie: Movie, open: Ids, unfolded: Ids, onlyAnimated: boolean) =>
  listedRows(movie, { open, unfolded, onlyAnimated }),
);
const matchesOf = memoizeLast((movie: Movie, search: string, words: Catalogue['timeline']) =>
  foundRows(movie, search, words),
);
/** Returns the rows of a search, including rows that other filters hide. */
const rowsOfSearch = memoizeLast((movie: Movie, matches: FoundRows, unfolded: Ids) => {
  const shown = { open: matches.open, unfolded: new Set([...unfolded, ...matches.leading]) };
  return filteredRows(rowsOf(movie, timelineOf(movie), shown), matches);
});
const rowsAtFrame = memoizeLast((rows: readonly Row[], movie: Movie, frame: number) =>
  rowsPlayingAt(rows, movie.scenes, frame),
);
const skippedScenesOf = memoizeLast((movie: Movie, open: Ids) => skippedScenes(timelineOf(movie), open));
/**
 * Returns the previous array if it contains the same rows, because most moves of the playhead do not change the rows.
 */
const stableRows = memoizeLast(
  (rows: readonly Row[]) => rows,
  ([one], [other]) => sameItems(one, other),
);

/**
 * The visible rows with their positions. `tops` contains the top of each row in pixels, and the total height as its
 * last item.
 */
interface PlacedRows {
  readonly rows: readonly Row[];
  readonly tops: readonly number[];
  /** Whether a row shows its curve. */
  readonly hasCurve: boolean;
}

export const placedRows = memoizeLast(
  (rows: readonly Row[]): PlacedRows => ({
    rows,
    tops: rowTops(rows),
    hasCurve: rows.some(({ kind, unfolded }) => kind === 'property' && unfolded === true),
  }),
);

function listedRows(movie: Movie, shown: RowSettings): readonly Row[] {
  const timeline = timelineOf(movie);
  return withCases(withHints(rowsOf(movie, timeline, shown), movie, shown), timeline, shown);
}

/** Returns the matches of the search; null if the search is empty. */
export function searchMatches(movie: Movie | null, search: string | null): FoundRows | null {
  return movie === null || search === null ? null : matchesOf(movie, search, pageStrings().timeline);
}

/**
 * Returns the rows below the scenes from top to bottom. The result is the same array until the movie or the view
 * changes.
 */
export function visibleRows(movie: Movie | null, shown: RowFilterState): readonly Row[] {
  if (movie === null) return NO_ROWS;
  const matches = searchMatches(movie, shown.search);
  if (matches !== null) return rowsOfSearch(movie, matches, shown.unfolded);
  const all = unfilteredRows(movie, shown.open, shown.unfolded, shown.onlyAnimated);
  return shown.rowsAt === null ? all : stableRows(rowsAtFrame(all, movie, shown.rowsAt));
}

/** Returns the number of layers and sounds in expanded scenes that the playhead filter hides. */
export function hiddenRows(movie: Movie | null, shown: RowFilterState): number {
  if (movie === null || shown.rowsAt === null || searchMatches(movie, shown.search) !== null) return 0;
  return hiddenOf(unfilteredRows(movie, shown.open, shown.unfolded, shown.onlyAnimated), visibleRows(movie, shown));
}

/**
 * Returns the scenes whose layers are listed in rows: the expanded scenes; during a search, the scenes with a match.
 */
export function visibleOpenScenes(movie: Movie | null, { open, search }: Pick<RowFilterState, 'open' | 'search'>): Ids {
  return searchMatches(movie, search)?.open ?? open;
}

const NO_ROWS: readonly Row[] = [];
const NO_SCENES: readonly SceneOnTimeline[] = [];

/** Returns a function that memoizes its last result. */
export function memoizeLast<Args extends readonly unknown[], Result>(
  make: (...args: Args) => Result,
  isSame: (one: Args, other: Args) => boolean = sameItems,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | null = null;
  return (...args) => {
    if (last === null || !isSame(last.args, args)) last = { args, result: make(...args) };
    return last.result;
  };
}

/** Returns the visible rows with the top of each in pixels. */
export function useRows(): PlacedRows {
  return useEditorValue(({ document, timeline }) => placedRows(visibleRows(document.state.movie, timeline.state)));
}

/** Returns the matches of the search in the current movie; null if the search is empty. */
export function useFound(): FoundRows | null {
  return useEditorValue(({ document, timeline }) => searchMatches(document.state.movie, timeline.state.search));
}

/** Returns the scenes whose layers are listed in rows. */
export function useOpenScenes(): Ids {
  return useEditorValue(({ document, timeline }) => visibleOpenScenes(document.state.movie, timeline.state));
}

/** Returns the skipped scenes that are shown as chips. Skipped scenes with a case lane are omitted. */
export function useSkipped(): readonly SceneOnTimeline[] {
  return useEditorValue(
    ({ document, timeline }) => visibleSkippedScenes(document.state.movie, timeline.state),
    sameItems,
  );
}

export function visibleSkippedScenes(
  movie: Movie | null,
  state: Pick<RowFilterState, 'open' | 'search'>,
): readonly SceneOnTimeline[] {
  return movie === null ? NO_SCENES : skippedScenesOf(movie, visibleOpenScenes(movie, state));
}
