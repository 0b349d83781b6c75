import { clsx } from 'clsx';
import type { KeyboardEvent } from 'react';
import type { Editor } from '#renderer/editor/editor.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { removeSelectedKeyframes, shiftSelectedKeyframes } from '#renderer/editor/keyframe-edits.ts';
import { sameKey } from '#renderer/editor/keyframe-selection.ts';
import type { TimelineView } from '#renderer/editor/timeline-view.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { NodeId } from '#shared/template/document/document.ts';
import { curveOf } from '../keyframes/curves.ts';
import { decibels } from '../model/labels.ts';
import type { SoundRow } from '../model/row.ts';
import { type VolumeKeys, type VolumePoint, volumeKeysOf, withVolumeChange } from '../model/row-plans.ts';
import styles from './bar.module.css';

interface VolumePointsProps {
  readonly row: SoundRow;
  readonly keys: VolumeKeys;
  /** The conversions of timeline frames and volumes to pixels in the drawn part of the bar. */
  readonly place: {
    readonly x: (frame: number) => number;
    readonly y: (volume: number) => number;
    readonly width: number;
    readonly height: number;
    readonly pixelsPerFrame: number;
  };
  /** Returns the factor of fades and ducking together at a frame of the timeline. */
  readonly factorAt: (frame: number) => number;
  readonly isLocked: boolean;
}

/** The distance in pixels between two points of the drawn line. */
const LINE_RESOLUTION = 2;
/**
 * The distance in pixels below which only the first of several keyframes is shown. Zooming in makes the others visible.
 */
const MIN_POINT_DISTANCE = 6;

/** The volume line of a sound with keyframes. Each keyframe is a point. */
export function VolumePoints({ row, keys, place, factorAt, isLocked }: VolumePointsProps) {
  const { timeline: strings } = useStrings();
  const selected = useEditorValue(({ keyframes: { state } }) => state.selected);
  const { clock, property, points } = keys;
  const { x, y, width, height, pixelsPerFrame } = place;
  const first = Math.max(row.start, row.start - x(row.start) / pixelsPerFrame);
  const last = Math.max(first, Math.min(row.end, Math.max(row.start, row.limit), first + width / pixelsPerFrame));
  const line = curveOf(property, clock.whole, {
    from: first - clock.begin,
    to: last - clock.begin,
    most: (last - first) * (pixelsPerFrame / LINE_RESOLUTION),
  })
    .map(({ frame, numbers: [volume = 1] }) => {
      const timelineFrame = frame + clock.begin;
      return `${x(timelineFrame).toFixed(1)},${y(volume * factorAt(timelineFrame)).toFixed(1)}`;
    })
    .join(' ');
  let nextFreeX = Number.NEGATIVE_INFINITY;
  const visiblePoints = points.flatMap((point, index) => {
    const left = x(point.frame);
    if (left < nextFreeX || left < 0 || left > width) return [];
    nextFreeX = left + MIN_POINT_DISTANCE;
    return [{ point, index, left }];
  });
  return (
    <>
      <svg className={styles.levels} width={width} height={height} aria-hidden="true">
        <polyline points={line} />
        {!isLocked && (
          <polyline points={line} className={styles.grip} data-handle="volume">
            <title>{strings.volumeLine}</title>
          </polyline>
        )}
      </svg>
      {!isLocked &&
        visiblePoints.map(({ point, index, left }) => {
          const label = strings.volumePoint(decibels(point.volume), Math.round(point.frame));
          const isSelected = selected.some((ref) => sameKey(ref, point.key.ref));
          return (
            <Point
              // The key is the index, because moving a keyframe can replace its element.
              key={index}
              {...{ row, label, isSelected, left, index }}
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
  readonly isSelected: boolean;
  readonly left: number;
  readonly top: number;
}

function Point({ row, index, element, label, isSelected, left, top }: PointProps) {
  const editor = useEditor();
  const { timeline: view } = editor;
  const store = editor.keyframes;
  const onKey = volumePointKeys(editor, view, row, index);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={clsx(styles.point, isSelected && styles.pointOn)}
      style={{ left, top }}
      aria-label={label}
      aria-pressed={isSelected}
      title={label}
      data-handle="point"
      data-key-point={element}
      onFocus={({ currentTarget }) => {
        const point = volumeKeysOf(editor.document.state, row.id)?.points[index];
        // A keyframe that receives the focus by keyboard is also selected.
        if (point !== undefined && !isSelected && currentTarget.matches(':focus-visible'))
          store.set({ selected: [point.key.ref] });
      }}
      onKeyDown={(event) => {
        if (!onKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** The volume step in decibels for Alt with an arrow key. */
const DECIBEL_STEP = 0.5;

/** Handles a key on a focused keyframe of the volume line. Returns whether the key was handled. */
function volumePointKeys(
  editor: Editor,
  view: TimelineView,
  { id, sound }: Pick<SoundRow, 'id' | 'sound'>,
  index: number,
) {
  const store = editor.keyframes;
  const points = () => volumeKeysOf(editor.document.state, id)?.points ?? [];
  const go = (from: Element, to: number): boolean => {
    const point = points()[to];
    if (point === undefined) return false;
    store.set({ selected: [point.key.ref] });
    elementOf(from, point.key.ref.key)?.focus();
    return true;
  };
  const changeVolume = (by: number): boolean => {
    const isChosen = ({ key }: VolumePoint) => store.state.selected.some((ref) => sameKey(ref, key.ref));
    const planned = withVolumeChange(volumeKeysOf(editor.document.state, id), sound, by, isChosen);
    if (planned === null || !editor.document.dispatch(planned.command, { key: `volume ${id}` }).ok) return false;
    view.say(decibels(planned.volume));
    return true;
  };
  const leave = (from: Element): boolean => {
    from.parentElement?.querySelector<HTMLElement>('[data-bar]')?.focus();
    return true;
  };
  return ({ key, altKey, shiftKey, ctrlKey, metaKey, currentTarget }: KeyboardEvent): boolean => {
    if (ctrlKey || metaKey) return false;
    switch (`${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${key}`) {
      case 'ArrowLeft':
        return go(currentTarget, index - 1) || leave(currentTarget);
      case 'ArrowRight':
        return go(currentTarget, index + 1) || true;
      case 'Alt+ArrowLeft':
        return shiftSelectedKeyframes(editor, -1);
      case 'Alt+ArrowRight':
        return shiftSelectedKeyframes(editor, 1);
      case 'Alt+Shift+ArrowLeft':
        return shiftSelectedKeyframes(editor, -10);
      case 'Alt+Shift+ArrowRight':
        return shiftSelectedKeyframes(editor, 10);
      case 'Alt+ArrowUp':
        return changeVolume(DECIBEL_STEP);
      case 'Alt+ArrowDown':
        return changeVolume(-DECIBEL_STEP);
      case 'Delete':
      case 'Backspace':
        return removeSelectedKeyframes(editor) && leave(currentTarget);
      case 'Escape':
        return leave(currentTarget);
      default:
        return false;
    }
  };
}

/** Returns the HTML element of another keyframe on the same line; undefined if it does not exist. */
function elementOf(point: Element, key: NodeId): HTMLElement | undefined {
  const all = point.parentElement?.querySelectorAll<HTMLElement>('[data-key-point]') ?? [];
  return [...all].find((element) => element.dataset['keyPoint'] === key);
}
