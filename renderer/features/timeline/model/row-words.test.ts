import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { isFileName, rowTitle } from './labels.ts';
import { rowsOf } from './row.ts';

test('the title of an unnamed layer or sound is its file name', () => {
  const movie = movieOf(
    film(
      '<scene duration="10"><video src="clip.mp4"/><image src="logo.png" name="Logo"/><text content="Hi"/></scene>',
      '<audio src="music.mp3"/>',
    ),
  );
  const shown = { open: new Set(movie.scenes.map(({ id }) => id)), unfolded: new Set<never>() };
  const rows = rowsOf(movie, timelineOf(movie), shown);
  expect(rows.map((row) => [rowTitle(row), isFileName(row)])).toEqual([
    ['Hi', false],
    ['Logo', false],
    ['clip.mp4', true],
    ['music.mp3', true],
  ]);
});
