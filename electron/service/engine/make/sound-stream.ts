import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { addSound } from '#shared/timeline/levels.ts';
import { systemCode } from '../../errors/system-code.ts';
import { withTimeout } from '../../waiting/with-timeout.ts';
import { SOUND_BYTES_PER_SAMPLE } from '../plan/sound-graph.ts';
import type { PendingSound, SoundOver, SoundSegment } from '../plan/track-segments.ts';

const SILENCE = new Uint8Array(64 * 1024);
const NO_SAMPLES = new Uint8Array(0);
const NO_FLOATS = new Float32Array(0);
/**
 * The interval between reads of a growing file, in milliseconds. It is short enough to read nearly all of a scene's
 * sound before its picture ends.
 */
const POLL_MILLISECONDS = 200;

/**
 * Streams sound segments one after another as raw samples. Each segment has exactly its planned length even if its file
 * is too short, so an error in one scene cannot shift the next. Streams the available start of a segment while the rest
 * is still being made. An empty piece means that no sound is available yet but more will follow.
 */
export async function* soundStream(segments: readonly SoundSegment[], signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (const segment of segments) {
    const { path: pendingPath, growing, from, samples, over } = segment;
    if (over.length > 0) {
      yield* mixedSound(segment, signal);
      continue;
    }
    let offset = from * SOUND_BYTES_PER_SAMPLE;
    const end = offset + samples * SOUND_BYTES_PER_SAMPLE;
    const arrival = pendingPath.then((path) => ({ path }));
    for (let isWhole = false; !isWhole; ) {
      const complete = await withTimeout(arrival, POLL_MILLISECONDS, signal);
      isWhole = complete !== null;
      if (!isWhole) yield NO_SAMPLES;
      for await (const piece of complete === null
        ? readGrowing(growing, offset, end)
        : readRange(complete.path, offset, end)) {
        offset += piece.length;
        yield piece;
      }
    }
    for (let missing = end - offset; missing > 0; missing -= SILENCE.length) yield SILENCE.subarray(0, missing);
  }
}

async function* readRange(path: string | null, start: number, end: number): AsyncGenerator<Buffer> {
  if (path !== null && start < end) yield* createReadStream(path, { start, end: end - 1 });
}

/** Reads the available bytes of a file. The file may not exist yet, or may already be finished and renamed. */
async function* readGrowing(path: string | null, start: number, end: number): AsyncGenerator<Buffer> {
  try {
    yield* readRange(path, start, end);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

/** The number of samples per piece: a third of a second. */
const PIECE_SAMPLES = 16_384;
/** The range of 16-bit samples: the largest value, and the value that represents 1. */
const MAX_SAMPLE = 32_767;
const FULL_SCALE = 32_768;

/**
 * Mixes a sound segment with the sounds over it, as raw 16-bit samples. Adds in floating point and clips once. Yields
 * an empty piece at intervals while a sound is still being made.
 */
export async function* mixedSound(segment: SoundSegment, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const sum of unclippedSegment(segment, signal)) yield toSixteenBits(sum);
}

/** Streams sound segments one after another, as {@link soundStream} does, but without clipping. */
export async function* unclippedSound(
  segments: readonly SoundSegment[],
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  for (const segment of segments) yield* unclippedSegment(segment, signal);
}

async function* unclippedSegment(segment: SoundSegment, signal: AbortSignal): AsyncGenerator<Float32Array> {
  const base = { ...segment, turn: null, sampleBytes: SOUND_BYTES_PER_SAMPLE };
  for (let done = 0; done < segment.samples; ) {
    const samples = Math.min(PIECE_SAMPLES, segment.samples - done);
    const sum = yield* samplesOf(base, done, samples, signal);
    signal.throwIfAborted();
    for (const sound of segment.over)
      addSound(sum, yield* samplesOf(sound, done, samples, signal), sound.level, sound.from + done);
    yield sum;
    done += samples;
  }
}

/** Reads samples of one sound as soon as they are available. */
async function* samplesOf(
  sound: ReadSound,
  done: number,
  samples: number,
  signal: AbortSignal,
): AsyncGenerator<Float32Array, Float32Array> {
  const result = new Float32Array(2 * samples);
  let filled = 0;
  for (const { position, length } of rangesOf(sound, done, samples)) {
    let bytes = await readSamples(sound, position, length, signal);
    for (; bytes === null; bytes = await readSamples(sound, position, length, signal)) yield NO_FLOATS;
    result.set(floatsOf(bytes, sound.sampleBytes), 2 * filled);
    filled += length;
  }
  repeat(result, filled);
  return result;
}

type ReadSound = PendingSound & Pick<SoundOver, 'from' | 'turn' | 'sampleBytes'>;

/** A range of a file, in samples from the start. */
interface SampleRange {
  readonly position: number;
  readonly length: number;
}

/**
 * Returns the ranges of the file that contain these samples of a sound: one range, or two if the loop restarts within
 * the samples. For a loop that is shorter than the samples, returns the whole loop from the current position.
 */
function rangesOf({ from, turn }: ReadSound, done: number, samples: number): readonly SampleRange[] {
  const position = turn === null ? from + done : (from + done) % turn;
  const first = Math.min(samples, turn === null ? samples : turn - position);
  const rest = turn === null ? 0 : Math.min(samples - first, position, turn);
  return [{ position, length: first }, ...(rest > 0 ? [{ position: 0, length: rest }] : [])];
}

/** Fills the rest of the array by repeating the first `filled` samples. */
function repeat(result: Float32Array, filled: number): void {
  for (let filledLength = 2 * filled; filledLength > 0 && filledLength < result.length; filledLength *= 2)
    result.copyWithin(filledLength, 0, result.length - filledLength);
}

/** Reads samples of a file, up to its end. Returns null while the file is being made and is still too short. */
async function readSamples(
  { path, growing, sampleBytes }: ReadSound,
  position: number,
  samples: number,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const available = growing === null ? null : await readBetween(growing, position * sampleBytes, samples * sampleBytes);
  if (available !== null && available.length === samples * sampleBytes) return available;
  const complete = await withTimeout(
    path.then((whole) => ({ whole })),
    POLL_MILLISECONDS,
    signal,
  );
  if (complete === null) return null;
  if (complete.whole === null) return Buffer.alloc(0);
  return readBetween(complete.whole, position * sampleBytes, samples * sampleBytes, 'whole');
}

/** Reads bytes of a file. Returns null if the file does not exist yet. A `whole` file must exist. */
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

/** Converts the integer or float samples of a file to floats from −1 to 1. */
function floatsOf(bytes: Uint8Array, sampleBytes: number): Float32Array {
  const { buffer } = new Uint8Array(bytes);
  if (sampleBytes !== SOUND_BYTES_PER_SAMPLE) return new Float32Array(buffer, 0, bytes.length >> 2);
  const samples = new Int16Array(buffer, 0, bytes.length >> 1);
  const floats = new Float32Array(samples.length);
  for (let at = 0; at < floats.length; at++) floats[at] = (samples[at] ?? 0) / FULL_SCALE;
  return floats;
}

/** Converts samples from −1 to 1 to 16-bit samples, and clips them. */
export function toSixteenBits(sum: Float32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(2 * sum.length));
  for (let index = 0; index < sum.length; index++) {
    const value = Math.round((sum[index] ?? 0) * FULL_SCALE);
    bytes.setInt16(2 * index, Math.max(-FULL_SCALE, Math.min(MAX_SAMPLE, value)), true);
  }
  return new Uint8Array(bytes.buffer);
}
