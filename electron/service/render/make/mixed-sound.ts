import { open } from 'node:fs/promises';
import { addSound } from '#shared/film/sound/level.ts';
import { systemCode } from '../../errors/storage-failure.ts';
import { withTimeout } from '../../waiting/with-timeout.ts';
import { SOUND_BYTES_PER_SAMPLE } from '../plan/sound-graph.ts';
import type { ComingSound, SoundOver, SoundStretch } from '../plan/track-segments.ts';

/** A third of a second at a time. */
const PIECE_SAMPLES = 16_384;
const NOTHING = new Uint8Array(0);
const LOOK_MILLISECONDS = 200;
/** Of 16 bits: the largest, and what a sample of 1 is. */
const LARGEST = 32_767;
const ONE = 32_768;

/**
 * A stretch of sound with what is heard over it, as raw samples of 16 bits. All is added in floating point and clipped
 * once. While some of it is still made, an empty piece is given now and then.
 */
export async function* mixedSound(stretch: SoundStretch, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const ground = { ...stretch, turn: null, sampleBytes: SOUND_BYTES_PER_SAMPLE };
  for (let done = 0; done < stretch.samples; ) {
    const samples = Math.min(PIECE_SAMPLES, stretch.samples - done);
    const sum = yield* heardOf(ground, done, samples, signal);
    for (const sound of stretch.over)
      addSound(sum, yield* heardOf(sound, done, samples, signal), sound.level, sound.from + done);
    yield toSixteenBits(sum);
    done += samples;
  }
}

/** So many samples of one sound, as soon as they are there. */
async function* heardOf(
  sound: Read,
  done: number,
  samples: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, Float32Array> {
  const heard = new Float32Array(2 * samples);
  let filled = 0;
  for (const { position, length } of readings(sound, done, samples)) {
    let bytes = await readSamples(sound, position, length, signal);
    for (; bytes === null; bytes = await readSamples(sound, position, length, signal)) yield NOTHING;
    heard.set(floatsOf(bytes, sound.sampleBytes), 2 * filled);
    filled += length;
  }
  repeat(heard, filled);
  return heard;
}

type Read = ComingSound & Pick<SoundOver, 'from' | 'turn' | 'sampleBytes'>;

/** A piece of a file, in samples. */
interface Reading {
  readonly position: number;
  readonly length: number;
}

/**
 * Which pieces of a file are read for so many samples of a sound: one, or two where the sound begins again in them. A
 * turn that is shorter than the samples is read as a whole, beginning at the current position.
 */
function readings({ from, turn }: Read, done: number, samples: number): readonly Reading[] {
  const position = turn === null ? from + done : (from + done) % turn;
  const first = Math.min(samples, turn === null ? samples : turn - position);
  const rest = turn === null ? 0 : Math.min(samples - first, position, turn);
  return [{ position, length: first }, ...(rest > 0 ? [{ position: 0, length: rest }] : [])];
}

/** Fills what is behind the first `filled` samples with them, again and again. */
function repeat(heard: Float32Array, filled: number): void {
  for (let have = 2 * filled; have > 0 && have < heard.length; have *= 2)
    heard.copyWithin(have, 0, heard.length - have);
}

/** What a file holds there, up to its end; null while it is still made and has not come so far. */
async function readSamples(
  { path, growing, sampleBytes }: Read,
  position: number,
  samples: number,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const grown = growing === null ? null : await readBetween(growing, position * sampleBytes, samples * sampleBytes);
  if (grown !== null && grown.length === samples * sampleBytes) return grown;
  const arrived = await withTimeout(
    path.then((whole) => ({ whole })),
    LOOK_MILLISECONDS,
    signal,
  );
  if (arrived === null) return null;
  if (arrived.whole === null) return Buffer.alloc(0);
  return readBetween(arrived.whole, position * sampleBytes, samples * sampleBytes, 'whole');
}

/** Null for a file that is not there yet. A file that is said to be whole has to be there. */
async function readBetween(path: string, start: number, length: number, state?: 'whole'): Promise<Buffer | null> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (state === 'whole' || systemCode(error) !== 'ENOENT') throw error;
    return null;
  }
}

/** Whole numbers of a file as what they stand for, from −1 to 1. */
function floatsOf(bytes: Uint8Array, sampleBytes: number): Float32Array {
  const { buffer } = new Uint8Array(bytes);
  if (sampleBytes !== SOUND_BYTES_PER_SAMPLE) return new Float32Array(buffer, 0, bytes.length >> 2);
  return Float32Array.from(new Int16Array(buffer, 0, bytes.length >> 1), (value) => value / ONE);
}

function toSixteenBits(sum: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(2 * sum.length);
  for (const [index, value] of sum.entries())
    bytes.writeInt16LE(Math.max(-ONE, Math.min(LARGEST, Math.round(value * ONE))), 2 * index);
  return bytes;
}
