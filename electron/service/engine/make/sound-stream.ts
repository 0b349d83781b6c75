import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { addSound } from '#shared/timeline/levels.ts';
import { systemCode } from '../../errors/storage-failure.ts';
import { withTimeout } from '../../waiting/with-timeout.ts';
import { SOUND_BYTES_PER_SAMPLE } from '../plan/sound-graph.ts';
import type { ComingSound, SoundOver, SoundSegment } from '../plan/track-segments.ts';

const SILENCE = new Uint8Array(64 * 1024);
const NOTHING = new Uint8Array(0);
/**
 * How often a file that grows is looked at: often enough that nearly all of a scene's sound is taken when its picture
 * ends.
 */
const LOOK_MILLISECONDS = 200;

/**
 * Stretches of sound one after another, as raw samples. Each is exactly as long as it says whatever its file holds, so
 * that nothing that went wrong in one scene can shift the next. What there is of a stretch is given while the rest is
 * still made. While nothing is there, an empty piece tells whoever takes the sound that it is still to come.
 */
export async function* soundStream(segments: readonly SoundSegment[], signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (const segment of segments) {
    const { path: coming, growing, from, samples, over } = segment;
    if (over.length > 0) {
      yield* mixedSound(segment, signal);
      continue;
    }
    let offset = from * SOUND_BYTES_PER_SAMPLE;
    const end = offset + samples * SOUND_BYTES_PER_SAMPLE;
    const settled = coming.then((path) => ({ path }));
    for (let isWhole = false; !isWhole; ) {
      const arrived = await withTimeout(settled, LOOK_MILLISECONDS, signal);
      isWhole = arrived !== null;
      if (!isWhole) yield NOTHING;
      for await (const piece of arrived === null
        ? grownBetween(growing, offset, end)
        : between(arrived.path, offset, end)) {
        offset += piece.length;
        yield piece;
      }
    }
    for (let missing = end - offset; missing > 0; missing -= SILENCE.length) yield SILENCE.subarray(0, missing);
  }
}

/**
 * Settles when there is something of these stretches, so that nothing has to be started that would only wait for it.
 */
export async function soundBegins(segments: readonly SoundSegment[], signal: AbortSignal): Promise<void> {
  for await (const { length } of soundStream(segments, signal)) if (length > 0) return;
}

async function* between(path: string | null, start: number, end: number): AsyncGenerator<Buffer> {
  if (path !== null && start < end) yield* createReadStream(path, { start, end: end - 1 });
}

/** What there is of a file, which may not be begun yet, or may have been finished and renamed by now. */
async function* grownBetween(path: string | null, start: number, end: number): AsyncGenerator<Buffer> {
  try {
    yield* between(path, start, end);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

/** A third of a second at a time. */
const PIECE_SAMPLES = 16_384;
const NO_SAMPLES = new Uint8Array(0);
const SOUND_POLL_MILLISECONDS = 200;
/** Of 16 bits: the largest, and what a sample of 1 is. */
const LARGEST_SAMPLE = 32_767;
const FULL_SCALE = 32_768;

/**
 * A stretch of sound with what is heard over it, as raw samples of 16 bits. All is added in floating point and clipped
 * once. While some of it is still made, an empty piece is given now and then.
 */
export async function* mixedSound(segment: SoundSegment, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const ground = { ...segment, turn: null, sampleBytes: SOUND_BYTES_PER_SAMPLE };
  for (let done = 0; done < segment.samples; ) {
    const samples = Math.min(PIECE_SAMPLES, segment.samples - done);
    const sum = yield* heardOf(ground, done, samples, signal);
    for (const sound of segment.over)
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
    for (; bytes === null; bytes = await readSamples(sound, position, length, signal)) yield NO_SAMPLES;
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
    SOUND_POLL_MILLISECONDS,
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
  return Float32Array.from(new Int16Array(buffer, 0, bytes.length >> 1), (value) => value / FULL_SCALE);
}

function toSixteenBits(sum: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(2 * sum.length);
  for (const [index, value] of sum.entries())
    bytes.writeInt16LE(Math.max(-FULL_SCALE, Math.min(LARGEST_SAMPLE, Math.round(value * FULL_SCALE))), 2 * index);
  return bytes;
}
