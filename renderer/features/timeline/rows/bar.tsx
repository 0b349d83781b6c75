import { clsx } from 'clsx';
import { CircleSlash, EyeOff, Lock, TriangleAlert, Unlink } from 'lucide-react';
import { RelinkButton } from '#renderer/common/sources/relink-button.tsx';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { BarRow } from '../grid/row.ts';
import { rowTitle } from '../model/row-words.ts';
import { useTimelineContext, useTimelineView } from '../model/timeline-context.tsx';
import { comingSource, isMissing, offeredFor, useOfLibrary } from '../model/use-source-facts.ts';
import type { useStretch } from '../model/use-stretch.ts';
import styles from './bar.module.css';
import { BarContent, BarLabel } from './bar-content.tsx';
import { BarMarks } from './bar-marks.tsx';
import { SoundLevel } from './sound-level.tsx';

export interface BarProps {
  readonly row: BarRow;
  readonly stretch: ReturnType<typeof useStretch>;
  readonly selected: boolean;
  readonly isLocked: boolean;
  /** Why it is not played; null where it is. */
  readonly why: string | null;
  /** Whether Tab goes to it: the focus is on it. */
  readonly isTabStop: boolean;
  readonly label: string;
}

/** Pixels: narrower bars show an icon alone, and below the second nothing. */
const NARROW = 48;
const TINY = 20;
/** Pixels of a bar that has room for a button beside its name. */
const RELINK = 200;
/** Pixels that are drawn of a bar beyond what is in sight. */
const BEYOND = 64;

/** A layer or sound on the axis of time. */
export function Bar(props: BarProps) {
  const { row, stretch, selected, isLocked, why, isTabStop, label } = props;
  const { timeline: words } = useStrings();
  const isOne = useEditor(({ selection }) => selection.ids.length === 1);
  const isDragged = useTimelineView(({ drag }) => drag?.kind === 'bar' && drag.parts.has(row.id));
  const { base, from, to, pixelsPerFrame } = stretch;
  const [left, right] = [row.start * pixelsPerFrame, row.end * pixelsPerFrame];
  const [shownLeft, shownRight] = [Math.max(left, from - BEYOND), Math.min(right, to + BEYOND)];
  const width = Math.max(2, right - left);
  const part = row.kind === 'layer' ? row.layer : row.sound;
  const isOff = !part.enabled;
  const missing = useOfLibrary((library) => isMissing(library, part));
  const beyond = Math.max(0, row.end - Math.max(row.start, row.limit)) * pixelsPerFrame;
  const isConditional = isOff && why !== null && why !== words.isOff;
  const stateStyle = clsx(
    isOff && (isConditional ? styles.unmet : styles.off),
    missing && styles.missing,
    beyond > 0 && styles.outside,
    isDragged && styles.dragged,
  );
  if (shownRight < shownLeft) return null;
  return (
    <div
      className={clsx(
        styles.bar,
        row.kind === 'sound' && styles.sound,
        selected && (isOne ? styles.on : styles.among),
        stateStyle,
      )}
      style={{ left: shownLeft - base, width: Math.max(2, shownRight - shownLeft) }}
    >
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        data-bar=""
        aria-label={missing ? `${label}, ${words.isMissing}` : label}
        title={barHint(rowTitle(row), row, words, { why, beyond, missing })}
        className={styles.body}
      >
        <BarContent row={row} stretch={stretch} inset={shownLeft - left} width={width} />
        {beyond > 0 && <i className={styles.beyond} style={{ width: beyond }} />}
      </button>
      <BarMarks
        row={row}
        stretch={stretch}
        shownLeft={shownLeft}
        shownRight={shownRight}
        active={selected && !isLocked}
      />
      {width >= TINY && (
        <span
          className={styles.label}
          style={{ paddingLeft: `max(6px, calc(var(--scroll) - ${Math.round(shownLeft)}px + 6px))` }}
        >
          <BarLabel row={row} missing={missing} short={width < NARROW} />
          {width >= NARROW && (
            <Signs
              isOff={isOff}
              why={isConditional ? why : null}
              missing={missing}
              beyond={beyond > 0}
              isLocked={isLocked}
            />
          )}
        </span>
      )}
      <Relink row={row} missing={missing} width={width} />
      {row.kind === 'sound' && (
        <SoundLevel row={row} stretch={stretch} shownLeft={shownLeft} shownRight={shownRight} isLocked={isLocked} />
      )}
      {!isLocked && (
        <>
          <i className={clsx(styles.edge, styles.start)} style={edgeStyle(width)} data-handle="start" />
          <i className={clsx(styles.edge, styles.end)} style={edgeStyle(width)} data-handle="end" />
        </>
      )}
    </div>
  );
}

/** At the end of a bar whose source cannot be had: how to get it back. */
function Relink({
  row,
  missing,
  width,
}: Pick<BarProps, 'row'> & { readonly missing: boolean; readonly width: number }) {
  const { coming } = useTimelineContext();
  const part = row.kind === 'layer' ? row.layer : row.sound;
  if (!missing || width < RELINK || !('source' in part) || comingSource(coming, part.source) !== null) return null;
  return (
    <span className={styles.relink}>
      <RelinkButton source={part.source} shows={offeredFor(part.kind)} tabIndex={-1} />
    </span>
  );
}

interface SignsProps {
  readonly isOff: boolean;
  /** The condition that leaves it out; null where that is not why. */
  readonly why: string | null;
  readonly missing: boolean;
  readonly beyond: boolean;
  readonly isLocked: boolean;
}

/** What is to be known of a layer beside its words. */
function Signs({ isOff, why, missing, beyond, isLocked }: SignsProps) {
  return (
    <>
      {why !== null && (
        <span className={styles.reason}>
          <Icon icon={CircleSlash} size={12} />
          <span className={styles.why}>{why}</span>
        </span>
      )}
      {isOff && why === null && <Icon icon={EyeOff} size={12} />}
      {missing && <Icon icon={Unlink} size={12} />}
      {beyond && <Icon icon={TriangleAlert} size={12} />}
      {isLocked && <Icon icon={Lock} size={12} />}
    </>
  );
}

/** Half of a narrow bar stays its body. */
function edgeStyle(width: number) {
  return { width: Math.min(6, width / 4) };
}

function barHint(
  title: string,
  { start, end, clock }: BarRow,
  words: ReturnType<typeof useStrings>['timeline'],
  { why, beyond, missing }: { readonly why: string | null; readonly beyond: number; readonly missing: boolean },
): string {
  return [
    title,
    words.barTimes(start - clock, end - clock, end - start),
    ...(why === null ? [] : [why]),
    ...(missing ? [words.isMissing] : []),
    ...(beyond > 0 ? [words.outsideScene] : []),
  ].join(' · ');
}
