import { readSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { createCompositor } from '#shared/compositor/compositor.ts';
import { createKernelMemory, type GrowingMemory, loadKernels } from '#shared/compositor/kernels/memory.ts';
import type { ComposeTask, Drawn, FrameOrder } from '#shared/compositor/scene/composed-scene.ts';
import { type Composer, createComposer, type OpenKernels } from '#shared/compositor/scene/composer.ts';
import type { Drawing } from '#shared/drawings/drawing/drawing.ts';
import { invariant, required } from '#shared/lib/assert.ts';
import { systemCode } from '../../errors/system-code.ts';
import { PIPE_BYTES } from '../../ffmpeg/tool-pipes.ts';
import {
  createPipeState,
  FRAMES_AHEAD,
  type FromThread,
  type PipedDecoder,
  type PipedEnd,
  type PipedFrames,
  type PipeState,
  type ToThread,
} from './thread-messages.ts';

// This module is the entry of the thread that `startComposeThread` starts. The thread composes parts one after another, and
// the frames of each part in order.
const pending = new Map<number, (drawn: Drawn) => void>();
let requestCount = 0;
let composer: Promise<Composer> | null = null;
let task: ComposeTask | null = null;
/**
 * Resolves when the last queued frame is composed. Each frame waits for the previous one, which may wait for a drawing.
 */
let lastFrame: Promise<void> = Promise.resolve();

const send = (message: FromThread): void => parentPort?.postMessage(message);

const draw = (drawing: Drawing): Promise<Drawn> =>
  new Promise((resolve) => {
    requestCount += 1;
    pending.set(requestCount, resolve);
    send({ kind: 'draw', requestId: requestCount, drawing });
  });

const compose = async (order: FrameOrder): Promise<void> => {
  const location = await (await composer)?.compose(order);
  if (location !== undefined) send({ kind: 'composed', number: order.number, location });
};

const pipePart = async (frames: PipedFrames): Promise<void> => {
  const begun = await composer;
  if (begun !== null && task !== null) send({ kind: 'piped', end: await pipeFrames(frames, task, begun) });
};

/** Queues work after the last frame. */
const queue = (work: () => Promise<void>): void => {
  lastFrame = lastFrame
    .then(work)
    .catch((error) =>
      send({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
};

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'begin': {
      // The composer of a failed part is null and needs no disposal.
      const before = composer?.catch(() => null);
      task = message.task;
      composer = openKernels().then(async (kernels) => {
        (await before)?.dispose();
        return createComposer(message.task, kernels, draw);
      });
      // The first frame reports the failure. An unhandled rejection would end the thread.
      composer.catch(() => undefined);
      return;
    }
    case 'frame':
      queue(() => compose(message.order));
      return;
    case 'pipe':
      queue(() => pipePart(message.frames));
      return;
    case 'drawn':
      pending.get(message.requestId)?.(message.drawn);
      pending.delete(message.requestId);
  }
});

/** The number of frames before its use at which a drawing is requested. A drawing takes as long as one or two frames. */
const DRAWN_AHEAD = 3;

/**
 * Reads the frames of the decoders, composes them, and writes them to the encoder. The reads and writes block this
 * thread, so that no other thread takes part in them.
 */
async function pipeFrames(
  { length, decoders, encoder, state: shared }: PipedFrames,
  { decoded }: ComposeTask,
  partComposer: Composer,
): Promise<PipedEnd> {
  const state = createPipeState(shared);
  const slots = decoded.map((pictures) => new Uint8Array(required(pictures.slots[0], 'a slot')));
  for (let number = 0; number < length; number++) {
    for (const [index, { first }] of decoders.entries())
      if (number === Math.max(0, first - FRAMES_AHEAD)) send({ kind: 'due', decoder: index });
    const readEnd = readSlots(number, decoders, slots, state);
    if (readEnd !== null) return readEnd;
    if (number + DRAWN_AHEAD < length) partComposer.foresee(number + DRAWN_AHEAD);
    const order = { number, decoded: decoders.map((decoder) => (appears(decoder, number) ? 0 : null)), canvas: null };
    const location = await partComposer.compose(order);
    invariant(location.kind !== 'canvas', 'the order has no canvas');
    const frame = location.kind === 'memory' ? location.bytes : required(slots[location.decoder], 'a slot');
    const isWritten = writeFrame(frame, encoder, state, decoders.length);
    if (state.isStopped()) return { kind: 'stopped' };
    if (!isWritten) return { kind: 'closed', frames: number };
  }
  state.finish(decoders.length);
  send({ kind: 'written' });
  return endOfDecoders(decoders, state);
}

/** Waits until each decoder closes its pipe, which must be empty. */
function endOfDecoders(decoders: readonly PipedDecoder[], state: PipeState): PipedEnd {
  for (const [index, { source }] of decoders.entries())
    if (typeof source === 'number' && readPiece(source, new Uint8Array(1), state, index) > 0)
      return state.isStopped() ? { kind: 'stopped' } : { kind: 'too many', decoder: index };
  return { kind: 'whole' };
}

function appears({ first, length }: PipedDecoder, number: number): boolean {
  return first <= number && number < first + length;
}

/** Fills the slots of the decoders that appear in a frame. Returns null if all frames are complete. */
function readSlots(
  number: number,
  decoders: readonly PipedDecoder[],
  slots: readonly Uint8Array[],
  state: PipeState,
): PipedEnd | null {
  for (const [index, decoder] of decoders.entries()) {
    if (!appears(decoder, number)) continue;
    const slot = required(slots[index], 'a slot');
    const frames = number - decoder.first;
    const filled = fillSlot(slot, frames, decoder.source, state, index);
    if (state.isStopped()) return { kind: 'stopped' };
    if (filled < slot.length) return { kind: 'too few', decoder: index, frames, endsWithin: filled > 0 };
  }
  return null;
}

/** Fills a slot with a frame of a decoder. Returns the number of bytes, which is smaller at the end of the data. */
function fillSlot(
  slot: Uint8Array,
  frame: number,
  source: PipedDecoder['source'],
  state: PipeState,
  pipe: number,
): number {
  if (typeof source !== 'number') {
    slot.set(source.subarray(frame * slot.length, (frame + 1) * slot.length));
    return slot.length;
  }
  for (let filled = 0; ; ) {
    const count = readPiece(source, slot.subarray(filled), state, pipe);
    filled += count;
    if (count === 0 || filled === slot.length) return filled;
  }
}

/** Reads the next bytes. Returns 0 at the end of the data, or if this thread should stop. */
function readPiece(descriptor: number, bytes: Uint8Array, state: PipeState, pipe: number): number {
  state.begin(pipe);
  const count = state.isStopped() ? 0 : readSync(descriptor, bytes, 0, bytes.length, null);
  state.end(pipe);
  return count;
}

/** Writes a frame. Returns whether all of it was written: the encoder can close its pipe, and this thread can stop. */
function writeFrame(frame: Uint8Array, descriptor: number, state: PipeState, pipe: number): boolean {
  try {
    for (let from = 0; from < frame.length; ) {
      state.begin(pipe);
      if (state.isStopped()) return false;
      from += writeSync(descriptor, frame, from, Math.min(PIPE_BYTES, frame.length - from));
      state.end(pipe);
    }
    return true;
  } catch (error) {
    if (systemCode(error) === 'EPIPE') return false;
    throw error;
  }
}

/** The WebAssembly declarations that Node's types do not contain. */
declare const WebAssembly: { readonly Memory: new (size: { readonly initial: number }) => GrowingMemory };

/** The initial size of the WebAssembly memory in pages of 64 KiB. It grows on demand. */
const FIRST_PAGES = 16;

let opened: Promise<OpenKernels> | null = null;

/** Returns the kernels of this thread. They are loaded once. */
function openKernels(): Promise<OpenKernels> {
  opened ??= instantiateKernels();
  return opened;
}

async function instantiateKernels(): Promise<OpenKernels> {
  const memory = createKernelMemory(new WebAssembly.Memory({ initial: FIRST_PAGES }));
  const kernels = await loadKernels(await kernelBytes(), memory);
  return { memory, kernels, createCompositor: (cubeNamed) => createCompositor(kernels, memory, cubeNamed) };
}

/** The folders of the compiled kernels, relative to the sources, the compiled files, and the bundle. */
const KERNEL_FOLDERS = ['../../../../out/kernels/', '../../../../kernels/', '../kernels/'];

async function kernelBytes(): Promise<Uint8Array> {
  for (const folder of KERNEL_FOLDERS) {
    try {
      return await readFile(new URL(`${folder}kernels.wasm`, import.meta.url));
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
  throw new Error('the kernels of the compositor are missing; `npm run build` makes them');
}
