import { expect, test } from 'vitest';
import type { FrameShape } from '../model/frame-shapes.ts';
import { templateInShape } from './arrange-scenes.ts';

/** Returns the layers of a scene of a 1920×1080 movie in another shape. */
function inShape(shape: FrameShape, ...layers: readonly string[]): readonly string[] {
  const text = `<movie width="1920" height="1080" framerate="25">\n<scene duration="25">\n${layers.join('\n')}\n</scene>\n</movie>\n`;
  const reshaped = templateInShape(text, shape);
  return reshaped.ok ? reshaped.value.split('\n').slice(2, -3) : [];
}

const photo = '<image src="a.jpg" fit="cover" width="790" height="1080" origin="topleft" position="1525, 540"/>';
const headline = '<text content="Hi" size="100" width="900" height="300" origin="topleft" position="580, 540"/>';

test('columns become rows, with the picture above the text', () => {
  expect(inShape('tall', headline, photo)).toEqual([
    '<text content="Hi" size="100" width="900" height="300" origin="topleft" position="526, 1662"/>',
    '<image src="a.jpg" fit="cover" width="1080" height="1404" origin="topleft" position="540, 702"/>',
  ]);
});

test('layers stay side by side if rows would be smaller', () => {
  const chart = '<shape width="600" height="640" origin="topleft" position="1500, 540"/>';
  const [text, shape] = inShape('square', headline, chart);
  expect(text).toContain('size="56"');
  expect(shape).toContain('position="843, 540"');
  // In 9:16, the frame is tall enough for rows.
  expect(inShape('tall', headline, chart)[0]).toContain('size="96"');
});

test('close columns become rows if their texts would be too small', () => {
  const picture = '<group width="820" height="820" position="420, 0"><image src="a.jpg"/></group>';
  const frame = '<shape width="826" height="826" position="420, 0"/>';
  const title = '<text content="Aurora" size="170" width="800" height="380" position="-450, -60"/>';
  const [, , text] = inShape('tall', frame, picture, title);
  expect(text).toContain('size="171"');
});

test('a layer in a corner stays at its edge', () => {
  const place = (position: string) =>
    inShape('tall', `<solid color="#fff" width="600" height="80" origin="topleft" position="${position}"/>`)[0];
  expect(place('960, 540')).toContain('position="540, 960"');
  expect(place('400, 1000')).toContain('width="451" height="60" origin="topleft" position="281, ');
  expect(place('960, 90')).toContain('position="540, 89"');
});

test('bars stay at their edge, and stripes scale with the frame', () => {
  expect(inShape('tall', '<group width="1920" height="80" origin="topleft" position="960, 1040"/>')).toEqual([
    '<group width="1080" height="45" origin="topleft" position="540, 1898"/>',
  ]);
  expect(
    inShape('tall', '<solid color="#fff" width="480" height="1080" origin="topleft" position="240, 540"/>'),
  ).toEqual(['<solid color="#fff" width="270" height="1920" origin="topleft" position="135, 960"/>']);
});

test('keyframes keep their relative distance to the layer’s new position', () => {
  const moved = inShape(
    'tall',
    '<solid color="#fff" width="600" height="200"><animation>',
    '<key time="0" position="-1400, 0"/><key time="20" position="0, 0"/></animation></solid>',
  );
  expect(moved.join(' ')).toContain('<key time="0" position="-787, 0"/><key time="20" position="0, 0"/>');
});

test('a scene with an unknown position is only scaled', () => {
  expect(inShape('tall', '<solid color="#fff" width="96" height="96" origin="topleft" position="${place}"/>')).toEqual([
    '<solid color="#fff" width="54" height="54" origin="topleft" position="${place}"/>',
  ]);
});
