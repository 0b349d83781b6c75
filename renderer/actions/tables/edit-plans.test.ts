import { expect, test } from 'vitest';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { createRecordStore } from '#renderer/editor/record-store.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { DEFAULT_SET, setSample } from '#shared/editing/model/editing-record.ts';
import { message } from '#shared/messages/message.ts';
import { actionContext } from '../testing/action-context.ts';
import { detachCommand, redoLabel, siblingParts, undoLabel } from './edit-plans.ts';

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

test('the neighbors of a selected layer are in its scene', () => {
  const editor = openEditor({ text });
  const { elements } = indexOf(editor.state().document);
  const names = () => siblingParts(editor.state()).map((id) => elements.get(id)?.element.name ?? 'nothing');
  expect(names()).toEqual([]);
  editor.select('video');
  expect(names()).toEqual(['video', 'video', 'audio']);
});

test('the fill-in form undoes value changes but not template changes', () => {
  const record = createRecordStore({ record: {}, etag: null, save: async () => ({ kind: 'saved', etag: '"1"' }) });
  const editor = openEditor({ text, record });
  const contextOn = (screen: 'project' | 'fill-in') =>
    actionContext({
      editor,
      navigation: {
        hasMoved: false,
        route: { screen, project: 'p', template: 't' },
        go: () => undefined,
        replace: () => undefined,
      },
    });
  const set = message('step/set-sample', { variable: 'name' });
  editor.edit({ type: 'scene/rename', scene: editor.scene(0), name: 'b' });
  record.edit(set, (now) => setSample(now, { set: DEFAULT_SET, variable: 'name', value: 'Bert' }));
  expect(undoLabel(contextOn('fill-in'))).toEqual(set);
  editor.undo();
  expect(undoLabel(contextOn('fill-in'))).toBeNull();
  expect(redoLabel(contextOn('fill-in'))).toEqual(set);
  expect(undoLabel(contextOn('project'))).not.toBeNull();
});
