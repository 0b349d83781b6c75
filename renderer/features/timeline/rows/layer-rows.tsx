import { clsx } from 'clsx';
import { Diamond, Layers, Music } from 'lucide-react';
import { type ComponentProps, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useAction, useActions } from '#renderer/actions/use-actions.tsx';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Kbd } from '#renderer/ui/display/kbd.tsx';
import { sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { rowTitle } from '../model/labels.ts';
import { RULER_HEIGHT } from '../model/lane-heights.ts';
import { type HintRow, hasBar, type Row, rowsBetween } from '../model/row.ts';
import { useGestureState, useTimelineView, useVisibleSpan } from '../model/timeline-context.tsx';
import { CELL, ROWS, rowProps } from '../model/tree-roles.ts';
import { useRows } from '../model/visible-rows.ts';
import { CaseRowView } from './case-row.tsx';
import hintRowStyles from './hint-row.module.css';
import { PropertyRowView } from './property-row.tsx';
import { RowView } from './row-view.tsx';
import styles from './rows.module.css';
import rows from './rows.module.css';

/**
 * The id of the element that contains the rows. It is outside the tree of scenes, which refers to it with `aria-owns`.
 */
export const ROWS_ID = 'timeline-rows';
/** The height in pixels of the rows that are rendered beyond the visible ones. */
const OVERSCAN = 48;

interface LayerRowsProps {
  /** The height of the list in pixels. Rows that do not fit scroll. */
  readonly height: number;
  readonly keys: Pick<ComponentProps<'div'>, 'onFocus' | 'onKeyDown'>;
  readonly drop: Pick<ComponentProps<'div'>, 'onDragOver' | 'onDragLeave' | 'onDrop'>;
}

/** The rows of layers, overlays, and sounds below the scenes. Only the visible rows are rendered. */
export function LayerRows({ height, keys, drop }: LayerRowsProps) {
  const { timeline: view } = useEditor();
  const { rows, tops } = useRows();
  const rowScroll = useTimelineView((state) => state.rowScroll);
  const focus = useTimelineView((state) => state.focus);
  const segment = useVisibleSpan();
  const ref = useRef<HTMLDivElement>(null);
  useShift(ref);
  const all = tops.at(-1) ?? 0;
  const { first, end } = rowsBetween(tops, rowScroll - OVERSCAN, rowScroll + height + OVERSCAN);
  const focused = rows.findIndex(({ id }) => id === focus?.part);
  const tabStop = focus?.part == null ? null : focus.part;
  return (
    <div
      ref={ref}
      id={ROWS_ID}
      {...ROWS}
      className={styles.rows}
      style={{ top: `calc(${RULER_HEIGHT}px + var(--skipped-height) + var(--scenes-height))`, height }}
      data-rows=""
      onScroll={({ currentTarget }) => view.set({ rowScroll: currentTarget.scrollTop })}
      data-takes-drops=""
      {...keys}
      {...drop}
    >
      <div className={styles.all} style={{ height: all }}>
        <DimmedScenes
          rows={rows}
          tops={tops}
          base={segment.base}
          from={rowScroll - OVERSCAN}
          to={rowScroll + height + OVERSCAN}
        />
        {withFocused(rows, { first, end }, focused).map((at) => {
          const row = rows[at];
          if (row?.kind === 'property')
            return <PropertyRowView key={row.id} row={row} top={tops[at] ?? 0} isTabStop={row.id === tabStop} />;
          if (row?.kind === 'hint')
            return <HintRowView key={row.id} row={row} top={tops[at] ?? 0} isTabStop={row.id === tabStop} />;
          if (row?.kind === 'case')
            return (
              <CaseRowView
                key={row.id}
                row={row}
                top={tops[at] ?? 0}
                segment={segment}
                isTabStop={row.id === tabStop && focus?.onBar !== true}
              />
            );
          return row === undefined ? null : (
            <RowView
              key={row.id}
              row={row}
              top={tops[at] ?? 0}
              segment={segment}
              isTabStop={row.id === tabStop}
              onBar={row.id === tabStop && focus?.onBar === true}
            />
          );
        })}
        <RowGap />
      </div>
    </div>
  );
}

/**
 * Returns the indexes of the visible rows and of the focused row, so that the focused element stays in the DOM during
 * scrolling.
 */
function withFocused(
  rows: readonly Row[],
  { first, end }: { readonly first: number; readonly end: number },
  focused: number,
): readonly number[] {
  const places = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  if (focused < 0 || focused >= rows.length || (focused >= first && focused < end)) return places;
  return focused < first ? [focused, ...places] : [...places, focused];
}

/** Follows the scroll position with a CSS property, without rendering. */
function useShift(ref: React.RefObject<HTMLDivElement | null>): void {
  const { timeline: view } = useEditor();
  useLayoutEffect(() => {
    const place = () => ref.current?.style.setProperty('--scroll', `${view.state.scroll}px`);
    place();
    return view.subscribe((now, before) => {
      if (now.scroll !== before.scroll) place();
    });
  }, [ref, view]);
}

interface DimmedScenesProps {
  readonly rows: readonly Row[];
  readonly tops: readonly number[];
  readonly base: number;
  /** The visible range of the rows, in pixels from the first row. */
  readonly from: number;
  readonly to: number;
}

/** Dims the time outside an expanded scene in its rows, and draws lines at both ends of the scene. */
function DimmedScenes({ rows, tops, base, from, to }: DimmedScenesProps) {
  const pixelsPerFrame = useTimelineView((view) => view.pixelsPerFrame);
  const groups = useMemo(() => groupsOf(rows, tops), [rows, tops]);
  const inView = groups.filter(({ top, height }) => top < to && top + height > from);
  return inView.map(({ owner, top, height, start, end }) => (
    <div key={owner} className={styles.group} style={{ top, height }} aria-hidden={true}>
      <div className={styles.groupLane}>
        <div className={styles.shift} style={{ '--base': `${base}px` }}>
          <i
            className={styles.before}
            style={{ width: Math.max(0, start * pixelsPerFrame - base + DIM_REACH), left: -DIM_REACH }}
          />
          <i
            className={styles.behind}
            style={{ left: Math.min(DIM_REACH, Math.max(-DIM_REACH, end * pixelsPerFrame - base)) }}
          />
        </div>
      </div>
    </div>
  ));
}

/** The distance in pixels that a dimmed region extends beyond the visible part. */
const DIM_REACH = 8192;

interface Group {
  readonly owner: string;
  readonly top: number;
  readonly height: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the groups of neighboring rows that belong to the same scene. */
function groupsOf(rows: readonly Row[], tops: readonly number[]): readonly Group[] {
  const groups: Group[] = [];
  rows.forEach((row, at) => {
    const top = tops[at] ?? 0;
    const last = groups.at(-1);
    if (last?.owner === row.owner && row.level > 1)
      groups[groups.length - 1] = { ...last, height: top + row.height - last.top };
    // Group only rows of scenes, because they are dimmed outside their scene. Overlays and sounds of the movie have no
    // scene.
    else if (row.level > 1 && hasBar(row) && row.depth === 0)
      groups.push({ owner: row.owner, top, height: row.height, start: row.clock, end: row.limit });
  });
  return groups;
}

interface HintRowViewProps {
  readonly row: HintRow;
  /** The distance from the first row in pixels. */
  readonly top: number;
  readonly isTabStop: boolean;
}

const ICONS = { layers: Layers, music: Music, keys: Diamond } as const;

/** A placeholder row for missing content, with a button that adds the content. */
function HintRowView({ row, top, isTabStop }: HintRowViewProps) {
  const { timeline: view } = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  const wantsFocus = useTimelineView(({ focus, focusRequested }) => focusRequested && focus?.part === row.id);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
    view.set({ focusRequested: false });
  }, [wantsFocus, view]);
  const title = rowTitle(row);
  return (
    <div
      ref={ref}
      {...rowProps({ level: row.level, selected: false, label: title })}
      tabIndex={isTabStop ? 0 : -1}
      data-part={row.id}
      data-row="hint"
      className={clsx(rows.row, row.level > 1 && rows.ofScene)}
      style={{ top, height: row.height }}
    >
      <div {...CELL} className={clsx(rows.name, hintRowStyles.name)}>
        <span className={rows.noTwist} />
        <Icon icon={ICONS[row.hint]} size={14} />
        <span className={rows.title}>{title}</span>
      </div>
      <div {...CELL} className={clsx(rows.lane, hintRowStyles.lane)}>
        <HintAction row={row} />
      </div>
    </div>
  );
}

function HintAction({ row }: { readonly row: HintRow }): ReactNode {
  const { timeline: strings, keys } = useStrings();
  const runtime = useActions();
  const insert = useAction('layer/insert');
  const enterScene = useEnterScene();
  switch (row.hint) {
    case 'layers':
      return (
        <Button
          size="sm"
          tabIndex={-1}
          keys={insert.keys}
          data-hint-button=""
          disabled={!insert.enabled}
          onClick={() => {
            enterScene(row.owner);
            insert.run();
          }}
        >
          {strings.addLayer}
          {insert.keys !== undefined && (
            <span className={hintRowStyles.keys} aria-hidden={true}>
              <Kbd keys={insert.keys} />
            </span>
          )}
        </Button>
      );
    case 'music':
      return (
        <>
          <span>{strings.dropMusic}</span>
          <Button
            size="sm"
            tabIndex={-1}
            data-hint-button=""
            onClick={() => void runtime.run('assets/import-as-scenes')}
          >
            {strings.chooseMusic}
          </Button>
        </>
      );
    case 'keys':
      return <span>{keys.nothingAnimated}</span>;
    default:
      return row.hint satisfies never;
  }
}

/** Returns a function that selects a scene and moves the playhead into it, so that the next insertion goes there. */
function useEnterScene(): (scene: NodeId) => void {
  const editor = useEditor();
  return (scene) => {
    const { movie, playhead } = editor.document.state;
    const place = sceneOfId(timelineOf(movie), scene);
    if (place === null) return;
    editor.selection.select([scene]);
    if (playhead < place.start || playhead >= place.end) editor.playback.seek(place.start);
  };
}

/** A line at the gap into which dragged rows will be dropped. */
function RowGap() {
  const drag = useGestureState((gesture) => (gesture.drag?.kind === 'rows' ? gesture.drag : null));
  if (drag === null || drag.top === null) return null;
  return <i className={styles.gap} style={{ top: drag.top, left: 8 + drag.indent }} data-row-gap="" />;
}
