import type { KeyboardEvent } from 'react';
import type { Editor } from '#renderer/editor/editor.ts';
import { keysInFrames, keysOfNode, type SelectedKey, selectedKeys } from '#renderer/editor/keyframes.ts';
import { type AnimatedProperty, type Keyframe, textAt } from '#shared/editing/keyframes/animated.ts';
import { movedBy, scaledTo } from '#shared/editing/keyframes/plan-set-keyframes.ts';
import type { KeyCommand, KeyframeRef, PlannableCommand } from '#shared/editing/model/commands.ts';
import { message } from '#shared/messages/message.ts';
import type { PropertyRow } from '../model/row.ts';
import type { TimelineStore } from '../model/timeline-view.ts';
import { withId } from '../model/visible-rows.ts';

/** The movement of keyframes: a shift by frames, a scaling about the first keyframe, or a shift of copies. */
export interface KeyShift {
  /** The keyframe under the pointer. */
  readonly held: SelectedKey;
  readonly by: number;
  readonly scales: boolean;
  readonly copies: boolean;
}

/**
 * Returns the new positions of the keyframes, and the command that moves them there. Frames are relative to each layer.
 */
export function shiftCommand(keys: readonly SelectedKey[], { held, by, scales, copies }: KeyShift) {
  const inFilm = keys.map(({ key, clock }) => ({ frame: key.frame + clock.begin }));
  const heldFrame = held.key.frame + held.clock.begin;
  const shifted = scales ? scaledTo(inFilm, { frame: heldFrame }, heldFrame + by) : null;
  const own = keys.map(({ key }) => key);
  const least = movedBy(own, by);
  const places = keys.map(({ key, clock }, at) => {
    const frame = shifted === null ? (least[at] ?? key.frame) : (shifted[at] ?? 0) - clock.begin;
    return { node: key.ref.node, property: key.ref.property, frame: Math.max(0, Math.round(frame)), ref: key.ref };
  });
  const commands = [
    ...Map.groupBy(
      keys.map((key, at) => ({ key, place: places[at] })),
      ({ key }) => key.property.length,
    ),
  ].map(
    ([length, group]): KeyCommand => ({
      type: 'key/move',
      moves: group.flatMap(({ place }) => (place === undefined ? [] : [{ key: place.ref, frame: place.frame }])),
      length,
      copies,
    }),
  );
  const label = message(copies ? 'step/copy-keys' : 'step/move-keys', { count: keys.length });
  const [only, ...others] = commands;
  const command: PlannableCommand =
    only !== undefined && others.length === 0 ? only : { type: 'batch', label, commands };
  return { command, places };
}

/**
 * Moves the selected keyframes. Successive key presses are one undo step. Returns false if no keyframes are selected.
 */
export function shiftSelected(editor: Editor, by: number): boolean {
  const store = editor.keyframes;
  const keys = selectedKeys(editor.document.state, store.state.selected);
  const [held] = keys;
  if (held === undefined) return false;
  const { command, places } = shiftCommand(keys, { held, by, scales: false, copies: false });
  const done = editor.document.dispatch(command, { key: 'shift keys' });
  if (done.ok) store.set({ selected: keysInFrames(editor.document.state, places) });
  return true;
}

/**
 * Duplicates the selected keyframes and selects the copies. The first copy is at the playhead. If a selected keyframe
 * is already there, the copies follow the last selected one. Returns false if no keyframes are selected.
 */
export function duplicateSelected(editor: Editor): boolean {
  const store = editor.keyframes;
  const { playhead } = editor.document.state;
  const keys = selectedKeys(editor.document.state, store.state.selected);
  const [held] = keys;
  if (held === undefined) return false;
  const frameOf = ({ key, clock }: SelectedKey) => Math.round(key.frame + clock.begin);
  const behind = frameOf(keys.at(-1) ?? held) + 1 - frameOf(held);
  const by = playhead === frameOf(held) ? behind : playhead - frameOf(held);
  const { command, places } = shiftCommand(keys, { held, by, scales: false, copies: true });
  const done = editor.document.dispatch(command);
  if (done.ok) store.set({ selected: keysInFrames(editor.document.state, places) });
  return true;
}

/** Removes the selected keyframes. Returns false if no keyframes are selected. */
export function removeSelected(editor: Editor): boolean {
  const store = editor.keyframes;
  const keys = selectedKeys(editor.document.state, store.state.selected);
  if (keys.length === 0) return false;
  const commands = [...Map.groupBy(keys, ({ property }) => property.length)].map(
    ([length, group]): KeyCommand => ({ type: 'key/remove', keys: group.map(({ key }) => key.ref), length }),
  );
  const [only, ...others] = commands;
  const label = message('step/remove-keys', { count: keys.length });
  const done = editor.document.dispatch(
    only !== undefined && others.length === 0 ? only : { type: 'batch', label, commands },
  );
  if (done.ok) store.set({ selected: [] });
  return true;
}

/** Returns the selection after a click on keyframes: only these, these in addition, or the range up to these. */
export function clickedKeys(
  selected: readonly KeyframeRef[],
  clicked: readonly Keyframe[],
  property: Pick<AnimatedProperty, 'keys'>,
  { shift, mod }: { readonly shift: boolean; readonly mod: boolean },
): readonly KeyframeRef[] {
  const refs = clicked.map(({ ref }) => ref);
  const isIn = (ref: KeyframeRef) => selected.some((each) => each.key === ref.key && each.property === ref.property);
  if (mod) {
    if (refs.every(isIn))
      return selected.filter((ref) => !refs.some((each) => each.key === ref.key && each.property === ref.property));
    return [...selected, ...refs.filter((ref) => !isIn(ref))];
  }
  if (shift) {
    const order = property.keys.map(({ ref }) => ref);
    const anchor = order.findIndex(isIn);
    const to = order.findIndex((ref) => ref.key === refs[0]?.key);
    if (anchor < 0) return refs;
    const [low, high] = anchor < to ? [anchor, to] : [to, anchor];
    const run = order.slice(low, high + 1);
    return [...selected.filter((ref) => !run.includes(ref) && ref.property !== order[0]?.property), ...run];
  }
  return refs.every(isIn) ? selected : refs;
}

/** Creates the key handler of property rows. */
export function createPropertyKeys(editor: Editor, view: TimelineStore) {
  const store = editor.keyframes;
  const propertyOf = ({ node, property }: PropertyRow) => {
    const keys = keysOfNode(editor.document.state, node);
    const found = keys?.properties.find(({ name }) => name === property);
    return keys === null || found === undefined ? null : { clock: keys.clock, property: found };
  };
  const stepTo = (row: PropertyRow, direction: -1 | 1) => {
    const found = propertyOf(row);
    if (found === null) return;
    const { keys } = found.property;
    const at = keys.findIndex(({ ref }) => store.state.selected.some((each) => each.key === ref.key));
    const next = at < 0 ? keys[direction > 0 ? 0 : keys.length - 1] : keys[at + direction];
    if (next === undefined) return;
    store.set({ selected: [next.ref] });
    editor.playback.seek(found.clock.begin + next.frame);
  };
  const setHere = (row: PropertyRow) => {
    const found = propertyOf(row);
    if (found === null) return;
    const { clock, property } = found;
    const frame = Math.max(0, editor.document.state.playhead - clock.begin);
    const value = textAt(property, frame, clock.whole);
    if (value === null) return;
    const place = { node: row.node, property: row.property, frame };
    const done = editor.document.dispatch({ type: 'key/set', ...place, length: property.length, value });
    if (done.ok) store.set({ selected: keysInFrames(editor.document.state, [place]) });
  };
  const onArrow = (event: KeyboardEvent, row: PropertyRow, direction: -1 | 1): boolean => {
    if (event.altKey) {
      const isMoved = shiftSelected(editor, direction * (event.shiftKey ? 10 : 1));
      const [first] = selectedKeys(editor.document.state, store.state.selected);
      if (first !== undefined) view.say(String(first.clock.begin + first.key.frame));
      return isMoved;
    }
    stepTo(row, direction);
    return true;
  };
  return {
    /** Handles a key. Returns whether it was used. */
    onKey: (event: KeyboardEvent, row: PropertyRow): boolean => {
      switch (event.key) {
        case 'ArrowLeft':
        case 'ArrowRight':
          return onArrow(event, row, event.key === 'ArrowLeft' ? -1 : 1);
        case 'Delete':
        case 'Backspace':
          return removeSelected(editor);
        case 'Enter':
          view.setState(({ unfolded }) => ({ unfolded: withId(unfolded, row.id, row.unfolded !== true) }));
          return true;
        case 'Escape':
          if (store.state.selected.length === 0) return false;
          store.set({ selected: [] });
          return true;
        case 'd':
        case 'D':
          if (event.ctrlKey || event.metaKey || event.altKey) return false;
          setHere(row);
          return true;
        case 'a':
          if (!event.ctrlKey && !event.metaKey) return false;
          store.set({ selected: propertyOf(row)?.property.keys.map(({ ref }) => ref) ?? [] });
          return true;
        default:
          return false;
      }
    },
  };
}
