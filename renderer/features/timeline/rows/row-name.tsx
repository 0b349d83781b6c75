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
import type { MouseEvent } from 'react';
import { useEditor, useEditorActions } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { LAYER_ICONS } from '#renderer/ui/display/layer-icons.ts';
import { NameInput } from '../clips/name-input.tsx';
import { indentOf } from '../grid/indent.ts';
import { CELL } from '../grid/roles.ts';
import type { CaseRow, HintRow, Row, SoundRow } from '../grid/row.ts';
import styles from '../grid/rows.module.css';
import { useLocks } from '../model/locked-rows.ts';
import { withId } from '../model/open-scenes.ts';
import { decibels, isFileName } from '../model/row-words.ts';
import { useTimelineStore, useTimelineView } from '../model/timeline-context.tsx';
import { volumeInFrame, volumeKeysOf } from '../moves/volume-points.ts';
import { SoundControls } from './sound-controls.tsx';

/** How loud a sound is; where keys move it, at the playhead. */
function Level({ row }: { readonly row: SoundRow }) {
  const level = useEditor((state) => {
    const isMoved = (row.sound.soundAnimations ?? []).length > 0;
    const keys = isMoved ? volumeKeysOf(state, row.id) : null;
    return decibels(keys === null ? row.sound.volume : volumeInFrame(keys, state.playhead));
  });
  return <span className={clsx(styles.level, 'tabular')}>{level}</span>;
}

/** A row of something that is there. */
type NamedRow = Exclude<Row, HintRow | CaseRow>;

interface RowNameProps {
  readonly row: NamedRow;
  readonly title: string;
  /** Why it is not played; null where it is. */
  readonly why: string | null;
  readonly isLocked: boolean;
  readonly selected: boolean;
}

/** The name of a row, with what is done to it from there. */
export function RowName({ row, title, why, isLocked, selected }: RowNameProps) {
  const { timeline: words } = useStrings();
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
      title={hintOf(row, title, why, words)}
      data-row-name=""
    >
      {row.unfolded === null ? <span className={styles.noTwist} /> : <Twist row={row} title={title} />}
      <Icon icon={iconOf(row)} size={14} />
      <Title row={row} title={title} />
      {isSound && <Level row={row} />}
      {(row.kind === 'layer' || isSound) && <LockButton row={row} isLocked={isLocked} shows={selected} />}
      {row.kind !== 'effect' && <EyeButton row={row} isOff={why === words.isOff} />}
      {isSound && row.unfolded === true && <SoundControls row={row} title={title} isLocked={isLocked} />}
    </div>
  );
}

/** What it is called, or its name being typed. */
function Title({ row, title }: { readonly row: NamedRow; readonly title: string }) {
  const { timeline: words } = useStrings();
  const view = useTimelineStore();
  const actions = useEditorActions();
  const isRenaming = useTimelineView(({ renaming }) => renaming === row.id);
  if (!isRenaming)
    return isFileName(row) ? (
      <FileName name={title} className={styles.title} />
    ) : (
      <span className={styles.title}>{title}</span>
    );
  return (
    <NameInput
      label={words.layerName}
      value={title}
      onDone={(name) => {
        view.setState({ renaming: null, focusWanted: true });
        if (name !== null) actions.dispatch({ type: 'layer/rename', layer: row.id, name });
      }}
    />
  );
}

/** The whole name, and how far in front a layer is. */
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
  const { timeline: words } = useStrings();
  const view = useTimelineStore();
  const isOpen = row.unfolded === true;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.twist}
      aria-label={isOpen ? words.fold(title) : words.unfold(title)}
      aria-expanded={isOpen}
      onClick={() => view.setState(({ unfolded }) => ({ unfolded: withId(unfolded, row.id, !isOpen) }))}
    >
      <Icon icon={isOpen ? ChevronDown : ChevronRight} size={12} />
    </button>
  );
}

function LockButton({
  row,
  isLocked,
  shows,
}: {
  readonly row: NamedRow;
  readonly isLocked: boolean;
  readonly shows: boolean;
}) {
  const { timeline: words } = useStrings();
  const locks = useLocks();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={clsx(styles.toggle, !isLocked && !shows && styles.quiet)}
      aria-label={words.lock}
      aria-pressed={isLocked}
      title={isLocked ? words.unlock : words.lock}
      onClick={() => locks.set([row.id], !isLocked)}
      onDoubleClick={stop}
    >
      <Icon icon={isLocked ? Lock : LockOpen} size={12} />
    </button>
  );
}

function EyeButton({ row, isOff }: { readonly row: NamedRow; readonly isOff: boolean }) {
  const { timeline: words } = useStrings();
  const actions = useEditorActions();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.toggle}
      aria-label={words.hide}
      aria-pressed={isOff}
      title={isOff ? words.show : words.hide}
      onClick={() => actions.dispatch({ type: 'layer/set', layers: [row.id], enabled: isOff })}
      onDoubleClick={stop}
    >
      <Icon icon={isOff ? EyeOff : Eye} size={12} />
    </button>
  );
}

function stop(event: MouseEvent): void {
  event.stopPropagation();
}
