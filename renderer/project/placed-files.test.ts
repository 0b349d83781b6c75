import { expect, test } from 'vitest';
import { scenesCommand } from '#renderer/editor/added-scenes.ts';
import { edited, film, linesOf, movieOf } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import {
  lengthCommand,
  type PlacedItem,
  placedScenes,
  removedCommand,
  renamedCommand,
  replacedVideo,
} from './file-placer.ts';

const start = film('<scene duration="10"><video src="old.mp4"/></scene>', '<scene duration="20"/>');
const movie = movieOf(start);
const [first] = movie.scenes;
const scene = required(first, 'there is a scene');
const items: readonly PlacedItem[] = [
  { upload: 'a', name: 'a.mp4', seconds: 2 },
  { upload: 'b', name: 'b.avi', seconds: null },
];

function dropped() {
  const at = { before: required(movie.scenes[1], 'there are two').id };
  const command = scenesCommand(items, { at, rate: movie.frameRate, photos: { seconds: 3, slowZoom: false } });
  const { source } = edited(start, required(command, 'it can be dropped'));
  return { source, files: placedScenes(start.document, source.document, items) };
}

test('files dropped between scenes become scenes during their upload', () => {
  const { source, files } = dropped();
  expect(linesOf(source).filter((line) => line.startsWith('<scene') || line.startsWith('<video'))).toEqual([
    '<scene duration="10"><video src="old.mp4"/></scene>',
    '<scene duration="50">',
    '<video src="a.mp4"/>',
    '<scene duration="125">',
    '<video src="b.avi"/>',
    '<scene duration="20"/>',
  ]);
  expect(files.map(({ upload, made }) => [upload, made.kind])).toEqual([
    ['a', 'scene'],
    ['b', 'scene'],
  ]);
});

test('a new scene follows the final name and duration of its file', () => {
  const { source, files } = dropped();
  const [, second] = files;
  const placed = required(second, 'there are two');
  const rate = movie.frameRate;
  const named = edited(source, required(renamedCommand(source.document, placed, 'b (2).avi'), 'it is there')).source;
  const now = { ...placed, name: 'b (2).avi' };
  const long = edited(named, required(lengthCommand(named.document, now, 3, rate), 'it was guessed')).source;
  expect(linesOf(long)).toContain('<scene duration="75">');
  expect(linesOf(long)).toContain('<video src="b (2).avi"/>');
  // The user has changed the length in the meantime.
  expect(lengthCommand(long.document, now, 4, rate)).toBeNull();
  const gone = edited(long, required(removedCommand(long.document, now), 'it is there')).source;
  expect(linesOf(gone).join(' ')).not.toContain('b (2)');
  // The layer now shows another file, or it no longer exists.
  expect(removedCommand(long.document, placed)).toBeNull();
  expect(renamedCommand(gone.document, now, 'c.avi')).toBeNull();
});

test('removing a file restores the video that it replaced', () => {
  const video = required(replacedVideo(scene), 'it is a video');
  const source = { kind: 'asset', name: 'a.mp4' } as const;
  const set = edited(start, { type: 'layer/set', layers: [video.id], source }).source;
  expect(linesOf(set)[0]).toBe('<scene duration="10"><video src="a.mp4"/></scene>');
  const placed = { ...required(items[0], 'it is there'), layer: video.id };
  const back = removedCommand(set.document, { ...placed, made: { kind: 'source', before: video.source } });
  expect(linesOf(edited(set, required(back, 'it is there')).source)).toEqual(linesOf(start));
});
