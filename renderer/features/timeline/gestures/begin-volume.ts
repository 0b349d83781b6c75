import { keysInFrames, selectedKeys } from '#renderer/common/keys/selected-keys.ts';
import { keyStoreOf, sameKey } from '#renderer/state/key-store.ts';
import type { PlannableCommand } from '#shared/editing/commands.ts';
import { clockOf } from '#shared/editing/keys/clocks.ts';
import { statement } from '#shared/statements/statement.ts';
import type { SoundRow } from '../grid/row.ts';
import { clickedKeys, shiftCommand } from '../keys/move-keys.ts';
import { decibels } from '../model/row-words.ts';
import { levelShare, volumeAt } from '../moves/sound-level.ts';
import { newPoint, type VolumeKeys, volumeInFrame, volumeKeysOf, withVolumes } from '../moves/volume-points.ts';
import { attributeValue, beginValue } from './begin-mark.ts';
import { filmX, type GestureContext } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** Pixels within which a point snaps to the playhead. */
const SNAP = 8;
/** Pixels up or down that are no way yet. */
const STILL = 2;

/** Drags the line of a sound up and down; all of its points where it has any. */
export function beginVolume(context: GestureContext, row: SoundRow, from: PointerPosition): Gesture {
  const keys = volumeKeysOf(context.editor.getState(), row.id);
  if (keys !== null) return beginAllPoints(context, row, keys, from);
  return beginValue(context, row, from, ({ pixels }) => {
    const volume = draggedVolume(row, row.sound.volume, pixels);
    const { command } = attributeValue(row.id, 'volume', volume === 1 ? null : volume, 0);
    return { command, frames: 0, said: decibels(volume) };
  });
}

/** What is held of the line goes with the hand, and all points by as many decibels. */
function beginAllPoints(context: GestureContext, row: SoundRow, keys: VolumeKeys, from: PointerPosition): Gesture {
  const { pixelsPerFrame } = context.view.getState();
  const held = volumeInFrame(keys, filmX(context, from) / pixelsPerFrame);
  return beginValue(context, row, from, ({ pixels }) => {
    const now = draggedVolume(row, held, pixels);
    const factor = held > 0 ? now / held : 1;
    const commands = withVolumes(
      keys,
      keys.points.map((point) => ({ point, volume: point.volume * factor })),
    );
    const label = statement('step/set-keys', { count: commands.length });
    return { command: { type: 'batch', label, commands }, frames: 0, said: decibels(now) };
  });
}

/** Drags a point of the line, with the keys that are selected with it. With Shift one way alone; Alt suspends snapping. */
export function beginVolumePoint(
  context: GestureContext,
  row: SoundRow,
  element: string,
  from: PointerPosition,
): Gesture | null {
  const { editor, view } = context;
  const store = keyStoreOf(editor);
  const keys = volumeKeysOf(editor.getState(), row.id);
  const point = keys?.points.find(({ key }) => key.ref.key === element);
  if (keys === null || point === undefined) return null;
  store.setState(({ selected }) => ({
    selected: clickedKeys(selected, [point.key], keys.property, { shift: false, mod: from.mod }),
  }));
  const chosen = selectedKeys(editor.getState(), store.getState().selected);
  const held = chosen.find(({ key }) => sameKey(key.ref, point.key.ref));
  if (held === undefined) return null;
  let places: Parameters<typeof keysInFrames>[1] = [];
  const gesture = beginValue(context, row, from, ({ frames, pixels, at }) => {
    const { pixelsPerFrame } = view.getState();
    const isLevel = at.shift && Math.abs(frames * pixelsPerFrame) >= Math.abs(pixels);
    const isUpright = at.shift && !isLevel;
    const by = isUpright
      ? 0
      : wayOf(point.frame, frames, editor.getState().playhead, at.alt ? 0 : SNAP / pixelsPerFrame);
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
    const label = statement('step/move-keys', { count: chosen.length });
    const frame = context.words.atFrame(Math.round(point.frame + by));
    return { command: { type: 'batch', label, commands }, frames: by, said: `${decibels(volume)} · ${frame}` };
  });
  return {
    ...gesture,
    end: (at) => {
      gesture.end(at);
      if (places.length > 0) store.setState({ selected: keysInFrames(editor.getState(), places) });
    },
  };
}

/** Puts a point into the line of a sound, and selects it. */
export function addVolumePoint({ editor, view, words }: GestureContext, row: SoundRow, x: number): void {
  const state = editor.getState();
  const clock = clockOf(state.movie, row.id);
  if (clock === null) return;
  const { scroll, pixelsPerFrame } = view.getState();
  const added = newPoint(volumeKeysOf(state, row.id), row.sound, clock, (x + scroll) / pixelsPerFrame);
  if (!editor.actions.dispatch(added.command).ok) return;
  const place = { node: row.id, property: 'volume', frame: added.frame };
  keyStoreOf(editor).setState({ selected: keysInFrames(editor.getState(), [place]) });
  view.say(
    words.volumePoint(
      decibels(Number(added.command.type === 'key/set' && added.command.value)),
      clock.begin + added.frame,
    ),
  );
}

function draggedVolume({ height }: SoundRow, volume: number, pixels: number): number {
  if (Math.abs(pixels) < STILL) return volume;
  return volumeAt(levelShare(volume) - pixels / (height - 8));
}

/** How many frames a point goes, onto the playhead where that is near. */
function wayOf(frame: number, frames: number, playhead: number, tolerance: number): number {
  const way = Math.round(frames);
  return Math.abs(frame + frames - playhead) < tolerance ? Math.round(playhead - frame) : way;
}
