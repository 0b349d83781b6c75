import { ChevronDown, ChevronUp, ListFilter, X } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { useAction } from '#renderer/actions/use-actions.tsx';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { revealedView, type TimelineViewState, type TreeFocus } from '#renderer/editor/timeline-view.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { laneHeightsOf } from '../model/lane-heights.ts';
import { hasBar, rowTops } from '../model/row.ts';
import { type Hit, neighboringHit } from '../model/row-filters.ts';
import { scrollRows } from '../model/scroll-rows.ts';
import { useTimelineView } from '../model/timeline-context.tsx';
import { hiddenRows, searchMatches, useFound, visibleRows } from '../model/visible-rows.ts';
import styles from './row-search.module.css';

/** The search of scenes and layers. It is at the top of the names, with the number of matches below the field. */
export function RowSearch({ search }: { readonly search: string }) {
  const { timeline: strings } = useStrings();
  const { timeline: view } = useEditor();
  const field = useRef<HTMLInputElement>(null);
  const searching = useRowSearch();
  const matches = useFound();
  const requested = useTimelineView((state) => state.searchRequested);
  useLayoutEffect(() => {
    if (!requested) return;
    field.current?.focus();
    field.current?.select();
    view.set({ searchRequested: false });
  }, [requested, view]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    const inField = event.target === field.current;
    if (key === 'Escape') searching.close();
    else if (inField && (key === 'Enter' || key === 'ArrowDown')) searching.step(shiftKey ? -1 : 1);
    else if (inField && key === 'ArrowUp') searching.step(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count = matches?.hits.length ?? 0;
  return (
    <search aria-label={strings.searchRows} className={styles.search} onKeyDownCapture={onKeyDown}>
      <SearchField
        ref={field}
        value={search}
        onChange={searching.write}
        label={strings.searchRows}
        size="sm"
        className={styles.field}
      />
      <div className={styles.line}>
        <Count />
        {matches !== null && count === 0 && (
          <button type="button" className={styles.clear} onClick={searching.clear}>
            {strings.clearSearch}
          </button>
        )}
        {count > 0 && (
          <>
            <IconButton
              icon={ChevronUp}
              label={strings.previousHit}
              keys="Shift+Enter"
              size="sm"
              iconSize={14}
              className={styles.button}
              onClick={() => searching.step(-1)}
            />
            <IconButton
              icon={ChevronDown}
              label={strings.nextHit}
              keys="Enter"
              size="sm"
              iconSize={14}
              className={styles.button}
              onClick={() => searching.step(1)}
            />
          </>
        )}
        <IconButton
          icon={X}
          label={strings.closeSearch}
          keys="Escape"
          size="sm"
          iconSize={14}
          className={styles.button}
          onClick={searching.close}
        />
      </div>
    </search>
  );
}

/** The number of matches, with the position of the current match. */
function Count() {
  const { timeline: strings } = useStrings();
  const matches = useFound();
  const at = useTimelineView(({ focus }) => focus?.part ?? focus?.scene ?? null);
  const place = matches?.hits.findIndex(({ id }) => id === at) ?? -1;
  const text =
    matches === null
      ? ''
      : matches.hits.length === 0
        ? strings.nothingFound
        : place < 0
          ? strings.foundRows(matches.hits.length)
          : strings.hitOf(place + 1, matches.hits.length);
  return (
    <span role="status" className="tabular">
      {text}
    </span>
  );
}

/** Returns the functions of the search field. The current match is the focused element of the tree. */
function useRowSearch() {
  const editor = useEditor();
  const { timeline: view } = editor;
  return useMemo(() => {
    const write = (search: string) => {
      view.set({ search });
      scrollRows(editor.timeline, 0);
    };
    const reveal = (hit: Hit) => {
      const { movie } = editor.document.state;
      const timeline = timelineOf(movie);
      const rows = visibleRows(movie, view.state);
      const at = rows.findIndex(({ id }) => id === hit.id);
      const row = rows[at];
      const span = row === undefined ? sceneOfId(timeline, hit.id) : hasBar(row) ? row : null;
      if (span !== null) {
        const end = 'limit' in span ? Math.min(span.end, span.limit) : span.end;
        view.setView(revealedView(view.state, span.start, end, timeline.total));
      }
      if (row === undefined) return;
      const { rowScroll } = view.state;
      const top = revealingScroll(rowScroll, rowTops(rows), at, laneHeightsOf(movie, view.state).rows);
      if (top !== rowScroll) scrollRows(editor.timeline, top);
    };
    return {
      write,
      clear: () => {
        write('');
        view.set({ searchRequested: true });
      },
      step: (direction: -1 | 1) => {
        const { search, focus } = view.state;
        const { movie } = editor.document.state;
        const hits = searchMatches(movie, search)?.hits ?? [];
        const hit = neighboringHit(hits, focus?.part ?? focus?.scene ?? null, direction);
        if (hit === null) return;
        editor.selection.select([hit.id]);
        view.set({ focus: { scene: hit.owner, part: hit.isScene ? null : hit.id } });
        reveal(hit);
      },
      close: () => {
        const { searchedFrom } = view.state;
        view.set({ search: null, searchedFrom: null });
        const focus = focusAfterSearch(searchedFrom, editor.document.state.movie, view.state);
        view.set({ focus, focusRequested: focus !== null, byKeyboard: true });
      },
    };
  }, [view, editor]);
}

/**
 * Returns the focus after the search closes: the row that was focused before the search, or else its scene, or else the
 * first scene. Null without scenes.
 */
function focusAfterSearch(from: TreeFocus | null, movie: Movie | null, state: TimelineViewState): TreeFocus | null {
  const { scenes } = timelineOf(movie);
  if (from !== null && from.part !== null && visibleRows(movie, state).some(({ id }) => id === from.part)) return from;
  const scene = scenes.find(({ id }) => id === from?.scene) ?? scenes[0];
  return scene === undefined ? null : { scene: scene.id, part: null };
}

/** Returns the scroll position that reveals a row with the least scrolling. */
function revealingScroll(current: number, tops: readonly number[], at: number, height: number): number {
  const [top = 0, end = 0] = [tops[at], tops[at + 1]];
  return Math.max(end - height, Math.min(current, top));
}

/** A note above the names with the number of hidden rows, and a button that shows them. */
export function HiddenRows() {
  const { timeline: strings } = useStrings();
  const count = useEditorValue(({ document, timeline }) => hiddenRows(document.state.movie, timeline.state));
  const isOn = useTimelineView((view) => view.rowsAt !== null);
  const { run } = useAction('timeline/only-at-playhead');
  if (!isOn) return null;
  return (
    <div className={styles.hidden} title={strings.hiddenRowsHint}>
      <Icon icon={ListFilter} size={12} />
      <span className="tabular">{count === 0 ? strings.onlyAtPlayhead : strings.hiddenRows(count)}</span>
      <IconButton
        icon={X}
        label={strings.showAllRows}
        size="sm"
        iconSize={14}
        className={styles.button}
        onClick={run}
      />
    </div>
  );
}
