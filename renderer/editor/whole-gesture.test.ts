import { test } from 'vitest';
import { FILM, openEditor } from './testing/open-editor.ts';

test('a drag is one undo step and keeps the selection', () => {
  const editor = openEditor();
  const scene = editor.scene(0);
  editor.select('a');
  editor.drag(...[9, 8, 7].map((duration) => ({ type: 'scene/trim-end', scene, duration }) as const));
  editor.expectXml(FILM);
  editor.drop();
  editor.expectXml(FILM.replace('"10"', '"7"'));
  editor.expectSelected('a');
  editor.undo();
  editor.expectXml(FILM);
  editor.redo();
  editor.expectXml(FILM.replace('"10"', '"7"'));
});
