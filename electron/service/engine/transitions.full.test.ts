import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, makeClip, makeFlashAndBeep } from '#service/testing/make-media.ts';
import {
  COUNTER_FILTERS,
  COUNTER_HEIGHT,
  COUNTER_WIDTH,
  measureSync,
  readCounters,
} from '#service/testing/measure-film.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';

const RATE = 48_000;
const [WIDTH, HEIGHT] = [64, 36];
/** The luma (limited-range BT.709) of the grays of the scenes. */
const [A, B, BLACK] = [luma(0x40), luma(0xc0), luma(0)];
const LENGTH = 5;

function luma(grey: number): number {
  return 16 + (219 * grey) / 255;
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  const counted = { width: COUNTER_WIDTH, height: COUNTER_HEIGHT, picture: 'color=black', filters: COUNTER_FILTERS };
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '12', '-bf', '2', '-c:a', 'aac'];
  const steady = (name: string, level: number) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'color=gray:size=64x36:rate=10:duration=3'],
      ...['-f', 'lavfi', '-i', `aevalsrc=exprs=${level}|${-level}:sample_rate=${RATE}:duration=3`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'pcm_s16le', '-y', at(name)],
    );
  await Promise.all([
    makeClip(at('count30.mp4'), { ...counted, rate: '30', seconds: 4, codecs }),
    makeFlashAndBeep(at('beep.mkv'), { rate: '30', seconds: 8 }),
    steady('one.mov', 0.5),
    steady('other.mov', 0.25),
  ]);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Returns the luma of a row of pixels for each frame of a transition between two gray scenes. */
async function rowsOf(transition: string, row = HEIGHT / 2): Promise<readonly (readonly number[])[]> {
  const xml = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="10">
    <scene duration="9" background="#404040"/>${transition}<scene duration="9" background="#c0c0c0"/></movie>`;
  const frames = await composedFrames(xml, { folder: folder.path, segment: 1 });
  return frames.map((frame) => [...frame.subarray(row * WIDTH, (row + 1) * WIDTH)]);
}

describe('a frame of a transition follows its formula', () => {
  const progress = (frame: number): number => (frame + 1) / (LENGTH + 1);
  const mixed = (from: number, to: number, weight: number): number => from + (to - from) * weight;
  const sweep = (x: number, p: number, softness = 1 / WIDTH): number => along((x + 0.5) / WIDTH, p, softness);
  const along = (way: number, p: number, softness: number): number =>
    Math.min(1, Math.max(0, (p * (1 + softness) - way) / softness));
  const HALF_DIAGONAL = Math.hypot(WIDTH, HEIGHT) / 2;
  // The row lies half a pixel below the center.
  const distance = (x: number): number => Math.hypot(x + 0.5 - WIDTH / 2, 0.5) / HALF_DIAGONAL;
  const turned = (x: number): number => (Math.atan2(0.5, x + 0.5 - WIDTH / 2) / (2 * Math.PI) + 1.25) % 1;

  test.each([
    ['crossfade', '', (p: number) => mixed(A, B, p)],
    ['dissolve', '', (p: number) => mixed(A, B, p)],
    ['crossfade', 'easing="steps(2)"', (p: number) => (p < 0.5 ? A : mixed(A, B, 0.5))],
    ['fade', '', (p: number) => (p < 0.5 ? mixed(A, BLACK, 2 * p) : mixed(BLACK, B, 2 * p - 1))],
    ['fade', 'color="#ffffff"', (p: number) => (p < 0.5 ? mixed(A, luma(255), 2 * p) : mixed(luma(255), B, 2 * p - 1))],
    ['wipe', '', (p: number, x: number) => mixed(A, B, sweep(x, p))],
    ['wipe', 'softness="0.5"', (p: number, x: number) => mixed(A, B, sweep(x, p, 0.5))],
    ['wipe', 'direction="right"', (p: number, x: number) => mixed(A, B, sweep(WIDTH - 1 - x, p))],
    ['circle', '', (p: number, x: number) => mixed(A, B, along(distance(x), p, 1 / HALF_DIAGONAL))],
    ['circle', 'softness="0.5"', (p: number, x: number) => mixed(A, B, along(distance(x), p, 0.5))],
    ['clock', '', (p: number, x: number) => mixed(A, B, along(turned(x), p, 1 / (Math.PI * HEIGHT)))],
    ['clock', 'softness="0.5"', (p: number, x: number) => mixed(A, B, along(turned(x), p, 0.5))],
    ['slide', '', (p: number, x: number) => (x + 0.5 < p * WIDTH ? B : A)],
    ['push', 'direction="right"', (p: number, x: number) => (x + 0.5 > (1 - p) * WIDTH ? B : A)],
    ['reveal', '', (p: number, x: number) => (x + 0.5 < p * WIDTH ? B : A)],
    ['zoom', '', (p: number) => mixed(A, B, p)],
    ['zoom', 'direction="out" amount="2"', (p: number) => mixed(A, B, p)],
  ] as const)('matches its formula: %s %s', async (type, attributes, expected) => {
    const frames = await rowsOf(`<transition type="${type}" duration="${LENGTH}" ${attributes}/>`);
    expect(frames).toHaveLength(LENGTH);
    for (const [frame, row] of frames.entries()) {
      const p = progress(frame);
      for (const [x, value] of row.entries()) {
        // The pixel at an edge is a mixture of both scenes.
        const isEdge =
          Math.abs(expected(p, x) - expected(p, x + 1)) > 20 || Math.abs(expected(p, x) - expected(p, x - 1)) > 20;
        if (!isEdge) expect(Math.abs(value - expected(p, x)), `frame ${frame}, pixel ${x}`).toBeLessThanOrEqual(1.5);
      }
    }
  });

  full.test('a luma transition changes bright pixels first', async () => {
    await ffmpeg(
      ...['-f', 'lavfi', '-i', 'color=black:s=128x72,format=gray,geq=lum=2*X'],
      ...['-frames:v', '1', '-y', at('ramp.png')],
    );
    for (const [softness, edge] of [
      ['', 1 / 255],
      ['softness="0.5"', 0.5],
    ] as const) {
      const frames = await rowsOf(`<transition type="luma" src="ramp.png" duration="${LENGTH}" ${softness}/>`);
      expect(frames).toHaveLength(LENGTH);
      for (const [frame, row] of frames.entries())
        for (const [x, value] of row.entries()) {
          // The image is twice as large: pixel x covers the image's pixels 2x and 2x + 1.
          const expected = (at: number) => mixed(A, B, along(1 - (4 * at + 1) / 255, progress(frame), edge));
          const isEdge = Math.abs(expected(x - 1) - expected(x + 1)) > 20;
          if (!isEdge) expect(Math.abs(value - expected(x)), `frame ${frame}, pixel ${x}`).toBeLessThanOrEqual(3);
        }
    }
  });

  test('the background shows before the first and after the last scene', async () => {
    const xml = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="10" background="#404040">
      <transition duration="${LENGTH}"/><scene duration="9" background="#c0c0c0"/><transition duration="3"/></movie>`;
    const first = await composedFrames(xml, { folder: folder.path, segment: 0 });
    const last = await composedFrames(xml, { folder: folder.path, segment: 2 });
    const isNear = (frames: readonly Buffer[], expected: (p: number) => number) =>
      frames.every((frame, index) => Math.abs((frame[0] ?? 0) - expected((index + 1) / (frames.length + 1))) <= 1);
    expect([first.length, last.length]).toEqual([LENGTH, 3]);
    expect(isNear(first, (p) => mixed(A, B, p))).toBe(true);
    expect(isNear(last, (p) => mixed(B, A, p))).toBe(true);
  });
});

describe('a film with transitions', () => {
  const counting = (skip: number, duration: number) =>
    `<scene duration="${duration}"><video src="count30.mp4" skip="${skip}"/></scene>`;
  const range = (start: number, length: number) => Array.from({ length }, (_, index) => start + index);
  const movie = (inside: string, rate = '30') =>
    `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="${rate}">${inside}</movie>`;

  test('is shorter, and each scene keeps its own frames', async () => {
    const film =
      movie(`${counting(0, 20)}<transition duration="7"/>${counting(50, 23)}<transition type="wipe" duration="5"/>
      <transition duration="9"/>${counting(90, 11)}`);
    const { path, frames } = await renderFilm(film, { folder: folder.path });
    expect(frames).toBe(20 + 23 + 11 - 7 - 5);
    const counters = await readCounters(path);
    expect(counters.slice(0, 13)).toEqual(range(0, 13));
    expect(counters.slice(20, 31)).toEqual(range(57, 11));
    expect(counters.slice(36)).toEqual(range(95, 6));
  });

  full.test('replaces transitions with cuts if time is short', async () => {
    const film = movie(
      `${counting(0, 4)}<transition duration="9"/>${counting(50, 1)}<transition duration="9"/>${counting(90, 5)}`,
    );
    const { frames } = await renderFilm(film, { folder: folder.path });
    expect(frames).toBe(10);
  });

  full.test('keeps flashes and beeps in sync across all overlaps', async () => {
    const scenes = range(0, 4).map(
      (index) => `<scene duration="47"><video src="beep.mkv" skip="${index * 30 + index}"/></scene>`,
    );
    const film = movie(scenes.join('<transition duration="13"/>'));
    const { path } = await renderFilm(film, { folder: folder.path, quality: 'draft' });
    const offsets = await measureSync(path);
    expect(offsets.length).toBeGreaterThan(2);
    expect(Math.max(...offsets.map(Math.abs))).toBeLessThan(5);
  });

  /** Returns the left channel of a film's sound, from −1 to 1. */
  const soundOf = async (transition: string): Promise<(seconds: number) => number> => {
    const film = `<movie width="64" height="36" framerate="10"><scene duration="20"><video src="one.mov"/></scene>
      ${transition}<scene duration="20"><video src="other.mov"/></scene></movie>`;
    const { path } = await renderFilm(film, { folder: folder.path, format: 'mov' });
    const samples = await ffmpeg('-i', path, '-f', 's16le', '-');
    return (seconds) => samples.readInt16LE(4 * Math.round(seconds * RATE)) / 32_768;
  };

  test.each(
    cases(1, [
      ['crossfade', '', (p: number) => 0.5 * Math.cos((p * Math.PI) / 2) + 0.25 * Math.sin((p * Math.PI) / 2)],
      ['fade', '', (p: number) => 0.5 * Math.max(0, 1 - 2 * p) + 0.25 * Math.max(0, 2 * p - 1)],
      ['crossfade', 'sound="cut"', (p: number) => (p < 0.5 ? 0.5 : 0.25)],
      ['wipe', 'sound="both"', () => 0.75],
    ] as const),
  )('follows the sound curve of %s %s to the sample', async (type, attributes, curve) => {
    const sampleAt = await soundOf(`<transition type="${type}" duration="10" ${attributes}/>`);
    for (const p of [0, 0.1, 0.25, 0.49, 0.51, 0.75, 0.9])
      expect([p, sampleAt(1 + p)]).toEqual([p, expect.closeTo(curve(p), 3)]);
    expect([sampleAt(0.9), sampleAt(2.1), sampleAt(2.9)]).toEqual([
      expect.closeTo(0.5, 4),
      expect.closeTo(0.25, 4),
      expect.closeTo(0.25, 4),
    ]);
  });
});
