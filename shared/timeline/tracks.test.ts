import { describe, expect, test } from 'vitest';
import { filmOf } from './testing/layer-states.ts';

const rotations = (inside: string, frames: readonly number[], length = 100, attributes = '') => {
  const rowAt = filmOf(`<solid ${attributes}>${inside}</solid>`, length);
  return frames.map((frame) => {
    const { a, b } = rowAt(frame).matrix;
    return Number(((Math.atan2(b, a) * 180) / Math.PI).toFixed(6));
  });
};

const custom = (attributes: string, ...keys: readonly string[]) =>
  `<animation ${attributes}>${keys.map((key) => `<key ${key}/>`).join('')}</animation>`;

describe('keyframes', () => {
  test('hold their value outside their range', () => {
    const rotation = custom('', 'time="10" rotation="20"', 'time="20" rotation="40"');
    expect(rotations(rotation, [0, 10, 12, 15.5, 20, 99])).toEqual([20, 20, 24, 31, 40, 40]);
  });

  test('replace the attribute', () => {
    expect(rotations(custom('', 'time="0" rotation="10"'), [0, 50], 100, 'rotation="90"')).toEqual([10, 10]);
  });

  test('use the easing of the previous keyframe, or the animation', () => {
    const eased = custom(
      'easing="step"',
      'time="0" rotation="0" easing="ease-in-out"',
      'time="10" rotation="10"',
      'time="20" rotation="20"',
    );
    expect(rotations(eased, [5, 19, 20])).toEqual([5, 10, 20]);
  });

  test('accept times in seconds and percentages', () => {
    const rotation = custom('duration="50%"', 'time="0" rotation="0"', 'time="100%" rotation="50"');
    expect(rotations(rotation, [25, 50, 99])).toEqual([25, 50, 50]);
    const seconds = custom('', 'time="0s" rotation="0"', 'time="1s" rotation="30"');
    expect(rotations(seconds, [15])).toEqual([15]);
  });

  test('interpolate a property across keyframes that omit it', () => {
    const rotation = custom('', 'time="0" rotation="0"', 'time="5" opacity="0.5"', 'time="10" rotation="10"');
    expect(rotations(rotation, [5])).toEqual([5]);
  });

  test('can have the element name `keyframe`', () => {
    expect(rotations('<animation><keyframe time="0" rotation="45"/></animation>', [3])).toEqual([45]);
  });

  test('clamp overshooting values to the range of the attribute', () => {
    const rowAt = filmOf(
      `<solid>${custom('', 'time="0" opacity="0" easing="back-out"', 'time="10" opacity="1"')}</solid>`,
      20,
    );
    expect(rowAt(7).opacity).toBe(1);
  });
});

describe('a property with several animations', () => {
  const both =
    custom('offset="20"', 'time="0" rotation="50"') +
    custom('offset="10"', 'time="0" rotation="10"', 'time="5" rotation="20"');

  test('has the value of the animation that began last', () => {
    expect(rotations(both, [0, 10, 15, 19, 20, 50])).toEqual([10, 10, 20, 20, 50, 50]);
  });
});

describe('a repeated animation', () => {
  const keys = ['time="0" rotation="0"', 'time="10" rotation="10"'];

  test('repeats as often as requested, then holds its end', () => {
    const rotation = custom('duration="10" repeat="2"', ...keys);
    expect(rotations(rotation, [0, 9, 10, 19, 20, 50])).toEqual([0, 9, 0, 9, 10, 10]);
  });

  test('plays every second repetition backward if it alternates', () => {
    const rotation = custom('duration="10" repeat="forever" alternate="true"', ...keys);
    expect(rotations(rotation, [0, 9, 10, 15, 19, 20, 21])).toEqual([0, 9, 10, 5, 1, 0, 1]);
  });
});

test('handles change the first and the last part of an animation', () => {
  const rotation = custom(
    'easein="0.5, 0" easeout="0.5, 0"',
    'time="0" rotation="0"',
    'time="10" rotation="10"',
    'time="20" rotation="20"',
  );
  const [first = 0, last = 0] = rotations(rotation, [2, 18]);
  expect(first).toBeLessThan(1.5);
  expect(20 - last).toBeCloseTo(first, 6);
  expect(rotations(rotation, [10])).toEqual([10]);
});

test('keyframes interpolate colors by channel, opacity, and font size', () => {
  const solid = filmOf(`<solid>${custom('', 'time="0" color="#00000000"', 'time="10" color="#ff8000"')}</solid>`, 20);
  expect(solid(5).look).toEqual({ color: { red: 128, green: 64, blue: 0, alpha: 128 / 255 } });
  const text = filmOf(`<text content="a">${custom('', 'time="0" fontsize="10"', 'time="10" size="20"')}</text>`, 20);
  expect([text(0).look, text(5).look]).toEqual([{ fontsize: 10 }, { fontsize: 15 }]);
  expect(filmOf('<solid/>', 20)(0).look).toBeNull();
});
