import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { movieOf } from '../testing/movie-of.ts';
import { createCachedTiles, tileScale } from './scene-pictures.ts';

const scenes = movieOf(
  '<movie width="64" height="36" framerate="25"><scene duration="9"><solid/></scene><scene duration="9"><solid/></scene></movie>',
).scenes;
const [first, second] = [required(scenes[0], 'a scene'), required(scenes[1], 'a scene')];
const tile = (frame: number, scene = first) => ({ scene, frame, height: 36 });

test('a tile without a picture shows the latest picture of its scene', () => {
  const tiles = createCachedTiles<string>();
  expect(tiles.find(tile(0))).toEqual({ picture: null, isItself: false });
  tiles.add(tile(3), 'third');
  expect(tiles.find(tile(3))).toEqual({ picture: 'third', isItself: true });
  expect(tiles.find(tile(0))).toEqual({ picture: 'third', isItself: false });
  expect(tiles.find(tile(0, second)).picture).toBeNull();
});

test('a tile of an edited scene first shows the previous picture', () => {
  const tiles = createCachedTiles<string>();
  tiles.add(tile(0), 'zero');
  tiles.add(tile(3), 'three');
  const edited = { ...first };
  expect(tiles.find(tile(0, edited))).toEqual({ picture: 'zero', isItself: false });
  tiles.add(tile(0, edited), 'anew');
  expect(tiles.find(tile(0, edited))).toEqual({ picture: 'anew', isItself: true });
});

test('a stale tile shows its picture until it is drawn again', () => {
  const tiles = createCachedTiles<string>();
  tiles.add(tile(0), 'before');
  tiles.makeStale();
  expect(tiles.find(tile(0))).toEqual({ picture: 'before', isItself: false });
});

test('a frame without a picture is requested only once', () => {
  const tiles = createCachedTiles<string>();
  tiles.add(tile(0), null);
  expect(tiles.find(tile(0))).toEqual({ picture: null, isItself: true });
});

test('the least recently used tiles are dropped first', () => {
  const tiles = createCachedTiles<string>(2);
  tiles.add(tile(0), 'a');
  tiles.add(tile(1), 'b');
  tiles.find(tile(0));
  tiles.add(tile(2), 'c');
  expect([0, 1, 2].map((frame) => tiles.find(tile(frame)).isItself)).toEqual([true, false, true]);
});

test('a tile has only as many pixels as its height requires', () => {
  expect([tileScale(64, 720), tileScale(90, 720), tileScale(91, 720), tileScale(720, 720), tileScale(90, 45)]).toEqual([
    1 / 8,
    1 / 8,
    1 / 4,
    1,
    1,
  ]);
});
