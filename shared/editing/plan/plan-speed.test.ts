import { expect, test } from 'vitest';
import { edited, film, linesOf, movieOf } from '../model/testing/editing.ts';

/** Returns the lines of a movie with this scene after the lowest layer gets a new speed. */
function atSpeed(speed: number, scene: readonly string[], keepsLength = false, sourceEnd?: number) {
  const source = film(...scene);
  const layer = movieOf(source).scenes[0]?.layers[0];
  if (layer === undefined) throw new Error('it has a layer');
  const result = edited(source, {
    type: 'layer/set-speed',
    layers: [layer.id],
    speed,
    keepsLength,
    ...(sourceEnd !== undefined && { sourceEnd }),
  });
  return { lines: linesOf(result.source), label: result.label };
}

test('a new speed keeps the source range and changes the length', () => {
  const { lines, label } = atSpeed(2, ['<scene duration="100">', '<video src="a.mp4" skip="8"/>', '</scene>']);
  expect(lines).toEqual(['<scene duration="50">', '<video src="a.mp4" skip="8" speed="2"/>', '</scene>']);
  expect(label).toBe('Set speed of layer “a.mp4” to 2×, scene to 50 frames');
  expect(atSpeed(1, lines).lines).toEqual(['<scene duration="100">', '<video src="a.mp4" skip="8"/>', '</scene>']);
  expect(atSpeed(0.5, ['<scene duration="10"><video src="a.mp4"/></scene>']).lines[0]).toContain('duration="20"');
});

test('a new speed with a kept length changes the visible source range', () => {
  const { lines, label } = atSpeed(2, ['<scene duration="100"><video src="a.mp4"/></scene>'], true);
  expect(lines).toEqual(['<scene duration="100"><video src="a.mp4" speed="2"/></scene>']);
  expect(label).toBe('Set speed of layer “a.mp4” to 2×');
});

test('a faster layer with a duration keeps the scene length', () => {
  const scene = '<scene duration="100"><video src="a.mp4" offset="10" duration="40"/></scene>';
  expect(atSpeed(2, [scene]).lines).toEqual([
    '<scene duration="100"><video src="a.mp4" offset="10" duration="20" speed="2"/></scene>',
  ]);
});

test('a new speed leaves the scene long enough for other layers', () => {
  const withText = (text: string) =>
    atSpeed(4, ['<scene duration="100">', '<video src="a.mp4"/>', text, '</scene>']).lines[0];
  expect(withText('<text content="all"/>')).toBe('<scene duration="25">');
  expect(withText('<text content="late" offset="60"/>')).toBe('<scene duration="85">');
  expect(withText('<text content="late" offset="30" duration="20"/>')).toBe('<scene duration="50">');
  expect(withText('<text content="trimmed" offset="20"/>')).toBe('<scene duration="25">');
  expect(withText('<video src="b.mp4"/>')).toBe('<scene duration="100">');
});

test('a layer ends with its source after several speed changes', () => {
  const lengths: (string | undefined)[] = [];
  let scene: readonly string[] = ['<scene duration="165">', '<video src="a.mp4" skip="4"/>', '</scene>'];
  for (const speed of [2, 3, 0.7, 1]) {
    scene = atSpeed(speed, scene, false, 169 / 25).lines;
    lengths.push(scene[0]);
  }
  expect(lengths.map((line) => /\d+/.exec(line ?? '')?.[0])).toEqual(['82', '55', '235', '165']);
});

test('a new speed keeps the visible or held part of a source', () => {
  const lengthAt = (speed: number, length: number) =>
    atSpeed(speed, [`<scene duration="${length}">`, '<video src="a.mp4"/>', '</scene>'], false, 169 / 25).lines[0];
  expect(lengthAt(2, 100)).toBe('<scene duration="50">');
  expect(lengthAt(2, 200)).toBe('<scene duration="100">');
  expect(lengthAt(2, 168)).toBe('<scene duration="84">');
});
