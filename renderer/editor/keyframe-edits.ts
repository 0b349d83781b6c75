import { clockOf } from '#shared/editing/keyframes/animated.ts';
import { movedBy, scaledTo } from '#shared/editing/keyframes/plan-set-keyframes.ts';
import type { KeyCommand, PlannableCommand } from '#shared/editing/model/commands.ts';
import { inDocumentOrder } from '#shared/editing/model/selection.ts';
import { type ClipboardContent, type CopiedProperty, keysToClipboard } from '#shared/editing/plan/clipboard.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import { convertFrames, type FrameRate, frames } from '#shared/template/values/frame-rate.ts';
import { withElementIdsAt } from './copies.ts';
import type { Editor } from './editor.ts';
import type { EditorState } from './editor-state.ts';
import { keysInFrames, type SelectedKey, selectedKeys } from './keyframes.ts';

/** Returns whether copy, cut, paste, and delete apply to the selected keyframes. */
export function areKeysFocused(editor: Editor): boolean {
  return editor.keyframes.state.hasFocus && chosenKeys(editor).length > 0;
}

/** Returns the selected keyframes as clipboard text. */
export function keysAsText(editor: Editor): string {
  const { document, movie } = editor.document.state;
  return keysToClipboard(document, copiedSources(document, chosenKeys(editor)), movie?.frameRate ?? null);
}

/** Pastes keyframes into the selected elements, starting at the playhead, and selects the pasted keyframes. */
export function pasteKeys(
  editor: Editor,
  content: Extract<ClipboardContent, { kind: 'keys' }>,
): Result<unknown, Message> {
  const { state } = editor.document;
  const pasted = pastedKeys(state, content, state.selection.ids);
  if (!pasted.ok) return pasted;
  const result = editor.document.dispatch(pasted.value.command);
  if (result.ok) editor.keyframes.set({ selected: keysInFrames(editor.document.state, pasted.value.places) });
  return result;
}

function chosenKeys({ document, keyframes }: Editor): readonly SelectedKey[] {
  return selectedKeys(document.state, keyframes.state.selected);
}

/** The movement of keyframes: a shift by frames, a scaling about the first keyframe, or a shift of their copies. */
export interface KeyShift {
  /** The keyframe under the pointer. */
  readonly pressed: SelectedKey;
  readonly by: number;
  readonly scales: boolean;
  readonly copies: boolean;
}

/**
 * Returns the new positions of the keyframes, and the command that moves or copies them there. Frames are relative to
 * each layer.
 */
export function shiftCommand(keys: readonly SelectedKey[], { pressed, by, scales, copies }: KeyShift) {
  const inFilm = keys.map(({ key, clock }) => ({ frame: key.frame + clock.begin }));
  const heldFrame = pressed.key.frame + pressed.clock.begin;
  const shifted = scales ? scaledTo(inFilm, { frame: heldFrame }, heldFrame + by) : null;
  const frameKeys = keys.map(({ key }) => key);
  const least = movedBy(frameKeys, by);
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
 * Shifts the selected keyframes by frames. Successive key presses become one step. Returns false if no keyframes are
 * selected.
 */
export function shiftSelectedKeyframes(editor: Editor, by: number): boolean {
  const store = editor.keyframes;
  const keys = selectedKeys(editor.document.state, store.state.selected);
  const [firstKey] = keys;
  if (firstKey === undefined) return false;
  const { command, places } = shiftCommand(keys, { pressed: firstKey, by, scales: false, copies: false });
  const result = editor.document.dispatch(command, { key: 'shift keys' });
  if (result.ok) store.set({ selected: keysInFrames(editor.document.state, places) });
  return true;
}

/**
 * Duplicates the selected keyframes and selects the copies. The first copy is placed at the playhead. If the first
 * selected keyframe is at the playhead, the copies start one frame after the last selected keyframe. Returns false if
 * no keyframes are selected.
 */
export function duplicateSelectedKeyframes(editor: Editor): boolean {
  const store = editor.keyframes;
  const { playhead } = editor.document.state;
  const keys = selectedKeys(editor.document.state, store.state.selected);
  const [firstKey] = keys;
  if (firstKey === undefined) return false;
  const frameOf = ({ key, clock }: SelectedKey) => Math.round(key.frame + clock.begin);
  const offset = frameOf(keys.at(-1) ?? firstKey) + 1 - frameOf(firstKey);
  const by = playhead === frameOf(firstKey) ? offset : playhead - frameOf(firstKey);
  const { command, places } = shiftCommand(keys, { pressed: firstKey, by, scales: false, copies: true });
  const result = editor.document.dispatch(command);
  if (result.ok) store.set({ selected: keysInFrames(editor.document.state, places) });
  return true;
}

/** Removes the selected keyframes. Returns false if no keyframes are selected. */
export function removeSelectedKeyframes(editor: Editor): boolean {
  const store = editor.keyframes;
  const keys = selectedKeys(editor.document.state, store.state.selected);
  if (keys.length === 0) return false;
  const commands = [...Map.groupBy(keys, ({ property }) => property.length)].map(
    ([length, group]): KeyCommand => ({ type: 'key/remove', keys: group.map(({ key }) => key.ref), length }),
  );
  const [only, ...others] = commands;
  const label = message('step/remove-keys', { count: keys.length });
  const result = editor.document.dispatch(
    only !== undefined && others.length === 0 ? only : { type: 'batch', label, commands },
  );
  if (result.ok) store.set({ selected: [] });
  return true;
}

/**
 * Sets the easing of the selected keyframes. Successive choices with the same merge key become one step. A choice that
 * restores the original easing removes that step. The keyframes stay selected, even if the edit replaces their
 * elements.
 */
export function easeSelectedKeyframes(editor: Editor, easing: string, key: string): Result<unknown, Message> {
  const store = editor.keyframes;
  const keys = selectedKeys(editor.document.state, store.state.selected);
  const commands = [...Map.groupBy(keys, ({ property }) => property.length)].map(
    ([length, group]): KeyCommand => ({ type: 'key/ease', keys: group.map((each) => each.key.ref), length, easing }),
  );
  const [only, ...others] = commands;
  if (only === undefined) return ok(null);
  const label = message('step/ease-keys', { count: keys.length });
  const command: PlannableCommand = others.length === 0 ? only : { type: 'batch', label, commands };
  const result = editor.document.dispatch(command, { key, joins: true });
  const places = keys.map((each) => ({ ...each.key.ref, frame: each.key.frame }));
  if (result.ok) store.set({ selected: keysInFrames(editor.document.state, places) });
  return result;
}

/**
 * Returns keyframes for the clipboard, grouped by property. Their frames are relative to the first of all keyframes.
 */
export function copiedSources(
  document: TemplateDocument,
  selectedKeys: readonly SelectedKey[],
): readonly (readonly CopiedProperty[])[] {
  const first = selectedKeys.reduce(
    (least, { key, clock }) => Math.min(least, clock.begin + key.frame),
    Number.POSITIVE_INFINITY,
  );
  const byNode = Map.groupBy(selectedKeys, ({ key }) => key.ref.node);
  return inDocumentOrder(document, byNode.keys()).map((node) =>
    [...Map.groupBy(byNode.get(node) ?? [], ({ key }) => key.ref.property)].map(([property, keys]) => ({
      property,
      keys: keys.map(({ key, clock }) => ({
        after: Math.round(clock.begin + key.frame - first),
        value: key.written,
        easing: key.ownEasing,
      })),
    })),
  );
}

/** The positions of pasted keyframes, with the command that inserts them. */
export interface PastedKeys {
  readonly command: PlannableCommand;
  readonly places: readonly { readonly node: NodeId; readonly property: string; readonly frame: number }[];
}

/**
 * Plans a paste that puts the first keyframe at the playhead. Keyframes of a single element are pasted into each
 * selected element. Keyframes of several elements are pasted pairwise and need the same number of selected elements.
 */
export function pastedKeys(
  { movie: all, document, playhead }: Pick<EditorState, 'movie' | 'document' | 'playhead'>,
  { sources, rate }: Extract<ClipboardContent, { kind: 'keys' }>,
  selected: readonly NodeId[],
): Result<PastedKeys, Message> {
  const movie = all && withElementIdsAt(all, playhead);
  const targets = inDocumentOrder(document, selected).filter((id) => clockOf(movie, id) !== null);
  const [only] = sources;
  if (only === undefined || targets.length === 0) return err(message('clipboard/keys'));
  if (sources.length > 1 && sources.length !== targets.length)
    return err(message('clipboard/keys-of', { count: sources.length }));
  const frameRate = movie?.frameRate ?? null;
  const commands = targets.flatMap((node, at): readonly KeyPaste[] => {
    const clock = clockOf(movie, node);
    if (clock === null) return [];
    const frame = Math.max(0, playhead - clock.begin);
    const properties = sources.length > 1 ? (sources[at] ?? []) : only;
    return properties.map(({ property, keys }) => ({
      type: 'key/paste',
      node,
      property,
      frame,
      length: clock.length,
      keys: keys.map((key) => ({ ...key, after: atRate(key.after, rate, frameRate) })),
    }));
  });
  const places = commands.flatMap(({ node, property, frame, keys }) =>
    keys.map(({ after }) => ({ node, property, frame: frame + after })),
  );
  const label = message('step/paste-keys', { count: places.length });
  return ok({ command: { type: 'batch', label, commands }, places });
}

type KeyPaste = Extract<KeyCommand, { type: 'key/paste' }>;

function atRate(after: number, from: FrameRate | null, to: FrameRate | null): number {
  return from === null || to === null ? after : convertFrames(frames(after), from, to);
}
