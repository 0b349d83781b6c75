import type { KeyboardEvent } from 'react';
import type { Editor } from '#renderer/editor/editor.ts';
import { removeSelectedKeyframes, shiftSelectedKeyframes } from '#renderer/editor/keyframe-edits.ts';
import { keysInFrames, keysOfNode, selectedKeys } from '#renderer/editor/keyframes.ts';
import type { TimelineView } from '#renderer/editor/timeline-view.ts';
import { type AnimatedProperty, type Keyframe, textAt } from '#shared/editing/keyframes/animated.ts';
import type { KeyframeRef } from '#shared/editing/model/commands.ts';
import { withId } from '../model/open-scenes.ts';
import type { PropertyRow } from '../model/row.ts';

/**
 * Returns the selection after a click on keyframes. A plain click selects only these keyframes, a click with Ctrl
 * toggles them, and a click with Shift selects the range up to them.
 */
export function clickedKeys(
  selected: readonly KeyframeRef[],
  clicked: readonly Keyframe[],
  property: Pick<AnimatedProperty, 'keys'>,
  { shift, mod }: { readonly shift: boolean; readonly mod: boolean },
): readonly KeyframeRef[] {
  const refs = clicked.map(({ ref }) => ref);
  const isSelected = (ref: KeyframeRef) =>
    selected.some((each) => each.key === ref.key && each.property === ref.property);
  if (mod) {
    if (refs.every(isSelected))
      return selected.filter((ref) => !refs.some((each) => each.key === ref.key && each.property === ref.property));
    return [...selected, ...refs.filter((ref) => !isSelected(ref))];
  }
  if (shift) {
    const refsInOrder = property.keys.map(({ ref }) => ref);
    const anchor = refsInOrder.findIndex(isSelected);
    const to = refsInOrder.findIndex((ref) => ref.key === refs[0]?.key);
    if (anchor < 0) return refs;
    const [low, high] = anchor < to ? [anchor, to] : [to, anchor];
    const run = refsInOrder.slice(low, high + 1);
    return [...selected.filter((ref) => !run.includes(ref) && ref.property !== refsInOrder[0]?.property), ...run];
  }
  return refs.every(isSelected) ? selected : refs;
}

/** Creates the key handler of property rows. */
export function createPropertyKeys(editor: Editor, view: TimelineView) {
  const store = editor.keyframes;
  const propertyOf = ({ node, property }: PropertyRow) => {
    const keys = keysOfNode(editor.document.state, node);
    const animatedProperty = keys?.properties.find(({ name }) => name === property);
    return keys === null || animatedProperty === undefined ? null : { clock: keys.clock, property: animatedProperty };
  };
  const stepTo = (row: PropertyRow, direction: -1 | 1) => {
    const rowProperty = propertyOf(row);
    if (rowProperty === null) return;
    const { keys } = rowProperty.property;
    const at = keys.findIndex(({ ref }) => store.state.selected.some((each) => each.key === ref.key));
    const next = at < 0 ? keys[direction > 0 ? 0 : keys.length - 1] : keys[at + direction];
    if (next === undefined) return;
    store.set({ selected: [next.ref] });
    editor.playback.seek(rowProperty.clock.begin + next.frame);
  };
  const setKeyframe = (row: PropertyRow) => {
    const rowProperty = propertyOf(row);
    if (rowProperty === null) return;
    const { clock, property } = rowProperty;
    const frame = Math.max(0, editor.document.state.playhead - clock.begin);
    const value = textAt(property, frame, clock.whole);
    if (value === null) return;
    const place = { node: row.node, property: row.property, frame };
    const result = editor.document.dispatch({ type: 'key/set', ...place, length: property.length, value });
    if (result.ok) store.set({ selected: keysInFrames(editor.document.state, [place]) });
  };
  const onArrow = (event: KeyboardEvent, row: PropertyRow, direction: -1 | 1): boolean => {
    if (event.altKey) {
      const isShifted = shiftSelectedKeyframes(editor, direction * (event.shiftKey ? 10 : 1));
      const [first] = selectedKeys(editor.document.state, store.state.selected);
      if (first !== undefined) view.say(String(first.clock.begin + first.key.frame));
      return isShifted;
    }
    stepTo(row, direction);
    return true;
  };
  return {
    /** Handles a key. Returns whether the key was used. */
    onKey: (event: KeyboardEvent, row: PropertyRow): boolean => {
      switch (event.key) {
        case 'ArrowLeft':
        case 'ArrowRight':
          return onArrow(event, row, event.key === 'ArrowLeft' ? -1 : 1);
        case 'Delete':
        case 'Backspace':
          return removeSelectedKeyframes(editor);
        case 'Enter':
          view.set(({ unfolded }) => ({ unfolded: withId(unfolded, row.id, row.unfolded !== true) }));
          return true;
        case 'Escape':
          if (store.state.selected.length === 0) return false;
          store.set({ selected: [] });
          return true;
        case 'd':
        case 'D':
          if (event.ctrlKey || event.metaKey || event.altKey) return false;
          setKeyframe(row);
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
