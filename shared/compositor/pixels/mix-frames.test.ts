import { expect, test } from 'vitest';
import type { MixedStyle } from '#shared/template/movie/movie.ts';
import { openCompiled, openReference } from '../testing/open-compositors.ts';
import { lengthOf } from './frames.ts';
import type { RawFrame } from './picture.ts';

const SIZE = { width: 64, height: 36 };
const BLACK = [16, 128, 128] as const;

const compiled = await openCompiled();
const reference = openReference();

/** Returns the byte at a position of a frame. */
type Fill = (at: number) => number;

/**
 * Returns a frame of a transition between frames whose adjacent pixels always differ. The incoming frame is brighter.
 */
function mixed(
  look: MixedStyle,
  progress: number,
  format: RawFrame['format'] = 'yuv420p',
  open = compiled,
  [fillA, fillB]: readonly [Fill, Fill] = [(at) => 40 + (at % 7), (at) => 180 + (at % 11)],
  background: typeof BLACK | null = BLACK,
) {
  const { memory, compositor } = open;
  const take = (fill: Fill): RawFrame => {
    const frame = { ...SIZE, format };
    const at = memory.take(lengthOf(frame));
    const bytes = memory.bytes().subarray(at, at + lengthOf(frame));
    for (const index of bytes.keys()) bytes[index] = fill(index);
    return { ...frame, at };
  };
  const [a, b, canvas] = [take(fillA), take(fillB), take(() => 0)];
  compositor.mixFrames({ look, progress, a, b, background }, canvas);
  const read = ({ at }: RawFrame) => memory.bytes().slice(at, at + lengthOf(a));
  const frames = { a: read(a), b: read(b), mixed: read(canvas) };
  for (const { at } of [a, b, canvas]) memory.giveBack(at);
  return frames;
}

const looks: readonly MixedStyle[] = [
  { type: 'crossfade' },
  { type: 'fade', color: { red: 255, green: 0, blue: 0 } },
  ...(['left', 'right', 'top', 'bottom', 'topleft', 'topright', 'bottomleft', 'bottomright'] as const).flatMap((from) =>
    [0, 0.3].map((softness) => ({ type: 'wipe', from, softness }) as const),
  ),
  ...(['circle', 'clock'] as const).flatMap((type) => [0, 0.3].map((softness) => ({ type, softness }))),
  ...(['left', 'right', 'top', 'bottom'] as const).flatMap((from) =>
    (['slide', 'push', 'reveal'] as const).map((type) => ({ type, from })),
  ),
  { type: 'zoom', way: 'in', amount: 0.5 },
  { type: 'zoom', way: 'out', amount: 0.5 },
];

test.each(looks)('a transition starts with the outgoing and ends with the incoming frame: $type $from $way', (look) => {
  const { a, mixed: first } = mixed(look, 0);
  expect(first).toEqual(a);
  const { b, mixed: last } = mixed(look, 1);
  expect(last).toEqual(b);
});

test('a luminance wipe shows frame B first in bright areas', () => {
  const { width, height } = SIZE;
  const { memory, compositor } = compiled;
  const take = (value: number): RawFrame => {
    const at = memory.take(1.5 * width * height);
    memory.bytes().fill(value, at, at + 1.5 * width * height);
    return { ...SIZE, format: 'yuv420p', at };
  };
  const rgba = new Uint8Array(4 * width * height);
  const greyAt = (x: number) => 4 * Math.floor(x / 2);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    // The lower half is empty, which counts as black.
    if (y < height / 2) rgba.set([greyAt(x), greyAt(x), greyAt(x), 255], 4 * at);
  }
  const image = compositor.pictures.create(SIZE, { isOpaque: false });
  compositor.pictures.fillFromRgba(image, rgba);
  const [a, b, canvas] = [take(0), take(200), take(9)];
  const look = { type: 'luma', source: { kind: 'asset', name: 'a' }, softness: 0.4 } as const;
  for (const progress of [0, 0.2, 0.5, 0.8, 1]) {
    compositor.mixFrames({ look, progress, a, b, background: BLACK, image }, canvas);
    const bytes = memory.bytes().subarray(canvas.at, canvas.at + 1.5 * width * height);
    const expected = (x: number, y: number) =>
      200 * weightAt(1 - (y < height / 2 ? greyAt(x) : 0) / 255, progress, 0.4);
    for (let at = 0; at < width * height; at++)
      expect(Math.abs((bytes[at] ?? 0) - expected(at % width, Math.floor(at / width)))).toBeLessThan(3);
    for (let at = 0; at < (width * height) / 4; at++) {
      const [x, y] = [2 * (at % (width / 2)), 2 * Math.floor(at / (width / 2))];
      expect(Math.abs((bytes[width * height + at] ?? 0) - expected(x, y))).toBeLessThan(3);
    }
  }
  compositor.pictures.release(image);
});

test.each(looks)('WebAssembly and TypeScript write the same bytes: $type $from $way', (look) => {
  for (const format of ['yuv420p', 'yuv444p', 'weighted'] as const)
    for (const progress of [0.013, 0.35, 0.5, 0.77, 1.04])
      expect(mixed(look, progress, format).mixed).toEqual(mixed(look, progress, format, reference).mixed);
});

test.each(looks)('opaque weighted frames are mixed like opaque frames: $type $from $way', (look) => {
  const area = SIZE.width * SIZE.height;
  const opaque = (fill: (at: number) => number) => (at: number) => (at < 3 * area ? fill(at) : 255);
  const fills = [(at: number) => 40 + (at % 7), (at: number) => 180 + (at % 11)] as const;
  for (const progress of [0.013, 0.35, 0.5, 0.77, 1]) {
    const expected = mixed(look, progress, 'yuv444p', compiled, fills).mixed;
    const weighted = mixed(look, progress, 'weighted', compiled, [opaque(fills[0]), opaque(fills[1])]).mixed;
    expect(weighted.subarray(0, 3 * area)).toEqual(expected);
    expect(new Set(weighted.subarray(3 * area))).toEqual(new Set([255]));
  }
});

test.each(looks.filter(({ type }) => type !== 'fade'))(
  'a transition mixes opacity like colors: $type $from $way',
  (look) => {
    const area = SIZE.width * SIZE.height;
    const fills = [(at: number) => (at % area) % 97, (at: number) => 120 + ((at % area) % 101)] as const;
    const frame = mixed(look, 0.37, 'weighted', compiled, fills, null).mixed;
    for (const plane of [1, 2, 3])
      expect(frame.subarray(plane * area, (plane + 1) * area)).toEqual(frame.subarray(0, area));
  },
);

const lumaAt = (bytes: Uint8Array, x: number, y: number) => bytes[y * SIZE.width + x] ?? 0;
/** Returns whether a pixel has the color of frame B. */
const isB = (bytes: Uint8Array, x: number, y: number) => lumaAt(bytes, x, y) > 110;

test('a wipe shows the incoming frame up to its progress', () => {
  const { mixed: left } = mixed({ type: 'wipe', from: 'left', softness: 0 }, 0.25);
  expect([10, 20].map((x) => isB(left, x, 5))).toEqual([true, false]);
  const { mixed: bottom } = mixed({ type: 'wipe', from: 'bottom', softness: 0 }, 0.25);
  expect([20, 32].map((y) => isB(bottom, 5, y))).toEqual([false, true]);
  const { mixed: corner } = mixed({ type: 'wipe', from: 'topright', softness: 0 }, 0.5);
  expect([isB(corner, 60, 2), isB(corner, 2, 33), isB(corner, 2, 2), isB(corner, 40, 30)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a soft wipe over the whole width mixes evenly', () => {
  const { mixed: frame } = mixed({ type: 'wipe', from: 'left', softness: 1 }, 0.5);
  const expected = (x: number) => 43 + (185 - 43) * (1 - (x + 0.5) / SIZE.width);
  for (const x of [1, 16, 32, 48, 62]) expect(Math.abs(lumaAt(frame, x, 9) - expected(x))).toBeLessThan(9);
});

test('a slide and a push move frames in their direction', () => {
  const { b, a, mixed: slid } = mixed({ type: 'slide', from: 'right' }, 0.5);
  expect(lumaAt(slid, 40, 8)).toBe(lumaAt(b, 8, 8));
  expect(lumaAt(slid, 20, 8)).toBe(lumaAt(a, 20, 8));
  const { mixed: pushed } = mixed({ type: 'push', from: 'right' }, 0.5);
  expect(lumaAt(pushed, 40, 8)).toBe(lumaAt(b, 8, 8));
  expect(lumaAt(pushed, 20, 8)).toBe(lumaAt(a, 52, 8));
  const { mixed: revealed } = mixed({ type: 'reveal', from: 'right' }, 0.5);
  expect(lumaAt(revealed, 40, 8)).toBe(lumaAt(b, 40, 8));
  expect(lumaAt(revealed, 20, 8)).toBe(lumaAt(a, 52, 8));
});

test('a push leaves no gap between its frames', () => {
  for (let step = 1; step < 16; step++) {
    const { mixed: pushed } = mixed({ type: 'push', from: 'left' }, step / 16 + 0.003);
    for (let x = 0; x < SIZE.width; x++) expect(lumaAt(pushed, x, 9)).toBeGreaterThanOrEqual(40);
  }
});

test('a fade has a single color at half its duration', () => {
  const { mixed: middle } = mixed({ type: 'fade', color: { red: 255, green: 255, blue: 255 } }, 0.5);
  expect([lumaAt(middle, 3, 3), lumaAt(middle, 60, 30)]).toEqual([235, 235]);
});

/** Returns the weight of B at a threshold according to the definition, in doubles. */
const weightAt = (threshold: number, progress: number, edge: number) =>
  Math.max(0, Math.min(1, (progress * (1 + edge) - threshold) / edge));

test.each([
  { type: 'circle', softness: 0 },
  { type: 'circle', softness: 0.4 },
  { type: 'clock', softness: 0 },
  { type: 'clock', softness: 0.4 },
] as const)('a wipe mixes every pixel and color by its threshold: $type, softness $softness', (look) => {
  const { width, height } = SIZE;
  const wayAt = (x: number, y: number) => {
    const [across, down] = [x - width / 2, y - height / 2];
    if (look.type === 'circle') return Math.sqrt(across ** 2 + down ** 2) / (Math.sqrt(width ** 2 + height ** 2) / 2);
    const degrees = (Math.atan2(down, across) * 180) / Math.PI + 90;
    return ((degrees + 360) % 360) / 360;
  };
  const edge = Math.max(look.softness, look.type === 'circle' ? 2 / Math.hypot(width, height) : 1 / (Math.PI * height));
  for (const progress of [0.1, 0.35, 0.5, 0.9]) {
    const { a, b, mixed: frame } = mixed(look, progress);
    const expected = (at: number, x: number, y: number) => {
      const weight = weightAt(wayAt(x, y), progress, edge);
      return (a[at] ?? 0) + ((b[at] ?? 0) - (a[at] ?? 0)) * weight;
    };
    for (let at = 0; at < width * height; at++)
      expect(Math.abs((frame[at] ?? 0) - expected(at, (at % width) + 0.5, Math.floor(at / width) + 0.5))).toBeLessThan(
        2,
      );
    for (let at = 0; at < (width * height) / 4; at++) {
      const [x, y] = [2 * (at % (width / 2)) + 1, 2 * Math.floor(at / (width / 2)) + 1];
      const place = width * height + at;
      expect(Math.abs((frame[place] ?? 0) - expected(place, x, y))).toBeLessThan(2);
    }
  }
});
