import { expect, it } from 'vitest';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { MOVIE_SELECTION, selectNodes } from '#shared/editing/model/selection.ts';
import { loopRangeOf } from './playback.ts';

// A movie of two scenes with 10 and 20 frames.
const { store } = openEditor();
const second = store.getState().movie?.scenes[1]?.id;
const looping = (points: Parameters<typeof loopRangeOf>[1]) => loopRangeOf(store.getState(), points);

it('a loop repeats the in-out range, the selection, or everything', () => {
  store.actions.setPlayback({ loop: true });
  expect(looping({})).toBeNull();
  if (second !== undefined) store.actions.select(selectNodes([second]));
  expect(looping({})).toEqual({ from: 10, to: 30 });
  expect(looping({ in: 5, out: 12 })).toEqual({ from: 5, to: 12 });
  expect(looping({ in: 5 })).toEqual({ from: 5, to: 30 });
});

it('in and out points after the end are clamped or removed', () => {
  store.actions.setPlayback({ loop: true });
  store.actions.select(MOVIE_SELECTION);
  expect(looping({ in: 5, out: 400 })).toEqual({ from: 5, to: 30 });
  expect(looping({ in: 300, out: 400 })).toBeNull();
});

it('nothing repeats if the loop is off', () => {
  store.actions.setPlayback({ loop: false });
  expect(looping({ in: 5, out: 12 })).toBeNull();
});
