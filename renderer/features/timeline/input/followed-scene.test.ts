import { expect, test } from 'vitest';
import { isHistoryMove } from '#renderer/editor/editor-state.ts';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import { openEditor, sceneId } from '#renderer/editor/testing/open-editor.ts';
import { clickNode, MOVIE_SELECTION, sceneIds, selectNodes } from '#shared/editing/model/selection.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { followedScene, mayFollow } from './focus.ts';

const FIVE = `<movie width="100" height="50" framerate="25">\n${'  <scene duration="10"/>\n'.repeat(5)}</movie>\n`;

function chosen() {
  const editor = openEditor({ text: FIVE });
  /** Clicks the scene at an index. Returns the frame to which the playhead moves; null if it stays. */
  const click = (index: number, mode: 'only' | 'toggle' | 'range' = 'only') => {
    const before = selectSceneIds(editor.state());
    const { selection, document } = editor.state();
    editor.actions.select(clickNode(selection, sceneId(editor.store, index), { mode, order: sceneIds(document) }));
    return followedScene(editor.state(), { before, isChoice: true })?.start ?? null;
  };
  return { ...editor, click };
}

test('a click on a scene moves the playhead to its start', () => {
  const { click, actions } = chosen();
  expect(click(3)).toBe(frames(30));
  actions.seek(2);
  expect(click(3)).toBe(frames(30));
});

test('the playhead stays if it is inside the clicked scene', () => {
  const { click, actions, store } = chosen();
  actions.seek(34);
  expect(click(3)).toBeNull();
  actions.dispatch({ type: 'scene/set-enabled', scenes: [sceneId(store, 1)], enabled: false });
  expect(click(1)).toBeNull();
});

test('the playhead follows the first scene added to the selection', () => {
  const { click } = chosen();
  click(1);
  expect(click(3, 'toggle')).toBe(frames(30));
  expect(click(4, 'toggle')).toBe(frames(40));
  expect(click(4, 'toggle')).toBeNull();
  click(1);
  expect(click(4, 'range')).toBe(frames(20));
});

test('the playhead follows the scene of a selected layer', () => {
  const { store, actions, state } = openEditor();
  const layer = state().movie?.scenes[1]?.layers[0];
  actions.select(selectNodes([layer?.id ?? sceneId(store, 1)]));
  expect(followedScene(state(), { before: [], isChoice: true })?.start).toBe(10);
  actions.select(MOVIE_SELECTION);
  expect(followedScene(state(), { before: [sceneId(store, 1)], isChoice: true })).toBeNull();
});

test('the playhead follows a scene that an edit adds', () => {
  const { actions, state, store } = openEditor({ text: FIVE });
  actions.dispatch({ type: 'scene/duplicate', scenes: [sceneId(store, 3)] });
  const made = selectSceneIds(state());
  expect(followedScene(state(), { before: [], isChoice: false })?.start).toBe(40);
  expect(followedScene(state(), { before: made, isChoice: false })).toBeNull();
  const before = state();
  actions.undo();
  expect(isHistoryMove(state(), before)).toBe(true);
  const undone = state();
  actions.dispatch({ type: 'scene/duplicate', scenes: [sceneId(store, 0)] });
  expect(isHistoryMove(state(), undone)).toBe(false);
});

test('the playhead stays during playback and drags', () => {
  const { actions, state, store } = openEditor({ text: FIVE });
  const on = { playheadFollows: true };
  expect([mayFollow(state(), on), mayFollow(state(), { playheadFollows: false })]).toEqual([true, false]);
  actions.preview({ type: 'scene/trim-end', scene: sceneId(store, 2), duration: 7 });
  expect(mayFollow(state(), on)).toBe(false);
  actions.cancel();
  expect(mayFollow({ ...state(), playing: true }, on)).toBe(false);
});
