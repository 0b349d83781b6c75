import { expect, test } from 'vitest';
import type { NodeId } from '#shared/template/document/document.ts';
import { openEditor } from './testing/open-editor.ts';

const FILM = `<movie width="100" height="50" framerate="25">
  <scene duration="20">
    <solid color="red"><animation><key time="0" opacity="0"/></animation><filter type="blur" value="1"/></solid>
    <solid color="blue"/>
  </scene>
</movie>`;

function opened() {
  const editor = openEditor({ text: FILM });
  const keys = editor.keyframes;
  const choose = (node: NodeId) => {
    keys.set({ selected: [{ node, property: 'opacity', key: editor.find('key') }] });
  };
  return { editor, choose, count: () => keys.state.selected.length };
}

test('keyframes are deselected when another layer is selected', () => {
  const { editor, choose, count } = opened();
  const [red, blue] = [editor.find('solid'), editor.find('solid', 1)];
  editor.select(red);
  choose(red);
  editor.select(blue);
  expect(count()).toBe(0);
  choose(blue);
  editor.select();
  expect(count()).toBe(0);
});

test('keyframes stay selected while their layer or its effect is selected', () => {
  const { editor, choose, count } = opened();
  const [red, blue, blur] = [editor.find('solid'), editor.find('solid', 1), editor.find('filter')];
  editor.select(blue);
  choose(red);
  editor.select(red, blue);
  editor.select(blur);
  expect(count()).toBe(1);
});

test('keyframes stay selected through edits and undo', () => {
  const { editor, choose, count } = opened();
  editor.select(editor.find('solid', 1));
  choose(editor.find('solid'));
  editor.edit({ type: 'movie/set', width: 200 });
  editor.undo();
  expect(count()).toBe(1);
});
