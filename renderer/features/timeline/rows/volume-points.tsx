import { clsx } from 'clsx';
import { useKeyState } from '#renderer/common/keys/use-keys.ts';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { keyStoreOf, sameKey } from '#renderer/state/key-store.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { SoundRow } from '../grid/row.ts';
import { curveOf } from '../keys/curve-graph.ts';
import { decibels } from '../model/row-words.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';
import { type VolumeKeys, volumeKeysOf } from '../moves/volume-points.ts';
import styles from './bar.module.css';
import { volumePointKeys } from './volume-point-keys.ts';

interface VolumePointsProps {
  readonly row: SoundRow;
  readonly keys: VolumeKeys;
  /** Where frames of the film and volumes lie on what is drawn of the bar, in pixels. */
  readonly place: {
    readonly x: (frame: number) => number;
    readonly y: (volume: number) => number;
    readonly width: number;
    readonly height: number;
    readonly pixelsPerFrame: number;
  };
  /** What fades and other sounds leave of it in a frame of the film. */
  readonly factorAt: (frame: number) => number;
  readonly isLocked: boolean;
}

/** Pixels between two places of the line. */
const FINE = 2;
/** Points that lie closer are parted by zoom, and until then the first stands for all. */
const APART = 6;

/** The line of a sound whose volume has keys, and each of these as a point. */
export function VolumePoints({ row, keys, place, factorAt, isLocked }: VolumePointsProps) {
  const { timeline: words } = useStrings();
  const selected = useKeyState((state) => state.selected);
  const { clock, property, points } = keys;
  const { x, y, width, height, pixelsPerFrame } = place;
  const first = Math.max(row.start, row.start - x(row.start) / pixelsPerFrame);
  const last = Math.max(first, Math.min(row.end, Math.max(row.start, row.limit), first + width / pixelsPerFrame));
  const line = curveOf(property, clock.whole, {
    from: first - clock.begin,
    to: last - clock.begin,
    most: (last - first) * (pixelsPerFrame / FINE),
  })
    .map(({ frame, numbers: [volume = 1] }) => {
      const inFilm = frame + clock.begin;
      return `${x(inFilm).toFixed(1)},${y(volume * factorAt(inFilm)).toFixed(1)}`;
    })
    .join(' ');
  let free = Number.NEGATIVE_INFINITY;
  const shown = points.flatMap((point, index) => {
    const left = x(point.frame);
    if (left < free || left < 0 || left > width) return [];
    free = left + APART;
    return [{ point, index, left }];
  });
  return (
    <>
      <svg className={styles.levels} width={width} height={height} aria-hidden="true">
        <polyline points={line} />
        {!isLocked && (
          <polyline points={line} className={styles.grip} data-handle="volume">
            <title>{words.volumeLine}</title>
          </polyline>
        )}
      </svg>
      {!isLocked &&
        shown.map(({ point, index, left }) => {
          const label = words.volumePoint(decibels(point.volume), Math.round(point.frame));
          const isOn = selected.some((ref) => sameKey(ref, point.key.ref));
          return (
            <Point
              // A key that is moved may be written anew, and is still the same point.
              key={index}
              {...{ row, label, isOn, left, index }}
              top={y(point.volume)}
              element={point.key.ref.key}
            />
          );
        })}
    </>
  );
}

interface PointProps {
  readonly row: SoundRow;
  readonly index: number;
  readonly element: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly left: number;
  readonly top: number;
}

function Point({ row, index, element, label, isOn, left, top }: PointProps) {
  const editor = useEditorStore();
  const view = useTimelineStore();
  const store = keyStoreOf(editor);
  const onKey = volumePointKeys(editor, view, row, index);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={clsx(styles.point, isOn && styles.pointOn)}
      style={{ left, top }}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      data-handle="point"
      data-key-point={element}
      onFocus={({ currentTarget }) => {
        const point = volumeKeysOf(editor.getState(), row.id)?.points[index];
        // With the keyboard the one that has the focus is the one that is meant.
        if (point !== undefined && !isOn && currentTarget.matches(':focus-visible'))
          store.setState({ selected: [point.key.ref] });
      }}
      onKeyDown={(event) => {
        if (!onKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
