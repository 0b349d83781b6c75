import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { type SampleFrame, sampleGif, sampleWebp } from '#shared/drawings/testing/moving-samples.ts';
import { required } from '#shared/lib/assert.ts';
import { toBt709 } from '#shared/template/values/color.ts';
import { full } from '#shared/testing/full.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';

const WIDTH = 64;
const HEIGHT = 32;
const SIDE = { width: WIDTH, height: HEIGHT };
const GREYS = [20, 60, 100, 140, 180];
/** The index for a frame in which no image is visible. */
const NOTHING = -1;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const write = (name: string, bytes: Uint8Array) => writeFile(join(folder.path, name), bytes);
const sampleFrames = (delays: readonly number[]): readonly SampleFrame[] =>
  delays.map((delay, index) => ({ delay, grey: required(GREYS[index], 'a grey') }));

beforeAll(async () => {
  folder = await temporaryFolder();
  // 40, 80, 120, 40, and 100 ms: 380 ms in total.
  await write('moves.gif', sampleGif(sampleFrames([4, 8, 12, 4, 0]), SIDE));
  await write('once.gif', sampleGif(sampleFrames([4, 8, 12, 4, 0]), SIDE, false));
  await write('moves.webp', sampleWebp(sampleFrames([40, 80, 120, 40, 0]), SIDE));
});
afterAll(() => folder[Symbol.asyncDispose]());

const film = (layers: string, length: number, rate = '25') =>
  `<movie width="${WIDTH}" height="${HEIGHT}" framerate="${rate}" background="#000000"><scene duration="${length}">${layers}</scene></movie>`;

/** Returns the index of the gray at a point of each frame. */
function pictures(frames: readonly Buffer[], x = 40, y = 16): readonly number[] {
  const lumas = GREYS.map((grey) => toBt709({ red: grey, green: grey, blue: grey }).luma);
  return frames.map((frame) => {
    const luma = required(frame[y * WIDTH + x], 'a pixel');
    return luma === 16 ? NOTHING : lumas.findIndex((expectedLuma) => Math.abs(expectedLuma - luma) <= 1);
  });
}

const play = async (
  layers: string,
  length: number,
  options: Partial<Parameters<typeof composedFrames>[1]> = {},
  rate?: string,
) => composedFrames(film(layers, length, rate), { folder: folder.path, ...options });

/** Returns the frames of `moves.gif` that are visible at these times in milliseconds. */
function pictureAtTimes(times: readonly number[], end: 'loop' | 'hold' | 'hide'): readonly number[] {
  return times.map((time) => {
    if (time >= 380 && end !== 'loop') return end === 'hold' ? 4 : NOTHING;
    const within = time % 380;
    return within < 40 ? 0 : within < 120 ? 1 : within < 240 ? 2 : within < 280 ? 3 : 4;
  });
}

const at25 = (count: number) => Array.from({ length: count }, (_, frame) => 40 * frame);

describe.each(['moves.gif', 'once.gif', 'moves.webp'])('%s', (name) => {
  test('shows each frame for its delay and loops', async () => {
    expect(pictures(await play(`<image src="${name}"/>`, 30))).toEqual(pictureAtTimes(at25(30), 'loop'));
  });

  test.each(['loop', 'hold', 'hide'] as const)('follows its end attribute after the last frame: %s', async (end) => {
    expect(pictures(await play(`<image src="${name}" end="${end}"/>`, 24))).toEqual(pictureAtTimes(at25(24), end));
  });
});

test.each([
  ['24000/1001', (frame: number) => (frame * 1001) / 24],
  ['60', (frame: number) => (frame * 50) / 3],
  ['25/2', (frame: number) => frame * 80],
])('frames have the right times: %s fps', async (rate, timeOf) => {
  const times = Array.from({ length: 40 }, (_, frame) => timeOf(frame));
  expect(pictures(await play('<image src="moves.gif"/>', 40, {}, rate))).toEqual(pictureAtTimes(times, 'loop'));
});

test('an output at another frame rate shows the pictures at its times', async () => {
  const visible = pictures(await play('<image src="moves.gif" end="hold"/>', 30, { format: 'gif' }));
  expect(new Set(visible)).toEqual(new Set([0, 1, 2, 3, 4]));
});

test('the animation starts with its layer and skips the overlap', async () => {
  const late = pictures(await play('<image src="moves.gif" end="hide" offset="3"/>', 16));
  expect(late).toEqual([NOTHING, NOTHING, NOTHING, ...pictureAtTimes(at25(13), 'hide')]);
  const cut = pictures(await play('<image src="moves.gif" overlap="4"/>', 10));
  expect(cut).toEqual(pictureAtTimes(at25(14), 'loop').slice(4));
});

full.test("a range and a single frame have the film's bytes", async () => {
  const layers =
    '<image src="moves.gif" width="50"><animation type="kenburns"/></image><image src="moves.webp" scale="0.3" rotation="20"/>';
  const whole = await play(layers, 40);
  const piece = await play(layers, 40, { piece: { from: 17, length: 12 } });
  for (const [index, frame] of piece.entries()) expect(frame.equals(required(whole[17 + index], 'a frame'))).toBe(true);
  const [single] = await play(layers, 40, { piece: { from: 33, length: 1 } });
  expect(single?.equals(required(whole[33], 'a frame'))).toBe(true);
});

test('the animation runs in groups, in masks, and under effects', async () => {
  const expected = pictureAtTimes(at25(14), 'loop');
  expect(pictures(await play('<group><image src="moves.gif"/></group>', 14))).toEqual(expected);
  expect(pictures(await play('<image src="moves.gif"><transform type="flip" axis="x"/></image>', 14))).toEqual(
    expected,
  );
  const masked = await play('<solid color="#ffffff"><mask><image src="moves.gif"/></mask></solid>', 14);
  const lumas = masked.map((frame) => required(frame[16 * WIDTH + 40], 'a pixel'));
  expect(new Set(lumas).size).toBe(5);
  expect(lumas.map((luma) => lumas.indexOf(luma))).toEqual(expected.map((picture) => expected.indexOf(picture)));
});

test('the animation of an overlay continues across scenes', async () => {
  const scenes = '<scene duration="7"/><scene duration="9"/>';
  const over = `<overlay><group><image src="moves.gif"/></group></overlay>`;
  const xml = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25" background="#000000">${scenes}${over}</movie>`;
  const [first, second] = await Promise.all(
    [0, 1].map((segment) => composedFrames(xml, { folder: folder.path, segment })),
  );
  const all = [...required(first, 'a segment'), ...required(second, 'a segment')];
  expect(pictures(all)).toEqual(pictureAtTimes(at25(16), 'loop'));
});

full.test('partial frames are combined by their disposal', async () => {
  const right = { left: 32, top: 0, width: 32, height: HEIGHT };
  const frames: readonly SampleFrame[] = [
    { grey: 20, delay: 4 },
    { grey: 60, delay: 4, area: right, disposal: 3 },
    { grey: null, delay: 4, area: right },
    { grey: 140, delay: 4, area: right, disposal: 2 },
    { grey: 180, delay: 4, area: { left: 0, top: 0, width: 8, height: 8 } },
  ];
  await write('parts.gif', sampleGif(frames, SIDE));
  const visible = await play('<image src="parts.gif" end="hold"/>', 6);
  expect(pictures(visible, 20)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(pictures(visible, 40)).toEqual([0, 1, 0, 3, NOTHING, NOTHING]);
  expect(pictures(visible, 3, 3)).toEqual([0, 0, 0, 0, 4, 4]);
});
