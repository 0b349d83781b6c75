import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';

const WIDTH = 320;
const HEIGHT = 96;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Returns the frames of a black scene with this text. */
function framesOf(text: string, duration = 14): Promise<readonly Buffer[]> {
  const scene = `<scene duration="${duration}">${text}</scene>`;
  return composedFrames(`<movie width="${WIDTH}" height="${HEIGHT}" framerate="25">${scene}</movie>`, {
    folder: folder.path,
  });
}

const BLACK = 16;
/** Counts the groups of columns that are not black. Letters that do not touch are separate groups. */
function letters(frame: Buffer): number {
  const isLit = (column: number) =>
    Array.from({ length: HEIGHT }, (_, row) => frame[row * WIDTH + column] ?? 0).some((luma) => luma > BLACK);
  let count = 0;
  for (let column = 0; column < WIDTH; column++) if (isLit(column) && (column === 0 || !isLit(column - 1))) count += 1;
  return count;
}

/** Returns the total light of a frame. */
function light(frame: Buffer): number {
  return frame.subarray(0, WIDTH * HEIGHT).reduce((sum, luma) => sum + luma - BLACK, 0);
}

const text = (inner: string, attributes = 'content="HHHHH HHHHH" size="32" letterspacing="8"') =>
  `<text ${attributes}>${inner}</text>`;

describe('a typewriter', () => {
  test('reveals one whole letter per frame', async () => {
    const frames = await framesOf(text('<animation type="typewriter" duration="10"/>'));
    const still = required((await framesOf(text(''), 2))[1], 'a frame');
    expect(frames.slice(0, 11).map(letters)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10]);
    for (const frame of frames.slice(10)) expect(frame.equals(still)).toBe(true);
    // A revealed letter has its final position and color immediately.
    const [first] = frames;
    const lit = [
      ...required(first, 'a frame')
        .subarray(0, WIDTH * HEIGHT)
        .keys(),
    ].filter((at) => (first?.[at] ?? 0) > BLACK);
    expect(lit.filter((at) => first?.[at] !== still[at])).toEqual([]);
  });

  full.test('reveals words or lines and starts at its offset', async () => {
    const words = await framesOf(text('<animation type="typewriter" unit="word" duration="2" offset="3"/>'));
    expect(words.slice(0, 7).map(letters)).toEqual([0, 0, 0, 5, 10, 10, 10]);
    const lines = await framesOf(
      text(
        '<animation type="typewriter" unit="line" duration="2"/>',
        'content="HHH&#10;H H" size="32" letterspacing="8"',
      ),
      4,
    );
    expect(lines.map(letters).slice(0, 1)).toEqual([3]);
    expect(light(required(lines[1], 'a frame'))).toBeGreaterThan(light(required(lines[0], 'a frame')));
  });

  full.test('keeps the joined shapes of letters', async () => {
    const arabic = 'content="سلام" size="60"';
    const frames = await framesOf(text('<animation type="typewriter" duration="4"/>', arabic), 7);
    const still = required((await framesOf(text('', arabic), 2))[1], 'a frame');
    expect(required(frames[5], 'a frame').equals(still)).toBe(true);
    // Each frame shows only pixels of the complete text.
    for (const frame of frames) {
      const beyond = [...frame.subarray(0, WIDTH * HEIGHT).keys()].filter(
        (at) => (frame[at] ?? 0) > (still[at] ?? 0) + 2,
      );
      expect(beyond).toEqual([]);
    }
    const lights = frames.slice(0, 4).map(light);
    expect(lights).toEqual([...lights].sort((left, right) => left - right));
  });

  test('reveals an emoji sequence as one unit', async () => {
    const family = 'content="a👩‍👩‍👧‍👦b" size="40" letterspacing="10"';
    const frames = await framesOf(text('<animation type="typewriter" duration="3"/>', family), 5);
    expect(frames.map(letters)).toEqual([1, 2, 3, 3, 3]);
  });
});

test('a counting text ends as the still text', async () => {
  const counting = (inner: string) => text(inner, 'value="888" size="60"');
  const frames = await framesOf(counting('<animation type="countup" duration="6"/>'), 9);
  const still = required((await framesOf(counting(''), 2))[1], 'a frame');
  expect(frames.map((frame) => frame.equals(still))).toEqual([...Array(6).fill(false), true, true, true]);
});

describe('animated units of a text', () => {
  test.each(cases(2, ['fadein', 'spinin', 'slidein', 'zoomin', 'pop']))('end as the still text: %s', async (effect) => {
    const around =
      'content="Hi you" size="40" outline="2, #ff0000" shadow="2, 2, 4, #00ff00" background="#000080" padding="4"';
    const frames = await framesOf(
      text(`<animation type="textin" unit="letter" effect="${effect}" duration="8"/>`, around),
      12,
    );
    const still = required((await framesOf(text('', around), 2))[1], 'a frame');
    expect(required(frames[3], 'a frame').equals(still)).toBe(false);
    for (const frame of frames.slice(8)) expect(frame.equals(still)).toBe(true);
  });

  test('start one after another if they do not overlap', async () => {
    const frames = await framesOf(
      text(
        '<animation type="textin" unit="word" overlap="0" duration="9"/>',
        'content="HH HH" size="32" letterspacing="8"',
      ),
    );
    expect(frames.slice(0, 10).map(letters)).toEqual([2, 2, 2, 2, 2, 4, 4, 4, 4, 4]);
    const half = await framesOf(
      text(
        '<animation type="textin" unit="word" overlap="1" duration="9"/>',
        'content="HH HH" size="32" letterspacing="8"',
      ),
    );
    expect(half.slice(0, 3).map(letters)).toEqual([4, 4, 4]);
  });

  full.test('disappear one after another', async () => {
    const frames = await framesOf(
      text(
        '<animation type="textout" unit="letter" duration="10" overlap="0"/>',
        'content="HHHHH" size="32" letterspacing="8"',
      ),
    );
    const still = required((await framesOf(text('', 'content="HHHHH" size="32" letterspacing="8"'), 2))[1], 'a frame');
    for (const frame of frames.slice(0, 4)) expect(frame.equals(still)).toBe(true);
    const counts = frames.slice(4).map(letters);
    expect(counts).toEqual([...counts].sort((left, right) => right - left));
    expect(counts.at(-1)).toBeLessThanOrEqual(1);
  });

  full.test('pass through masks and effects as one picture', async () => {
    const inside = '<filter type="invert"/><mask><solid color="#fff" width="50%"/></mask>';
    const placed = 'content="HH HH" size="32" color="#000000" scale="1.5" rotation="20"';
    const frames = await framesOf(text(`<animation type="textin" duration="5"/>${inside}`, placed), 9);
    const still = required((await framesOf(text(inside, placed), 2))[1], 'a frame');
    const [first, later] = [required(frames[0], 'a frame'), required(frames[2], 'a frame')];
    expect([light(first) > 0, light(first) < light(later), light(later) < light(still)]).toEqual([true, true, true]);
    expect(required(frames[8], 'a frame').equals(still)).toBe(true);
  });
});
