import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFlashCounter, type FlashRun } from './flashes.ts';
import { CELL_PLANES, type CellGrid, cellGridOf, createPictureReader, linearLight } from './picture-reader.ts';

const SIZE = { width: 480, height: 270 };
const FILM = { width: 1920, height: 1080 };
const GRID = cellGridOf(FILM, SIZE);

type Rgb = readonly [number, number, number];

/** Returns the gray value from 0 to 255 whose linear light is closest below this luminance. */
function grayOf(luminance: number): Rgb {
  const value = Array.from({ length: 256 }, (_, each) => each).findLast((each) => linearLight(each) <= luminance) ?? 0;
  return [value, value, value];
}

/** Returns a frame of YUV 4:2:0 in limited range. Each color must cover blocks of 2×2 pixels. */
function frameOf(colorAt: (x: number, y: number) => Rgb): Uint8Array {
  const { width, height } = SIZE;
  const [half, area] = [width / 2, width * height];
  const planes = new Uint8Array((area * 3) / 2);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = colorAt(x, y).map((value) => value / 255) as unknown as Rgb;
      const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      planes[y * width + x] = Math.round(16 + 219 * luma);
      const chroma = (y >> 1) * half + (x >> 1);
      planes[area + chroma] = Math.round(128 + (224 * (blue - luma)) / 1.8556);
      planes[area + half * (height / 2) + chroma] = Math.round(128 + (224 * (red - luma)) / 1.5748);
    }
  return planes;
}

const plain = (color: Rgb) => frameOf(() => color);

/** Reads two seconds at 30 fps in which two pictures alternate with this frequency. */
function alternating(one: Uint8Array, other: Uint8Array, perSecond: number, grid: CellGrid = GRID) {
  const reader = createPictureReader(SIZE, grid);
  const counter = createFlashCounter(grid, 30);
  for (let frame = 0; frame < 60; frame++) {
    const cells = new Uint8Array(CELL_PLANES * grid.columns * grid.rows);
    reader.read(Math.floor((frame * 2 * perSecond) / 30) % 2 === 0 ? one : other, cells);
    counter.add(cells);
  }
  return counter.end();
}

const isTooMany = (runs: readonly FlashRun[]) => runs.some((run) => run.isTooMany);
const BLACK = plain([0, 0, 0]);
const WHITE = plain([255, 255, 255]);
const RED = plain([255, 0, 0]);
const BLUE = plain([0, 0, 255]);

describe('general flashes', () => {
  test.each([
    ['5 Hz over the whole frame', BLACK, WHITE, 5, true],
    ['15 Hz, which alternates with the frames', BLACK, WHITE, 15, true],
    ['3 Hz', BLACK, WHITE, 3, false],
    ['luminances that differ by 0.12', plain(grayOf(0.1)), plain(grayOf(0.225)), 5, true],
    ['luminances that differ by 0.08', plain(grayOf(0.1)), plain(grayOf(0.18)), 5, false],
    ['bright pictures above 0.8', plain(grayOf(0.83)), WHITE, 5, false],
    ['1 % of the area', BLACK, frameOf((x, y) => (x < 48 && y < 27 ? [255, 255, 255] : [0, 0, 0])), 5, false],
    ['a quarter of the frame', BLACK, frameOf((x, y) => (x < 240 && y < 135 ? [255, 255, 255] : [0, 0, 0])), 5, true],
    [
      'a fine checkerboard',
      frameOf((x, y) => ((x + y) % 2 === 0 ? [255, 255, 255] : [0, 0, 0])),
      frameOf((x, y) => ((x + y) % 2 === 1 ? [255, 255, 255] : [0, 0, 0])),
      5,
      false,
    ],
  ])('are found by their rate, contrast, and area: %s', (_, one, other, perSecond, found) => {
    expect(isTooMany(alternating(one, other, perSecond).general)).toBe(found);
  });

  test('have their time, rate, and place', () => {
    const corner = frameOf((x, y) => (x >= 240 && y >= 135 ? [255, 255, 255] : [0, 0, 0]));
    const [run] = alternating(BLACK, corner, 5).general;
    expect(run).toMatchObject({ from: 3, to: 58, isTooMany: true });
    expect(run?.rate).toBeCloseTo(5, 1);
    expect((run?.window.left ?? 0) + (run?.window.width ?? 0)).toBeGreaterThan(0.7);
  });

  test('are reported from three flashes per second', () => {
    expect(alternating(BLACK, WHITE, 3).general).toMatchObject([{ isTooMany: false }]);
    expect(alternating(BLACK, WHITE, 2).general).toEqual([]);
  });

  test('are absent in a box that moves quickly', () => {
    const reader = createPictureReader(SIZE, GRID);
    const counter = createFlashCounter(GRID, 30);
    for (let frame = 0; frame < 90; frame++) {
      const cells = new Uint8Array(CELL_PLANES * GRID.columns * GRID.rows);
      const left = (frame * 40) % 480;
      reader.read(
        frameOf((x) => (x >= left && x < left + 160 ? [255, 255, 255] : [0, 0, 0])),
        cells,
      );
      counter.add(cells);
    }
    expect(isTooMany(counter.end().general)).toBe(false);
  });
});

describe('red flashes', () => {
  test.each([
    ['red and blue at 4 Hz', RED, BLUE, 4, true],
    ['red and black at 4 Hz', RED, BLACK, 4, true],
    ['red and blue at 3 Hz', RED, BLUE, 3, false],
    ['dark red and gray of the same luminance', plain([200, 0, 0]), plain([87, 87, 87]), 5, true],
    ['white and blue', WHITE, BLUE, 5, false],
    ['pale red and white', plain([255, 150, 150]), WHITE, 5, false],
  ])('are found by the saturation of the red: %s', (_, one, other, perSecond, found) => {
    expect(isTooMany(alternating(one, other, perSecond).red)).toBe(found);
  });
});

/** A grid with cells of 64×64 pixels, so a window has 5×4 cells. */
const COARSE: CellGrid = { columns: 12, rows: 8, cellWidth: 64, cellHeight: 64 };

/** Counts general flashes directly according to the definition, without state, area sums, or runs. */
function naive(frames: readonly (readonly number[])[], perSecond: number): boolean {
  const { columns, rows } = COARSE;
  const [across, down, least] = [5, 4, (0.25 * 341 * 256) / 64 ** 2];
  const changes = Array.from({ length: columns * rows }, (_, cell) => {
    const found: { frame: number; direction: number }[] = [];
    let since = 0;
    frames.forEach((values, frame) => {
      const now = values[cell] ?? 0;
      const before = frames.slice(since, frame).map((each) => each[cell] ?? 0);
      const last = found.at(-1)?.direction ?? 0;
      const rises = before.some((each) => now - each >= 25.5 && each < 204);
      const falls = before.some((each) => each - now >= 25.5 && now < 204);
      const direction = rises && last <= 0 ? 1 : falls && last >= 0 ? -1 : 0;
      if (direction === 0) return;
      found.push({ frame, direction });
      since = frame;
    });
    return found;
  });
  const windows = Array.from({ length: (columns - across + 1) * (rows - down + 1) }, (_, index) => {
    const [left, top] = [index % (columns - across + 1), Math.floor(index / (columns - across + 1))];
    return Array.from(
      { length: across * down },
      (__, at) => (top + Math.floor(at / across)) * columns + left + (at % across),
    );
  });
  const common = changes.map((own, cell) =>
    own
      .filter(({ frame, direction }) =>
        windows.some(
          (window) =>
            window.includes(cell) &&
            window.filter((other) =>
              changes[other]?.some((each) => each.direction === direction && Math.abs(each.frame - frame) <= 1),
            ).length >= least,
        ),
      )
      .map(({ frame }) => frame),
  );
  const ends = common.map((times) =>
    times.filter((time, index) => index >= 7 && time - (times[index - 7] ?? 0) < perSecond),
  );
  const lastFrames = new Set(ends.flat());
  return [...lastFrames].some((last) =>
    windows.some(
      (window) => window.filter((cell) => ends[cell]?.some((time) => time <= last && time >= last - 2)).length >= least,
    ),
  );
}

test('the counter agrees with a direct count', () => {
  const period = fc.integer({ min: 1, max: 6 });
  const patch = fc.record({
    left: fc.nat(9),
    top: fc.nat(6),
    width: fc.integer({ min: 1, max: 6 }),
    height: fc.integer({ min: 1, max: 5 }),
    period,
    phase: fc.nat(5),
    dark: fc.nat(255),
    light: fc.nat(255),
  });
  const seen = { many: 0, few: 0 };
  fc.assert(
    fc.property(fc.array(patch, { minLength: 1, maxLength: 4 }), (patches) => {
      const frames = Array.from({ length: 50 }, (_, frame) =>
        Array.from({ length: COARSE.columns * COARSE.rows }, (__, cell) => {
          const [column, row] = [cell % COARSE.columns, Math.floor(cell / COARSE.columns)];
          const top = patches.findLast(
            (each) =>
              column >= each.left && column < each.left + each.width && row >= each.top && row < each.top + each.height,
          );
          if (top === undefined) return 30;
          return Math.floor((frame + top.phase) / top.period) % 2 === 0 ? top.dark : top.light;
        }),
      );
      const counter = createFlashCounter(COARSE, 25);
      for (const values of frames) {
        const cells = new Uint8Array(CELL_PLANES * values.length);
        cells.set(values);
        counter.add(cells);
      }
      const expected = naive(frames, 25);
      seen[expected ? 'many' : 'few'] += 1;
      expect(isTooMany(counter.end().general)).toBe(expected);
    }),
    { numRuns: 150 },
  );
  // Ensure that the random films contain enough cases of both outcomes.
  expect(Math.min(seen.many, seen.few)).toBeGreaterThan(10);
});
