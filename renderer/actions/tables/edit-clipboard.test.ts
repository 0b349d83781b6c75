import { expect, test } from 'vitest';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { pasteParent } from './edit-clipboard.ts';

const text = `<movie width="100" height="50" framerate="25">
  <scene duration="10"><group><solid color="#ff0000"/></group></scene>
  <scene duration="20"><text content="Hello"/></scene>
</movie>
`;

test('layers are pasted beside a selection in the current scene', () => {
  const editor = openEditor({ text });
  expect(pasteParent(editor.state())).toBe(editor.scene(0));
  editor.select('solid');
  expect(pasteParent(editor.state())).toBe(editor.find('group'));
  editor.seek(15);
  expect(pasteParent(editor.state())).toBe(editor.scene(1));
  editor.select('text');
  expect(pasteParent(editor.state())).toBe(editor.scene(1));
});
