import type { KeyboardEvent } from 'react';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import { keyStoreOf, sameKey } from '#renderer/state/key-store.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { SoundRow } from '../grid/row.ts';
import { removeSelected, shiftSelected } from '../keys/move-keys.ts';
import { decibels } from '../model/row-words.ts';
import type { TimelineStore } from '../model/timeline-store.ts';
import { louder, type VolumePoint, volumeKeysOf } from '../moves/volume-points.ts';

/** Decibels of a press of Alt and an arrow. */
const STEP = 0.5;

/** What keys do while a point of a sound's line has the focus; false for those that mean nothing here. */
export function volumePointKeys(
  editor: EditorStore,
  view: TimelineStore,
  { id, sound }: Pick<SoundRow, 'id' | 'sound'>,
  index: number,
) {
  const store = keyStoreOf(editor);
  const points = () => volumeKeysOf(editor.getState(), id)?.points ?? [];
  const go = (from: Element, to: number): boolean => {
    const point = points()[to];
    if (point === undefined) return false;
    store.setState({ selected: [point.key.ref] });
    elementOf(from, point.key.ref.key)?.focus();
    return true;
  };
  const change = (by: number): boolean => {
    const isChosen = ({ key }: VolumePoint) => store.getState().selected.some((ref) => sameKey(ref, key.ref));
    const made = louder(volumeKeysOf(editor.getState(), id), sound, by, isChosen);
    if (made === null || !editor.actions.dispatch(made.command, { key: `volume ${id}` }).ok) return false;
    view.say(decibels(made.volume));
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
        return shiftSelected(editor, -1);
      case 'Alt+ArrowRight':
        return shiftSelected(editor, 1);
      case 'Alt+Shift+ArrowLeft':
        return shiftSelected(editor, -10);
      case 'Alt+Shift+ArrowRight':
        return shiftSelected(editor, 10);
      case 'Alt+ArrowUp':
        return change(STEP);
      case 'Alt+ArrowDown':
        return change(-STEP);
      case 'Delete':
      case 'Backspace':
        return removeSelected(editor) && leave(currentTarget);
      case 'Escape':
        return leave(currentTarget);
      default:
        return false;
    }
  };
}

/** The point of a key, beside another one. */
function elementOf(beside: Element, key: NodeId): HTMLElement | undefined {
  const all = beside.parentElement?.querySelectorAll<HTMLElement>('[data-key-point]') ?? [];
  return [...all].find((each) => each.dataset['keyPoint'] === key);
}
