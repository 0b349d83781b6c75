import { describe, expect, test } from 'vitest';
import { movieOf } from '#shared/editing/model/testing/editing.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { buildTimeline, movieWithin } from './build-timeline.ts';
import { addSound, levelSides } from './levels.ts';
import { soundPiecesBetween, timelineSounds } from './sounds.ts';

const RATE = 48_000;
/** The samples per frame. The number is fractional, because the test must cover frames that begin between samples. */
const FRAME = (RATE * 1001) / 30_000;
/** The sound and the picture of each source end after 4 s. */
const sounding = () => ({ sound: 4, picture: 4 });

const movie = (inside: string) =>
  movieOf(sourceOf(`<movie width="160" height="90" framerate="30000/1001">${inside}</movie>`));

/**
 * Mixes sounds with the constant sample value 1 like the engine, in samples of the movie. The mix is 0 without sound.
 */
function engine(of: ReturnType<typeof movie>): Float32Array {
  const film = buildTimeline(of);
  const sum = new Float32Array(2 * Math.round(film.length * FRAME));
  for (const { level, startSample, samples, at } of timelineSounds(film, sounding))
    addSound(sum.subarray(2 * startSample, 2 * (startSample + samples)), ones(samples), level, at);
  return sum;
}

/** Mixes the same sounds like the preview, in pieces of half a second. */
function preview(of: ReturnType<typeof movie>): Float32Array {
  const film = buildTimeline(of);
  const sum = new Float32Array(2 * Math.round(film.length * FRAME));
  for (let from = 0; from < sum.length / 2; from += RATE / 2)
    for (const { level, after, length, at } of soundPiecesBetween(film, from, RATE / 2, sounding)) {
      const sides = [new Float32Array(length).fill(1), new Float32Array(length).fill(1)] as const;
      levelSides(sides, level, at, 1);
      sides.forEach((side, which) => {
        side.forEach((value, index) => {
          const place = 2 * (from + after + index) + which;
          sum[place] = (sum[place] ?? 0) + value;
        });
      });
    }
  return sum;
}

function ones(samples: number): Float32Array {
  return new Float32Array(2 * samples).fill(1);
}

/** Returns y of a cubic Bézier curve at x = `u`, only by bisection. */
function bezier(x1: number, y1: number, x2: number, y2: number, u: number): number {
  const at = (first: number, second: number, t: number) =>
    3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t ** 2 * second + t ** 3;
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (at(x1, x2, middle) < u) low = middle;
    else high = middle;
  }
  return at(y1, y2, low);
}

const between = (value: number, from: number, to: number) => Math.min(1, Math.max(0, (value - from) / (to - from)));

const KEYS = `<animation><key time="10" volume="0.25" pan="-1" easing="ease-in-out"/>
  <key time="40" volume="2"/><key time="60" volume="-6dB" pan="0.5"/></animation>`;

/** Returns both channels at a sample of a sound with these keyframes, by the definition of the language. */
function expected(sample: number): readonly [number, number] {
  const frame = sample / FRAME;
  const quiet = 10 ** (-6 / 20);
  const eased = bezier(0.42, 0, 0.58, 1, between(frame, 10, 40));
  const volume = frame < 40 ? 0.25 + 1.75 * eased : 2 + (quiet - 2) * between(frame, 40, 60);
  const pan = -1 + 1.5 * bezier(0.42, 0, 0.58, 1, between(frame, 10, 60));
  return [volume * Math.min(1, 1 - pan), volume * Math.min(1, 1 + pan)];
}

/**
 * The distance between two checked samples. It is prime, because the lengths in the tests must not be multiples of it.
 */
const STRIDE = 17;

/**
 * Returns the largest difference from the formula in a range of samples. Checks every seventeenth sample, because
 * computing curves is slow.
 */
function farthest(
  output: Float32Array,
  [from, until]: readonly [number, number],
  expectedSample: typeof expected,
): number {
  let most = 0;
  for (let sample = from; sample < until; sample += STRIDE)
    for (const side of [0, 1] as const)
      most = Math.max(most, Math.abs((output[2 * sample + side] ?? 0) - expectedSample(sample)[side]));
  return most;
}

/** Half of a 16-bit step. The finished sound has 16 bits. */
const HALF_A_STEP = 1 / 65_536;

describe('a sound with volume and pan keyframes', () => {
  test('has the volume of its keyframes at each sample', () => {
    const output = engine(movie(`<scene duration="100"><audio src="a.wav" offset="5">${KEYS}</audio></scene>`));
    const first = Math.round(5 * FRAME);
    expect(farthest(output, [0, first], () => [0, 0])).toBe(0);
    expect(farthest(output, [first, Math.round(100 * FRAME)], (sample) => expected(sample - first))).toBeLessThan(
      HALF_A_STEP,
    );
  });

  test('counts keyframes from the start of its group', () => {
    const video = `<video src="a.mp4" volume="0.1">${KEYS}</video>`;
    const output = engine(movie(`<scene duration="100"><group offset="5">${video}</group></scene>`));
    const first = Math.round(5 * FRAME);
    expect(farthest(output, [first, Math.round(100 * FRAME)], (sample) => expected(sample - first))).toBeLessThan(
      HALF_A_STEP,
    );
  });

  test('skips its first keyframes in a video with a positive overlap', () => {
    for (const end of ['hold', 'loop']) {
      const video = `<video src="a.mp4" overlap="15" end="${end}">${KEYS}</video>`;
      const output = engine(movie(`<scene duration="80">${video}</scene>`));
      const out = end === 'loop' ? Math.round(15 * FRAME) : 15 * FRAME;
      expect(farthest(output, [0, Math.round(80 * FRAME)], (sample) => expected(sample + out))).toBeLessThan(
        HALF_A_STEP,
      );
    }
  });

  test('multiplies its keyframes, fades, and ducking', () => {
    const output = engine(
      movie(`<scene duration="100"><video src="v.mp4" volume="0" offset="50" duration="10" ducks="true"/></scene>
        <audio src="a.wav" fadein="20" duck="0.5" duckfade="0">${KEYS}</audio>`),
    );
    const [from, until] = [Math.round(50 * FRAME), Math.round(60 * FRAME)];
    const expectedSample = (sample: number): readonly [number, number] => {
      const factor = between(sample, 0, Math.round(20 * FRAME)) * (sample >= from && sample < until ? 0.5 : 1);
      const [left, right] = expected(sample);
      return [left * factor, right * factor];
    };
    expect(farthest(output, [0, Math.round(100 * FRAME)], expectedSample)).toBeLessThan(HALF_A_STEP);
  });

  test('crossfades into the next scene with its keyframes', () => {
    const output = engine(
      movie(`<scene duration="50"><audio src="a.wav">${KEYS}</audio></scene><transition duration="20"/>
        <scene duration="50"/>`),
    );
    const [from, until] = [Math.round(30 * FRAME), Math.round(50 * FRAME)];
    const expectedSample = (sample: number): readonly [number, number] => {
      const factor = Math.cos((between(sample, from, until) * Math.PI) / 2);
      const [left, right] = expected(sample);
      return [left * factor, right * factor];
    };
    expect(farthest(output, [0, until], expectedSample)).toBeLessThan(HALF_A_STEP);
  });

  test('is mixed equally by preview and engine', () => {
    const whole = movie(`<scene duration="50"><video src="a.mp4">${KEYS}</video></scene><transition duration="20"/>
      <scene duration="90"><audio src="b.wav" offset="3">${KEYS}</audio></scene>
      <audio src="c.wav" loop="true">${KEYS}</audio>`);
    const all = engine(whole);
    expect(preview(whole).findIndex((value, place) => Math.abs(value - (all[place] ?? 0)) > 1e-6)).toBe(-1);
    // 35 frames are exactly 56,056 samples.
    const within = engine(movieWithin(whole, { from: 35, to: 75 }));
    const first = 35 * FRAME;
    expect([...within.subarray(0, 40_000)]).toEqual([...all.subarray(2 * first, 2 * first + 40_000)]);
  });

  test("relates percentages to the audible length or the video's length", () => {
    const half = '<animation><key time="0%" volume="0"/><key time="100%" volume="1"/></animation>';
    // The source has 1.998 s after its in-point, which is shorter than the scene of 120 frames.
    const sound = engine(movie(`<scene duration="120"><audio src="a.wav" skip="60">${half}</audio></scene>`));
    expect(sound[2 * 0.999 * RATE]).toBeCloseTo(0.5, 6);
    const video = engine(movie(`<scene duration="120"><video src="a.mp4" duration="80">${half}</video></scene>`));
    expect(video[2 * Math.round(40 * FRAME)]).toBeCloseTo(0.5, 4);
  });

  test('is clamped where an easing overshoots', () => {
    const over = `<animation><key time="0" volume="0" pan="-1" easing="back-in"/><key time="50" volume="8" pan="1"/></animation>`;
    const output = engine(movie(`<scene duration="60"><audio src="a.wav">${over}</audio></scene>`));
    expect(output.every((value) => value >= 0 && value <= 8)).toBe(true);
    const out = `<animation><key time="0" volume="4" easing="back-out"/><key time="50" volume="8"/></animation>`;
    const loud = engine(movie(`<scene duration="60"><audio src="a.wav">${out}</audio></scene>`));
    expect(loud.reduce((most, value) => Math.max(most, value))).toBe(8);
  });

  test('ignores disabled animations, and changes volume and pan independently', () => {
    const [, ...off] = engine(
      movie(`<scene duration="5"><audio src="a.wav" volume="0.5"><animation enabled="false">
      <key time="0" volume="2"/></animation></audio></scene>`),
    );
    expect(new Set(off)).toEqual(new Set([0.5]));
    const panned = engine(
      movie(`<scene duration="5"><audio src="a.wav" volume="0.5"><animation>
      <key time="0" pan="-1"/></animation></audio></scene>`),
    );
    expect([...panned.subarray(0, 4)]).toEqual([0.5, 0, 0.5, 0]);
  });
});
