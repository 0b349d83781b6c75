import { clsx } from 'clsx';
import { memo, useLayoutEffect, useRef } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { CELL, rowProps } from '../grid/roles.ts';
import { type CaseRow, type HintRow, hasBar, type Row } from '../grid/row.ts';
import styles from '../grid/rows.module.css';
import { useIsLocked } from '../model/locked-rows.ts';
import { barLabel, rowTitle } from '../model/row-words.ts';
import { useTimelineStore, useTimelineView } from '../model/timeline-context.tsx';
import type { useStretch } from '../model/use-stretch.ts';
import { useWhyNotPlayed } from '../model/use-why-not-played.ts';
import { Bar } from './bar.tsx';
import { RowName } from './row-name.tsx';

export interface RowViewProps {
  readonly row: Exclude<Row, HintRow | CaseRow>;
  /** Pixels from the first row. */
  readonly top: number;
  readonly stretch: ReturnType<typeof useStretch>;
  readonly isTabStop: boolean;
  /** Whether the focus, where it is in this row, is on its bar. */
  readonly onBar: boolean;
}

/** A row: the name of what it stands for, and the time in which that is there. */
export const RowView = memo(function RowView({ row, top, stretch, isTabStop, onBar }: RowViewProps) {
  const { timeline: words } = useStrings();
  const view = useTimelineStore();
  const ref = useRef<HTMLDivElement>(null);
  const selected = useEditor(({ selection }) => selection.ids.includes(row.id));
  const wantsFocus = useTimelineView(({ focus, focusWanted }) => focusWanted && focus?.part === row.id);
  const isDragged = useTimelineView(({ drag }) => drag?.kind === 'rows' && drag.parts.has(row.id));
  const why = useWhyNotPlayed({ id: row.id, enabled: isEnabled(row) });
  const isLocked = useIsLocked(row.id);
  useLayoutEffect(() => {
    const element = onBar ? ref.current?.querySelector<HTMLElement>('[data-bar]') : ref.current;
    if (!wantsFocus || element == null) return;
    element.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
    view.setState({ focusWanted: false });
  }, [wantsFocus, onBar, view]);
  const states = [...(isLocked ? [words.isLocked] : []), ...(why === null ? [] : [why])];
  const label = [barLabel(row, words), ...states].join(', ');
  return (
    <div
      ref={ref}
      {...rowProps({ level: row.level, selected, label, expanded: row.unfolded ?? undefined })}
      tabIndex={isTabStop && !onBar ? 0 : -1}
      data-part={row.id}
      data-row={row.kind}
      className={clsx(
        styles.row,
        selected && styles.on,
        why === words.isOff && styles.off,
        isDragged && styles.dragged,
        row.level > 1 && styles.ofScene,
      )}
      style={{ top, height: row.height }}
    >
      <RowName row={row} title={rowTitle(row)} why={why} isLocked={isLocked} selected={selected} />
      <div {...CELL} className={styles.lane}>
        <div className={styles.shift} style={{ '--base': `${stretch.base}px` }}>
          {hasBar(row) && (
            <Bar
              row={row}
              stretch={stretch}
              selected={selected}
              isLocked={isLocked}
              why={why}
              isTabStop={onBar}
              label={label}
            />
          )}
        </div>
      </div>
    </div>
  );
}, isSame);

/** Whether what it stands for is played. */
function isEnabled(row: RowViewProps['row']): boolean {
  switch (row.kind) {
    case 'layer':
      return row.layer.enabled;
    case 'sound':
      return row.sound.enabled;
    case 'overlay':
      return row.overlay.enabled;
    case 'effect':
      return row.effect.enabled;
    case 'property':
      return true;
    default:
      return row satisfies never;
  }
}

/** Rows are made anew with each edit; most of them say what they said. */
function isSame(before: RowViewProps, now: RowViewProps): boolean {
  const { row, ...others } = before;
  const { row: next, ...rest } = now;
  return shallowlySame(others, rest) && sameRow(row, next);
}

function sameRow(row: Row, next: Row): boolean {
  if ('rank' in row && 'rank' in next) {
    const { rank, ...fields } = row;
    const { rank: nextRank, ...others } = next;
    return shallowlySame(rank, nextRank) && shallowlySame(fields, others);
  }
  return shallowlySame(row, next);
}

function shallowlySame(one: object, other: object): boolean {
  const [left, right] = [Object.entries(one), Object.entries(other)];
  return left.length === right.length && left.every(([name, value]) => Object.is(value, Reflect.get(other, name)));
}
