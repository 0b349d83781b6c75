import { expect, test } from 'vitest';
import { isHistoryMove } from '#renderer/editor/editor-state.ts';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { followedScene, mayFollow, viewAfterEdit } from './focus.ts';

const FIVE = `<movie width="100" height="50" framerate="25">\n${'  <scene duration="10"/>\n'.repeat(5)}</movie>\n`;

function chosen() {
  const editor = openEditor({ text: FIVE });
  /** Clicks the scene at an index. Returns the frame to which the playhead moves; null if it stays. */
  const click = (index: number, mode: 'only' | 'toggle' | 'range' = 'only') => {
    const before = selectSceneIds(editor.state());
    editor.selection.clickScene(editor.scene(index), mode);
    return followedScene(editor.state(), { before, isChoice: true })?.start ?? null;
  };
  return { editor, click };
}

test('a click on a scene moves the playhead to its start', () => {
  const { editor, click } = chosen();
  expect(click(3)).toBe(frames(30));
  editor.seek(2);
  expect(click(3)).toBe(frames(30));
});

test('the playhead stays if it is inside the clicked scene', () => {
  const { editor, click } = chosen();
  editor.seek(34);
  expect(click(3)).toBeNull();
  editor.edit({ type: 'scene/set-enabled', scenes: [editor.scene(1)], enabled: false });
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
  const editor = openEditor();
  const layer = editor.state().movie?.scenes[1]?.layers[0];
  editor.select(layer?.id ?? editor.scene(1));
  expect(followedScene(editor.state(), { before: [], isChoice: true })?.start).toBe(10);
  editor.select();
  expect(followedScene(editor.state(), { before: [editor.scene(1)], isChoice: true })).toBeNull();
});

test('the playhead follows a scene that an edit adds', () => {
  const editor = openEditor({ text: FIVE });
  editor.edit({ type: 'scene/duplicate', scenes: [editor.scene(3)] });
  const made = selectSceneIds(editor.state());
  expect(followedScene(editor.state(), { before: [], isChoice: false })?.start).toBe(40);
  expect(followedScene(editor.state(), { before: made, isChoice: false })).toBeNull();
  const before = editor.state();
  editor.undo();
  expect(isHistoryMove(editor.state(), before)).toBe(true);
  const undone = editor.state();
  editor.edit({ type: 'scene/duplicate', scenes: [editor.scene(0)] });
  expect(isHistoryMove(editor.state(), undone)).toBe(false);
});

test('the playhead stays during playback and drags', () => {
  const editor = openEditor({ text: FIVE });
  const on = { playheadFollows: true };
  expect([mayFollow(editor.state(), on), mayFollow(editor.state(), { playheadFollows: false })]).toEqual([true, false]);
  editor.drag({ type: 'scene/trim-end', scene: editor.scene(2), duration: 7 });
  expect(mayFollow(editor.state(), on)).toBe(false);
  editor.escape();
  expect(mayFollow({ ...editor.state(), playing: true }, on)).toBe(false);
});

test('the view stays when a scene repeats and follows a shortened movie', () => {
  const one = (each: string) => `<movie width="100" height="50" framerate="25">
  <resources><variable name="words" type="list"><item>a</item><item>b</item></variable></resources>
  <scene duration="100"${each}/>
</movie>
`;
  const editor = openEditor({ text: one('') });
  const before = editor.state().movie;
  editor.type(one(' each="${words}"'));
  const repeated = editor.state().movie;
  expect(repeated?.scenes).toHaveLength(2);
  const view = { pixelsPerFrame: 9, scroll: 0, width: 1_000 };
  expect(viewAfterEdit(before, repeated, view)).toBeNull();
  expect(viewAfterEdit(repeated, before, { ...view, scroll: 860 })).toMatchObject({ pixelsPerFrame: 9, scroll: 0 });
  editor.edit({ type: 'scene/duplicate', scenes: [editor.scene(0)] });
  expect(viewAfterEdit(repeated, editor.state().movie, view)?.pixelsPerFrame).toBeLessThan(9);
});
