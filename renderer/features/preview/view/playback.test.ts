import { expect, it } from 'vitest';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { MOVIE_SELECTION, selectNodes } from '#shared/editing/model/selection.ts';
import { loopRangeOf } from './playback.ts';

// A movie of two scenes with 10 and 20 frames.
const { store } = openEditor();
const second = store.document.state.movie?.scenes[1]?.id;
const looping = (points: Parameters<typeof loopRangeOf>[1]) => loopRangeOf(store.document.state, points);

it('the loop repeats the marked range, selected scenes, or the movie', () => {
  store.playback.set({ loop: true });
  expect(looping({})).toBeNull();
  if (second !== undefined) store.selection.select(selectNodes([second]));
  expect(looping({})).toEqual({ from: 10, to: 30 });
  expect(looping({ in: 5, out: 12 })).toEqual({ from: 5, to: 12 });
  expect(looping({ in: 5 })).toEqual({ from: 5, to: 30 });
});

it('in and out points beyond the movie’s end are clamped or removed', () => {
  store.playback.set({ loop: true });
  store.selection.select(MOVIE_SELECTION);
  expect(looping({ in: 5, out: 400 })).toEqual({ from: 5, to: 30 });
  expect(looping({ in: 300, out: 400 })).toBeNull();
});

it('the loop range is null while looping is off', () => {
  store.playback.set({ loop: false });
  expect(looping({ in: 5, out: 12 })).toBeNull();
});
