import { expect, test } from 'vitest';
import { filmOf } from './testing/layer-states.ts';

const opacities = (animation: string, length: number, duration = length) => {
  const rowAt = filmOf(`<solid duration="${duration}">${animation}</solid>`, length);
  return Array.from({ length: duration }, (_, frame) => Number(rowAt(frame).opacity.toFixed(6)));
};

test('an entrance starts above 0 and ends below 1', () => {
  expect(opacities('<animation type="fadein" duration="4" easing="linear"/>', 6)).toEqual([0.2, 0.4, 0.6, 0.8, 1, 1]);
});

test('an exit mirrors an entrance and ends with the layer', () => {
  const out = '<animation type="fadeout" duration="4" easing="linear"/>';
  expect(opacities(out, 6)).toEqual([1, 1, 0.8, 0.6, 0.4, 0.2]);
  expect(opacities(out, 20, 6)).toEqual([1, 1, 0.8, 0.6, 0.4, 0.2]);
  expect(opacities('<animation type="fadeout" duration="2" offset="2" easing="linear"/>', 6)).toEqual([
    1,
    1,
    Number((2 / 3).toFixed(6)),
    Number((1 / 3).toFixed(6)),
    0,
    0,
  ]);
});

test('a layer is hidden before its entrance', () => {
  expect(opacities('<animation type="fadein" offset="2" duration="1" easing="linear"/>', 4)).toEqual([0, 0, 0.5, 1]);
  expect(opacities('<animation type="fadein" duration="100" easing="linear"/>', 4)).toEqual([0.2, 0.4, 0.6, 0.8]);
});

test('a percentage of time refers to the length of the layer', () => {
  expect(opacities('<animation type="fadein" duration="50%" easing="linear"/>', 4)).toEqual([
    Number((1 / 3).toFixed(6)),
    Number((2 / 3).toFixed(6)),
    1,
    1,
  ]);
});

test('the changes of enabled presets are multiplied', () => {
  const both =
    '<animation type="fadein" duration="3" easing="linear"/><animation type="fadeout" duration="3" easing="linear"/>';
  expect(opacities(both, 3)).toEqual([0.25 * 0.75, 0.25, 0.75 * 0.25]);
});

test('entrances decelerate and exits accelerate by default', () => {
  const coming = opacities('<animation type="fadein" duration="3"/>', 4);
  expect(coming[1]).toBeCloseTo(0.684643, 5);
  const going = opacities('<animation type="fadeout" duration="3"/>', 4);
  expect(going[2]).toBeCloseTo(1 - 0.315357, 5);
});

test('a slide moves the layer just outside the frame', () => {
  // The frame has 100 × 50 pixels. The solid has 20 × 10 pixels. It is centered, with the left edge at 40 and the upper
  // edge at 20.
  const first = (attributes: string) => {
    const { matrix } = filmOf(
      `<solid width="20" height="10"><animation type="slidein" duration="1" easing="linear" ${attributes}/></solid>`,
      10,
    )(0);
    return [matrix.e, matrix.f];
  };
  expect(first('')).toEqual([40 - 30, 20]);
  expect(first('direction="right"')).toEqual([40 + 30, 20]);
  expect(first('direction="top"')).toEqual([40, 20 - 15]);
  expect(first('direction="bottom"')).toEqual([40, 20 + 15]);
  expect(first('distance="10"')).toEqual([40 - 5, 20]);
  expect(first('direction="bottom" distance="100%"')).toEqual([40, 20 + 25]);
});

test('zooms change the scale, and spins change the rotation', () => {
  const zoom = filmOf('<solid><animation type="zoomin" duration="1" easing="linear" from="0.5"/></solid>', 10);
  expect([zoom(0).matrix.a, zoom(1).matrix.a]).toEqual([0.75, 1]);
  const spin = filmOf('<solid><animation type="spinin" duration="1" easing="linear" angle="180"/></solid>', 10);
  expect([spin(0).matrix.a, spin(0).matrix.b, spin(1).matrix.a]).toEqual([0, 1, 1]);
  const spins = filmOf('<solid><animation type="spin" duration="3" angle="360" repeat="forever"/></solid>', 100);
  expect([spins(0), spins(3), spins(99)].map(({ matrix }) => matrix.b)).toEqual([1, 1, 1]);
});

test('`kenburns` and `pan` move a window over the picture', () => {
  const burns = filmOf('<solid><animation type="kenburns" zoom="2" focus="0%, 100%"/></solid>', 3);
  expect(burns(2).window).toEqual({
    left: 0,
    top: 50 - 50 / 1.75,
    width: 100 / 1.75,
    height: 50 / 1.75,
  });
  const out = filmOf('<solid><animation type="kenburns" direction="out" zoom="2"/></solid>', 3);
  expect(out(2).window?.width).toBe(100 / 1.25);
  const pan = filmOf('<solid><animation type="pan" zoom="2" duration="3"/></solid>', 3);
  expect([pan(0), pan(1), pan(2)].map(({ window }) => [window?.left, window?.top, window?.width])).toEqual([
    [12.5, 12.5, 50],
    [25, 12.5, 50],
    [37.5, 12.5, 50],
  ]);
});

test('a repeated preset restarts, or alternates on request', () => {
  expect(
    opacities('<animation type="fadein" duration="2" easing="linear" repeat="2"/>', 5).map((o) => o.toFixed(2)),
  ).toEqual(['0.33', '0.67', '0.33', '0.67', '1.00']);
  expect(
    opacities('<animation type="fadein" duration="2" easing="linear" repeat="2" alternate="true"/>', 5).map((o) =>
      o.toFixed(2),
    ),
  ).toEqual(['0.33', '0.67', '0.67', '0.33', '0.00']);
});

test('a disabled preset has no effect', () => {
  expect(opacities('<animation type="fadein" duration="4" enabled="false"/>', 2)).toEqual([1, 1]);
});
