import { describe, expect, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import type { AttributeType } from '../value-types/attribute-types.ts';
import { colorMatrixType, paintType } from '../value-types/color-types.ts';
import { easing, handle } from '../value-types/easing-type.ts';
import { edges, length, origin, padding, pair, percentages, point } from '../value-types/length-types.ts';
import { fontList, outline, shadow } from '../value-types/text-types.ts';
import { relativeTime, repeat, signedTime } from '../value-types/time-types.ts';
import { frameRate } from './frame-rate.ts';

const rate = frameRate(25);

/** Test cases for each kind of value: valid texts with their formatted form, and invalid texts. */
const kinds: readonly (readonly [
  string,
  AttributeType<unknown>,
  readonly (readonly [string, string])[],
  readonly string[],
])[] = [
  [
    'length',
    length({ minimum: 1 }),
    [
      ['40', '40'],
      [' 12.5% ', '12.5%'],
      ['+1', '1'],
    ],
    ['', '0', '-3', '0%', '1e3', '4px', '1 2', '%'],
  ],
  [
    'point',
    point(),
    [
      ['40, -25%', '40, -25%'],
      ['1 2', '1, 2'],
      ['0.5,.25%', '0.5, 0.25%'],
    ],
    ['', '1', '1,,2', '1, 2, 3', 'a, b', '1;2'],
  ],
  [
    'origin',
    origin(),
    [
      ['topright', 'topright'],
      ['100%, 0%', 'topright'],
      ['10, 20', '10, 20'],
    ],
    ['', 'middle', 'top right'],
  ],
  [
    'pair',
    pair({ minimum: -100, maximum: 100 }),
    [
      ['1.2', '1.2'],
      ['1.2, 0.8', '1.2, 0.8'],
      ['2 2', '2'],
    ],
    ['', '101', '1, -101', '1%', '1, 2, 3'],
  ],
  [
    'edges',
    edges(),
    [
      ['0, 10%, 0, 10%', '0, 10%, 0, 10%'],
      ['1 2 3 4', '1, 2, 3, 4'],
    ],
    ['', '1', '1, 2', '0, 0, 0, -1'],
  ],
  [
    'padding',
    padding(),
    [
      ['20', '20'],
      ['10, 20', '10, 20'],
      ['1 2 3', '1, 2, 3'],
      ['1 2 3 4', '1, 2, 3, 4'],
      ['5 5 5 5', '5'],
    ],
    ['', '-1', '1 2 3 4 5'],
  ],
  [
    'percentages',
    percentages(),
    [
      ['50%, 0%', '50%, 0%'],
      ['100% 25%', '100%, 25%'],
    ],
    ['', '50, 50', '101%, 0%', '-1%, 0%'],
  ],
  [
    'paint',
    paintType(),
    [
      ['#f80', '#ff8800'],
      ['#F808', '#ff880088'],
      ['#11223344', '#11223344'],
      ['#112233ff', '#112233'],
    ],
    ['', 'red', '#12', '#12345', '112233', '#1122334455'],
  ],
  [
    'signed time',
    signedTime(),
    [
      ['-5', '-5'],
      ['5', '5'],
      ['-0.5s', '-13'],
      ['-0', '0'],
    ],
    ['', '--5', '1.5', '-1e3'],
  ],
  [
    'part of time',
    relativeTime({ minimum: 1 }),
    [
      ['5', '5'],
      ['2s', '50'],
      ['25%', '25%'],
      ['100%', '100%'],
    ],
    ['', '0', '0%', '101%', '-5', '1.5'],
  ],
  [
    'easing',
    easing(),
    [
      ['ease-in', 'ease-in'],
      ['steps(3)', 'steps(3)'],
      ['step', 'step'],
      ['cubic-bezier(0.25,0.1,0.25,1)', 'ease'],
      ['cubic-bezier(0.1, 2, 0.9, -1)', 'cubic-bezier(0.1, 2, 0.9, -1)'],
      ['bounce-out', 'bounce-out'],
    ],
    ['', 'easein', 'steps(0)', 'steps(-1)', 'cubic-bezier(1.1, 0, 0, 0)', 'cubic-bezier(0, 0, 0)'],
  ],
  [
    'handle',
    handle(),
    [
      ['true', '0.333, 0'],
      ['false', '0, 0'],
      ['0.5, 2', '0.5, 2'],
    ],
    ['', 'yes', '0.5', '1.5, 0', '-0.1, 0'],
  ],
  [
    'outline',
    outline(),
    [
      ['3, #000', '3, #000000'],
      ['1.5 #00000080', '1.5, #00000080'],
    ],
    ['', '3', '#000', '-1, #000', '1001, #000'],
  ],
  [
    'shadow',
    shadow(),
    [
      ['0, 3, 8, #000000a0', '0, 3, 8, #000000a0'],
      ['-1 -2 0 #fff', '-1, -2, 0, #ffffff'],
    ],
    ['', '0, 3, 8', '0, 3, -1, #000', '0, 2000, 8, #000'],
  ],
  [
    'matrix',
    colorMatrixType(),
    [
      ['1 0 0 0  0 1 0 0  0 0 1 0', '1 0 0 0 0 1 0 0 0 0 1 0'],
      ['-24,0,0,8,0,0,0,0,0,0,0,-8', '-24 0 0 8 0 0 0 0 0 0 0 -8'],
      ['1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0.5 0', '1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0.5 0'],
    ],
    [
      '',
      '1',
      '1 0 0 0 0 1 0 0 0 0 1',
      '1 0 0 0 0 1 0 0 0 0 1 0 0',
      '25 0 0 0 0 0 0 0 0 0 0 0',
      '0 0 0 9 0 0 0 0 0 0 0 0',
    ],
  ],
  [
    'fonts',
    fontList(),
    [
      ['Brand, Noto Sans', 'Brand, Noto Sans'],
      [' a.ttf ', 'a.ttf'],
    ],
    ['', ' ', 'a,,b', ',a'],
  ],
  [
    'repeat',
    repeat(),
    [
      ['3', '3'],
      ['forever', 'forever'],
    ],
    ['', '0', '-1', '1.5', '10001', 'always'],
  ],
];

describe.each(kinds)('%s', (_, type, read, refused) => {
  test.each(read)('parses %j and formats it as %j', (text, printed) => {
    const value = type.parse(text, rate);
    expect(value.ok && type.format(value.value)).toBe(printed);
    expect(type.parse(printed, rate)).toEqual(value);
    expect(new RegExp(type.pattern ?? '').test(text)).toBe(true);
  });

  test.each(refused)('refuses %j with a message', (text) => {
    const value = type.parse(text, rate);
    expect(value.ok ? 'read' : inEnglish(value.error)).toMatch(/^must /);
  });

  test('refuses long texts in linear time', () => {
    // All other texts are valid font lists, unless they contain an empty name.
    for (const piece of [' ', ',', '1', '1 ', '1,', '%', '1% ', '#', 's', '-'])
      if (type.kind !== 'fonts' || piece === ',') expect(type.parse(`${piece.repeat(100_000)}!`, rate).ok).toBe(false);
  });
});
