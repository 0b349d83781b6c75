import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Editor } from '#renderer/editor/editor.ts';
import { givenTurns } from '#renderer/editor/testing/given-turns.ts';
import { openEditor, sceneId } from '#renderer/editor/testing/open-editor.ts';
import { followChanges } from './action-runtime.ts';

function following() {
  const { store: editor, actions } = openEditor();
  const parts = createStore<{ readonly editor: Editor | null; readonly port?: number }>(() => ({ editor: editor }));
  const other = createStore(() => 0);
  const turns = givenTurns();
  const subscribe = followChanges({ parts, others: [other], turns });
  let notified = 0;
  const stop = subscribe(() => {
    notified += 1;
  });
  const countOf = (act: () => unknown) => {
    const before = notified;
    act();
    return notified - before;
  };
  const trim = (duration: number) =>
    actions.preview({ type: 'scene/trim-end', scene: sceneId(editor, 0), duration }, { isInteractive: true });
  return { store: editor, actions, parts, other, turns, subscribe, stop, countOf, trim };
}

test('buttons follow a drag while the main thread is idle', () => {
  const { actions, parts, turns, countOf, trim } = following();
  const drag = () => {
    for (const duration of [9, 8, 7]) {
      trim(duration);
      parts.setState({ port: duration });
    }
  };
  expect(countOf(drag)).toBe(0);
  expect(countOf(turns.give)).toBe(1);
  expect(countOf(() => actions.commit())).toBeGreaterThan(0);
  expect(countOf(turns.give)).toBe(0);
});

test('buttons follow a change outside a drag immediately', () => {
  const { store, actions, other, countOf } = following();
  expect(countOf(() => actions.set({ playing: true }))).toBe(1);
  expect(countOf(() => actions.seek(3))).toBe(0);
  expect(countOf(() => actions.set({ playing: false }))).toBe(1);
  expect(countOf(() => actions.select({ ...store.document.state.selection, ids: [sceneId(store, 0)] }))).toBe(1);
  expect(countOf(() => other.setState(1))).toBe(1);
});

test('buttons follow an undo when the main thread is idle', () => {
  const { store, actions, turns, countOf } = following();
  actions.dispatch({ type: 'scene/trim-end', scene: sceneId(store, 0), duration: 8 });
  expect(countOf(() => actions.undo())).toBe(0);
  expect(countOf(turns.give)).toBe(1);
  actions.redo();
  expect(countOf(() => actions.seek(2))).toBe(0);
  expect(countOf(() => actions.select({ ...store.document.state.selection, ids: [sceneId(store, 0)] }))).toBe(1);
  expect(countOf(turns.give)).toBe(0);
});

test('buttons follow a replaced template until the listener stops', () => {
  const { actions, parts, countOf, stop } = following();
  const next = openEditor();
  parts.setState({ editor: next.store });
  expect(countOf(() => actions.seek(3))).toBe(0);
  expect(countOf(() => next.actions.seek(3))).toBe(1);
  stop();
  expect(countOf(() => next.actions.seek(5))).toBe(0);
});
