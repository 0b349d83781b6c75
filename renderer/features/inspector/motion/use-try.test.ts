import { expect, test } from 'vitest';
import { elementId, film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { newestMotion } from './use-try.ts';

function played(playhead: number, ...animations: readonly string[]) {
  const source = film(
    '<scene duration="50"/>',
    `<scene duration="100"><text content="A" offset="10">${animations.join('')}</text></scene>`,
  );
  const state = { movie: movieOf(source), document: source.document, playhead: frames(playhead) };
  return newestMotion(state, elementId(source, 'text'));
}

test('playback of an entrance stops at the complete text', () => {
  expect(played(60, '<animation type="textin" duration="20"/>')).toEqual({ first: 60, last: 80, rest: 80 });
});

test('the rest frame shows a layer that the preset does not hide', () => {
  expect(played(100, '<animation type="textin" duration="20"/>')).toMatchObject({ rest: 100 });
  expect(played(5, '<animation type="textin" duration="20"/>')).toMatchObject({ rest: 80 });
});

test('playback of an exit ends with the frame before the exit', () => {
  expect(played(149, '<animation type="textout" duration="20"/>')).toEqual({ first: 130, last: 149, rest: 129 });
});

test('only the last animation of a layer is played', () => {
  expect(played(90, '<animation type="textout"/>', '<animation type="fadein" duration="5"/>')?.last).toBe(65);
  expect(played(90)).toBeNull();
});
