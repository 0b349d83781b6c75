import { clsx } from 'clsx';
import { CircleSlash, EyeOff, Lock, TriangleAlert, Unlink } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useChangedMark } from '#renderer/editor/changed-parts.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectRate } from '#renderer/editor/selectors.ts';
import { RelinkButton } from '#renderer/project/source-picker.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { tokenColor } from '#renderer/ui/browser/shown-theme.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { Layer, SoundLayer } from '#shared/template/movie/movie.ts';
import { rowTitle } from '../model/labels.ts';
import { isMissing, replacementKinds, uploadStateOf } from '../model/layer-sources.ts';
import type { BarRow } from '../model/row.ts';
import { keyFramesOf, wedgesOf } from '../model/row-plans.ts';
import { useGestureState, useOfLibrary, useTimelineContext, type useVisibleSpan } from '../model/timeline-context.tsx';
import { PaintedCanvas } from '../scenes/clip-painting.tsx';
import styles from './bar.module.css';
import { BarContent, BarLabel } from './bar-content.tsx';
import { SoundLevel } from './sound-level.tsx';

export interface BarProps {
  readonly row: BarRow;
  readonly segment: ReturnType<typeof useVisibleSpan>;
  readonly selected: boolean;
  readonly isLocked: boolean;
  /** The reason why the element is not played; null if it is played. */
  readonly why: string | null;
  /** Whether the bar has the focus and is therefore the tab stop. */
  readonly isTabStop: boolean;
  readonly label: string;
}

/**
 * The widths in pixels below which a bar shows only its icon (`NARROW_BAR`), and below which it shows no label
 * (`TINY_BAR`).
 */
const NARROW_BAR = 48;
const TINY_BAR = 20;
/** The minimum width in pixels of a bar that shows a button beside its name. */
const MIN_WIDTH_FOR_RELINK = 200;
/** The width in pixels that is drawn beyond the visible part of a bar. */
const OVERSCAN = 64;

export function Bar(props: BarProps) {
  const { row, segment, selected, isLocked, why, isTabStop, label } = props;
  const { timeline: strings } = useStrings();
  const isOne = useEditorValue(({ document }) => document.state.selection.ids.length === 1);
  const isDragged = useGestureState(({ drag }) => drag?.kind === 'bar' && drag.parts.has(row.id));
  const { base, from, to, pixelsPerFrame } = segment;
  const [left, right] = [row.start * pixelsPerFrame, row.end * pixelsPerFrame];
  const [shownLeft, shownRight] = [Math.max(left, from - OVERSCAN), Math.min(right, to + OVERSCAN)];
  const width = Math.max(2, right - left);
  const part = row.kind === 'layer' ? row.layer : row.sound;
  const changedMark = useChangedMark(part.id);
  const isOff = !part.enabled;
  const missing = useOfLibrary((library) => isMissing(library, part));
  const problem = sourceProblem(part, missing, strings);
  const beyond = Math.max(0, row.end - Math.max(row.start, row.limit)) * pixelsPerFrame;
  const isConditional = isOff && why !== null && why !== strings.isOff;
  const stateStyle = clsx(
    isOff && (isConditional ? styles.unmet : styles.off),
    missing && styles.missing,
    beyond > 0 && styles.outside,
    isDragged && styles.dragged,
  );
  if (shownRight < shownLeft) return null;
  return (
    <div
      data-changed={changedMark}
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
        aria-label={[label, ...problem].join(', ')}
        title={barHint(rowTitle(row), row, strings, { why, beyond, problem })}
        className={styles.body}
      >
        <BarContent row={row} segment={segment} inset={shownLeft - left} width={width} />
        {beyond > 0 && <i className={styles.beyond} style={{ width: beyond }} />}
      </button>
      <BarMarks
        row={row}
        segment={segment}
        shownLeft={shownLeft}
        shownRight={shownRight}
        active={selected && !isLocked}
      />
      {width >= TINY_BAR && (
        <span
          className={styles.label}
          style={{ paddingLeft: `max(6px, calc(var(--scroll) - ${Math.round(shownLeft)}px + 6px))` }}
        >
          <BarLabel row={row} missing={missing} short={width < NARROW_BAR} />
          {width >= NARROW_BAR && (
            <StateIcons
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
        <SoundLevel row={row} segment={segment} shownLeft={shownLeft} shownRight={shownRight} isLocked={isLocked} />
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

/** A button at the end of a bar whose source is missing. It replaces the source. */
function Relink({
  row,
  missing,
  width,
}: Pick<BarProps, 'row'> & { readonly missing: boolean; readonly width: number }) {
  const { uploads } = useTimelineContext();
  const part = row.kind === 'layer' ? row.layer : row.sound;
  const source = 'source' in part ? part.source : null;
  if (!missing || width < MIN_WIDTH_FOR_RELINK || source === null || source.unset === true) return null;
  if (uploadStateOf(uploads, source) !== null) return null;
  return (
    <span className={styles.relink}>
      <RelinkButton source={source} shows={replacementKinds(part.kind)} tabIndex={-1} />
    </span>
  );
}

interface StateIconsProps {
  readonly isOff: boolean;
  /** The reason why the element is skipped, shown beside the icon; null to show no reason. */
  readonly why: string | null;
  readonly missing: boolean;
  readonly beyond: boolean;
  readonly isLocked: boolean;
}

/** The icons beside the label of a bar. */
function StateIcons({ isOff, why, missing, beyond, isLocked }: StateIconsProps) {
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

/**
 * Returns a style that limits each handle of a bar to a quarter of the bar's width. Thus at least half of a narrow bar
 * is the body.
 */
function edgeStyle(width: number) {
  return { width: Math.min(6, width / 4) };
}

/** Returns the reason why the source of a layer or sound cannot be shown; empty if it can be shown. */
function sourceProblem(
  part: Layer | SoundLayer,
  missing: boolean,
  words: ReturnType<typeof useStrings>['timeline'],
): readonly string[] {
  if (!missing) return [];
  return ['source' in part && part.source?.unset === true ? words.isUnset : words.isMissing];
}

function barHint(
  title: string,
  { start, end, clock }: BarRow,
  words: ReturnType<typeof useStrings>['timeline'],
  {
    why,
    beyond,
    problem,
  }: { readonly why: string | null; readonly beyond: number; readonly problem: readonly string[] },
): string {
  return [
    title,
    words.barTimes(start - clock, end - clock, end - start),
    ...(why === null ? [] : [why]),
    ...problem,
    ...(beyond > 0 ? [words.outsideScene] : []),
  ].join(' · ');
}

interface BarMarksProps {
  readonly row: BarRow;
  readonly segment: ReturnType<typeof useVisibleSpan>;
  /** The drawn part of the bar, in pixels from the first frame of the timeline. */
  readonly shownLeft: number;
  readonly shownRight: number;
  /** Whether the user can drag the marks. */
  readonly active: boolean;
}

/**
 * Half of the width of a keyframe diamond, and the height of the keyframe strip at the bottom of the bar, in pixels.
 */
const HALF_KEY = 4;
const KEYS_HEIGHT = 10;

/** The marks of a layer's animations: wedges for entrances and exits, and diamonds for keyframes. */
function BarMarks(props: BarMarksProps) {
  const { row } = props;
  return row.kind === 'layer' && row.layer.animations.length + row.layer.effects.length > 0 ? (
    <LayerMarks {...props} row={row} />
  ) : null;
}

function LayerMarks({
  row,
  segment: { pixelsPerFrame },
  shownLeft,
  shownRight,
  active,
}: BarMarksProps & { readonly row: Extract<BarRow, { kind: 'layer' }> }) {
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const { layer } = row;
  const length = Math.max(1, Math.min(row.end, Math.max(row.limit, row.start)) - row.start);
  const wedges = useMemo(() => (rate === null ? [] : wedgesOf(layer, length, rate)), [layer, length, rate]);
  // Compare the frames as a text, because each step of a drag creates a new layer.
  const keyText = keyFramesOf(layer, length).join(' ');
  const keys = useMemo(() => (keyText === '' ? [] : keyText.split(' ').map(Number)), [keyText]);
  const begin = row.start * pixelsPerFrame - shownLeft;
  return (
    <>
      {wedges.map(({ side, length: reach, animation }) => {
        const width = reach * pixelsPerFrame;
        const left = side === 'in' ? begin : begin + length * pixelsPerFrame - width;
        return (
          <span key={animation}>
            <i className={clsx(styles.wedge, side === 'in' ? styles.comes : styles.goes)} style={{ left, width }} />
            {width > 6 && (
              <i
                className={clsx(styles.dot, active && styles.dotOn)}
                style={{ left: side === 'in' ? left + width : left }}
                data-handle={side === 'in' ? 'wedge-in' : 'wedge-out'}
                data-animation={animation}
              />
            )}
          </span>
        );
      })}
      {keys.length > 0 && (
        <Keys
          keys={keys}
          begin={begin}
          pixelsPerFrame={pixelsPerFrame}
          width={shownRight - shownLeft}
          isActive={active}
        />
      )}
    </>
  );
}

interface KeysProps {
  readonly keys: readonly number[];
  readonly begin: number;
  readonly pixelsPerFrame: number;
  readonly width: number;
  readonly isActive: boolean;
}

function Keys({ keys, begin, pixelsPerFrame, width, isActive }: KeysProps) {
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      context.fillStyle = tokenColor(isActive ? '--on-accent' : '--text');
      // A thin outline makes the keyframe visible on the bar and its label.
      context.strokeStyle = tokenColor(isActive ? '--accent-fill' : '--sunken');
      for (const key of keys) {
        const x = begin + key * pixelsPerFrame;
        if (x < -HALF_KEY || x > width + HALF_KEY) continue;
        const y = KEYS_HEIGHT / 2;
        context.beginPath();
        context.moveTo(x, y - HALF_KEY);
        context.lineTo(x + HALF_KEY, y);
        context.lineTo(x, y + HALF_KEY);
        context.lineTo(x - HALF_KEY, y);
        context.closePath();
        context.fill();
        context.stroke();
      }
    },
    [keys, begin, pixelsPerFrame, width, isActive],
  );
  return <PaintedCanvas className={styles.keys} width={width} height={KEYS_HEIGHT} paint={paint} />;
}
