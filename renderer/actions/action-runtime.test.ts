import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Editor } from '#renderer/editor/editor.ts';
import { fakeIdleQueue } from '#renderer/editor/testing/fake-idle-queue.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { followChanges } from './action-runtime.ts';

function following() {
  const editor = openEditor();
  const parts = createStore<{ readonly editor: Editor | null; readonly port?: number }>(() => ({ editor }));
  const other = createStore(() => 0);
  const queue = fakeIdleQueue();
  const subscribe = followChanges({ parts, others: [other], queue });
  let notified = 0;
  const stop = subscribe(() => {
    notified += 1;
  });
  const countOf = (act: () => unknown) => {
    const before = notified;
    act();
    return notified - before;
  };
  const trim = (duration: number) => editor.drag({ type: 'scene/trim-end', scene: editor.scene(0), duration });
  return { editor, parts, other, queue, subscribe, stop, countOf, trim };
}

test('buttons update during a drag when the main thread is idle', () => {
  const { editor, parts, queue, countOf, trim } = following();
  const drag = () => {
    for (const duration of [9, 8, 7]) {
      trim(duration);
      parts.setState({ port: duration });
    }
  };
  expect(countOf(drag)).toBe(0);
  expect(countOf(queue.runAll)).toBe(1);
  expect(countOf(editor.drop)).toBeGreaterThan(0);
  expect(countOf(queue.runAll)).toBe(0);
});

test('buttons update immediately after a change outside a drag', () => {
  const { editor, other, countOf } = following();
  expect(countOf(() => editor.playback.set({ playing: true }))).toBe(1);
  expect(countOf(() => editor.seek(3))).toBe(0);
  expect(countOf(() => editor.playback.set({ playing: false }))).toBe(1);
  expect(countOf(() => editor.select('a'))).toBe(1);
  expect(countOf(() => other.setState(1))).toBe(1);
});

test('buttons update after an undo when the main thread is idle', () => {
  const { editor, queue, countOf } = following();
  editor.trim(0, 8);
  expect(countOf(editor.undo)).toBe(0);
  expect(countOf(queue.runAll)).toBe(1);
  editor.redo();
  expect(countOf(() => editor.seek(2))).toBe(0);
  expect(countOf(() => editor.select('a'))).toBe(1);
  expect(countOf(queue.runAll)).toBe(0);
});

test('buttons follow the newly opened template until the listener stops', () => {
  const { editor, parts, countOf, stop } = following();
  const next = openEditor();
  parts.setState({ editor: next });
  expect(countOf(() => editor.seek(3))).toBe(0);
  expect(countOf(() => next.seek(3))).toBe(1);
  stop();
  expect(countOf(() => next.seek(5))).toBe(0);
});
