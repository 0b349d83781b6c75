import { expect, test } from 'vitest';
import { rowTitle } from '#renderer/features/timeline/model/labels.ts';
import { rowsOf } from '#renderer/features/timeline/model/row.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { required } from '#shared/lib/assert.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { copyId, originalId } from '#shared/template/variables/repeats.ts';
import { copyPlaces, withElementIdsAt } from './copies.ts';
import { openEditor } from './testing/open-editor.ts';

const FILM = `<movie width="100" height="50" framerate="25">
  <resources><variable name="words" type="list" default="a, b, c"/></resources>
  <scene duration="10" each="\${words}" as="word">
    <text content="\${word}"/>
    <solid each="\${words}" name="S" color="#ff0000"/>
  </scene>
  <scene duration="5"/>
</movie>`;

function movieOf(editor: ReturnType<typeof openEditor>) {
  return required(editor.state().movie, 'the movie');
}

test('only the first copy has the id of its element', () => {
  const editor = openEditor({ text: FILM });
  const scene = editor.scene(0);
  const { scenes } = movieOf(editor);
  expect(scenes.map(({ id }) => id)).toEqual([scene, copyId(scene, [2]), copyId(scene, [3]), editor.scene(1)]);
  expect(scenes[0]?.layers.map(({ id }) => originalId(id))).toHaveLength(4);
  expect(scenes[0]?.layers[1]?.id).toBe(editor.find('solid'));
  const places = copyPlaces(scenes);
  expect(scenes.map(({ id }) => places.get(id)?.number ?? null)).toEqual([1, 2, 3, null]);
});

test('an edit of one copy keeps the objects of unchanged scenes', () => {
  const editor = openEditor({ text: FILM });
  const before = movieOf(editor).scenes;
  editor.edit({ type: 'scene/set-duration', scenes: [editor.scene(1)], duration: 9 });
  expect(movieOf(editor).scenes.map((scene, at) => scene === before[at])).toEqual([true, true, true, false]);
});

test('a command on a copy changes the element', () => {
  const editor = openEditor({ text: FILM });
  const scene = editor.scene(0);
  editor.edit({ type: 'scene/set-duration', scenes: [copyId(scene, [2]), copyId(scene, [3])], duration: 7 });
  expect(editor.durations()).toEqual([7, 7, 7, 5]);
  editor.edit({ type: 'scene/move', scenes: [editor.scene(1)], to: { before: copyId(scene, [2]) } });
  expect(editor.durations()).toEqual([5, 7, 7, 7]);
  editor.edit({ type: 'node/remove', nodes: [copyId(editor.scene(1), [3])] });
  expect(editor.durations()).toEqual([5]);
});

test('the copies at the playhead have the ids of their elements', () => {
  const editor = openEditor({ text: FILM });
  const text = editor.find('text');
  const shown = withElementIdsAt(movieOf(editor), 25);
  expect(shown.scenes[2]).toMatchObject({ id: editor.scene(0), layers: [{ id: text, content: 'c' }, {}, {}, {}] });
  expect(withElementIdsAt(movieOf(editor), 25)).toBe(shown);
  expect(withElementIdsAt(movieOf(editor), 3)).toBe(movieOf(editor));
});

test('a repeated layer is one row, which expands to its copies', () => {
  const editor = openEditor({ text: FILM });
  const movie = movieOf(editor);
  const titles = (unfolded: readonly NodeId[]) =>
    rowsOf(movie, timelineOf(movie), { open: new Set([editor.scene(0)]), unfolded: new Set(unfolded) }).map(rowTitle);
  expect(titles([])).toEqual(['S × 3', 'a']);
  expect(titles([editor.find('solid')])).toEqual(['S × 3', 'S 3/3', 'S 2/3', 'a']);
});

test('an element of an empty list has a placeholder without frames, and stays editable', () => {
  const editor = openEditor({ text: FILM.replace('a, b, c', '') });
  const scenes = () => movieOf(editor).scenes.map(({ enabled, duration }) => [enabled, duration]);
  expect(scenes()).toEqual([
    [false, 10],
    [true, 5],
  ]);
  expect(timelineOf(movieOf(editor)).total).toBe(5);
  editor.select(editor.scene(0));
  editor.edit({ type: 'scene/set-duration', scenes: [editor.scene(0)], duration: 7 });
  expect(editor.xml()).toContain('<scene duration="7" each=');
  expect(scenes()[0]).toEqual([false, 7]);
});
