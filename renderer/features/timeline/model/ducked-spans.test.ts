import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import { duckedSpans } from './ducked-spans.ts';

const TWO_SECONDS = () => ({ sound: 2, picture: null });

/**
 * Returns the spans in which the first sound of the movie is ducked, at 25 frames per second. Each file has a length of
 * two seconds.
 */
function ducked(music: string, ...scenes: readonly string[]) {
  const movie = movieOf(film(music, ...scenes));
  return duckedSpans(movie, required(movie.sounds[0], 'the music'), TWO_SECONDS);
}

const talk = '<scene duration="25"/><scene duration="75"><audio src="talk.wav" name="Talk"/></scene>';

test('music is ducked while a sound of a scene plays', () => {
  expect(ducked('<audio src="music.mp3" loop="true" duck="0.3" duckfade="10"/>', talk)).toEqual([
    { from: 25, until: 75, ramp: 10, to: 0.3, by: ['Talk'] },
  ]);
});

test('sounds less than two ramps apart make one ducked span', () => {
  const two = `${talk}<scene duration="50"><audio src="more.wav" offset="0"/></scene>`;
  expect(ducked('<audio src="music.mp3" loop="true" duck="0.3" duckfade="20"/>', two)).toEqual([
    { from: 25, until: 150, ramp: 20, to: 0.3, by: ['Talk', 'more.wav'] },
  ]);
});

test('a sound that keeps its volume has no ducked spans', () => {
  expect(ducked('<audio src="music.mp3" loop="true"/>', talk)).toEqual([]);
  expect(ducked('<audio src="music.mp3" loop="true" duck="0.3"/>', '<scene duration="50"/>')).toEqual([]);
});
