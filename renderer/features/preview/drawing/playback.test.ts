import { expect, it } from 'vitest';
import { openEditor } from '../../../state/testing/open-editor.ts';
import { loopRangeOf } from './playback.ts';

// Two scenes: of 10 and of 20 frames.
const { store } = openEditor();
const second = store.getState().movie?.scenes[1]?.id;
const looping = (points: Parameters<typeof loopRangeOf>[1]) => loopRangeOf(store.getState(), points);

it('a loop goes round between the in and the out point, else in the selected scenes, else in the whole film', () => {
  store.actions.setPlayback({ loop: true });
  expect(looping({})).toBeNull();
  if (second !== undefined) store.actions.select({ kind: 'scenes', ids: [second], anchor: second });
  expect(looping({})).toEqual({ from: 10, to: 30 });
  expect(looping({ in: 5, out: 12 })).toEqual({ from: 5, to: 12 });
  expect(looping({ in: 5 })).toEqual({ from: 5, to: 30 });
});

it('points behind the end of a film that became shorter are its end, or none', () => {
  store.actions.setPlayback({ loop: true });
  store.actions.select({ kind: 'movie' });
  expect(looping({ in: 5, out: 400 })).toEqual({ from: 5, to: 30 });
  expect(looping({ in: 300, out: 400 })).toBeNull();
});

it('without the loop nothing is gone round in', () => {
  store.actions.setPlayback({ loop: false });
  expect(looping({ in: 5, out: 12 })).toBeNull();
});
