import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { unmeasuredSpeed } from '#renderer/api/uploads/speed.ts';
import type { UploadRow } from '#renderer/api/uploads/upload-row.ts';
import { FILM, openEditor } from '#renderer/editor/testing/open-editor.ts';
import { catalogues } from '#renderer/strings/language.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { message } from '#shared/messages/message.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import type { FilesAdded } from './add-assets.ts';
import type { PlaceTarget } from './drop-target.ts';
import { createFilePlacer } from './file-placer.ts';

const EMPTY = '<movie width="100" height="50" framerate="25">\n</movie>\n';
const START: PlaceTarget = { kind: 'insert', gap: { index: 0, frame: 0 } };

interface Given {
  readonly names?: readonly string[];
  readonly text?: string;
  readonly target?: PlaceTarget;
  /** The first bytes of the file as Latin-1. */
  readonly content?: string;
}

/** Drops two files at the first frame. `cancel` cancels the upload of a file. */
async function placed({
  names = ['one.mp4', 'two.mp4'],
  text = FILM,
  target = START,
  content = 'not a film',
}: Given = {}) {
  const editor = openEditor({ text });
  const rows = createStore<readonly UploadRow[]>(() => []);
  const uploads = {
    rows,
    add: async () => {
      const added = names.map(
        (name): UploadRow => ({
          ...{ id: name, project: 'p', name, size: 1, bytesDone: 0, speed: unmeasuredSpeed },
          phase: { type: 'running' },
        }),
      );
      rows.setState(added, true);
      return [...names];
    },
  };
  const refused: string[] = [];
  const added: FilesAdded[] = [];
  const placer = createFilePlacer({
    api: { uploads, client: { call: () => Promise.reject(new Error('nothing is measured')) } },
    editor: editor,
    words: catalogues.en.timeline,
    refuse: (reason) => refused.push(reason),
    onAdded: (each) => added.push(each),
  });
  await placer.place(
    names.map((name) => ({ file: new File([Buffer.from(content, 'latin1')], name), handle: null })),
    target,
  );
  const cancel = (id: string) =>
    rows.setState(
      rows.getState().filter((row) => row.id !== id),
      true,
    );
  const setPhases = (phase: UploadRow['phase']) =>
    rows.setState(
      rows.getState().map((row) => ({ ...row, phase })),
      true,
    );
  const sources = () => [...editor.xml().matchAll(/src="([^"]*)"/gu)].map(([, name]) => name);
  const scenes = () => timelineOf(editor.state().movie).scenes.length;
  return { editor, cancel, setPhases, sources, scenes, placer, added, refused };
}

test('canceling an upload removes its scene in one step', async () => {
  const { editor, cancel, sources, scenes } = await placed();
  const all = scenes();
  cancel('two.mp4');
  expect(sources()).toContain('one.mp4');
  expect(sources()).not.toContain('two.mp4');
  expect(scenes()).toBe(all - 1);
  expect(editor.state().history.entries).toHaveLength(1);
  cancel('one.mp4');
  expect([editor.xml(), editor.state().history.entries]).toEqual([FILM, []]);
});

test('the removal of a canceled upload waits for a gesture’s end', async () => {
  const { editor, cancel, sources } = await placed();
  editor.drag({ type: 'scene/trim-end', scene: editor.scene(2), duration: 7 });
  cancel('one.mp4');
  expect(editor.state().gesture).not.toBe(null);
  editor.escape();
  expect(sources()).not.toContain('one.mp4');

  const { text } = editor.state();
  editor.type(text.replace('</movie>', '</movi'));
  cancel('two.mp4');
  expect(sources()).toContain('two.mp4');
  editor.type(text);
  expect(sources()).not.toContain('two.mp4');
});

test('dropped videos and photos become scenes in their order', async () => {
  const { editor, cancel, added, refused } = await placed({
    names: ['one.mp4', 'beach.jpg', 'lines.srt', 'voice.mp3', 'brand.ttf', 'two.mp4'],
  });
  const { text, history } = editor.state();
  expect(history.entries).toHaveLength(1);
  expect(text).toMatch(
    /<video src="one.mp4"\/>\s*<\/scene>\s*<scene duration="100">\s*<image src="beach.jpg" width="100%" height="100%"\/>\s*<\/scene>\s*<scene[^>]*>\s*<video src="two.mp4"\/>/,
  );
  // A sound that is dropped at a cut belongs to the movie.
  expect(text).toMatch(/<movie[^>]*>\s*<audio src="voice.mp3"\/>/);
  expect(text).not.toContain('brand.ttf');
  expect(refused).toEqual([expect.stringContaining('“brand.ttf” is in Assets. Fonts can’t be layers')]);
  expect(added).toMatchObject([{ scenes: 3 }]);
  for (const name of ['one.mp4', 'beach.jpg', 'lines.srt', 'voice.mp3', 'two.mp4']) cancel(name);
  expect([editor.xml(), editor.state().history.entries]).toEqual([FILM, []]);
});

test('captions and sounds in an empty movie span the movie', async () => {
  const where = { frame: frames(0) };
  const { editor, scenes } = await placed({
    names: ['one.mp4', 'lines.srt', 'voice.mp3'],
    text: EMPTY,
    target: { kind: 'layers', where },
  });
  expect(scenes()).toBe(1);
  const outside = editor.xml().replace(/<scene[^>]*>.*?<\/scene>/gs, '');
  expect(outside).toContain('src="lines.srt"');
  expect(outside).toContain('src="voice.mp3"');
});

test('the photos of new scenes can become layers of one scene', async () => {
  const { editor, added, scenes, cancel } = await placed({ names: ['a.jpg', 'b.jpg'], text: EMPTY });
  expect(scenes()).toBe(2);
  added[0]?.asLayers?.();
  expect(scenes()).toBe(1);
  expect(editor.xml()).toMatch(/<scene[^>]*>\s*<image src="a.jpg"[^>]*>\s*<image src="b.jpg"[^>]*>\s*<\/scene>/);
  expect(editor.state().history.entries.map(({ label }) => label)).toEqual([message('step/add-layers', { count: 2 })]);
  // Each layer belongs to its upload, so canceling an upload removes its layer.
  cancel('b.jpg');
  expect(editor.xml()).not.toContain('b.jpg');
});

test('layers of uploaded photos stay when the list forgets the uploads', async () => {
  const { editor, added, cancel, setPhases, sources } = await placed({
    names: ['a.jpg', 'b.jpg', 'c.jpg'],
    text: EMPTY,
  });
  cancel('c.jpg');
  setPhases({ type: 'done' });
  added[0]?.asLayers?.();
  for (const name of ['a.jpg', 'b.jpg']) cancel(name);
  expect(sources()).toEqual(['a.jpg', 'b.jpg']);
  expect(editor.xml()).toMatch(/<scene[^>]*>\s*<image src="a.jpg"[^>]*>\s*<image src="b.jpg"[^>]*>\s*<\/scene>/);
});

test('a single image becomes a layer at the playhead', async () => {
  const layersAt = { frame: frames(0) };
  const target = (index: number, frame: number) => ({ kind: 'insert', gap: { index, frame } }) as const;
  const scenesWith = async (place: PlaceTarget) => (await placed({ names: ['logo.png'], target: place })).scenes();
  const all = timelineOf(openEditor().state().movie);
  expect(await scenesWith({ ...target(0, 0), layersAt })).toBe(all.scenes.length);
  expect(await scenesWith(target(0, 0))).toBe(all.scenes.length + 1);
  expect(await scenesWith(target(all.scenes.length, all.total))).toBe(all.scenes.length + 1);
});

test('an image in an unsupported format is reported', async () => {
  const content = 'MM\0*\0\0\0\x08';
  const { sources, refused } = await placed({
    names: ['scan.png', 'renamed.jpg', 'clip.mov'],
    content,
    text: EMPTY,
  });
  expect(sources()).toEqual(['clip.mov']);
  expect(refused).toEqual([expect.stringMatching(/^“scan\.png” is a TIFF image; .*“renamed\.jpg” is a TIFF image; /u)]);
});

test('the message names three files and counts the rest', async () => {
  const { refused } = await placed({ names: ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'] });
  expect(refused).toEqual([expect.stringMatching(/“a\.txt”.*“c\.txt”.* 2 more files weren’t added to the film\.$/u)]);
});
