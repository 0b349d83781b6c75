import { expect, test } from 'vitest';
import { deferDocument } from './deferred-views.ts';
import { fakeIdleQueue } from './testing/fake-idle-queue.ts';
import { openEditor } from './testing/open-editor.ts';

function following() {
  const editor = openEditor();
  const queue = fakeIdleQueue();
  const shown = deferDocument(editor.document, queue);
  const seen: (number | undefined)[] = [];
  const length = () => shown.state.movie?.scenes[0]?.duration;
  const stop = shown.subscribe((now, before) => now.movie !== before.movie && seen.push(length()));
  const trim = (duration: number, isInteractive: boolean) =>
    editor.document.preview({ type: 'scene/trim-end', scene: editor.scene(0), duration }, { isInteractive });
  return { editor, queue, shown, seen, length, stop, trim };
}

test('a view updates during a drag when the main thread is idle', () => {
  const { queue, seen, length, trim } = following();
  for (const duration of [9, 8, 7]) trim(duration, true);
  expect([length(), seen, queue.count()]).toEqual([10, [], 1]);
  queue.runAll();
  expect([length(), seen]).toEqual([7, [7]]);
});

test('a view updates immediately at the end of a drag', () => {
  const { editor, queue, seen, trim } = following();
  trim(8, true);
  editor.drop();
  expect(seen).toEqual([8]);
  queue.runAll();
  expect(seen).toEqual([8]);
  trim(5, true);
  editor.escape();
  expect(seen).toEqual([8, 8]);
});

test('a view updates immediately after a change outside a drag', () => {
  const { editor, seen, trim } = following();
  trim(8, false);
  editor.drop();
  editor.trim(0, 3);
  expect(seen).toEqual([8, 8, 3]);
});

test('a view updates during scrubbing and playback when the thread is idle', () => {
  const { editor, queue, shown } = following();
  for (const state of [{ scrubbing: true }, { playing: true }]) {
    editor.playback.set(state);
    editor.seek(4);
    expect(shown.state.playhead).toBe(0);
    queue.runAll();
    expect(shown.state.playhead).toBe(4);
    editor.playback.set({ scrubbing: false, playing: false });
    editor.seek(0);
    expect(shown.state.playhead).toBe(0);
  }
});

test('a view updates after undo and redo when the thread is idle', () => {
  const { editor, queue, seen, length } = following();
  for (const duration of [8, 6]) editor.trim(0, duration);
  editor.undo();
  editor.undo();
  expect([length(), seen, queue.count()]).toEqual([6, [8, 6], 1]);
  queue.runAll();
  expect([length(), seen]).toEqual([10, [8, 6, 10]]);
  editor.redo();
  queue.runAll();
  expect(seen).toEqual([8, 6, 10, 8]);
  // The next edit updates the view immediately, and the view then also shows the undo.
  editor.undo();
  editor.trim(0, 3);
  expect(seen).toEqual([8, 6, 10, 8, 3]);
  queue.runAll();
  expect(seen).toEqual([8, 6, 10, 8, 3]);
});

test('the store returns the current state even without listeners', () => {
  const { length, trim, stop, queue } = following();
  stop();
  trim(6, true);
  expect([length(), queue.count()]).toEqual([6, 0]);
});
