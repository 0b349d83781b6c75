import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/testing/editing.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { rowsOf } from '../grid/rows.ts';
import { isFileName, rowTitle } from './row-words.ts';

test('what has no name of its own is called by its file, where it has one', () => {
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
