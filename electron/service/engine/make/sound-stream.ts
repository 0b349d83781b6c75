import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
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

/** The maximum number of files that stay open. Any number of sounds can be mixed at the same time. */
const MAX_OPEN_FILES = 64;

async function* unclippedSegment(segment: SoundSegment, signal: AbortSignal): AsyncGenerator<Float32Array> {
  await using opened = new AsyncDisposableStack();
  const capacity = Math.min(PIECE_SAMPLES, segment.samples);
  const reader = (sound: ReadSound, index: number): SampleReader =>
    opened.use(createSampleReader(sound, { capacity, isHeldOpen: index < MAX_OPEN_FILES }, signal));
  const base = reader({ ...segment, turn: null, sampleBytes: SOUND_BYTES_PER_SAMPLE }, 0);
  const over = segment.over.map((sound, index) => ({ sound, read: reader(sound, index + 1), mixed: NO_FLOATS }));
  for (let done = 0; done < segment.samples; ) {
    const samples = Math.min(PIECE_SAMPLES, segment.samples - done);
    const sum = new Float32Array(2 * samples);
    yield* fill(sum, base, done);
    signal.throwIfAborted();
    for (const each of over) {
      const { sound, read } = each;
      if (each.mixed.length !== sum.length) each.mixed = new Float32Array(sum.length);
      yield* fill(each.mixed, read, done);
      addSound(sum, each.mixed, sound.level, sound.from + done);
    }
    yield sum;
    done += samples;
  }
}

/** Fills an array with samples of one sound as soon as they are available. */
async function* fill(result: Float32Array, { sound, read }: SampleReader, done: number): AsyncGenerator<Float32Array> {
  let filled = 0;
  for (const { position, length } of rangesOf(sound, done, result.length / 2)) {
    let floats = await read(position, length);
    for (; floats === null; floats = await read(position, length)) yield NO_FLOATS;
    result.set(floats, 2 * filled);
    result.fill(0, 2 * filled + floats.length, 2 * (filled + length));
    filled += length;
  }
  repeat(result, filled);
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

/** Reads the file of a sound. */
interface SampleReader extends AsyncDisposable {
  readonly sound: ReadSound;
  /**
   * Returns samples as floats from −1 to 1, up to the end of the file. They are valid until the next call. Returns null
   * while the file is being made and is still too short.
   */
  readonly read: (position: number, samples: number) => Promise<Float32Array | null>;
}

interface ReaderOptions {
  /** The maximum number of samples of a read. */
  readonly capacity: number;
  /** Whether the complete file is opened only once. */
  readonly isHeldOpen: boolean;
}

function createSampleReader(
  sound: ReadSound,
  { capacity, isHeldOpen }: ReaderOptions,
  signal: AbortSignal,
): SampleReader {
  const { path, growing, sampleBytes } = sound;
  // Each read reuses the memory, because the garbage collector runs for some megabytes of new buffers.
  let buffer: ArrayBuffer | null = null;
  let held: FileHandle | null = null;
  let complete: { readonly whole: string | null } | null = null;
  const readFrom = async (file: FileHandle, position: number, samples: number): Promise<Float32Array> => {
    buffer ??= new ArrayBuffer(capacity * Math.max(sampleBytes, FLOAT_BYTES));
    const length = samples * sampleBytes;
    const { bytesRead } = await file.read(new Uint8Array(buffer), 0, length, position * sampleBytes);
    return sampleBytes === SOUND_BYTES_PER_SAMPLE
      ? floatsFrom(buffer, bytesRead)
      : new Float32Array(buffer, 0, bytesRead >> 2);
  };
  const readPath = async (from: string, position: number, samples: number): Promise<Float32Array> => {
    if (held !== null) return await readFrom(held, position, samples);
    const file = await open(from);
    if (isHeldOpen && from !== growing) held = file;
    try {
      return await readFrom(file, position, samples);
    } finally {
      if (held !== file) await file.close();
    }
  };
  const readGrowingFile = async (position: number, samples: number): Promise<Float32Array> => {
    try {
      return growing === null ? NO_FLOATS : await readPath(growing, position, samples);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
      return NO_FLOATS;
    }
  };
  return {
    sound,
    read: async (position, samples) => {
      if (complete === null) {
        const available = await readGrowingFile(position, samples);
        if (available.length === 2 * samples) return available;
        complete = await withTimeout(
          path.then((whole) => ({ whole })),
          POLL_MILLISECONDS,
          signal,
        );
        if (complete === null) return null;
      }
      return complete.whole === null ? NO_FLOATS : await readPath(complete.whole, position, samples);
    },
    [Symbol.asyncDispose]: async () => await held?.close(),
  };
}

/** The bytes of a sample as floats: two channels of 32 bits. */
const FLOAT_BYTES = 8;

/** Converts 16-bit samples in a buffer to floats in the same buffer, from the last one on, because floats are longer. */
function floatsFrom(buffer: ArrayBuffer, bytes: number): Float32Array {
  const count = bytes >> 1;
  const samples = new Int16Array(buffer, 0, count);
  const floats = new Float32Array(buffer, 0, count);
  for (let at = count - 1; at >= 0; at--) floats[at] = (samples[at] ?? 0) / FULL_SCALE;
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
