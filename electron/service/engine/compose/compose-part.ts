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
import { type FilterGraph, placedNames, printChains, printFilters } from '../parts/filter-graph.ts';
import type { PartInput } from '../parts/part-input.ts';
import type { TimeLimits } from '../plan/limits.ts';
import type { PartFrames } from './cached-frames.ts';
import { beginComposing, type Composing, type Draw } from './compose-threads.ts';
import {
  createDecodedFrames,
  createFrameSlots,
  type DecodedFrames,
  type FrameSlots,
  type Slot,
} from './frame-slots.ts';
import { filterThreadArguments, type InputPaths, openInput } from './open-input.ts';

/** What composing a part takes of this machine: all that the part leaves out. */
export interface ComposeSurroundings extends InputPaths {
  /** Absolute path of FFmpeg. */
  readonly ffmpeg: string;
  readonly draw: Draw;
  readonly decodingThreads: number;
  readonly encodingThreads: number;
  /** Threads of the decoders' filter graphs; FFmpeg's own number, which is that of the cores, unless given. */
  readonly filterThreads?: number | null;
  readonly limits: TimeLimits;
  readonly outputLimitBytes: number;
  readonly memoryLimitBytes?: number;
  readonly onFrames?: (count: number) => void;
  /** Decoded frames of parts before this one, and where its own are taken down; all are decoded unless given. */
  readonly cachedFrames?: PartFrames;
  readonly signal: AbortSignal;
}

/** Frames of a decoder that are held at most: one is filled, one composed, one encoded. */
const DECODED_SLOTS = 3;
/** Of frames from so many bytes on: one is filled or composed while the other is encoded, which takes far longer. */
const LARGE_DECODED_SLOTS = 2;
const LARGE_FRAME_BYTES = 2 ** 20;
/** Canvases that are held at most: one is composed, one encoded. */
const CANVAS_SLOTS = 2;

/**
 * Makes a composed part at that path: a decoder for each video, a thread that composes, and an encoder, side by side.
 * Frames are counted where they come from and where they go. Throws as `runTool` does, and `render/wrong-output` where
 * a decoder or the encoder did not do what it was to do; then no process is left and the thread has ended.
 */
export async function composePart(
  part: ComposedPart,
  path: string,
  surroundings: ComposeSurroundings,
): Promise<readonly string[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([surroundings.signal, failed.signal]);
  const canvases = createFrameSlots(CANVAS_SLOTS, frameBytes(part.scene.canvas));
  const sources = part.decoders.map((decoder): DecoderRun => {
    const bytes = frameBytes(decoder.picture);
    const most = bytes < LARGE_FRAME_BYTES ? DECODED_SLOTS : LARGE_DECODED_SLOTS;
    const slots = createFrameSlots(Math.min(most, decoder.length), bytes);
    return {
      decoder,
      slots,
      frames: createDecodedFrames(slots, decoder.length, signal),
      wanted: Promise.withResolvers<void>(),
    };
  });
  using thread = beginComposing(
    {
      scene: part.scene,
      over: part.over ?? null,
      canvases: canvases.buffers,
      decoded: sources.map(({ decoder, slots }) => ({ picture: decoder.picture, slots: slots.buffers })),
      tables: await tablesOf(part, surroundings),
    },
    surroundings.draw,
    signal,
  );
  const compose = frameComposer(sources, canvases, thread, signal);
  let log: readonly string[] = [];
  const encode = async (either: AbortSignal): Promise<void> => {
    log = await encodeFrames(part, path, composedFrames(part.length, compose), surroundings, either);
  };
  const decode = sources.map((source) => (either: AbortSignal) => runDecoder(source, surroundings, either));
  // What waits in the frames of one is let go as soon as another has failed.
  const guarded = [encode, ...decode].map((run) => async (either: AbortSignal) => {
    try {
      await run(either);
    } catch (error) {
      if (!failed.signal.aborted) failed.abort(error);
      throw error;
    }
  });
  await runPool(guarded, guarded.length, surroundings.signal, (run, either) => run(either));
  // After a failure the thread may still be at work on them.
  for (const { giveBack } of [canvases, ...sources.map(({ slots }) => slots)]) giveBack();
  return log;
}

async function tablesOf(
  { inputs }: ComposedPart,
  { sourcePath, signal }: ComposeSurroundings,
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
  /** Settles when its first frame is asked for soon. */
  readonly wanted: PromiseWithResolvers<void>;
}

/** A decoder begins so many frames before its first one is shown, so that nobody waits for its start. */
const FRAMES_AHEAD = 8;

/**
 * A pipe takes what is small before it has written it, and would read it when the next frame lies there already; from so
 * many bytes on, many times what a stream holds back, it asks for more only when all is written.
 */
const ALWAYS_DRAINED = 2 ** 20;

/** A frame that is composed, and in whose memory it lies. */
interface ComposedFrame {
  readonly bytes: Uint8Array;
  readonly release: () => void;
}

/** Composes the frames of a part, one asked for after the other. */
function frameComposer(
  sources: readonly DecoderRun[],
  canvases: FrameSlots,
  thread: Composing,
  signal: AbortSignal,
): (number: number) => Promise<ComposedFrame> {
  const takeDecoded = async (number: number): Promise<readonly (Slot | null)[]> => {
    for (const { decoder, wanted } of sources) if (decoder.first <= number + FRAMES_AHEAD) wanted.resolve();
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
    const lies = await thread.compose(order);
    let composed: ComposedFrame = { bytes: canvas.bytes, release: () => canvases.release(canvas) };
    for (const [index, { slots }] of sources.entries()) {
      const slot = decoded[index] ?? null;
      if (slot === null) continue;
      if (lies.kind !== 'decoded' || lies.decoder !== index) {
        slots.release(slot);
        continue;
      }
      canvases.release(canvas);
      composed = { bytes: slot.bytes, release: () => slots.release(slot) };
    }
    return composed;
  };
}

/** The part's frames, each composed while the one before it is encoded. */
async function* composedFrames(
  length: number,
  compose: (number: number) => Promise<ComposedFrame>,
): AsyncGenerator<Uint8Array> {
  let next = compose(0);
  for (let number = 0; number < length; number++) {
    const { bytes, release } = await next;
    if (number + 1 < length) {
      next = compose(number + 1);
      // It is asked for once this one is written; until then nobody would hear that it failed.
      next.catch(() => undefined);
    }
    yield bytes.length < ALWAYS_DRAINED ? bytes.slice() : bytes;
    release();
  }
}

async function runDecoder(
  { decoder, frames, wanted }: DecoderRun,
  surroundings: ComposeSurroundings,
  signal: AbortSignal,
): Promise<void> {
  await abortable(wanted.promise, signal);
  const kept = surroundings.cachedFrames?.find(decoder) ?? null;
  if (kept !== null) {
    await frames.push(kept);
    frames.end([]);
    return;
  }
  const takeDown = surroundings.cachedFrames?.takeDown(decoder) ?? null;
  let written = 0;
  const take = async (chunk: Uint8Array): Promise<void> => {
    written += chunk.length;
    takeDown?.(chunk);
    await frames.push(chunk);
  };
  const run = async (graph: FilterGraph<PartInput>, fromStart: boolean): Promise<readonly string[]> => {
    const { log } = await runTool({
      program: surroundings.ffmpeg,
      arguments: decoderArguments({ ...decoder, ...graph }, { ...surroundings, fromStart }),
      limits: surroundings.limits,
      onStdout: take,
      ...memoryLimit(surroundings),
      signal,
    });
    return log;
  };
  const show = async (graph: FilterGraph<PartInput>): Promise<readonly string[]> => {
    const before = written;
    const log = await run(graph, false);
    return written > before ? log : run(graph, true);
  };
  let log = await show(decoder);
  for (const turn of decoder.again ?? [])
    for (let count = 0; count < turn.times; count++) log = await show({ inputs: turn.inputs, chains: turn.chains });
  frames.end(log);
}

/** FFmpeg's arguments for a decoder: raw frames on its standard output. */
function decoderArguments(decoder: Decoder, surroundings: ComposeSurroundings): readonly string[] {
  const { inputs, chains, picture, length } = decoder;
  return [
    ...inputs.flatMap((input) => openInput(input, surroundings.decodingThreads, surroundings)),
    ...filterThreadArguments(surroundings.filterThreads),
    ...['-filter_complex', printChains(chains, placedNames([...inputs.keys()], ''))],
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
  surroundings: ComposeSurroundings,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let encoded = 0;
  const { log } = await runTool({
    program: surroundings.ffmpeg,
    arguments: encoderArguments(part, path, surroundings.encodingThreads),
    stdin: frames,
    limits: surroundings.limits,
    outputLimitBytes: surroundings.outputLimitBytes,
    ...memoryLimit(surroundings),
    signal,
    onProgress: (progress) => {
      encoded = progress.frames;
      surroundings.onFrames?.(encoded);
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

/** FFmpeg's arguments for an encoder of raw frames that come by its standard input. */
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

function memoryLimit({ memoryLimitBytes }: ComposeSurroundings) {
  return memoryLimitBytes === undefined ? {} : { memoryLimitBytes };
}

/** Frames from so many pixels on: more than 540p. Of smaller ones it is little memory. */
const LARGE_PIXELS = 2 ** 20 - 2 ** 18;
/** With more threads x264 would wait for what looks ahead. */
const FEW_THREADS = 4;
/** x264 looks ahead in a thread of its own, which holds these frames back beside those that are looked at anyway. */
const NOT_HELD_BACK = 'sync-lookahead=0';

/**
 * The encoding with its number of threads. x264 looks ahead to large frames without a thread of its own where it has few
 * threads: that is 100 MB less at 2160p and 12 at 720p, and the bytes are the same, because it decides by the same frames.
 */
export function withThreads(encoding: readonly string[], threads: number, framePixels: number): readonly string[] {
  const isHeld = framePixels >= LARGE_PIXELS && threads <= FEW_THREADS && encoding.includes('libx264');
  const at = isHeld ? encoding.indexOf('-x264-params') + 1 : 0;
  const own = encoding.map((value, index) => (at > 0 && index === at ? `${value}:${NOT_HELD_BACK}` : value));
  return [...own, '-threads', String(threads)];
}
