import { readFile } from 'node:fs/promises';
import { decodeCube } from '#shared/compositor/pixels/read-cube.ts';
import { frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import { message } from '#shared/messages/message.ts';
import { formatFrameRate } from '#shared/template/values/frame-rate.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import { clockOutput } from '../../sources/facts/media-input.ts';
import { abortable } from '../../waiting/abortable.ts';
import { runPool } from '../../waiting/pool.ts';
import type { ComposedPart, Decoder } from '../parts/composed-part.ts';
import { type FilterGraph, numberedPadNames, printChains, printFilters } from '../parts/filter-graph.ts';
import type { PartInput } from '../parts/part-input.ts';
import type { TimeLimits } from '../plan/limits.ts';
import type { PartFrames } from './cached-frames.ts';
import { type Composing, type Draw, startComposeThread } from './compose-threads.ts';
import { createDecodedFrames, type DecodedFrames } from './decoded-frames.ts';
import { createFrameSlots, type FrameSlots, type Slot } from './frame-slots.ts';
import { filterThreadArguments, type InputPaths, openInput } from './open-input.ts';

/** The settings for composing a part that depend on this machine. The part does not contain them. */
export interface ComposeDependencies extends InputPaths {
  /** The absolute path of FFmpeg. */
  readonly ffmpeg: string;
  readonly draw: Draw;
  readonly decodingThreads: number;
  readonly encodingThreads: number;
  /** The number of threads of the decoders' filter graphs. The default is the number of cores. */
  readonly filterThreads?: number | null;
  readonly limits: TimeLimits;
  readonly outputLimitBytes: number;
  readonly memoryLimitBytes?: number;
  readonly onFrames?: (count: number) => void;
  /** The cache of decoded frames, which the part reads and fills. Without it, the part decodes every frame. */
  readonly cachedFrames?: PartFrames;
  readonly signal: AbortSignal;
}

/** The number of frames that a decoder holds: one is filled, one composed, one encoded. */
const DECODED_SLOTS = 3;
/**
 * The number of large frames that a decoder holds: one is filled or composed while the other is encoded, which takes
 * far longer.
 */
const LARGE_DECODED_SLOTS = 2;
const LARGE_FRAME_BYTES = 2 ** 20;
/** The number of canvases: one is composed, one encoded. */
const CANVAS_SLOTS = 2;

/**
 * Makes a composed part at `path`: a decoder for each video, a compositor thread, and an encoder run in parallel.
 * Counts the decoded and the encoded frames. Throws the errors of `runTool`, and `render/wrong-output` if a decoder or
 * the encoder writes too few or too many frames. After an error, all processes and the thread have ended.
 */
export async function composePart(
  part: ComposedPart,
  path: string,
  dependencies: ComposeDependencies,
): Promise<readonly string[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([dependencies.signal, failed.signal]);
  const canvases = createFrameSlots(CANVAS_SLOTS, frameBytes(part.scene.canvas));
  const sources = part.decoders.map((decoder): DecoderRun => {
    const bytes = frameBytes(decoder.picture);
    const most = bytes < LARGE_FRAME_BYTES ? DECODED_SLOTS : LARGE_DECODED_SLOTS;
    const slots = createFrameSlots(Math.min(most, decoder.length), bytes);
    return {
      decoder,
      slots,
      frames: createDecodedFrames(slots, decoder.length, signal),
      needed: Promise.withResolvers<void>(),
    };
  });
  using thread = startComposeThread(
    {
      scene: part.scene,
      over: part.over ?? null,
      canvases: canvases.buffers,
      decoded: sources.map(({ decoder, slots }) => ({ picture: decoder.picture, slots: slots.buffers })),
      tables: await tablesOf(part, dependencies),
    },
    dependencies.draw,
    signal,
  );
  const compose = frameComposer(sources, canvases, thread, signal);
  let log: readonly string[] = [];
  const decoderLogs: (readonly string[])[] = [];
  const encode = async (either: AbortSignal): Promise<void> => {
    log = await encodeFrames(part, path, composedFrames(part.length, compose), dependencies, either);
  };
  const decode = sources.map((source) => async (either: AbortSignal): Promise<void> => {
    decoderLogs.push(await runDecoder(source, dependencies, either));
  });
  // If one process fails, abort immediately: the others may be waiting for its frames.
  const guarded = [encode, ...decode].map((run) => async (either: AbortSignal) => {
    try {
      await run(either);
    } catch (error) {
      if (!failed.signal.aborted) failed.abort(error);
      throw error;
    }
  });
  await runPool(guarded, guarded.length, dependencies.signal, (run, either) => run(either));
  // After a failure the thread may still use these buffers. Reuse them only after success.
  for (const { giveBack } of [canvases, ...sources.map(({ slots }) => slots)]) giveBack();
  return [...decoderLogs.flat(), ...log];
}

/** Reads the color tables of a part, by digest. */
export async function tablesOf(
  { inputs }: Pick<ComposedPart, 'inputs'>,
  { sourcePath, signal }: Pick<ComposeDependencies, 'sourcePath' | 'signal'>,
): Promise<ReadonlyMap<string, string>> {
  const tables = new Map<string, string>();
  for (const input of inputs)
    if (input.kind === 'table' && !tables.has(input.sha256))
      tables.set(input.sha256, decodeCube(await readFile(sourcePath(input.sha256), { signal })));
  return tables;
}

interface DecoderRun {
  readonly decoder: Decoder;
  readonly slots: FrameSlots;
  readonly frames: DecodedFrames;
  /** Resolves shortly before the first frame of this decoder is needed. */
  readonly needed: PromiseWithResolvers<void>;
}

/**
 * A decoder starts this many frames before its first visible frame, so that the compositor does not wait for the start.
 */
const FRAMES_AHEAD = 8;

/**
 * The minimum size of a chunk that is written without a copy. A pipe accepts a smaller chunk before it is written, so
 * the next frame could overwrite it first. A chunk of this size is many times the pipe's buffer: the pipe accepts the
 * next one only after all its bytes are written.
 */
const UNBUFFERED_BYTES = 2 ** 20;

/** A composed frame, and a function that releases its memory. */
interface ComposedFrame {
  readonly bytes: Uint8Array;
  readonly release: () => void;
}

/** Returns a function that composes a frame by its number. The caller requests the frames in order. */
function frameComposer(
  sources: readonly DecoderRun[],
  canvases: FrameSlots,
  thread: Composing,
  signal: AbortSignal,
): (number: number) => Promise<ComposedFrame> {
  const takeDecoded = async (number: number): Promise<readonly (Slot | null)[]> => {
    for (const { decoder, needed } of sources) if (decoder.first <= number + FRAMES_AHEAD) needed.resolve();
    const decoded: (Slot | null)[] = [];
    for (const { decoder, frames } of sources) {
      const isThere = decoder.first <= number && number < decoder.first + decoder.length;
      decoded.push(isThere ? await frames.next() : null);
    }
    return decoded;
  };
  return async (number) => {
    const decoded = await takeDecoded(number);
    const canvas = await canvases.take(signal);
    const order = { number, decoded: decoded.map((slot) => slot?.index ?? null), canvas: canvas.index };
    const location = await thread.compose(order);
    let composed: ComposedFrame = { bytes: canvas.bytes, release: () => canvases.release(canvas) };
    for (const [index, { slots }] of sources.entries()) {
      const slot = decoded[index] ?? null;
      if (slot === null) continue;
      if (location.kind !== 'decoded' || location.decoder !== index) {
        slots.release(slot);
        continue;
      }
      canvases.release(canvas);
      composed = { bytes: slot.bytes, release: () => slots.release(slot) };
    }
    return composed;
  };
}

/** Yields the frames of the part. Composes the next frame while the current one is encoded. */
async function* composedFrames(
  length: number,
  compose: (number: number) => Promise<ComposedFrame>,
): AsyncGenerator<Uint8Array> {
  let next = compose(0);
  for (let number = 0; number < length; number++) {
    const { bytes, release } = await next;
    if (number + 1 < length) {
      next = compose(number + 1);
      // The loop awaits this promise only after the write. Without this handler, an earlier rejection would be
      // unhandled.
      next.catch(() => undefined);
    }
    yield bytes.length < UNBUFFERED_BYTES ? bytes.slice() : bytes;
    release();
  }
}

async function runDecoder(
  { decoder, frames, needed }: DecoderRun,
  dependencies: ComposeDependencies,
  signal: AbortSignal,
): Promise<readonly string[]> {
  await abortable(needed.promise, signal);
  const cached = dependencies.cachedFrames?.find(decoder) ?? null;
  if (cached !== null) {
    await frames.push(cached);
    frames.end([]);
    return [];
  }
  const takeDown = dependencies.cachedFrames?.takeDown(decoder) ?? null;
  let written = 0;
  const take = async (chunk: Uint8Array): Promise<void> => {
    written += chunk.length;
    takeDown?.(chunk);
    await frames.push(chunk);
  };
  const run = async (graph: FilterGraph<PartInput>, fromStart: boolean): Promise<readonly string[]> => {
    const { log } = await runTool({
      program: dependencies.ffmpeg,
      arguments: decoderArguments({ ...decoder, ...graph }, { ...dependencies, fromStart }),
      limits: dependencies.limits,
      onStdout: take,
      ...memoryLimit(dependencies),
      signal,
    });
    return log;
  };
  const show = async (graph: FilterGraph<PartInput>): Promise<readonly string[]> => {
    const before = written;
    const log = await run(graph, false);
    return written > before ? log : run(graph, true);
  };
  const first = await show(decoder);
  let log = first;
  for (const turn of decoder.again ?? [])
    for (let count = 0; count < turn.times; count++) log = await show({ inputs: turn.inputs, chains: turn.chains });
  frames.end(log);
  return log === first ? log : [...first, ...log];
}

/** Returns FFmpeg's arguments for a decoder that writes raw frames to standard output. */
function decoderArguments(decoder: Decoder, dependencies: ComposeDependencies): readonly string[] {
  const { inputs, chains, picture, length } = decoder;
  return [
    ...inputs.flatMap((input) => openInput(input, dependencies.decodingThreads, dependencies)),
    ...filterThreadArguments(dependencies.filterThreads),
    ...['-filter_complex', printChains(chains, numberedPadNames([...inputs.keys()], ''))],
    ...['-map', '[out]', '-c:v', 'rawvideo', '-pix_fmt', picture.pixelFormat, '-fps_mode', 'passthrough'],
    ...['-frames:v', String(length), '-f', 'rawvideo', 'pipe:1'],
    ...inputs.flatMap((input, number) =>
      input.kind === 'source' && input.clock !== null ? clockOutput(number, input.clock) : [],
    ),
  ];
}

async function encodeFrames(
  part: ComposedPart,
  path: string,
  frames: AsyncIterable<Uint8Array>,
  dependencies: ComposeDependencies,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let encoded = 0;
  const { log } = await runTool({
    program: dependencies.ffmpeg,
    arguments: encoderArguments(part, path, dependencies.encodingThreads),
    stdin: frames,
    limits: dependencies.limits,
    outputLimitBytes: dependencies.outputLimitBytes,
    ...memoryLimit(dependencies),
    signal,
    onProgress: (progress) => {
      encoded = progress.frames;
      dependencies.onFrames?.(encoded);
    },
  });
  if (encoded < part.length)
    throw new ServiceError(
      'render/wrong-output',
      message('film/scene-frames', { there: encoded, wanted: part.length }),
      {
        log,
      },
    );
  return log;
}

/** Returns FFmpeg's arguments for an encoder that reads raw frames from standard input. */
function encoderArguments(part: ComposedPart, path: string, threads: number): readonly string[] {
  const { width, height, pixelFormat, frameRate } = part.scene.canvas;
  return [
    ...(part.device ?? []),
    ...['-protocol_whitelist', 'pipe', '-f', 'rawvideo', '-pixel_format', pixelFormat],
    ...['-video_size', `${width}x${height}`, '-framerate', formatFrameRate(frameRate), '-i', 'pipe:0'],
    ...['-vf', printFilters(part.filters), ...withThreads(part.encoding, threads, width * height)],
    ...['-frames:v', String(part.length), '-y', `file:${path}`],
  ];
}

function memoryLimit({ memoryLimitBytes }: ComposeDependencies) {
  return memoryLimitBytes === undefined ? {} : { memoryLimitBytes };
}

/** The minimum size of a large frame, in pixels: between 540p and 720p. Smaller frames take little memory. */
const LARGE_PIXELS = 2 ** 20 - 2 ** 18;
/**
 * The maximum number of threads for which the lookahead thread is turned off. With more threads, x264 would wait for
 * the lookahead.
 */
const FEW_THREADS = 4;
/** Turns off the separate lookahead thread of x264, which holds additional frames. */
const NO_LOOKAHEAD_THREAD = 'sync-lookahead=0';

/**
 * Returns the encoding with its number of threads. For large frames and few threads, turns off x264's lookahead thread.
 * This saves 100 MB at 2160p and 12 MB at 720p. The encoded bytes stay the same, because x264 uses the same frames for
 * its decisions.
 */
export function withThreads(encoding: readonly string[], threads: number, framePixels: number): readonly string[] {
  const isHeld = framePixels >= LARGE_PIXELS && threads <= FEW_THREADS && encoding.includes('libx264');
  const at = isHeld ? encoding.indexOf('-x264-params') + 1 : 0;
  const own = encoding.map((value, index) => (at > 0 && index === at ? `${value}:${NO_LOOKAHEAD_THREAD}` : value));
  return [...own, '-threads', String(threads)];
}
