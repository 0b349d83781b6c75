import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { TimelineViewState } from '#renderer/editor/timeline-view.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { pageStrings } from '#renderer/strings/page-language.ts';
import { type SceneOnTimeline, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import {
  HEAD_HEIGHT,
  hasSceneSound,
  type LaneHeights,
  laneHeights,
  linesHeightOf,
  SOUND_HEIGHT,
} from './lane-heights.ts';
import { type Row, rowsOf, rowTops, type Shown, withHints } from './row.ts';
import {
  type FoundRows,
  filteredRows,
  foundRows,
  hiddenOf,
  rowsPlayingAt,
  skippedScenes,
  withCases,
} from './row-filters.ts';

/** The parts of the view's state that determine the visible rows. */
export type RowFilterState = Pick<TimelineViewState, 'open' | 'unfolded' | 'onlyAnimated' | 'search' | 'rowsAt'>;

type Ids = ReadonlySet<NodeId>;

/**
 * Returns the rows before any filter. The last result is cached, because gestures, keys, and components need the same
 * rows.
 */
const listed = lastMade((movie: Movie, open: Ids, unfolded: Ids, onlyAnimated: boolean) =>
  listedRows(movie, { open, unfolded, onlyAnimated }),
);
const found = lastMade((movie: Movie, search: string, words: Catalogue['timeline']) => foundRows(movie, search, words));
/** Returns the rows of a search, including rows that other filters hide. */
const foundList = lastMade((movie: Movie, finding: FoundRows, unfolded: Ids) => {
  const shown = { open: finding.open, unfolded: new Set([...unfolded, ...finding.leading]) };
  return filteredRows(rowsOf(movie, timelineOf(movie), shown), finding);
});
const playing = lastMade((rows: readonly Row[], movie: Movie, frame: number) =>
  rowsPlayingAt(rows, movie.scenes, frame),
);
const skipped = lastMade((movie: Movie, open: Ids) => skippedScenes(timelineOf(movie), open));
/** Returns the previous array if it contains the same rows, because most moves of the playhead change no row. */
const steady = lastMade(
  (rows: readonly Row[]) => rows,
  ([one], [other]) => sameItems(one, other),
);

/** The rows with their places. `tops` has the top of each row in pixels, and the height of all rows as its last item. */
interface PlacedRows {
  readonly rows: readonly Row[];
  readonly tops: readonly number[];
  /** Whether a row shows its curve. */
  readonly hasCurve: boolean;
}

const placed = lastMade(
  (rows: readonly Row[]): PlacedRows => ({
    rows,
    tops: rowTops(rows),
    hasCurve: rows.some(({ kind, unfolded }) => kind === 'property' && unfolded === true),
  }),
);

function listedRows(movie: Movie, shown: Shown): readonly Row[] {
  const timeline = timelineOf(movie);
  return withCases(withHints(rowsOf(movie, timeline, shown), movie, shown), timeline, shown);
}

/** Returns the matches of the search; null if the search is empty. */
export function foundShown(movie: Movie | null, search: string | null): FoundRows | null {
  return movie === null || search === null ? null : found(movie, search, pageStrings().timeline);
}

/**
 * Returns the rows below the scenes from top to bottom. The array stays the same while neither the movie nor the view
 * changes.
 */
export function visibleRows(movie: Movie | null, shown: RowFilterState): readonly Row[] {
  if (movie === null) return NO_ROWS;
  const finding = foundShown(movie, shown.search);
  if (finding !== null) return foundList(movie, finding, shown.unfolded);
  const all = listed(movie, shown.open, shown.unfolded, shown.onlyAnimated);
  return shown.rowsAt === null ? all : steady(playing(all, movie, shown.rowsAt));
}

/**
 * Returns the number of layers and sounds in open scenes that are hidden, because they are not visible at the playhead.
 */
export function hiddenRows(movie: Movie | null, shown: RowFilterState): number {
  if (movie === null || shown.rowsAt === null || foundShown(movie, shown.search) !== null) return 0;
  return hiddenOf(listed(movie, shown.open, shown.unfolded, shown.onlyAnimated), visibleRows(movie, shown));
}

/** Returns the scenes whose layers are listed in rows: the open scenes, or during a search the scenes with a match. */
function openShown(movie: Movie | null, { open, search }: Pick<RowFilterState, 'open' | 'search'>): Ids {
  return foundShown(movie, search)?.open ?? open;
}

const NO_ROWS: readonly Row[] = [];
const NO_SCENES: readonly SceneOnTimeline[] = [];

/** Returns a function that stores its last result and returns it for the same arguments. */
function lastMade<Args extends readonly unknown[], Result>(
  make: (...args: Args) => Result,
  isSame: (one: Args, other: Args) => boolean = sameItems,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly made: Result } | null = null;
  return (...args) => {
    if (last === null || !isSame(last.args, args)) last = { args, made: make(...args) };
    return last.made;
  };
}

function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, at) => Object.is(item, other[at]));
}

/** Returns the visible rows with the top of each in pixels. */
export function useRows(): PlacedRows {
  return useEditorValue(({ document, timeline }) => placed(visibleRows(document.state.movie, timeline.state)));
}

/** Returns the matches of the search in the current movie; null if the search is empty. */
export function useFound(): FoundRows | null {
  return useEditorValue(({ document, timeline }) => foundShown(document.state.movie, timeline.state.search));
}

/** Returns the scenes whose layers are listed in rows. */
export function useOpenScenes(): Ids {
  return useEditorValue(({ document, timeline }) => openShown(document.state.movie, timeline.state));
}

/** Returns the scenes without frames, which have a lane of their own. */
export function useSkipped(): readonly SceneOnTimeline[] {
  return useEditorValue(({ document, timeline }) => skippedShown(document.state.movie, timeline.state), sameItems);
}

function skippedShown(movie: Movie | null, state: Pick<RowFilterState, 'open' | 'search'>): readonly SceneOnTimeline[] {
  return movie === null ? NO_SCENES : skipped(movie, openShown(movie, state));
}

/** Returns the heights of the lanes. */
export function useLaneHeights(): LaneHeights {
  return useEditorValue(({ document, timeline }) => laneHeightsOf(document.state.movie, timeline.state), isEqual);
}

/** Returns the height of the filmstrips in pixels. */
export function useFilmstripHeight(): number {
  return useEditorValue(({ document, timeline }) => {
    const { movie } = document.state;
    const { scenes } = laneHeightsOf(movie, timeline.state);
    const sound = hasSceneSound(openShown(movie, timeline.state)) ? SOUND_HEIGHT : 0;
    return Math.max(0, scenes - HEAD_HEIGHT - sound - linesHeightOf(timelineOf(movie)));
  });
}

/** Returns the heights of the lanes for the current movie and view. */
export function laneHeightsOf(movie: Movie | null, state: TimelineViewState): LaneHeights {
  const { tops, hasCurve } = placed(visibleRows(movie, state));
  const isOpen = openShown(movie, state).size > 0;
  const hasSkipped = skippedShown(movie, state).length > 0;
  const { height, isWide } = state;
  return laneHeights(height, { rowsHeight: tops.at(-1) ?? 0, isWide, isOpen, hasSkipped, hasCurve });
}

/**
 * Returns the open scenes after a click on the arrow of a scene: that scene only, or none. With Alt, the other open
 * scenes stay open.
 */
export function toggledScene(open: Ids, scene: NodeId, beside: boolean): Ids {
  if (open.has(scene)) return new Set([...open].filter((id) => id !== scene));
  return beside ? new Set([...open, scene]) : new Set([scene]);
}

/** Returns the set after an id was added or removed. */
export function withId(ids: Ids, id: NodeId, isIn: boolean): Ids {
  if (ids.has(id) === isIn) return ids;
  return isIn ? new Set([...ids, id]) : new Set([...ids].filter((each) => each !== id));
}

/** Returns the ids for which a condition is true. If it is true for all, the set is the same object. */
export function filteredIds(ids: Ids, keeps: (id: NodeId) => boolean): Ids {
  const left = [...ids].filter(keeps);
  return left.length === ids.size ? ids : new Set(left);
}

/** Returns the open scenes after a choice plays another case. The new case is open in place of the previous one. */
export function followedCases(open: Ids, before: Movie | null, now: Movie | null): Ids {
  const gone = (before?.scenes ?? []).filter(({ id, enabled, choices }) => enabled && choices && open.has(id));
  if (gone.length === 0 || now === null) return open;
  const next = new Set(open);
  for (const { id } of gone) {
    const scene = now.scenes.find((each) => each.id === id);
    const choice = scene?.choices?.at(-1)?.choice;
    if (scene === undefined || scene.enabled || choice === undefined) continue;
    const played = now.scenes.find(
      ({ enabled, choices }) => enabled && choices?.some((each) => each.choice === choice),
    );
    if (played === undefined) continue;
    next.delete(id);
    next.add(played.id);
  }
  return [...next].every((id) => open.has(id)) ? open : next;
}
