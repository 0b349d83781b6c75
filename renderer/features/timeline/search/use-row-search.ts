import { useMemo } from 'react';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { selectNodes } from '#shared/editing/selection.ts';
import { sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { hasBar } from '../grid/row.ts';
import { rowTops } from '../grid/row-places.ts';
import type { TreeFocus } from '../grid/tree-keys.ts';
import { scrollRows } from '../input/scroll-rows.ts';
import { revealedView } from '../layout/view.ts';
import { type Hit, hitBeside } from '../model/found-rows.ts';
import { foundShown, laneHeightsOf, rowsShown } from '../model/shown-rows.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';
import type { TimelineState } from '../model/timeline-store.ts';

/** What the search of the rows does. The hit that one is at is where the tree would take the focus. */
export function useRowSearch() {
  const view = useTimelineStore();
  const editor = useEditorStore();
  return useMemo(() => {
    const write = (search: string) => {
      view.setState({ search });
      scrollRows(view, 0);
    };
    const show = (hit: Hit) => {
      const { movie } = editor.getState();
      const timeline = timelineOf(movie);
      const rows = rowsShown(movie, view.getState());
      const at = rows.findIndex(({ id }) => id === hit.id);
      const row = rows[at];
      const span = row === undefined ? sceneOfId(timeline, hit.id) : hasBar(row) ? row : null;
      if (span !== null) {
        const end = 'limit' in span ? Math.min(span.end, span.limit) : span.end;
        view.setView(revealedView(view.getState(), span.start, end, timeline.total));
      }
      if (row === undefined) return;
      const { rowScroll } = view.getState();
      const top = shownFrom(rowScroll, rowTops(rows), at, laneHeightsOf(movie, view.getState()).rows);
      if (top !== rowScroll) scrollRows(view, top);
    };
    return {
      write,
      clear: () => {
        write('');
        view.setState({ searchWanted: true });
      },
      step: (direction: -1 | 1) => {
        const { search, focus } = view.getState();
        const { movie } = editor.getState();
        const hits = foundShown(movie, search)?.hits ?? [];
        const hit = hitBeside(hits, focus?.part ?? focus?.scene ?? null, direction);
        if (hit === null) return;
        editor.actions.select(selectNodes([hit.id]));
        view.setState({ focus: { scene: hit.owner, part: hit.isScene ? null : hit.id } });
        show(hit);
      },
      close: () => {
        const { searchedFrom } = view.getState();
        view.setState({ search: null, searchedFrom: null });
        const focus = focusBack(searchedFrom, editor.getState().movie, view.getState());
        view.setState({ focus, focusWanted: focus !== null, byKeyboard: true });
      },
    };
  }, [view, editor]);
}

/** Where the focus goes when the search closes: to the row it came from, or to the nearest that there still is. */
function focusBack(from: TreeFocus | null, movie: Movie | null, state: TimelineState): TreeFocus | null {
  const { scenes } = timelineOf(movie);
  if (from !== null && from.part !== null && rowsShown(movie, state).some(({ id }) => id === from.part)) return from;
  const scene = scenes.find(({ id }) => id === from?.scene) ?? scenes[0];
  return scene === undefined ? null : { scene: scene.id, part: null };
}

/** From where on rows are shown so that one of them is in sight: as near as can be to where they are now. */
function shownFrom(now: number, tops: readonly number[], at: number, height: number): number {
  const [top = 0, end = 0] = [tops[at], tops[at + 1]];
  return Math.max(end - height, Math.min(now, top));
}
