import { expect, test } from 'vitest';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import {
  addableOf,
  indexAtPlayhead,
  positionAtPlayhead,
  scenesCommand,
  selectAdded,
  takeAssetsCommand,
} from './added-scenes.ts';
import { isVideo } from './file-kinds.ts';
import { openEditor, type TestEditor } from './testing/open-editor.ts';

const PHOTOS = { seconds: 4, slowZoom: false };
const EMPTY = '<movie width="100" height="50" framerate="25">\n</movie>\n';

function clip(name: string): AssetEntry {
  const media = { kind: 'video', durationSeconds: 1, width: 1, height: 1, frameRate: '25' } as const;
  const codecs = {
    videoCodec: 'h264',
    audioCodec: null,
    hasAudio: false,
    pictureSeconds: 1,
    damage: null,
    fontFamily: null,
    reason: null,
  };
  const times = { createdAt: '2030-01-01T00:00:00.000Z', updatedAt: '2030-01-01T00:00:00.000Z' };
  return { name, size: 1, contentType: 'video/mp4', etag: '"1"', ...times, media: { ...media, ...codecs }, tags: [] };
}

/** Adds a scene for each of these clips, as the Enter key does. */
function add(editor: TestEditor, ...names: readonly string[]) {
  const { movie, document } = editor.state();
  if (movie === null) throw new Error('there is a film');
  const at = positionAtPlayhead(editor.state());
  const command = scenesCommand(names.map(clip).map(addableOf), { at, rate: movie.frameRate, photos: PHOTOS });
  if (command === null) throw new Error('they are clips');
  editor.edit(command);
  selectAdded(editor, document);
}
const sources = ({ xml }: TestEditor) => [...xml().matchAll(/src="([^"]*)"/gu)].map(([, name]) => name);

test('clips keep the order in which they were added', () => {
  const editor = openEditor({ text: EMPTY });
  add(editor, 'a', 'b');
  add(editor, 'c');
  add(editor, 'd', 'e');
  expect(sources(editor)).toEqual(['a', 'b', 'c', 'd', 'e']);
  // The playhead moves to the start of the first added scene.
  expect(editor.state().selection).toMatchObject({ ids: [editor.scene(3)] });
  expect(editor.state().playhead).toBe(75);
  add(editor, 'f');
  expect(sources(editor).at(-1)).toBe('f');
  editor.select(editor.scene(3));
  editor.seek(75);
  add(editor, 'g');
  expect(sources(editor)).toEqual(['a', 'b', 'c', 'd', 'g', 'e', 'f']);
});

test('without a selection, clips are added at the nearer scene end', () => {
  const editor = openEditor();
  expect(indexAtPlayhead(editor.state())).toBe(0);
  editor.seek(8);
  expect(indexAtPlayhead(editor.state())).toBe(1);
  editor.seek(27);
  expect(indexAtPlayhead(editor.state())).toBe(2);
  // A selection in another scene does not change the index.
  editor.select(editor.scene(0));
  expect(indexAtPlayhead(editor.state())).toBe(2);
});

test('a new scene includes the whole sound of its video', () => {
  const editor = openEditor({ text: EMPTY });
  const { media, ...others } = clip('flower.mp4');
  const flower = { ...others, media: media && { ...media, pictureSeconds: 1.2, durationSeconds: 1.3 } };
  const command = scenesCommand([addableOf(flower)], { at: 0, rate: frameRate(25), photos: PHOTOS });
  if (command === null) throw new Error('it is a clip');
  editor.edit(command);
  expect(editor.durations()).toEqual([33]);
});

test('sounds are inserted in their order in one step', () => {
  const sound = (name: string): AssetEntry => {
    const { media, ...others } = clip(name);
    return { ...others, media: media && { ...media, kind: 'audio' } };
  };
  const take = (editor: TestEditor, at: 'movie' | 'scene', ...assets: readonly AssetEntry[]) => {
    const { movie } = editor.state();
    if (movie === null) throw new Error('there is a film');
    const videos = assets.filter(isVideo).map(addableOf);
    const scenes = scenesCommand(videos, { at: 0, rate: movie.frameRate, photos: PHOTOS });
    const command = takeAssetsCommand(assets, at === 'movie' ? movie.id : editor.scene(0), scenes);
    if (command === null) throw new Error('a film can take them');
    editor.edit(command);
  };
  const editor = openEditor({ text: EMPTY });
  take(editor, 'movie', clip('a.mp4'), sound('one.mp3'), sound('two.mp3'));
  expect(editor.state().history.entries).toHaveLength(1);
  take(editor, 'scene', sound('click.wav'));
  const { movie, text, problems } = editor.state();
  expect(movie?.sounds.map(({ source }) => source)).toEqual([
    { kind: 'asset', name: 'one.mp3' },
    { kind: 'asset', name: 'two.mp3' },
  ]);
  expect(movie?.scenes[0]?.sounds).toMatchObject([{ source: { name: 'click.wav' } }]);
  expect([sources(editor), problems]).toEqual([['one.mp3', 'two.mp3', 'a.mp4', 'click.wav'], []]);
  expect(text.indexOf('two.mp3')).toBeLessThan(text.indexOf('<scene'));
});
