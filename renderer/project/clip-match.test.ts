import { expect, test } from 'vitest';
import { movieOf } from '#shared/editing/model/testing/editing.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { clipMatch, matchCommand, nameOfFirst } from './clip-match.ts';

const film = { width: 1920, height: 1080, frameRate: frameRate(30) };
const clip = (width: number | null, height: number | null, frameRate: string | null, kind = 'video') => ({
  ...{ kind, width, height, frameRate },
});

test('a movie can take its size and frame rate from a clip', () => {
  expect(clipMatch(film, clip(1080, 1920, '25'))).toEqual({ width: 1080, height: 1920, frameRate: frameRate(25) });
  expect(clipMatch(film, clip(1920, 1080, '30000/1001'))).toEqual({ ...film, frameRate: frameRate(30000, 1001) });
  expect(clipMatch(film, clip(1920, 1080, '30/1'))).toBeNull();
  // The rate 1000 is not allowed, so the movie keeps its current rate.
  expect(clipMatch(film, clip(640, 360, '1000'))).toEqual({ width: 640, height: 360, frameRate: film.frameRate });
  expect(clipMatch(film, clip(8, 8, '30'))).toBeNull();
  expect(clipMatch(film, clip(null, null, null))).toBeNull();
  expect(clipMatch(film, null)).toBeNull();
});

test('the layers of a movie are adapted to the clip', () => {
  const shape = { width: 1080, height: 1350, frameRate: frameRate(25) };
  expect(matchCommand(shape)).toEqual({
    type: 'movie/reshape',
    to: { width: 1080, height: 1350 },
    frameRate: frameRate(25),
  });
});

test.each([
  ['', 'a.jpg'],
  [' width="100%" height="100%"', 'a.jpg'],
  // The size of a photo that became a layer.
  [' width="608" height="1080"', 'a.jpg'],
  [' width="1920" height="720"', 'a.jpg'],
  [' width="200" height="150"', null],
  [' width="2400" height="1080"', null],
])('a picture that is fitted into the frame can be matched: %s', (size, name) => {
  const text = `<movie width="1920" height="1080" framerate="25"><scene duration="9"><image src="a.jpg"${size} fit="contain"/></scene></movie>`;
  expect(nameOfFirst(movieOf(sourceOf(text)))).toBe(name);
});

test('the short side of a movie for a photo has 1080 pixels', () => {
  const photo = (width: number, height: number) => clipMatch(film, clip(width, height, null, 'image'));
  expect(photo(4032, 3024)).toMatchObject({ width: 1440, height: 1080, frameRate: film.frameRate });
  expect(photo(3024, 4032)).toMatchObject({ width: 1080, height: 1440 });
  expect(photo(1080, 1350)).toMatchObject({ width: 1080, height: 1350 });
  expect(photo(16_000, 2000)).toMatchObject({ width: 2520, height: 1080 });
  expect(photo(3840, 2160)).toBeNull();
});
