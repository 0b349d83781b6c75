import { clsx } from 'clsx';
import {
  ChevronDown,
  ChevronRight,
  Diamond,
  Eye,
  EyeOff,
  Lock,
  LockOpen,
  Music,
  Sparkles,
  SquareStack,
} from 'lucide-react';
import { type MouseEvent, memo, useLayoutEffect, useRef } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { lockParts } from '#renderer/editor/layer-edits.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { LAYER_ICONS } from '#renderer/ui/display/layer-icons.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { barLabel, decibels, isFileName, ownTitle, rowTitle } from '../model/labels.ts';
import { withId } from '../model/open-scenes.ts';
import { type CaseRow, type HintRow, hasBar, type Row, type SoundRow } from '../model/row.ts';
import { volumeInFrame, volumeKeysOf } from '../model/row-plans.ts';
import { useGestureState, useIsLocked, useTimelineView, type useVisibleSpan } from '../model/timeline-context.tsx';
import { CELL, indentOf, rowProps } from '../model/tree-roles.ts';
import { useWhyNotPlayed } from '../model/why-not-played.ts';
import { NameInput } from '../scenes/name-input.tsx';
import { Bar } from './bar.tsx';
import styles from './rows.module.css';
import { SoundControls } from './sound-level.tsx';

export interface RowViewProps {
  readonly row: Exclude<Row, HintRow | CaseRow>;
  /** The distance from the first row in pixels. */
  readonly top: number;
  readonly segment: ReturnType<typeof useVisibleSpan>;
  readonly isTabStop: boolean;
  /** Whether the focus is on the bar of this row and not on the row itself. */
  readonly onBar: boolean;
}

/** A row with the name of its element and its bar. */
export const RowView = memo(function RowView({ row, top, segment, isTabStop, onBar }: RowViewProps) {
  const { timeline: strings } = useStrings();
  const { timeline: view } = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  const selected = useEditorValue(({ document }) => document.state.selection.ids.includes(originalId(row.id)));
  const wantsFocus = useTimelineView(({ focus, focusRequested }) => focusRequested && focus?.part === row.id);
  const isDragged = useGestureState(({ drag }) => drag?.kind === 'rows' && drag.parts.has(row.id));
  const why = useWhyNotPlayed({ id: row.id, enabled: isEnabled(row) });
  const isLocked = useIsLocked(row.id);
  useLayoutEffect(() => {
    const element = onBar ? ref.current?.querySelector<HTMLElement>('[data-bar]') : ref.current;
    if (!wantsFocus || element == null) return;
    element.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
    view.set({ focusRequested: false });
  }, [wantsFocus, onBar, view]);
  const states = [...(isLocked ? [strings.isLocked] : []), ...(why === null ? [] : [why])];
  const label = [barLabel(row, strings), ...states].join(', ');
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
        why === strings.isOff && styles.off,
        isDragged && styles.dragged,
        row.level > 1 && styles.ofScene,
      )}
      style={{ top, height: row.height }}
    >
      <RowName row={row} title={rowTitle(row)} why={why} isLocked={isLocked} selected={selected} />
      <div {...CELL} className={styles.lane}>
        <div className={styles.shift} style={{ '--base': `${segment.base}px` }}>
          {hasBar(row) && (
            <Bar
              row={row}
              segment={segment}
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

/** Returns whether the element of a row is played. */
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

/**
 * Compares the props of a row by content, because each edit creates new row objects, most of which are equal to the old
 * ones.
 */
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

/** The volume of a sound in decibels; for an animated volume, the value at the playhead. */
function Level({ row }: { readonly row: SoundRow }) {
  const level = useEditorValue(({ document }) => {
    const isAnimated = (row.sound.soundAnimations ?? []).length > 0;
    const keys = isAnimated ? volumeKeysOf(document.state, row.id) : null;
    return decibels(keys === null ? row.sound.volume : volumeInFrame(keys, document.state.playhead));
  });
  return <span className={clsx(styles.level, 'tabular')}>{level}</span>;
}

/** A row that has an element. */
type NamedRow = Exclude<Row, HintRow | CaseRow>;

interface RowNameProps {
  readonly row: NamedRow;
  readonly title: string;
  /** The reason why the element is not played; null if it is played. */
  readonly why: string | null;
  readonly isLocked: boolean;
  readonly selected: boolean;
}

/** The name of a row with its buttons. */
function RowName({ row, title, why, isLocked, selected }: RowNameProps) {
  const { timeline: strings } = useStrings();
  const isSound = row.kind === 'sound';
  return (
    <div
      {...CELL}
      className={clsx(
        styles.name,
        row.level === 1 && styles.nameOfMovie,
        isSound && row.unfolded === true && styles.high,
      )}
      style={{ paddingLeft: 8 + indentOf(row) }}
      title={hintOf(row, title, why, strings)}
      data-row-name=""
    >
      {row.unfolded === null ? <span className={styles.noTwist} /> : <Twist row={row} title={title} />}
      <Icon icon={iconOf(row)} size={14} />
      <Title row={row} title={title} />
      {isSound && <Level row={row} />}
      {(row.kind === 'layer' || isSound) && (
        <LockButton row={row} isLocked={isLocked} isVisible={selected && !isSound} />
      )}
      {row.kind !== 'effect' && <EyeButton row={row} isOff={why === strings.isOff} />}
      {isSound && row.unfolded === true && <SoundControls row={row} title={title} isLocked={isLocked} />}
    </div>
  );
}

/** The title of a row, or a field that renames the element. */
function Title({ row, title }: { readonly row: NamedRow; readonly title: string }) {
  const { timeline: strings } = useStrings();
  const { timeline: view } = useEditor();
  const { document: documentStore } = useEditor();
  const isRenaming = useTimelineView(({ renaming }) => renaming === row.id);
  if (!isRenaming)
    return isFileName(row) ? (
      <FileName name={title} className={styles.title} />
    ) : (
      <span className={styles.title}>{title}</span>
    );
  return (
    <NameInput
      label={strings.layerName}
      value={ownTitle(row)}
      onDone={(name) => {
        view.set({ renaming: null, focusRequested: true });
        if (name !== null) documentStore.dispatch({ type: 'layer/rename', layer: row.id, name });
      }}
    />
  );
}

/** Returns the tooltip of a row: the full title, the position of a layer from the front, and why it is not played. */
function hintOf(
  row: NamedRow,
  title: string,
  why: string | null,
  words: ReturnType<typeof useStrings>['timeline'],
): string {
  const rank = row.kind === 'layer' && row.rank.count > 1 ? words.fromFront(row.rank.place, row.rank.count) : null;
  return [title, ...(rank === null ? [] : [rank]), ...(why === null ? [] : [why])].join(' · ');
}

function iconOf(row: NamedRow) {
  switch (row.kind) {
    case 'layer':
      return LAYER_ICONS[row.layer.kind];
    case 'sound':
      return Music;
    case 'overlay':
      return SquareStack;
    case 'effect':
      return Sparkles;
    case 'property':
      return Diamond;
    default:
      return row satisfies never;
  }
}

function Twist({ row, title }: { readonly row: NamedRow; readonly title: string }) {
  const { timeline: strings } = useStrings();
  const { timeline: view } = useEditor();
  const isOpen = row.unfolded === true;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.twist}
      aria-label={isOpen ? strings.fold(title) : strings.unfold(title)}
      aria-expanded={isOpen}
      onClick={() => view.set(({ unfolded }) => ({ unfolded: withId(unfolded, row.id, !isOpen) }))}
    >
      <Icon icon={isOpen ? ChevronDown : ChevronRight} size={12} />
    </button>
  );
}

function LockButton({
  row,
  isLocked,
  isVisible,
}: {
  readonly row: NamedRow;
  readonly isLocked: boolean;
  readonly isVisible: boolean;
}) {
  const { timeline: strings } = useStrings();
  const editor = useEditor();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={clsx(styles.toggle, !isLocked && !isVisible && styles.quiet)}
      aria-label={strings.lock}
      aria-pressed={isLocked}
      title={isLocked ? strings.unlock : strings.lock}
      onClick={() => lockParts(editor, [row.id], !isLocked)}
      onDoubleClick={stopPropagation}
    >
      <Icon icon={isLocked ? Lock : LockOpen} size={12} />
    </button>
  );
}

function EyeButton({ row, isOff }: { readonly row: NamedRow; readonly isOff: boolean }) {
  const { timeline: strings } = useStrings();
  const { document: documentStore } = useEditor();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.toggle}
      aria-label={strings.hide}
      aria-pressed={isOff}
      title={isOff ? strings.show : strings.hide}
      onClick={() => documentStore.dispatch({ type: 'layer/set', layers: [row.id], enabled: isOff })}
      onDoubleClick={stopPropagation}
    >
      <Icon icon={isOff ? EyeOff : Eye} size={12} />
    </button>
  );
}

function stopPropagation(event: MouseEvent): void {
  event.stopPropagation();
}
