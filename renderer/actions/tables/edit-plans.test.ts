import { expect, test } from 'vitest';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { detachCommand, siblingParts } from './edit-plans.ts';

const text = `<movie width="100" height="50" framerate="25">
  <scene duration="10"><video src="heard.mp4"/><video src="silent.mp4"/><audio src="music.m4a"/></scene>
  <scene duration="20"><text content="Hello"/></scene>
</movie>
`;

test('sound is detached only from videos that have sound', () => {
  const editor = openEditor({ text });
  editor.select('scene');
  const commandsWith = (sourceEnds: EditorState['sourceEnds']) => {
    const command = detachCommand({ ...editor.state(), sourceEnds });
    return command?.type === 'batch' ? command.commands.length : 0;
  };
  expect(commandsWith(new Map())).toBe(4);
  expect(commandsWith(new Map([['asset silent.mp4', { picture: 1, sound: null }]]))).toBe(2);
});

test('the neighbors of a selected layer belong to its scene', () => {
  const editor = openEditor({ text });
  const { elements } = indexOf(editor.state().document);
  const names = () => siblingParts(editor.state()).map((id) => elements.get(id)?.element.name ?? 'nothing');
  expect(names()).toEqual([]);
  editor.select('video');
  expect(names()).toEqual(['video', 'video', 'audio']);
});
