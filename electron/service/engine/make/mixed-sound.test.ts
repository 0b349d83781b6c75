import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { plainLevel } from '#shared/timeline/levels.ts';
import type { SoundOver, SoundSegment } from '../plan/track-segments.ts';
import { mixedSound } from './sound-stream.ts';

const never = new AbortController().signal;
const SIXTEEN = 4;
const FLOATS = 8;

const sixteenBits = (...values: readonly number[]): Buffer => Buffer.from(Int16Array.from(values).buffer);
const floats = (...values: readonly number[]): Buffer => Buffer.from(Float32Array.from(values).buffer);

async function mixedOf(segment: SoundSegment): Promise<readonly number[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of mixedSound(segment, never)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  return Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(2 * index));
}

async function inFolder(
  use: (file: (name: string, bytes: Buffer) => Promise<Pick<SoundOver, 'path' | 'growing'>>) => Promise<void>,
): Promise<void> {
  await using folder = await temporaryFolder();
  await use(async (name, bytes) => {
    const path = join(folder.path, name);
    await writeFile(path, bytes);
    return { path: Promise.resolve(path), growing: null };
  });
}

const silent = { path: Promise.resolve(null), growing: null, from: 0 };

test('sounds over a scene are added, and the sum is clipped', () =>
  inFolder(async (file) => {
    const base = await file('ground', sixteenBits(1000, -1000, 30_000, -30_000));
    const music = await file('music', floats(9, 9, 0.25, 0.25, 0.5, -0.5));
    const over = { ...music, from: 1, turn: null, sampleBytes: FLOATS, level: { ...plainLevel(3), volume: 0.5 } };
    const segment = { ...base, from: 0, samples: 2, over: [over] };
    expect(await mixedOf(segment)).toEqual([5096, 3096, 32_767, -32_768]);
  }));

test('two loud sounds that cancel each other are not clipped', () =>
  inFolder(async (file) => {
    const loud = await file('loud', floats(3, 3));
    const against = await file('against', floats(-2.5, -3));
    const soundOver = (sound: Pick<SoundOver, 'path' | 'growing'>) => ({
      ...sound,
      ...{ from: 0, turn: null, sampleBytes: FLOATS, level: plainLevel(1) },
    });
    expect(await mixedOf({ ...silent, samples: 1, over: [soundOver(loud), soundOver(against)] })).toEqual([16_384, 0]);
  }));

// Windows cannot remove an open file.
test.skipIf(process.platform === 'win32')('a file is opened once while its samples are mixed', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'long');
  const samples = 40_000;
  await writeFile(path, Buffer.from(new Float32Array(2 * samples).fill(0.5).buffer));
  const sound = { path: Promise.resolve(path), growing: null, from: 0, turn: null, sampleBytes: FLOATS };
  const values: number[] = [];
  for await (const piece of mixedSound(
    { ...silent, samples, over: [{ ...sound, level: plainLevel(samples) }] },
    never,
  )) {
    await rm(path, { force: true });
    values.push(...new Set(new Int16Array(piece.slice().buffer)));
  }
  expect(values).toEqual([16_384, 16_384, 16_384]);
});

test('a 16-bit sound at its original level keeps every bit', () =>
  inFolder(async (file) => {
    const values = [0, 1, -1, 32_767, -32_768, 12_345, -12_345, 7];
    const sound = await file('sound', sixteenBits(...values));
    const over = { ...sound, from: 0, turn: null, sampleBytes: SIXTEEN, level: plainLevel(4) };
    expect(await mixedOf({ ...silent, samples: 4, over: [over] })).toEqual(values);
  }));

test('silence follows a file that is too short', () =>
  inFolder(async (file) => {
    const short = await file('short', floats(0.5, 0.5));
    const over = { ...short, from: 0, turn: null, sampleBytes: FLOATS, level: plainLevel(3) };
    expect(await mixedOf({ ...silent, samples: 3, over: [over] })).toEqual([16_384, 16_384, 0, 0, 0, 0]);
  }));

test('the level continues across the pieces of a long sound', () =>
  inFolder(async (file) => {
    const samples = 40_000;
    const sound = await file('long', floats(...Array<number>(2 * samples).fill(0.5)));
    const level = { ...plainLevel(2 * samples), fadeIn: 2 * samples };
    const over = { ...sound, from: samples, turn: samples, sampleBytes: FLOATS, level };
    const mixed = await mixedOf({ ...silent, samples, over: [over] });
    expect(mixed).toHaveLength(2 * samples);
    for (const sample of [0, 16_383, 16_384, 39_999])
      expect(mixed[2 * sample]).toBe(Math.round(0.5 * 32_768 * ((samples + sample) / (2 * samples))));
  }));

test('a very short sound loops from its first sample', () =>
  inFolder(async (file) => {
    const loop = await file('turning', floats(0.25, 0.25, 0.5, 0.5, 0.75, 0.75));
    const samples = 20_000;
    const over = { ...loop, from: 1, turn: 3, sampleBytes: FLOATS, level: plainLevel(samples + 1) };
    const mixed = await mixedOf({ ...silent, samples, over: [over] });
    const expected = Array.from({ length: samples }, (_, sample) => 8192 * (((sample + 1) % 3) + 1));
    expect(mixed.filter((_, index) => index % 2 === 0)).toEqual(expected);
  }));

test('a long loop restarts in the middle of a piece', () =>
  inFolder(async (file) => {
    const turn = 17_000;
    const values = Array.from({ length: turn }, (_, sample) => sample / 32_768);
    const loop = await file('turning', floats(...values.flatMap((value) => [value, value])));
    const over = { ...loop, from: 0, turn, sampleBytes: FLOATS, level: plainLevel(3 * turn) };
    const mixed = await mixedOf({ ...silent, samples: 3 * turn, over: [over] });
    expect(mixed.filter((_, index) => index % 2 === 1)).toEqual(
      Array.from({ length: 3 * turn }, (_, sample) => sample % turn),
    );
  }));

test('a growing sound is read in parts, with empty pieces in between', () =>
  inFolder(async (file) => {
    const growing = await (await file('growing', floats(0.5, 0.25))).path;
    const pending = Promise.withResolvers<string | null>();
    const over = { path: pending.promise, growing, from: 0, turn: null, sampleBytes: FLOATS, level: plainLevel(2) };
    const [first, whole] = [1, 2].map((samples) => mixedSound({ ...silent, samples, over: [over] }, never));
    expect(Buffer.from((await first?.next())?.value ?? [])).toEqual(sixteenBits(16_384, 8192));
    expect((await whole?.next())?.value).toHaveLength(0);
    pending.resolve(growing);
    let piece = await whole?.next();
    while (piece?.value?.length === 0) piece = await whole?.next();
    expect(Buffer.from(piece?.value ?? [])).toEqual(sixteenBits(16_384, 8192, 0, 0));
  }));
