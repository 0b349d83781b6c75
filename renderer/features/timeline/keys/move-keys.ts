import { keysInFrames, type SelectedKey, selectedKeys } from '#renderer/common/keys/selected-keys.ts';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import { keyStoreOf } from '#renderer/state/key-store.ts';
import type { PlannableCommand } from '#shared/editing/commands.ts';
import type { AnimatedProperty, KeyRef, PropertyKey } from '#shared/editing/keys/animated.ts';
import type { KeyCommand } from '#shared/editing/keys/key-commands.ts';
import { movedBy, scaledTo } from '#shared/editing/keys/moved-frames.ts';
import { statement } from '#shared/statements/statement.ts';

/** How keys are moved: by frames, in their rhythm about the first of them, or as copies. */
export interface KeyShift {
  /** The key that is held. */
  readonly held: SelectedKey;
  readonly by: number;
  readonly scales: boolean;
  readonly copies: boolean;
}

/** Where the keys come to stand, and the command that puts them there. Frames count from each layer's own first. */
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
  const label = statement(copies ? 'step/copy-keys' : 'step/move-keys', { count: keys.length });
  const [only, ...others] = commands;
  const command: PlannableCommand =
    only !== undefined && others.length === 0 ? only : { type: 'batch', label, commands };
  return { command, places };
}

/** Moves the selected keys as one step; presses that follow each other are one. False where none is selected. */
export function shiftSelected(editor: EditorStore, by: number): boolean {
  const store = keyStoreOf(editor);
  const keys = selectedKeys(editor.getState(), store.getState().selected);
  const [held] = keys;
  if (held === undefined) return false;
  const { command, places } = shiftCommand(keys, { held, by, scales: false, copies: false });
  const done = editor.actions.dispatch(command, { key: 'shift keys' });
  if (done.ok) store.setState({ selected: keysInFrames(editor.getState(), places) });
  return true;
}

/**
 * Copies of the selected keys, which are selected then. The first of them comes to stand at the playhead; where it stands
 * there already, the copies follow behind the last. False where none is selected.
 */
export function duplicateSelected(editor: EditorStore): boolean {
  const store = keyStoreOf(editor);
  const { playhead } = editor.getState();
  const keys = selectedKeys(editor.getState(), store.getState().selected);
  const [held] = keys;
  if (held === undefined) return false;
  const frameOf = ({ key, clock }: SelectedKey) => Math.round(key.frame + clock.begin);
  const behind = frameOf(keys.at(-1) ?? held) + 1 - frameOf(held);
  const by = playhead === frameOf(held) ? behind : playhead - frameOf(held);
  const { command, places } = shiftCommand(keys, { held, by, scales: false, copies: true });
  const done = editor.actions.dispatch(command);
  if (done.ok) store.setState({ selected: keysInFrames(editor.getState(), places) });
  return true;
}

/** Removes the selected keys. False where none is selected. */
export function removeSelected(editor: EditorStore): boolean {
  const store = keyStoreOf(editor);
  const keys = selectedKeys(editor.getState(), store.getState().selected);
  if (keys.length === 0) return false;
  const commands = [...Map.groupBy(keys, ({ property }) => property.length)].map(
    ([length, group]): KeyCommand => ({ type: 'key/remove', keys: group.map(({ key }) => key.ref), length }),
  );
  const [only, ...others] = commands;
  const label = statement('step/remove-keys', { count: keys.length });
  const done = editor.actions.dispatch(
    only !== undefined && others.length === 0 ? only : { type: 'batch', label, commands },
  );
  if (done.ok) store.setState({ selected: [] });
  return true;
}

/** What is selected after a click on keys: they alone, with those before, or all from the last one to them. */
export function clickedKeys(
  selected: readonly KeyRef[],
  clicked: readonly PropertyKey[],
  property: Pick<AnimatedProperty, 'keys'>,
  { shift, mod }: { readonly shift: boolean; readonly mod: boolean },
): readonly KeyRef[] {
  const refs = clicked.map(({ ref }) => ref);
  const isIn = (ref: KeyRef) => selected.some((each) => each.key === ref.key && each.property === ref.property);
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
