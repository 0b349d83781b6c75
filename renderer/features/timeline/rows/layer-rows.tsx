import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { CaseRowView } from '../cases/case-row.tsx';
import { ROWS } from '../grid/roles.ts';
import type { Row } from '../grid/row.ts';
import { rowsBetween } from '../grid/row-places.ts';
import styles from '../grid/rows.module.css';
import { RULER_HEIGHT } from '../layout/lane-heights.ts';
import { useRows } from '../model/shown-rows.ts';
import { useTimelineStore, useTimelineView } from '../model/timeline-context.tsx';
import { useStretch } from '../model/use-stretch.ts';
import { HintRowView } from './hint-row.tsx';
import { PropertyRowView } from './property-row.tsx';
import { RowGap } from './row-gap.tsx';
import { RowView } from './row-view.tsx';
import { SceneVeils } from './scene-veils.tsx';

/** The element that holds the rows: the tree of scenes owns it, though it lies beside that. */
export const ROWS_ID = 'timeline-rows';
/** Pixels of rows that are there beyond those in sight. */
const BEYOND = 48;

interface LayerRowsProps {
  /** Pixels that they have; more than that scrolls. */
  readonly height: number;
  readonly keys: Pick<ComponentProps<'div'>, 'onFocus' | 'onKeyDown'>;
  readonly drop: Pick<ComponentProps<'div'>, 'onDragOver' | 'onDragLeave' | 'onDrop'>;
}

/** Layers, overlays and sounds as rows below the scenes, on the same axis; only those in sight. */
export function LayerRows({ height, keys, drop }: LayerRowsProps) {
  const view = useTimelineStore();
  const { rows, tops } = useRows();
  const rowScroll = useTimelineView((state) => state.rowScroll);
  const focus = useTimelineView((state) => state.focus);
  const stretch = useStretch();
  const ref = useRef<HTMLDivElement>(null);
  useShift(ref);
  const all = tops.at(-1) ?? 0;
  const { first, end } = rowsBetween(tops, rowScroll - BEYOND, rowScroll + height + BEYOND);
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
      onScroll={({ currentTarget }) => view.setState({ rowScroll: currentTarget.scrollTop })}
      data-takes-drops=""
      {...keys}
      {...drop}
    >
      <div className={styles.all} style={{ height: all }}>
        <SceneVeils
          rows={rows}
          tops={tops}
          base={stretch.base}
          from={rowScroll - BEYOND}
          to={rowScroll + height + BEYOND}
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
                stretch={stretch}
                isTabStop={row.id === tabStop && focus?.onBar !== true}
              />
            );
          return row === undefined ? null : (
            <RowView
              key={row.id}
              row={row}
              top={tops[at] ?? 0}
              stretch={stretch}
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

/** Places of the rows in sight, and of the one with the focus wherever it is: else scrolling would lose it. */
function withFocused(
  rows: readonly Row[],
  { first, end }: { readonly first: number; readonly end: number },
  focused: number,
): readonly number[] {
  const places = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  if (focused < 0 || focused >= rows.length || (focused >= first && focused < end)) return places;
  return focused < first ? [focused, ...places] : [...places, focused];
}

/** Moves what lies on the axis of time without drawing it anew. */
function useShift(ref: React.RefObject<HTMLDivElement | null>): void {
  const view = useTimelineStore();
  useLayoutEffect(() => {
    const place = () => ref.current?.style.setProperty('--scroll', `${view.getState().scroll}px`);
    place();
    return view.subscribe((now, before) => {
      if (now.scroll !== before.scroll) place();
    });
  }, [ref, view]);
}
