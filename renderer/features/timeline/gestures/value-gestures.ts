import { shiftCommand } from '#renderer/editor/keyframe-edits.ts';
import { sameKey } from '#renderer/editor/keyframe-selection.ts';
import { keysInFrames, selectedKeys } from '#renderer/editor/keyframes.ts';
import { clockOf } from '#shared/editing/keyframes/animated.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { selectNodes } from '#shared/editing/model/selection.ts';
import { message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
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
import { endDrag, type Gesture, type GestureContext, type PointerPosition, timelineX } from './gesture.ts';

/** The attribute that a dragged mark sets, and the note in its tooltip. */
interface Value {
  readonly command: PlannableCommand;
  readonly frames: number;
  readonly said: string | null;
}

/** Changes the duration of a preset by dragging the tip of its wedge. */
export function beginWedge(
  context: GestureContext,
  row: Extract<BarRow, { kind: 'layer' }>,
  way: 'in' | 'out',
  from: PointerPosition,
): Gesture | null {
  const rate = context.editor.document.state.movie?.frameRate;
  const length = Math.max(1, row.end - row.start);
  const wedge = rate === undefined ? undefined : wedgesOf(row.layer, length, rate).find((each) => each.way === way);
  if (wedge === undefined) return null;
  return beginValue(context, row, from, ({ frames }) => {
    const requested = wedge.length + (way === 'in' ? frames : -frames) - wedge.offset;
    const duration = Math.max(1, Math.min(length, Math.round(requested)));
    return attributeValue(wedge.animation, 'duration', duration, duration);
  });
}

/** Changes the length of a fade by dragging its corner. */
export function beginFade(context: GestureContext, row: SoundRow, way: 'in' | 'out', from: PointerPosition): Gesture {
  const length = Math.max(1, Math.min(row.end, row.limit) - row.start);
  const { fadeIn, fadeOut } = row.sound;
  return beginValue(context, row, from, ({ frames }) => {
    const requested = way === 'in' ? fadeIn + frames : fadeOut - frames;
    const most = length - (way === 'in' ? fadeOut : fadeIn);
    const fade = Math.max(0, Math.min(most, Math.round(requested)));
    return attributeValue(row.id, way === 'in' ? 'fadein' : 'fadeout', fade === 0 ? null : fade, fade);
  });
}

/** Returns a value that sets an attribute to a number. With null, the value removes the attribute. */
function attributeValue(node: NodeId, name: string, value: number | null, frames: number): Value {
  const written = value === null ? null : String(value);
  return { command: { type: 'attribute/set', node, name, value: written }, frames, said: null };
}

/** Previews a value at each move, and commits it as one undo step at the release. */
function beginValue(
  context: GestureContext,
  row: BarRow,
  from: PointerPosition,
  valueAt: (moved: { readonly frames: number; readonly pixels: number; readonly at: PointerPosition }) => Value,
): Gesture {
  const { editor, view, words } = context;
  if (!editor.document.state.selection.ids.includes(row.id)) editor.selection.select(selectNodes([row.id]));
  const origin = timelineX(context, from);
  const before = valueAt({ frames: 0, pixels: 0, at: from });
  let isChanged = false;
  const move = (at: PointerPosition) => {
    const { pixelsPerFrame } = view.getState();
    const value = valueAt({ frames: (timelineX(context, at) - origin) / pixelsPerFrame, pixels: at.y - from.y, at });
    isChanged =
      JSON.stringify(value) !== JSON.stringify(before) &&
      editor.document.preview(value.command, { isInteractive: true }).ok;
    if (!isChanged) editor.document.cancel();
    const tip = { left: timelineX(context, at), frames: value.frames, difference: value.frames - before.frames };
    view.setState({
      drag: {
        ...{ kind: 'bar', parts: new Set([row.id]), top: from.y, line: null },
        tip: { ...tip, note: null, tone: 'plain', ...(value.said !== null && { said: value.said }) },
      },
    });
  };
  return {
    autoscroll: false,
    move,
    end(at) {
      move(at);
      if (!isChanged) editor.document.cancel();
      else if (editor.document.commit().ok) {
        const { drag } = view.getState();
        const said = drag?.kind === 'bar' ? (drag.tip.said ?? words.frames(drag.tip.frames)) : '';
        view.say(`${rowTitle(row)}, ${said}`);
      }
      endDrag(context);
    },
    cancel() {
      editor.document.cancel();
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/** The distance in pixels within which a point snaps to the playhead. */
const SNAP_PIXELS = 8;
/** The vertical movement in pixels up to which the volume stays unchanged. */
const STILL_PIXELS = 2;

/** Drags the volume line of a sound up or down. If the line has points, all of them move. */
export function beginVolume(context: GestureContext, row: SoundRow, from: PointerPosition): Gesture {
  const keys = volumeKeysOf(context.editor.document.state, row.id);
  if (keys !== null) return beginAllPoints(context, row, keys, from);
  return beginValue(context, row, from, ({ pixels }) => {
    const volume = draggedVolume(row, row.sound.volume, pixels);
    const { command } = attributeValue(row.id, 'volume', volume === 1 ? null : volume, 0);
    return { command, frames: 0, said: decibels(volume) };
  });
}

/** Changes all points by the same number of decibels, so that the line follows the pointer. */
function beginAllPoints(context: GestureContext, row: SoundRow, keys: VolumeKeys, from: PointerPosition): Gesture {
  const { pixelsPerFrame } = context.view.getState();
  const held = volumeInFrame(keys, timelineX(context, from) / pixelsPerFrame);
  return beginValue(context, row, from, ({ pixels }) => {
    const now = draggedVolume(row, held, pixels);
    const factor = held > 0 ? now / held : 1;
    const commands = withVolumes(
      keys,
      keys.points.map((point) => ({ point, volume: point.volume * factor })),
    );
    const label = message('step/set-keys', { count: commands.length });
    return { command: { type: 'batch', label, commands }, frames: 0, said: decibels(now) };
  });
}

/**
 * Drags a point of the volume line together with the other selected keyframes. Shift restricts the drag to one axis,
 * and Alt suspends snapping.
 */
export function beginVolumePoint(
  context: GestureContext,
  row: SoundRow,
  element: string,
  from: PointerPosition,
): Gesture | null {
  const { editor, view } = context;
  const store = editor.keyframes;
  const keys = volumeKeysOf(editor.document.state, row.id);
  const point = keys?.points.find(({ key }) => key.ref.key === element);
  if (keys === null || point === undefined) return null;
  store.set(({ selected }) => ({
    selected: clickedKeys(selected, [point.key], keys.property, { shift: false, mod: from.mod }),
  }));
  const chosen = selectedKeys(editor.document.state, store.state.selected);
  const held = chosen.find(({ key }) => sameKey(key.ref, point.key.ref));
  if (held === undefined) return null;
  let places: Parameters<typeof keysInFrames>[1] = [];
  const gesture = beginValue(context, row, from, ({ frames, pixels, at }) => {
    const { pixelsPerFrame } = view.getState();
    const isLevel = at.shift && Math.abs(frames * pixelsPerFrame) >= Math.abs(pixels);
    const isUpright = at.shift && !isLevel;
    const by = isUpright
      ? 0
      : wayOf(point.frame, frames, editor.document.state.playhead, at.alt ? 0 : SNAP_PIXELS / pixelsPerFrame);
    const volume = isLevel ? point.volume : draggedVolume(row, point.volume, pixels);
    const shift = shiftCommand(chosen, { held, by, scales: false, copies: false });
    places = shift.places;
    const factor = point.volume > 0 ? volume / point.volume : 1;
    const raised = keys.points.flatMap((each) => {
      const place = shift.places.find(({ ref }) => sameKey(ref, each.key.ref));
      if (place === undefined || volume === point.volume) return [];
      return [{ point: each, frame: place.frame, volume: each === point ? volume : each.volume * factor }];
    });
    const commands: readonly PlannableCommand[] = [...(by === 0 ? [] : [shift.command]), ...withVolumes(keys, raised)];
    const label = message('step/move-keys', { count: chosen.length });
    const frame = context.words.atFrame(Math.round(point.frame + by));
    return { command: { type: 'batch', label, commands }, frames: by, said: `${decibels(volume)} · ${frame}` };
  });
  return {
    ...gesture,
    end: (at) => {
      gesture.end(at);
      if (places.length > 0) store.set({ selected: keysInFrames(editor.document.state, places) });
    },
  };
}

/** Adds a point to the volume line of a sound and selects it. */
export function addVolumePoint({ editor, view, words }: GestureContext, row: SoundRow, x: number): void {
  const state = editor.document.state;
  const clock = clockOf(state.movie, row.id);
  if (clock === null) return;
  const { scroll, pixelsPerFrame } = view.getState();
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
  if (Math.abs(pixels) < STILL_PIXELS) return volume;
  return volumeAt(levelShare(volume) - pixels / (height - 8));
}

/** Returns the movement of a point in frames. Within the tolerance, the point snaps to the playhead. */
function wayOf(frame: number, frames: number, playhead: number, tolerance: number): number {
  const way = Math.round(frames);
  return Math.abs(frame + frames - playhead) < tolerance ? Math.round(playhead - frame) : way;
}
