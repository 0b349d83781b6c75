import { expect, test } from 'vitest';
import { frames } from '#shared/template/values/frame-rate.ts';
import { frameToShowLayer } from './seen-frame.ts';
import { elementId, film, movieOf } from './testing/editing.ts';

function seen(playhead: number, layer: string) {
  const source = film('<scene duration="50"/>', `<scene duration="100">${layer}</scene>`);
  return frameToShowLayer({ movie: movieOf(source), playhead: frames(playhead) }, elementId(source, 'text'));
}
const FADING = '<text content="A" offset="10"><animation type="fadein" duration="20"/></text>';

test('the playhead moves to a frame after the layer’s entrance', () => {
  expect(seen(0, FADING)).toBe(80);
  expect(seen(0, '<text content="A" offset="10"/>')).toBe(60);
  expect(seen(0, '<text content="A"><animation type="fadeout" duration="20"/></text>')).toBe(50);
});

test('the playhead stays if the layer is visible at its frame', () => {
  expect(seen(65, FADING)).toBe(65);
  expect(seen(149, FADING)).toBe(149);
  expect(seen(55, FADING)).toBe(80);
});

test('the entrance of a group delays the visible frame of its layers', () => {
  expect(seen(0, '<group><text content="A"/><animation type="fadein" duration="30"/></group>')).toBe(80);
});

test('the last frame is chosen if the entrance lasts the whole layer', () => {
  expect(seen(0, '<text content="A" duration="10"><animation type="fadein" duration="30"/></text>')).toBe(59);
});
