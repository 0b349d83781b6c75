import { expect, test } from 'vitest';
import { followDeferred } from './editor-context.tsx';
import { givenTurns } from './testing/given-turns.ts';
import { openEditor, sceneId } from './testing/open-editor.ts';

function following() {
  const { store, actions } = openEditor();
  const turns = givenTurns();
  const shown = followDeferred(store.document, turns);
  const seen: (number | undefined)[] = [];
  const length = () => shown.state.movie?.scenes[0]?.duration;
  const stop = shown.subscribe((now, before) => now.movie !== before.movie && seen.push(length()));
  const trim = (duration: number, isInteractive: boolean) =>
    actions.preview({ type: 'scene/trim-end', scene: sceneId(store, 0), duration }, { isInteractive: isInteractive });
  return { store, actions, turns, shown, seen, length, stop, trim };
}

test('a view follows a drag while the main thread is idle', () => {
  const { turns, seen, length, trim } = following();
  for (const duration of [9, 8, 7]) trim(duration, true);
  expect([length(), seen, turns.count()]).toEqual([10, [], 1]);
  turns.give();
  expect([length(), seen]).toEqual([7, [7]]);
});

test('a view follows the end of a drag immediately', () => {
  const { actions, turns, seen, trim } = following();
  trim(8, true);
  actions.commit();
  expect(seen).toEqual([8]);
  turns.give();
  expect(seen).toEqual([8]);
  trim(5, true);
  actions.cancel();
  expect(seen).toEqual([8, 8]);
});

test('a view follows a change outside a drag immediately', () => {
  const { actions, seen, trim, store } = following();
  trim(8, false);
  actions.commit();
  actions.dispatch({ type: 'scene/trim-end', scene: sceneId(store, 0), duration: 3 });
  expect(seen).toEqual([8, 8, 3]);
});

test('a view follows scrubbing and playback while the thread is idle', () => {
  const { actions, turns, shown } = following();
  for (const state of [{ scrubbing: true }, { playing: true }]) {
    actions.set(state);
    actions.seek(4);
    expect(shown.state.playhead).toBe(0);
    turns.give();
    expect(shown.state.playhead).toBe(4);
    actions.set({ scrubbing: false, playing: false });
    actions.seek(0);
    expect(shown.state.playhead).toBe(0);
  }
});

test('a view follows undo and redo while the thread is idle', () => {
  const { actions, turns, seen, length, store } = following();
  for (const duration of [8, 6]) actions.dispatch({ type: 'scene/trim-end', scene: sceneId(store, 0), duration });
  actions.undo();
  actions.undo();
  expect([length(), seen, turns.count()]).toEqual([6, [8, 6], 1]);
  turns.give();
  expect([length(), seen]).toEqual([10, [8, 6, 10]]);
  actions.redo();
  turns.give();
  expect(seen).toEqual([8, 6, 10, 8]);
  // The view follows the next edit immediately. It shows the undo together with that edit.
  actions.undo();
  actions.dispatch({ type: 'scene/trim-end', scene: sceneId(store, 0), duration: 3 });
  expect(seen).toEqual([8, 6, 10, 8, 3]);
  turns.give();
  expect(seen).toEqual([8, 6, 10, 8, 3]);
});

test('the store returns the current state even without listeners', () => {
  const { length, trim, stop, turns } = following();
  stop();
  trim(6, true);
  expect([length(), turns.count()]).toEqual([6, 0]);
});
