import { expect, test } from 'vitest';
import { gradientType } from '#shared/template/value-types/color-types.ts';
import { pixelOf, rgbOf } from '../testing/effect-pictures.ts';
import { openCompiled } from '../testing/open-compositors.ts';
import { fillGradient } from './colors.ts';

const open = await openCompiled();
const SIZE = { width: 40, height: 20 };

function filled(written: string, pixels = SIZE) {
  const parsed = gradientType().parse(written, null);
  if (!parsed.ok) throw new Error(written);
  const picture = open.compositor.pictures.create(pixels);
  fillGradient(open.memory, picture, parsed.value, SIZE);
  return picture;
}

type Color = readonly [red: number, green: number, blue: number, opacity: number];
const RED: Color = [255, 0, 0, 1];
const BLUE: Color = [0, 0, 255, 1];
const CLEAR: Color = [255, 255, 255, 0];

/** Returns the color of a gradient at a point. The corners of the box, projected on the gradient line, are its ends. */
function colorAt(
  angle: number,
  stops: readonly (readonly [place: number, color: Color])[],
  x: number,
  y: number,
): Color {
  const radians = (angle * Math.PI) / 180;
  const along = (across: number, down: number) => across * Math.sin(radians) - down * Math.cos(radians);
  const corners = [0, 40].flatMap((across) => [0, 20].map((down) => along(across, down)));
  const place = (along(x, y) - Math.min(...corners)) / (Math.max(...corners) - Math.min(...corners));
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no stops');
  const at = stops.findIndex(([where]) => where > place);
  const [low, high] = at < 0 ? [last, last] : [stops[at - 1] ?? first, stops[at] ?? last];
  const part = high[0] === low[0] ? 0 : (place - low[0]) / (high[0] - low[0]);
  const opacity = low[1][3] + (high[1][3] - low[1][3]) * part;
  const mixed = (index: 0 | 1 | 2) =>
    low[1][index] * low[1][3] + (high[1][index] * high[1][3] - low[1][index] * low[1][3]) * part;
  return [mixed(0), mixed(1), mixed(2), opacity];
}

test.each([
  [
    '0, #f00, #00f',
    0,
    [
      [0, RED],
      [1, BLUE],
    ],
  ],
  [
    '90, #f00, #00f',
    90,
    [
      [0, RED],
      [1, BLUE],
    ],
  ],
  [
    '-135, #f00, #00f',
    -135,
    [
      [0, RED],
      [1, BLUE],
    ],
  ],
  [
    '30, #f00 20%, #ffffff00, #00f 8',
    30,
    [
      [0.2, RED],
      [0.35, CLEAR],
      [0.5, BLUE],
    ],
  ],
  [
    '90, #f00 50%, #00f 20%',
    90,
    [
      [0.5, RED],
      [0.5, BLUE],
    ],
  ],
  [
    '90, #f00, #fff0, #fff0, #00f',
    90,
    [
      [0, RED],
      [1 / 3, CLEAR],
      [2 / 3, CLEAR],
      [1, BLUE],
    ],
  ],
] as const)('a gradient follows its angle and stops: %s', (written, angle, stops) => {
  // At 30°, the gradient is 40 × ½ + 20 × 0.866 long. Its last stop has a position in pixels.
  const lineLength = 40 * Math.sin(Math.PI / 6) + 20 * Math.cos(Math.PI / 6);
  const placed = written.endsWith(' 8')
    ? ([
        [0.2, RED],
        [0.2 + (Math.max(0.2, 8 / lineLength) - 0.2) / 2, CLEAR],
        [Math.max(0.2, 8 / lineLength), BLUE],
      ] as const)
    : stops;
  const picture = filled(written);
  for (let y = 0; y < 20; y++)
    for (let x = 0; x < 40; x++) {
      const [red, green, blue, opacity] = colorAt(angle, placed, x + 0.5, y + 0.5);
      const [luma = 0, cb = 0, cr = 0, found = 0] = pixelOf(open, picture, x, y);
      expect(Math.abs(found - 255 * opacity)).toBeLessThan(1);
      // Compose the premultiplied color over black.
      const through = 1 - found / 255;
      const over = rgbOf([luma + 16 * through, cb + 128 * through, cr + 128 * through]);
      for (const [part, value] of [red, green, blue].entries())
        expect(Math.abs((over[part] ?? 0) - value), `${x}, ${y}`).toBeLessThan(6);
    }
  open.compositor.pictures.release(picture);
});

test('dithering preserves the means of a slow gradient exactly', () => {
  const picture = filled('90, #404040, #444444', { width: 400, height: 16 });
  const means = Array.from({ length: 50 }, (_, block) => {
    let sum = 0;
    for (let y = 0; y < 8; y++) for (let x = 0; x < 8; x++) sum += pixelOf(open, picture, 8 * block + x, y)[0] ?? 0;
    return sum / 64;
  });
  for (const [block, mean] of means.entries()) {
    const gray = 0x40 + (4 * (8 * block + 4)) / 400;
    expect(Math.abs(mean - (16 + (219 / 255) * gray))).toBeLessThan(0.1);
  }
});

test('a gradient between two equal colors is uniform', () => {
  const picture = filled('45, #ffffff, #ffffff');
  for (let y = 0; y < 20; y++)
    for (let x = 0; x < 40; x++) expect(pixelOf(open, picture, x, y)).toEqual([235, 128, 128, 255]);
});

test.each([
  '',
  '90',
  '90, #f00',
  '#f00, #00f',
  '90, red, blue',
  '90, #f00 x, #00f',
  '90 #f00 #00f',
  `0${', #fff'.repeat(65)}`,
])('an invalid gradient is refused: "%s"', (written) => {
  expect(gradientType().parse(written, null).ok).toBe(false);
});

test('parsing a formatted gradient returns the same value', () => {
  const { parse, format } = gradientType();
  const read = parse(' -12.5 , #f00,#0f08 10% , #00f 3.5 ', null);
  expect(read.ok && format(read.value)).toBe('-12.5, #ff0000, #00ff0088 10%, #0000ff 3.5');
  expect(read.ok && parse(format(read.value), null)).toEqual(read);
});
