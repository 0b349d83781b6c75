import { expect, test } from 'vitest';
import type { DragPoint } from '#renderer/interaction/drag.ts';
import { message } from '#shared/messages/message.ts';
import { type EditGesture, editGesture, type PlannedEdit } from './edit-gesture.ts';
import { selectStepLabels } from './selectors.ts';
import { FILM, openEditor } from './testing/open-editor.ts';

const REFUSED = { type: 'node/remove', nodes: [] } as const;

/** Opens a film and a gesture that sets the duration of its first scene to one frame per pixel of movement. */
function openGesture(others: Partial<EditGesture<PlannedEdit>> = {}) {
  const editor = openEditor();
  const calls: string[] = [];
  const scene = editor.scene(0);
  const gesture = editGesture<PlannedEdit>(editor, {
    plan: ({ dx }) => {
      if (dx === 10) return { command: null };
      return { command: dx < 0 ? REFUSED : { type: 'scene/trim-end', scene, duration: dx } };
    },
    show: (_point, _plan, refusal) => calls.push(refusal === null ? 'show' : 'refused'),
    done: () => calls.push('done'),
    canceled: () => calls.push('canceled'),
    over: () => calls.push('over'),
    ...others,
  });
  const at = (dx: number): DragPoint => ({ x: 0, y: 0, dx, dy: 0, alt: false, shift: false, mod: false });
  const shown = () => editor.durations()[0];
  return { editor, gesture, calls, at, shown, steps: () => (selectStepLabels(editor.state()).undo === null ? 0 : 1) };
}

test('a gesture previews each move and becomes one undo step', () => {
  const { editor, gesture, calls, at, shown, steps } = openGesture();
  gesture.move(at(12));
  gesture.move(at(15));
  expect([shown(), editor.xml(), steps()]).toEqual([15, FILM, 0]);
  gesture.end(at(15));
  expect([shown(), editor.xml(), steps()]).toEqual([15, FILM.replace('"10"', '"15"'), 1]);
  expect(calls).toEqual(['show', 'show', 'done', 'over']);
});

test('a canceled gesture restores the document', () => {
  const { editor, gesture, calls, at, shown, steps } = openGesture();
  gesture.move(at(15));
  gesture.cancel();
  expect([shown(), editor.xml(), steps()]).toEqual([10, FILM, 0]);
  expect(editor.state().gesture).toBeNull();
  expect(calls).toEqual(['show', 'canceled', 'over']);
});

test('a gesture that returns to the initial value adds no undo step', () => {
  const { gesture, calls, at, shown, steps } = openGesture();
  gesture.move(at(15));
  gesture.move(at(10));
  expect(shown()).toBe(10);
  gesture.end(at(10));
  expect([steps(), calls]).toEqual([0, ['show', 'show', 'over']]);
});

test('a click removes the gesture’s drawings and makes no step', () => {
  const { gesture, calls, at, steps } = openGesture();
  gesture.click?.(at(0));
  expect([steps(), calls]).toEqual([0, ['over']]);
});

test('a gesture can report that its preview is unchanged', () => {
  const { gesture, at, shown, steps } = openGesture({ isChanged: () => false });
  gesture.move(at(15));
  gesture.end(at(15));
  expect([shown(), steps()]).toEqual([10, 0]);
});

test.each([
  [false, 10, 0],
  [true, 15, 1],
])('a gesture with a refused edit shows the configured state: %s', (keepsLast, duration, count) => {
  const { gesture, calls, at, shown, steps } = openGesture({ keepsLast });
  gesture.move(at(15));
  gesture.move(at(-5));
  expect([shown(), calls]).toEqual([duration, ['show', 'refused']]);
  gesture.end(at(-5));
  expect([shown(), steps()]).toEqual([duration, count]);
});

test('a plan can refuse its edit with a reason', () => {
  const refusal = message('edit/gone');
  const { gesture, calls, at, shown } = openGesture({ plan: () => ({ command: null, refusal }) });
  gesture.move(at(15));
  expect([shown(), calls]).toEqual([10, ['refused']]);
});
