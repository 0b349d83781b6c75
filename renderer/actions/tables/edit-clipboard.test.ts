import { expect, test } from 'vitest';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { selectNodes } from '#shared/editing/model/selection.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { pasteParent } from './edit-clipboard.ts';

const text = `<movie width="100" height="50" framerate="25">
  <scene duration="10"><group><solid color="#ff0000"/></group></scene>
  <scene duration="20"><text content="Hello"/></scene>
</movie>
`;

test('layers are pasted beside the selection in its scene', () => {
  const { store } = openEditor({ text });
  const named = (name: string): NodeId => {
    const found = [...indexOf(store.document.state.document).elements.values()].find(
      ({ element }) => element.name === name,
    );
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found.element.id;
  };
  const [first, second] = store.document.state.movie?.scenes ?? [];
  expect(pasteParent(store.document.state)).toBe(first?.id);
  store.selection.select(selectNodes([named('solid')]));
  expect(pasteParent(store.document.state)).toBe(named('group'));
  store.playback.seek(15);
  expect(pasteParent(store.document.state)).toBe(second?.id);
  store.selection.select(selectNodes([named('text')]));
  expect(pasteParent(store.document.state)).toBe(second?.id);
});
