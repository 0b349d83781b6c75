import { clsx } from 'clsx';
import { CircleSlash, Film, Volume2, VolumeX } from 'lucide-react';
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ActionButton, ActionIconButton, useAction } from '#renderer/actions/use-actions.tsx';
import type { DeferredEditor } from '#renderer/editor/deferred-views.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectUnplayedList } from '#renderer/editor/empty-lists.ts';
import { firstView, scrolledView, zoomedView } from '#renderer/editor/timeline-view.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { Splitter } from '#renderer/ui/layout/splitter.tsx';
import type { Split } from '#renderer/ui/layout/use-split.ts';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { useGridKeys } from './input/keyboard.ts';
import { useLaneDrop } from './input/lane-drop.ts';
import { useTimelineMenu } from './input/menu.ts';
import { useGestures } from './input/pointer.ts';
import { useFilmstripHeight, useLaneHeights } from './model/lane-heights.ts';
import { clipsIn, spansWithout } from './model/scene-geometry.ts';
import { useGestureState, useTimelineView, useVisibleSpan } from './model/timeline-context.tsx';
import { TREE } from './model/tree-roles.ts';
import { useFound, useSkipped, visibleRows } from './model/visible-rows.ts';
import namesGutterStyles from './names-gutter.module.css';
import { LayerRows, ROWS_ID } from './rows/layer-rows.tsx';
import rowSearchStyles from './rows/row-search.module.css';
import { HiddenRows, RowSearch } from './rows/row-search.tsx';
import { GestureOverlay } from './ruler/gesture-overlay.tsx';
import { Playhead, Ruler, ScrollLayer } from './ruler/ruler.tsx';
import { SceneClips } from './scenes/scene-clips.tsx';
import { SkippedScenes } from './scenes/skipped-scenes.tsx';
import { TransitionBars } from './scenes/transition-bars.tsx';
import styles from './timeline.module.css';

/** The area that handles the pointer: the ruler, the lanes below it, and the names beside them. */
export function TimelineLanes({ names }: { readonly names: Split }) {
  const { timeline: strings } = useStrings();
  const ref = useRef<HTMLDivElement>(null);
  const isBlade = useTimelineView((view) => view.tool === 'blade');
  const isTrimming = useGestureState((gesture) => gesture.drag?.kind === 'trim');
  const { base } = useVisibleSpan();
  const isReady = useTimelineSize(ref);
  useWheel(ref);
  const gestures = useGestures(ref);
  const drop = useLaneDrop(ref);
  const menu = useTimelineMenu(ref);
  const keys = useGridKeys();
  const count = useEditorValue(({ document }) => timelineOf(document.state.movie).scenes.length);
  const rows = useEditorValue(rowCounts, isEqual);
  const heights = useLaneHeights();
  const filmHeight = useFilmstripHeight();

  return (
    <ContextMenu entries={menu.entries}>
      <div
        className={clsx(styles.body, isBlade && styles.blading)}
        style={{
          '--skipped-height': `${heights.skipped}px`,
          '--scenes-height': `${heights.scenes}px`,
          '--film-height': `${filmHeight}px`,
        }}
        data-timeline-body=""
        {...gestures}
        onContextMenuCapture={menu.onContextMenuCapture}
      >
        <NamesGutter scenes={count} />
        <div ref={ref} className={clsx('draggable', styles.view)} data-lanes="" data-takes-drops="" {...drop}>
          <Ruler />
          {heights.skipped > 0 && <div className={styles.skippedLane} />}
          <div className={styles.lane}>
            {isReady && <CutsOfMovie base={base} />}
            <div
              className={clsx(styles.tree, isTrimming && styles.trimming)}
              {...(count > 0 && {
                ...TREE,
                'aria-label': strings.scenes,
                'aria-multiselectable': true,
                'aria-rowcount': rows.listed === 0 ? count + rows.all : -1,
                'aria-owns': rows.all === 0 ? undefined : ROWS_ID,
              })}
              {...keys}
            >
              {isReady && <ScenesOfMovie base={base} />}
            </div>
          </div>
          <GestureOverlay />
          {count > 0 && <Playhead />}
          <UnplayedList />
          {count === 0 && (
            <div className={styles.empty}>
              <EmptyState icon={Film} title={strings.emptyTitle} hint={strings.emptyHint}>
                <ActionButton action="assets/import-as-scenes" size="sm">
                  {strings.importMedia}
                </ActionButton>
              </EmptyState>
            </div>
          )}
        </div>
        {isReady && rows.all > 0 && <LayerRows height={heights.rows} keys={keys} drop={drop} />}
        <NamesEdge names={names} />
      </div>
    </ContextMenu>
  );
}

/** Explains in place of the clips that a list repeats the scenes of the movie for no item. */
function UnplayedList() {
  const { timeline: strings, inspector } = useStrings();
  const { views } = useEditor();
  const empty = useEditorValue(({ document }) => selectUnplayedList(document.state), isEqual);
  if (empty === null) return null;
  return (
    <div className={styles.unplayed}>
      <span>{strings.nothingPlays(strings.noItems(empty.list, empty.why))}</span>
      <Button size="sm" onClick={() => views.screen?.setTab('variables')}>
        {inspector.menuGoTo}
      </Button>
    </div>
  );
}

/** Counts all visible rows, and the rows that are not hints. */
function rowCounts({ document, timeline }: DeferredEditor): { readonly all: number; readonly listed: number } {
  const rows = visibleRows(document.state.movie, timeline.state);
  return { all: rows.length, listed: rows.filter(({ kind }) => kind !== 'hint').length };
}

/**
 * The transition bars. `CutsOfMovie` and `ScenesOfMovie` subscribe to the movie themselves, so that an edit during a
 * gesture does not render the surrounding lanes.
 */
function CutsOfMovie({ base }: { readonly base: number }) {
  const movie = useEditorValue(({ document }) => document.state.movie);
  if (movie === null) return null;
  return (
    <ScrollLayer base={base} isAtCuts>
      <TransitionBars movie={movie} />
    </ScrollLayer>
  );
}

function ScenesOfMovie({ base }: { readonly base: number }) {
  const movie = useEditorValue(({ document }) => document.state.movie);
  if (movie === null) return null;
  return (
    <ScrollLayer base={base}>
      <SceneClips movie={movie} />
      <SkippedScenes movie={movie} />
      <DimmedNonMatches movie={movie} />
    </ScrollLayer>
  );
}

/**
 * The minimum window width in pixels at which the lanes get more height. It equals the breakpoint in the design tokens.
 */
const WIDE_WINDOW = 1600;

/**
 * Measures the lanes with an observer. After the first measurement, restores the stored view or shows the whole
 * timeline. Returns whether this has happened.
 */
function useTimelineSize(ref: RefObject<HTMLElement | null>): boolean {
  const editor = useEditor();
  const { timeline: view, record } = editor;
  const [isReady, setReady] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const now = view.state;
      if (width === 0 || (width === now.width && height === now.height)) return;
      const { total } = timelineOf(editor.document.state.movie);
      const isFirst = now.width === 0;
      view.set({ width, height, isWide: window.innerWidth >= WIDE_WINDOW });
      if (isFirst) view.setView(initialView(record.current.view, total, width));
      else view.setView(scrolledView({ ...now, width }, now.scroll, total));
      setReady(true);
    };
    measure();
    if (view.state.width > 0) setReady(true);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, view, editor, record]);
  return isReady;
}

function initialView(
  { pixelsPerFrame, scrollFrame }: { readonly pixelsPerFrame?: number; readonly scrollFrame?: number },
  total: number,
  width: number,
) {
  const first = firstView(total, width);
  if (pixelsPerFrame === undefined || pixelsPerFrame === 0) return first;
  const zoomed = zoomedView(first, pixelsPerFrame, 0, total);
  return scrolledView(zoomed, (scrollFrame ?? 0) * zoomed.pixelsPerFrame, total);
}

/** The height of a line in pixels, for wheel events that count lines. */
const LINE_PIXELS = 16;
/** The maximum number of pixels of a wheel event that count for the zoom. A pinch sends many smaller events. */
const MAX_WHEEL_PIXELS = 60;
const ZOOM_PER_PIXEL = 0.0065;

/** Returns whether a wheel event scrolls the rows: a vertical event without modifier keys, over rows that overflow. */
function scrollsRows(target: Element | null, { deltaX, deltaY, ctrlKey, metaKey, shiftKey }: WheelEvent): boolean {
  const rows = target?.closest('[data-rows]');
  if (rows == null || ctrlKey || metaKey || shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) return false;
  return rows.scrollHeight > rows.clientHeight;
}

/** Zooms about the pointer with a pinch, or with Ctrl and the wheel. All other wheel events scroll. */
function useWheel(ref: RefObject<HTMLElement | null>): void {
  const editor = useEditor();
  const { timeline: view } = editor;
  useEffect(() => {
    const element = ref.current;
    // Listen on the whole body. The rows include the names, so they are not inside the lanes.
    const body = element?.closest<HTMLElement>('[data-timeline-body]');
    if (element === null || body == null) return;
    const onWheel = (event: WheelEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (scrollsRows(target, event)) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1;
      const { total } = timelineOf(editor.document.state.movie);
      const now = view.state;
      if (event.ctrlKey || event.metaKey) {
        const by = Math.min(MAX_WHEEL_PIXELS, Math.max(-MAX_WHEEL_PIXELS, event.deltaY * unit));
        const x = event.clientX - element.getBoundingClientRect().left;
        view.setView(zoomedView(now, now.pixelsPerFrame * Math.exp(-by * ZOOM_PER_PIXEL), x, total));
        return;
      }
      const by = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
      view.scrollTo(now.scroll + by * unit, total);
    };
    body.addEventListener('wheel', onWheel, { passive: false });
    return () => body.removeEventListener('wheel', onWheel);
  }, [ref, view, editor]);
}

/** The names beside the ruler and the scenes, with the search field at the top. Rows contain their own names. */
const NamesGutter = memo(function NamesGutter({ scenes }: { readonly scenes: number }) {
  const { timeline: strings } = useStrings();
  const search = useTimelineView((view) => view.search);
  const skipped = useSkipped().length;
  return (
    <div className={namesGutterStyles.gutter}>
      {search === null ? (
        <>
          <div className={namesGutterStyles.head}>
            <RulerUnitButton />
            <ActionIconButton action="timeline/find-rows" size="sm" iconSize={14} tabIndex={-1} />
          </div>
          <HiddenRows />
        </>
      ) : (
        <RowSearch search={search} />
      )}
      {skipped > 0 && (
        <span className={namesGutterStyles.skipped}>
          <Icon icon={CircleSlash} size={12} />
          <span className={namesGutterStyles.label}>{strings.skipped}</span>
          <span className="tabular">{skipped}</span>
        </span>
      )}
      <span className={namesGutterStyles.scenes}>
        <Icon icon={Film} size={14} />
        <span className={namesGutterStyles.label}>{strings.scenes}</span>
        <span className="tabular">{scenes}</span>
        <MuteButton />
      </span>
    </div>
  );
});

/** The edge of the column of names, which the user can drag. It is the last element in the tab order. */
const NamesEdge = memo(function NamesEdge({ names }: { readonly names: Split }) {
  const { timeline: strings } = useStrings();
  return (
    <div className={namesGutterStyles.edge}>
      <Splitter split={names} edge="right" label={strings.resizeNames} />
    </div>
  );
});

/** A button that switches the unit of the ruler. */
function RulerUnitButton() {
  const { timeline: strings } = useStrings();
  const { run } = useAction('timeline/ruler-frames');
  const inFrames = useTimelineView((view) => view.rulerUnit === 'frames');
  return (
    <Tooltip content={inFrames ? strings.showTimecode : strings.showFrames} side="top">
      <button
        type="button"
        className={namesGutterStyles.unit}
        aria-label={inFrames ? strings.showTimecode : strings.showFrames}
        onClick={run}
      >
        {inFrames ? strings.framesUnit : strings.timecode}
      </button>
    </Tooltip>
  );
}

function MuteButton() {
  const { checked } = useAction('play/mute');
  return <ActionIconButton action="play/mute" size="sm" iconSize={14} icon={checked === true ? VolumeX : Volume2} />;
}

/** Dims the scenes that do not match the search. They stay on the timeline, so that a search moves no scenes. */
function DimmedNonMatches({ movie }: { readonly movie: Movie }) {
  const matches = useFound();
  const { base, from, to, pixelsPerFrame } = useVisibleSpan();
  if (matches === null) return null;
  const boxes = clipsIn(timelineOf(movie), { from, to }, pixelsPerFrame);
  return spansWithout(boxes, matches.scenes).map(({ left, right }) => (
    <i
      key={left}
      aria-hidden={true}
      className={rowSearchStyles.dimmed}
      style={{ left: left - base, width: right - left }}
    />
  ));
}
