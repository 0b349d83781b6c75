import { expect, test } from 'vitest';
import { edited, film, linesOf, movieOf } from '../../../../shared/editing/testing/editing.ts';
import { timelineOf } from '../../../../shared/editing/timeline.ts';
import { required } from '../../../../shared/lib/assert.ts';
import { scenesCommand } from '../../../common/sources/add-scenes.ts';
import { dropCommand } from '../moves/drop-command.ts';
import type { DropTarget } from '../moves/drop-target.ts';
import { lengthCommand, type PlacedItem, placedFiles, removedCommand, renamedCommand } from './placed-files.ts';

const start = film('<scene duration="10"><video src="old.mp4"/></scene>', '<scene duration="20"/>');
const movie = movieOf(start);
const timeline = timelineOf(movie);
const [first] = movie.scenes;
const scene = required(first, 'there is a scene');
const items: readonly PlacedItem[] = [
  { upload: 'a', name: 'a.mp4', seconds: 2 },
  { upload: 'b', name: 'b.avi', seconds: null },
];

function dropped(target: DropTarget) {
  const command = dropCommand(timeline, target, items, (at) => scenesCommand(items, at, movie.frameRate));
  const { source } = edited(start, required(command, 'it can be dropped'));
  return { source, files: placedFiles(start.document, source.document, target, items) };
}

test('files dropped between scenes are scenes in their order, each known by its upload', () => {
  const { source, files } = dropped({ kind: 'insert', gap: { index: 1, frame: 10 } });
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

test('what comes of an upload later: another name, its length, or nothing', () => {
  const { source, files } = dropped({ kind: 'insert', gap: { index: 1, frame: 10 } });
  const [, second] = files;
  const placed = required(second, 'there are two');
  const rate = movie.frameRate;
  const named = edited(source, required(renamedCommand(source.document, placed, 'b (2).avi'), 'it is there')).source;
  const now = { ...placed, name: 'b (2).avi' };
  const long = edited(named, required(lengthCommand(named.document, now, 3, rate), 'it was guessed')).source;
  expect(linesOf(long)).toContain('<scene duration="75">');
  expect(linesOf(long)).toContain('<video src="b (2).avi"/>');
  // Somebody has given it a length since.
  expect(lengthCommand(long.document, now, 4, rate)).toBeNull();
  const gone = edited(long, required(removedCommand(long.document, now), 'it is there')).source;
  expect(linesOf(gone).join(' ')).not.toContain('b (2)');
  // It shows something else since, or is gone.
  expect(removedCommand(long.document, placed)).toBeNull();
  expect(renamedCommand(gone.document, now, 'c.avi')).toBeNull();
});

test('on a scene the first takes the place of its source, and gives it back', () => {
  const { source, files } = dropped({ kind: 'replace', scene, start: 0, end: 10, at: 4 });
  const [placed] = files;
  expect(linesOf(source)[0]).toBe('<scene duration="10"><video src="a.mp4"/></scene>');
  const back = removedCommand(source.document, required(placed, 'it is placed'));
  expect(linesOf(edited(source, required(back, 'it is there')).source)).toEqual(linesOf(start));
});

test('as a layer it goes as a layer', () => {
  const { source, files } = dropped({ kind: 'layer', scene, start: 0, end: 10, at: 4 });
  const [placed] = files;
  expect(placed?.made).toEqual({ kind: 'layer' });
  const gone = removedCommand(source.document, required(placed, 'it is placed'));
  expect(edited(source, required(gone, 'it is there')).source.text).toBe(start.text);
});
