import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { timelineOf } from '../../../../shared/editing/timeline.ts';
import { noSpeed } from '../../../api/uploads/speed.ts';
import type { UploadRow } from '../../../api/uploads/upload-row.ts';
import { FILM, openEditor, sceneId } from '../../../state/testing/open-editor.ts';
import { createFilePlacer } from './file-placer.ts';

/** Two files that were dropped at the film's beginning, and whose uploads can be taken away. */
async function placed(names = ['one.mp4', 'two.mp4']) {
  const editor = openEditor();
  const rows = createStore<readonly UploadRow[]>(() => []);
  const uploads = {
    rows,
    add: async () => {
      const added = names.map(
        (name): UploadRow => ({
          ...{ id: name, project: 'p', name, size: 1, bytesDone: 0, speed: noSpeed },
          phase: { type: 'running' },
        }),
      );
      rows.setState(added, true);
      return names;
    },
  };
  const refused: string[] = [];
  const placer = createFilePlacer({
    api: { uploads, client: { call: () => Promise.reject(new Error('nothing is measured')) } },
    editor: editor.store,
    words: { noPicture: 'no picture' },
    refuse: (reason) => refused.push(reason),
  });
  await placer.place(
    names.map((name) => ({ file: new File(['not a film'], name), handle: null })),
    { kind: 'insert', gap: { index: 0, frame: 0 } },
  );
  expect(refused).toEqual([]);
  const cancel = (id: string) =>
    rows.setState(
      rows.getState().filter((row) => row.id !== id),
      true,
    );
  const sources = () => [...editor.state().text.matchAll(/src="([^"]*)"/gu)].map(([, name]) => name);
  const scenes = () => timelineOf(editor.state().movie).scenes.length;
  return { editor, cancel, sources, scenes, placer };
}

test('a cancelled upload takes its scene along, in the step that placed it', async () => {
  const { editor, cancel, sources, scenes } = await placed();
  const all = scenes();
  cancel('two.mp4');
  expect(sources()).toContain('one.mp4');
  expect(sources()).not.toContain('two.mp4');
  expect(scenes()).toBe(all - 1);
  expect(editor.state().history.entries).toHaveLength(1);
  cancel('one.mp4');
  expect([editor.state().text, editor.state().history.entries]).toEqual([FILM, []]);
});

test('nothing is pulled from under a pointer, nor from a text that has an error: it goes when that is over', async () => {
  const { editor, cancel, sources } = await placed();
  editor.actions.preview({ type: 'scene/trim-end', scene: sceneId(editor.store, 2), duration: 7 });
  cancel('one.mp4');
  expect(editor.state().gesture).not.toBe(null);
  editor.actions.cancel();
  expect(sources()).not.toContain('one.mp4');

  const { text } = editor.state();
  editor.actions.setText(text.replace('</movie>', '</movi'));
  cancel('two.mp4');
  expect(sources()).toContain('two.mp4');
  editor.actions.setText(text);
  expect(sources()).not.toContain('two.mp4');
});

test('a picture, captions and a sound that come with videos become layers of the first scene, as one step', async () => {
  const { editor, cancel } = await placed(['one.mp4', 'logo.png', 'lines.srt', 'voice.mp3', 'brand.ttf']);
  const { text, history } = editor.state();
  expect(history.entries).toHaveLength(1);
  expect(
    text.match(/<scene duration="\d+">\s*<video src="one.mp4"\/>\s*<image src="logo.png"[^>]*>\s*<captions/),
  ).not.toBe(null);
  // Between scenes a sound belongs to all of them.
  expect(text).toMatch(/<movie[^>]*>\s*<audio src="voice.mp3"\/>/);
  expect(text).not.toContain('brand.ttf');
  for (const name of ['one.mp4', 'logo.png', 'lines.srt', 'voice.mp3']) cancel(name);
  expect([editor.state().text, editor.state().history.entries]).toEqual([FILM, []]);
});
