import { editGesture } from '#renderer/editor/edit-gesture.ts';
import { shiftCommand } from '#renderer/editor/keyframe-edits.ts';
import { sameKey } from '#renderer/editor/keyframe-selection.ts';
import { keysInFrames, selectedKeys } from '#renderer/editor/keyframes.ts';
import { DRAG_PIXELS, type DragPoint } from '#renderer/interaction/drag.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { clockOf } from '#shared/editing/keyframes/animated.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { clickedKeys } from '../keyframes/move-keys.ts';
import { decibels, rowTitle } from '../model/labels.ts';
import type { BarRow, SoundRow } from '../model/row.ts';
import {
  levelShare,
  newPoint,
  type VolumeKeys,
  volumeAt,
  volumeInFrame,
  volumeKeysOf,
  wedgesOf,
  withVolumes,
} from '../model/row-plans.ts';
import { endDrag, type GestureContext, type PointerPosition, type TimelineGesture, timelineX } from './gesture.ts';

/** The command for a dragged handle, with the values for its tooltip. */
interface MarkValue {
  readonly command: PlannableCommand;
  readonly frames: number;
  readonly tipText: string | null;
}

/**
 * Changes the duration of a preset by dragging the tip of its wedge (the triangle at the end of a bar). Null if the
 * layer has no such preset.
 */
export function wedgeGesture(
  context: GestureContext,
  row: Extract<BarRow, { kind: 'layer' }>,
  side: 'in' | 'out',
  from: PointerPosition,
): TimelineGesture | null {
  const rate = context.editor.document.state.movie?.frameRate;
  const length = Math.max(1, row.end - row.start);
  const wedge = rate === undefined ? undefined : wedgesOf(row.layer, length, rate).find((each) => each.side === side);
  if (wedge === undefined) return null;
  return valueGesture(context, row, { from, axis: 'x' }, ({ frames }) => {
    const requested = wedge.duration + (side === 'in' ? frames : -frames) / wedge.repeats;
    const duration = Math.max(1, Math.min(length, Math.round(requested)));
    return attributeValue(wedge.animation, 'duration', duration, duration);
  });
}

/** Changes the length of a fade by dragging its corner. */
export function fadeGesture(
  context: GestureContext,
  row: SoundRow,
  side: 'in' | 'out',
  from: PointerPosition,
): TimelineGesture {
  const length = Math.max(1, Math.min(row.end, row.limit) - row.start);
  const { fadeIn, fadeOut } = row.sound;
  return valueGesture(context, row, { from, axis: 'x' }, ({ frames }) => {
    const requested = side === 'in' ? fadeIn + frames : fadeOut - frames;
    const most = length - (side === 'in' ? fadeOut : fadeIn);
    const fade = Math.max(0, Math.min(most, Math.round(requested)));
    return attributeValue(row.id, side === 'in' ? 'fadein' : 'fadeout', fade === 0 ? null : fade, fade);
  });
}

/**
 * Returns a command that sets an attribute to a number, or removes the attribute if the number is null. `frames` is the
 * length for the tooltip.
 */
function attributeValue(node: NodeId, name: string, value: number | null, frames: number): MarkValue {
  const valueText = value === null ? null : String(value);
  return { command: { type: 'attribute/set', node, name, value: valueText }, frames, tipText: null };
}

/** Previews a value at each move, and commits it as one undo step at the release. */
function valueGesture(
  context: GestureContext,
  row: BarRow,
  { from, axis }: { readonly from: PointerPosition } & Pick<TimelineGesture, 'axis'>,
  valueAt: (moved: { readonly frames: number; readonly pixels: number; readonly at: PointerPosition }) => MarkValue,
  onDone?: () => void,
): TimelineGesture {
  const { editor, view, gesture, words } = context;
  if (!editor.document.state.selection.ids.includes(originalId(row.id))) editor.selection.select([row.id]);
  const origin = timelineX(context, from);
  const before = valueAt({ frames: 0, pixels: 0, at: from });
  const handlers = editGesture(editor, {
    plan: (at: DragPoint) => {
      const frames = (timelineX(context, at) - origin) / view.state.pixelsPerFrame;
      const value = valueAt({ frames, pixels: at.dy, at });
      return { command: isEqual(value, before) ? null : value.command, value };
    },
    show: (at, { value }) => {
      const tip = { left: timelineX(context, at), frames: value.frames, difference: value.frames - before.frames };
      gesture.set({
        drag: {
          ...{ kind: 'bar', parts: new Set([row.id]), top: from.y, snapFrame: null },
          tip: { ...tip, note: null, tone: 'plain', ...(value.tipText !== null && { text: value.tipText }) },
        },
      });
    },
    done: () => {
      const { drag } = gesture.state;
      const tipText = drag?.kind === 'bar' ? (drag.tip.text ?? words.frames(drag.tip.frames)) : '';
      view.say(`${rowTitle(row)}, ${tipText}`);
      onDone?.();
    },
    canceled: () => view.say(words.cancelled),
    over: () => endDrag(context),
  });
  return { ...handlers, autoscroll: false, axis };
}

/** The distance in pixels within which a point snaps to the playhead. */
const SNAP_PIXELS = 8;

/** Drags the volume line of a sound up or down. If the line has keyframes, all of them move. */
export function volumeGesture(context: GestureContext, row: SoundRow, from: PointerPosition): TimelineGesture {
  const keys = volumeKeysOf(context.editor.document.state, row.id);
  if (keys !== null) return allPointsGesture(context, row, keys, from);
  return valueGesture(context, row, { from, axis: 'y' }, ({ pixels }) => {
    const volume = draggedVolume(row, row.sound.volume, pixels);
    const { command } = attributeValue(row.id, 'volume', volume === 1 ? null : volume, 0);
    return { command, frames: 0, tipText: decibels(volume) };
  });
}

/** Changes all volume keyframes by the same number of decibels, so that the line follows the pointer. */
function allPointsGesture(
  context: GestureContext,
  row: SoundRow,
  keys: VolumeKeys,
  from: PointerPosition,
): TimelineGesture {
  const { pixelsPerFrame } = context.view.state;
  const startVolume = volumeInFrame(keys, timelineX(context, from) / pixelsPerFrame);
  return valueGesture(context, row, { from, axis: 'y' }, ({ pixels }) => {
    const newVolume = draggedVolume(row, startVolume, pixels);
    const factor = startVolume > 0 ? newVolume / startVolume : 1;
    const commands = withVolumes(
      keys,
      keys.points.map((point) => ({ point, volume: point.volume * factor })),
    );
    const label = message('step/set-keys', { count: commands.length });
    return { command: { type: 'batch', label, commands }, frames: 0, tipText: decibels(newVolume) };
  });
}

/**
 * Drags a keyframe of the volume line together with the other selected keyframes. Shift restricts the drag to one axis,
 * and Alt suspends snapping.
 */
export function volumePointGesture(
  context: GestureContext,
  row: SoundRow,
  element: string,
  from: PointerPosition,
): TimelineGesture | null {
  const { editor, view } = context;
  const store = editor.keyframes;
  const keys = volumeKeysOf(editor.document.state, row.id);
  const point = keys?.points.find(({ key }) => key.ref.key === element);
  if (keys === null || point === undefined) return null;
  store.set(({ selected }) => ({
    selected: clickedKeys(selected, [point.key], keys.property, { shift: false, mod: from.mod }),
  }));
  const selectedKeyframes = selectedKeys(editor.document.state, store.state.selected);
  const pressedKeyframe = selectedKeyframes.find(({ key }) => sameKey(key.ref, point.key.ref));
  if (pressedKeyframe === undefined) return null;
  let places: Parameters<typeof keysInFrames>[1] = [];
  const valueAt = ({ frames, pixels, at }: Parameters<Parameters<typeof valueGesture>[3]>[0]): MarkValue => {
    const { pixelsPerFrame } = view.state;
    const isHorizontal = at.shift && Math.abs(frames * pixelsPerFrame) >= Math.abs(pixels);
    const isVertical = at.shift && !isHorizontal;
    const by = isVertical
      ? 0
      : snappedMovement(point.frame, frames, editor.document.state.playhead, at.alt ? 0 : SNAP_PIXELS / pixelsPerFrame);
    const volume = isHorizontal ? point.volume : draggedVolume(row, point.volume, pixels);
    const shift = shiftCommand(selectedKeyframes, { pressed: pressedKeyframe, by, scales: false, copies: false });
    places = shift.places;
    const factor = point.volume > 0 ? volume / point.volume : 1;
    const volumeChanges = keys.points.flatMap((each) => {
      const place = shift.places.find(({ ref }) => sameKey(ref, each.key.ref));
      if (place === undefined || volume === point.volume) return [];
      return [{ point: each, frame: place.frame, volume: each === point ? volume : each.volume * factor }];
    });
    const commands: readonly PlannableCommand[] = [
      ...(by === 0 ? [] : [shift.command]),
      ...withVolumes(keys, volumeChanges),
    ];
    const label = message('step/move-keys', { count: selectedKeyframes.length });
    const frame = context.words.atFrame(Math.round(point.frame + by));
    return { command: { type: 'batch', label, commands }, frames: by, tipText: `${decibels(volume)} · ${frame}` };
  };
  return valueGesture(context, row, { from }, valueAt, () => {
    store.set({ selected: keysInFrames(editor.document.state, places) });
  });
}

/** Adds a keyframe to the volume line of a sound and selects it. */
export function addVolumePoint({ editor, view, words }: GestureContext, row: SoundRow, x: number): void {
  const state = editor.document.state;
  const clock = clockOf(state.movie, row.id);
  if (clock === null) return;
  const { scroll, pixelsPerFrame } = view.state;
  const added = newPoint(volumeKeysOf(state, row.id), row.sound, clock, (x + scroll) / pixelsPerFrame);
  if (!editor.document.dispatch(added.command).ok) return;
  const place = { node: row.id, property: 'volume', frame: added.frame };
  editor.keyframes.set({ selected: keysInFrames(editor.document.state, [place]) });
  view.say(
    words.volumePoint(
      decibels(Number(added.command.type === 'key/set' && added.command.value)),
      clock.begin + added.frame,
    ),
  );
}

function draggedVolume({ height }: SoundRow, volume: number, pixels: number): number {
  if (Math.abs(pixels) < DRAG_PIXELS) return volume;
  return volumeAt(levelShare(volume) - pixels / (height - 8));
}

/** Returns the movement of a keyframe in whole frames. Within the tolerance, the keyframe snaps to the playhead. */
function snappedMovement(frame: number, frames: number, playhead: number, tolerance: number): number {
  const movement = Math.round(frames);
  return Math.abs(frame + frames - playhead) < tolerance ? Math.round(playhead - frame) : movement;
}
