import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import { drawingScale } from './layer-drawing.ts';

const SIZE = { width: 64, height: 36 };

function scaleOf(attributes: string, animation: string, duration = 50): number {
  const movie = movieOf(film(`<scene duration="${duration}"><solid ${attributes}>${animation}</solid></scene>`));
  const scene = required(movie.scenes[0], 'a scene');
  return drawingScale(required(scene.layers[0], 'a layer'), scene.duration, movie.frameRate, SIZE, SIZE);
}

const keys = (first: string, last: string) =>
  `<animation><key time="0" ${first}/><key time="100%" ${last}/></animation>`;

test('a layer that only moves is drawn at its displayed size', () => {
  const moves = [
    '<animation type="slidein"/>',
    '<animation type="fadeout"/>',
    keys('position="0, 0"', 'position="9, 9"'),
  ];
  for (const animation of moves) expect(scaleOf('scale="2.5"', animation)).toBe(2.5);
});

test('a layer with a single frame is drawn like a moving layer', () => {
  expect(scaleOf('scale="3"', keys('position="0, 0"', 'position="9, 9"'), 1)).toBe(1.5);
});

test('a growing layer is drawn at about half of its largest scale', () => {
  expect(scaleOf('', keys('scale="1"', 'scale="6"'))).toBeGreaterThan(2.9);
  expect(scaleOf('', '<animation type="zoomout" from="6" duration="5"/>')).toBeGreaterThan(2);
  // An animation contributes to the scale even if another animation follows it.
  expect(scaleOf('', `${keys('scale="1"', 'scale="6"')}<animation type="fadein"/>`)).toBeGreaterThan(2.9);
});
