import { describe, expect, test } from 'vitest';
import { filmOf } from './testing/layer-states.ts';

/**
 * Returns the parameters of an effect at a frame of a layer with ten frames; undefined if the effect has no influence.
 */
function effectIn(effect: string, frame: number, layer = 'solid') {
  const attributes = layer === 'video' ? ' src="a.mp4"' : '';
  const [first] = filmOf(`<${layer}${attributes}>${effect}</${layer}>`, 10)(frame).effects;
  return first?.parameters;
}

const blur = (inside: string) => `<filter type="blur" radius="7">${inside}</filter>`;

describe('effect keyframes', () => {
  const falling = blur('<animation offset="2"><key time="0" radius="20"/><key time="4" radius="0"/></animation>');

  test('set the parameters at local frames', () => {
    expect([0, 2, 3, 5].map((frame) => effectIn(falling, frame))).toEqual([
      { radius: 20, edge: 'auto' },
      { radius: 20, edge: 'auto' },
      { radius: 15, edge: 'auto' },
      { radius: 5, edge: 'auto' },
    ]);
    expect(effectIn(falling, 6)).toBeUndefined();
    expect(effectIn(falling, 9)).toBeUndefined();
  });

  test('support easing, repetition, and percentages', () => {
    const again =
      '<animation repeat="2" alternate="true" duration="4"><key time="0" radius="0"/><key time="100%" radius="8"/></animation>';
    expect([1, 3, 4, 5, 8].map((frame) => effectIn(blur(again), frame))).toEqual([
      { radius: 2, edge: 'auto' },
      { radius: 6, edge: 'auto' },
      { radius: 8, edge: 'auto' },
      { radius: 6, edge: 'auto' },
      undefined,
    ]);
    const held = '<animation easing="step"><key time="0" radius="3"/><key time="8" radius="8"/></animation>';
    expect(effectIn(blur(held), 7)).toEqual({ radius: 3, edge: 'auto' });
  });

  test('apply from the animation that began last', () => {
    const two =
      '<animation><key time="0" radius="1"/></animation><animation offset="4"><key time="0" radius="2"/></animation>';
    expect([3, 4].map((frame) => effectIn(blur(two), frame))).toEqual([
      { radius: 1, edge: 'auto' },
      { radius: 2, edge: 'auto' },
    ]);
  });

  test('leave other parameters unchanged', () => {
    const tint = (inside: string) => `<filter type="tint" color="#204060">${inside}</filter>`;
    const keys = '<key time="0" amount="0"/><key time="4" amount="1"/>';
    const color = { red: 32, green: 64, blue: 96 };
    expect(effectIn(tint(`<animation>${keys}</animation>`), 2)).toEqual({ color, amount: 0.5 });
    expect(effectIn(tint(`<animation enabled="false">${keys}</animation>`), 2)).toEqual({ color, amount: 1 });
  });

  test('interpolate colors by channel in whole bytes', () => {
    const keys = '<animation><key time="0" color="#000000"/><key time="4" color="#ff8001"/></animation>';
    expect(effectIn(`<filter type="tint" color="#fff">${keys}</filter>`, 1)).toEqual({
      color: { red: 64, green: 32, blue: 0 },
      amount: 1,
    });
    const shadow = '<animation><key time="0" color="#00000000"/><key time="4" color="#000000ff"/></animation>';
    expect(effectIn(`<filter type="dropshadow">${shadow}</filter>`, 2)).toMatchObject({ color: { alpha: 128 / 255 } });
  });

  test('interpolate lengths in their unit, or mixed units in pixels', () => {
    const keys = (from: string, to: string) =>
      `<animation><key time="0" left="${from}"/><key time="4" left="${to}"/></animation>`;
    const crop = (inside: string) => `<transform type="crop">${inside}</transform>`;
    expect(effectIn(crop(keys('0%', '40%')), 1)).toMatchObject({ left: { amount: 10, unit: '%' } });
    // The picture is 100 pixels wide.
    expect(effectIn(crop(keys('10', '50%')), 2)).toMatchObject({ left: { amount: 30, unit: 'px' } });
  });

  test('interpolate the elements of matrices with three and four rows', () => {
    const keys =
      '<animation><key time="0" matrix="1 0 0 0 0 1 0 0 0 0 1 0"/><key time="4" matrix="0 0 0 0 1 0 1 0 0 0 0 0 1 0 0 0 0 0 0 0"/></animation>';
    expect(effectIn(`<filter type="colormatrix" matrix="1 0 0 0 0 1 0 0 0 0 1 0">${keys}</filter>`, 2)).toEqual({
      matrix: [0.5, 0, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0.5, 0],
    });
  });

  test('clamp interpolated values to the range of their attribute', () => {
    const keys = '<animation easing="back-in-out"><key time="0" amount="0"/><key time="8" amount="1"/></animation>';
    expect(effectIn(`<filter type="sepia">${keys}</filter>`, 1)).toBeUndefined();
    expect(effectIn(`<filter type="sepia">${keys}</filter>`, 7)).toEqual({ amount: 1 });
    const seed = '<animation><key time="0" seed="1"/><key time="4" seed="4"/></animation>';
    expect(effectIn(`<filter type="noise">${seed}</filter>`, 2)).toMatchObject({ seed: 3 });
  });
});

test('a video effect with keyframes and all later effects are composed', () => {
  const keys = '<animation><key time="0" intensity="0"/><key time="4" intensity="2"/></animation>';
  const effects = `<filter type="vignette"/><filter type="saturation" intensity="1">${keys}</filter><transform type="flip" axis="x"/>`;
  const types = (frame: number) =>
    filmOf(`<video src="a.mp4">${effects}</video>`, 10)(frame).effects.map(({ type }) => type);
  expect(types(1)).toEqual(['saturation', 'flip']);
  expect(types(2)).toEqual(['flip']);
});
