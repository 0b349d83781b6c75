import { test } from 'vitest';
import { FILM, openEditor, sceneId } from './testing/open-editor.ts';

test('a drag is one undo step and keeps the selection', () => {
  const editor = openEditor();
  const scene = sceneId(editor.store, 0);
  editor.select('a');
  editor.drag(...[9, 8, 7].map((duration) => ({ type: 'scene/trim-end', scene, duration }) as const));
  editor.expectXml(FILM.replace('"10"', '"7"'));
  editor.expectSelected('a');
  editor.undo();
  editor.expectXml(FILM);
  const { document } = editor.store;
  editor.press('Mod+Shift+Z', [{ keys: ['Mod+Shift+Z', 'Mod+Y'], run: document.redo }]);
  editor.expectXml(FILM.replace('"10"', '"7"'));
});
