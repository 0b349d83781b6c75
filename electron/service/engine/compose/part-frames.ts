import { readFile } from 'node:fs/promises';
import { decodeCube } from '#shared/compositor/pixels/read-cube.ts';
import { composedSize, frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import { clockOutput } from '../../sources/facts/media-input.ts';
import { abortable } from '../../waiting/abortable.ts';
import { runPool } from '../../waiting/pool.ts';
import type { ComposedPart, Decoder } from '../parts/composed-part.ts';
import { appendFilters, type FilterGraph, numberedPadNames, placedFilter, printChains } from '../parts/filter-graph.ts';
import type { PartInput } from '../parts/part-input.ts';
import type { TimeLimits } from '../plan/limits.ts';
import type { PartFrames } from './cached-frames.ts';
import { type ComposeThread, type Draw, startComposeThread } from './compose-threads.ts';
import { createDecodedFrames, type DecodedFrames } from './decoded-frames.ts';
import { createFrameSlots, type FrameSlots, type Slot } from './frame-slots.ts';
import { filterThreadArguments, type InputPaths, openInput } from './open-input.ts';
import { FRAMES_AHEAD } from './thread-messages.ts';

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

/** The settings of this machine for reading the frames of a part. The part does not contain them. */
export interface ReadDependencies extends InputPaths {
  /** The absolute path of FFmpeg. */
  readonly ffmpeg: string;
  readonly draw: Draw;
  readonly decodingThreads: number;
  /** The number of threads of the decoders' filter graphs. The default is the number of cores. */
  readonly filterThreads?: number | null;
  readonly limits: TimeLimits;
  readonly memoryLimitBytes?: number;
  /** The cache of decoded frames, which the part reads and fills. Without it, the part decodes every frame. */
  readonly cachedFrames?: PartFrames;
  readonly signal: AbortSignal;
}

/** Takes a frame. Its bytes are valid only during the call. */
export type TakeFrame = (planes: Uint8Array, index: number) => void | Promise<void>;

/**
 * Composes frames of a part at a reduced scale, like the preview, and passes them on in order. Throws the errors of
 * {@link composeFrames}.
 * @param frameScale The pixels per pixel of the film; at most 1.
 * @param numbers The frames of a part without videos, in order; by default all frames.
 */
export async function readComposedFrames(
  part: FramesPart,
  frameScale: number,
  dependencies: ReadDependencies,
  take: TakeFrame,
  numbers: readonly number[] | null = null,
): Promise<void> {
  if (numbers !== null && part.decoders.length > 0) throw new RangeError('the frames of videos are read in order');
  const consume = async (frames: AsyncIterable<Uint8Array>): Promise<void> => {
    let index = 0;
    for await (const planes of frames) await take(planes, index++);
  };
  await composeFrames(part, { frameScale, numbers, isCopied: false }, dependencies, consume);
}

/** Decodes the frames of an FFmpeg filter graph, and passes them on as {@link readComposedFrames} does. */
export async function readDecodedFrames(
  decoder: Decoder,
  dependencies: ReadDependencies,
  take: TakeFrame,
): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([dependencies.signal, failed.signal]);
  const source = decoderRun(decoder, signal);
  source.needed.resolve();
  const read = async (): Promise<void> => {
    for (let index = 0; index < decoder.length; index++) {
      const slot = await source.frames.next();
      await take(slot.bytes, index);
      source.slots.release(slot);
    }
  };
  const decode = async (either: AbortSignal) => void (await runDecoder(source, dependencies, either));
  await runUntilFailure([read, decode], failed, dependencies.signal);
  source.slots.giveBack();
}

/**
 * Runs functions in parallel. The first failure aborts the others immediately, because they may wait for frames of the
 * failed one.
 */
export async function runUntilFailure(
  runs: readonly ((signal: AbortSignal) => Promise<void>)[],
  failed: AbortController,
  signal: AbortSignal,
): Promise<void> {
  await runPool(runs, runs.length, signal, async (run, either) => {
    try {
      await run(either);
    } catch (error) {
      if (!failed.signal.aborted) failed.abort(error);
      throw error;
    }
  });
}

function decoderRun(decoder: Decoder, signal: AbortSignal): DecoderRun {
  const bytes = frameBytes(decoder.picture);
  const most = bytes < LARGE_FRAME_BYTES ? DECODED_SLOTS : LARGE_DECODED_SLOTS;
  const slots = createFrameSlots(Math.min(most, decoder.length), bytes);
  const frames = createDecodedFrames(slots, decoder.length, signal);
  return { decoder, slots, frames, needed: Promise.withResolvers<void>() };
}

/** Returns a decoder whose frames have fewer pixels. */
export function reducedDecoder(decoder: Decoder, frameScale: number): Decoder {
  if (frameScale === 1) return decoder;
  const { width, height } = composedSize(decoder.picture, frameScale);
  const reduced = (graph: FilterGraph<PartInput>) => ({
    inputs: graph.inputs,
    chains: appendFilters(graph.chains, [placedFilter('scale', [width, height], { flags: 'bilinear' })]),
  });
  const { again } = decoder;
  return {
    ...{ ...decoder, ...reduced(decoder), picture: { ...decoder.picture, width, height } },
    ...(again && { again: again.map((turn) => ({ ...turn, ...reduced(turn) })) }),
  };
}

/** A part whose frames are composed, with or without an encoder. */
type FramesPart = Pick<ComposedPart, 'scene' | 'over' | 'decoders' | 'inputs' | 'length'>;

/** The frames to compose; by default all frames at full size. */
interface FramesToCompose {
  readonly frameScale?: number;
  readonly numbers?: readonly number[] | null;
  /**
   * Whether a small frame is copied, so that its bytes stay valid after it is read; true by default, because a pipe can
   * accept a small chunk before its bytes are written.
   */
  readonly isCopied?: boolean;
}

/**
 * Composes the frames of a part while `consume` reads them: a decoder for each video and a compositor thread run in
 * parallel. Returns the logs of the decoders. Throws the errors of `runTool`, `render/wrong-output` if a decoder writes
 * too few or too many frames, or the signal's reason. After an error, all processes and the thread have ended.
 */
export async function composeFrames(
  part: FramesPart,
  { frameScale = 1, numbers = null, isCopied = true }: FramesToCompose,
  dependencies: ReadDependencies,
  consume: (frames: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<void>,
): Promise<readonly string[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([dependencies.signal, failed.signal]);
  const { canvas } = part.scene;
  const canvases = createFrameSlots(CANVAS_SLOTS, frameBytes({ ...canvas, ...composedSize(canvas, frameScale) }));
  const sources = part.decoders.map((decoder) => decoderRun(reducedDecoder(decoder, frameScale), signal));
  using thread = startComposeThread(
    {
      scene: part.scene,
      over: part.over ?? null,
      canvases: canvases.buffers,
      decoded: sources.map(({ decoder, slots }) => ({ picture: decoder.picture, slots: slots.buffers })),
      tables: await tablesOf(part, dependencies),
      ...(frameScale !== 1 && { frameScale }),
    },
    dependencies.draw,
    signal,
  );
  const compose = frameComposer(sources, canvases, thread, signal);
  const decoderLogs: (readonly string[])[] = [];
  const encode = (either: AbortSignal): Promise<void> =>
    consume(composedFrames(numbers ?? [...Array(part.length).keys()], compose, isCopied), either);
  const decode = sources.map((source) => async (either: AbortSignal): Promise<void> => {
    decoderLogs.push(await runDecoder(source, dependencies, either));
  });
  await runUntilFailure([encode, ...decode], failed, dependencies.signal);
  // After a failure the thread may still use these buffers. Reuse them only after success.
  for (const { giveBack } of [canvases, ...sources.map(({ slots }) => slots)]) giveBack();
  return decoderLogs.flat();
}

/** Reads the color tables of a part, by digest. */
export async function tablesOf(
  { inputs }: Pick<ComposedPart, 'inputs'>,
  { sourcePath, signal }: Pick<ReadDependencies, 'sourcePath' | 'signal'>,
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
 * The minimum size of a chunk that is written without a copy. A pipe accepts a smaller chunk before the bytes are
 * written, so the next frame could overwrite them. A chunk of this size is many times the pipe's buffer, so the pipe
 * accepts the next chunk only after all bytes of this one are written.
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
  thread: ComposeThread,
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

/** Yields frames of the part. Composes the next frame while the current one is read. */
async function* composedFrames(
  numbers: readonly number[],
  compose: (number: number) => Promise<ComposedFrame>,
  isCopied: boolean,
): AsyncGenerator<Uint8Array> {
  const [first] = numbers;
  if (first === undefined) return;
  let next = compose(first);
  for (const following of [...numbers.slice(1), null]) {
    const { bytes, release } = await next;
    if (following !== null) {
      next = compose(following);
      // The loop awaits this promise only after the read. Without this handler, an earlier rejection would be
      // unhandled.
      next.catch(() => undefined);
    }
    yield isCopied && bytes.length < UNBUFFERED_BYTES ? bytes.slice() : bytes;
    release();
  }
}

async function runDecoder(
  { decoder, frames, needed }: DecoderRun,
  dependencies: ReadDependencies,
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
  const { last, all } = await runTurns(decoder, async (graph, fromStart) => {
    const before = written;
    const { log } = await runTool({
      ...decoderCommand({ ...decoder, ...graph }, { ...dependencies, fromStart }),
      onStdout: take,
      signal,
    });
    return { log, hasFrames: written > before };
  });
  frames.end(last);
  return all;
}

/**
 * Runs a decoder and its repetitions one after another. If a seek found no frame, runs the decoder again from the start
 * of its source. Returns the last log, and all logs that describe different graphs.
 */
export async function runTurns(
  decoder: Decoder,
  run: (
    graph: FilterGraph<PartInput>,
    fromStart: boolean,
  ) => Promise<{ readonly log: readonly string[]; readonly hasFrames: boolean }>,
): Promise<{ readonly last: readonly string[]; readonly all: readonly string[] }> {
  const show = async (graph: FilterGraph<PartInput>): Promise<readonly string[]> => {
    const seeking = await run(graph, false);
    return seeking.hasFrames ? seeking.log : (await run(graph, true)).log;
  };
  const first = await show(decoder);
  let last = first;
  for (const turn of decoder.again ?? [])
    for (let count = 0; count < turn.times; count++) last = await show({ inputs: turn.inputs, chains: turn.chains });
  return { last, all: last === first ? last : [...first, ...last] };
}

/** Returns the command of a decoder that writes raw frames to standard output. */
export function decoderCommand(
  decoder: Decoder,
  dependencies: InputPaths & Omit<ReadDependencies, 'draw' | 'cachedFrames' | 'signal'>,
) {
  return {
    program: dependencies.ffmpeg,
    arguments: decoderArguments(decoder, dependencies),
    limits: dependencies.limits,
    ...memoryLimit(dependencies),
  };
}

function decoderArguments(
  decoder: Decoder,
  dependencies: InputPaths & Pick<ReadDependencies, 'decodingThreads' | 'filterThreads'>,
): readonly string[] {
  const { inputs, chains, picture, length } = decoder;
  return [
    ...inputs.flatMap((input) => openInput(input, dependencies.decodingThreads, dependencies)),
    ...filterThreadArguments(dependencies.filterThreads),
    ...['-filter_complex', printChains(chains, numberedPadNames([...inputs.keys()], ''))],
    ...['-map', '[out]', '-c:v', 'rawvideo', '-pix_fmt', picture.pixelFormat, '-fps_mode', 'passthrough'],
    // Write each frame in one piece, without a copy into FFmpeg's buffer of 32 KiB.
    ...['-frames:v', String(length), '-f', 'rawvideo', '-avioflags', 'direct', 'pipe:1'],
    ...inputs.flatMap((input, number) =>
      input.kind === 'source' && input.clock !== null ? clockOutput(number, input.clock) : [],
    ),
  ];
}

export function memoryLimit({ memoryLimitBytes }: Pick<ReadDependencies, 'memoryLimitBytes'>) {
  return memoryLimitBytes === undefined ? {} : { memoryLimitBytes };
}
