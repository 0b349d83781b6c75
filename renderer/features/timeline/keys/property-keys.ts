import type { KeyboardEvent } from 'react';
import { keysOfNode } from '#renderer/common/keys/read-properties.ts';
import { keysInFrames, selectedKeys } from '#renderer/common/keys/selected-keys.ts';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import { keyStoreOf } from '#renderer/state/key-store.ts';
import { textAt } from '#shared/editing/keys/animated.ts';
import type { PropertyRow } from '../grid/row.ts';
import { withId } from '../model/open-scenes.ts';
import type { TimelineStore } from '../model/timeline-store.ts';
import { removeSelected, shiftSelected } from './move-keys.ts';

/** What keys do while a property's row has the focus. */
export function createPropertyKeys(editor: EditorStore, view: TimelineStore) {
  const store = keyStoreOf(editor);
  const propertyOf = ({ node, property }: PropertyRow) => {
    const keys = keysOfNode(editor.getState(), node);
    const found = keys?.properties.find(({ name }) => name === property);
    return keys === null || found === undefined ? null : { clock: keys.clock, property: found };
  };
  const stepTo = (row: PropertyRow, direction: -1 | 1) => {
    const found = propertyOf(row);
    if (found === null) return;
    const { keys } = found.property;
    const at = keys.findIndex(({ ref }) => store.getState().selected.some((each) => each.key === ref.key));
    const next = at < 0 ? keys[direction > 0 ? 0 : keys.length - 1] : keys[at + direction];
    if (next === undefined) return;
    store.setState({ selected: [next.ref] });
    editor.actions.seek(found.clock.begin + next.frame);
  };
  const setHere = (row: PropertyRow) => {
    const found = propertyOf(row);
    if (found === null) return;
    const { clock, property } = found;
    const frame = Math.max(0, editor.getState().playhead - clock.begin);
    const value = textAt(property, frame, clock.whole);
    if (value === null) return;
    const place = { node: row.node, property: row.property, frame };
    const done = editor.actions.dispatch({ type: 'key/set', ...place, length: property.length, value });
    if (done.ok) store.setState({ selected: keysInFrames(editor.getState(), [place]) });
  };
  const onArrow = (event: KeyboardEvent, row: PropertyRow, direction: -1 | 1): boolean => {
    if (event.altKey) {
      const isMoved = shiftSelected(editor, direction * (event.shiftKey ? 10 : 1));
      const [first] = selectedKeys(editor.getState(), store.getState().selected);
      if (first !== undefined) view.say(String(first.clock.begin + first.key.frame));
      return isMoved;
    }
    stepTo(row, direction);
    return true;
  };
  return {
    /** Whether the key was one of these. */
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
          if (store.getState().selected.length === 0) return false;
          store.setState({ selected: [] });
          return true;
        case 'd':
        case 'D':
          if (event.ctrlKey || event.metaKey || event.altKey) return false;
          setHere(row);
          return true;
        case 'a':
          if (!event.ctrlKey && !event.metaKey) return false;
          store.setState({ selected: propertyOf(row)?.property.keys.map(({ ref }) => ref) ?? [] });
          return true;
        default:
          return false;
      }
    },
  };
}
