import { expect, test } from 'vitest';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { selectNodes } from '#shared/editing/model/selection.ts';
import { detachCommand, siblingParts } from './edit-plans.ts';

const text = `<movie width="100" height="50" framerate="25">
  <scene duration="10"><video src="heard.mp4"/><video src="silent.mp4"/><audio src="music.m4a"/></scene>
  <scene duration="20"><text content="Hello"/></scene>
</movie>
`;

test('sound is detached only from videos that have sound', () => {
  const { store } = openEditor({ text });
  const [first] = store.document.state.movie?.scenes ?? [];
  store.selection.select(selectNodes(first === undefined ? [] : [first.id]));
  const commandsWith = (ends: typeof store.document.state.sourceEnds) => {
    const command = detachCommand({ ...store.document.state, sourceEnds: ends });
    return command?.type === 'batch' ? command.commands.length : 0;
  };
  expect(commandsWith(new Map())).toBe(4);
  expect(commandsWith(new Map([['asset silent.mp4', { picture: 1, sound: null }]]))).toBe(2);
});

test('the neighbors of a selected layer belong to its scene', () => {
  const { store } = openEditor({ text });
  const { document, movie } = store.document.state;
  const names = () =>
    siblingParts(store.document.state).map((id) => indexOf(document).elements.get(id)?.element.name ?? 'nothing');
  expect(names()).toEqual([]);
  const [layer] = movie?.scenes[0]?.layers ?? [];
  store.selection.select(selectNodes(layer === undefined ? [] : [layer.id]));
  expect(names()).toEqual(['video', 'video', 'audio']);
});
