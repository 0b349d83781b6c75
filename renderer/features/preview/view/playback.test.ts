import { expect, it } from 'vitest';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { loopRangeOf } from './playback.ts';

// A movie of two scenes with 10 and 20 frames.
const editor = openEditor();
const looping = (points: Parameters<typeof loopRangeOf>[1]) => loopRangeOf(editor.state(), points);

it('the loop repeats the marked range, selected scenes, or the movie', () => {
  editor.playback.set({ loop: true });
  expect(looping({})).toBeNull();
  editor.select(editor.scene(1));
  expect(looping({})).toEqual({ from: 10, to: 30 });
  expect(looping({ in: 5, out: 12 })).toEqual({ from: 5, to: 12 });
  expect(looping({ in: 5 })).toEqual({ from: 5, to: 30 });
});

it('in and out points beyond the movie’s end are clamped or removed', () => {
  editor.playback.set({ loop: true });
  editor.select();
  expect(looping({ in: 5, out: 400 })).toEqual({ from: 5, to: 30 });
  expect(looping({ in: 300, out: 400 })).toBeNull();
});

it('the loop range is null while looping is off', () => {
  editor.playback.set({ loop: false });
  expect(looping({ in: 5, out: 12 })).toBeNull();
});
