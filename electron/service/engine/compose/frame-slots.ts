import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { abortable } from '../../waiting/abortable.ts';

/** Room for one raw frame, in memory that a thread shares with us. */
export interface Slot {
  /** Its number among the slots of its kind. */
  readonly index: number;
  readonly bytes: Uint8Array;
}

/** A few frames of one size, which go round: filled, used, and let go to be filled again. */
export interface FrameSlots {
  /** One for each slot, in the order of their numbers; they can be handed to a thread. */
  readonly buffers: readonly SharedArrayBuffer[];
  /** Waits until a slot is free. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<Slot>;
  /** Lets a slot go; it may be taken again at once. */
  release(slot: Slot): void;
  /** Nobody writes or reads them any more: the next slots of that size may be made of the same memory. */
  giveBack(): void;
}

/** Memory of parts that are done, as long as the collector leaves it there: a few frames of 2160p are a lot to have twice. */
const spare = new Map<number, WeakRef<SharedArrayBuffer>[]>();
const MOST_SIZES = 32;
/** So much of it is held for the next part: to clear new memory for each takes as long as to fill it. */
const HELD_BYTES = 32 * 2 ** 20;
const HELD_MILLISECONDS = 5000;
const held = new Set<SharedArrayBuffer>();
let heldBytes = 0;
let letGo: NodeJS.Timeout | null = null;

function hold(buffer: SharedArrayBuffer): void {
  if (heldBytes + buffer.byteLength > HELD_BYTES) return;
  held.add(buffer);
  heldBytes += buffer.byteLength;
  letGo ??= setTimeout(() => {
    held.clear();
    heldBytes = 0;
  }, HELD_MILLISECONDS).unref();
  letGo.refresh();
}

function takeBuffer(bytes: number): SharedArrayBuffer {
  const all = spare.get(bytes);
  for (let found = all?.pop(); found !== undefined; found = all?.pop()) {
    const buffer = found.deref();
    if (buffer === undefined) continue;
    if (held.delete(buffer)) heldBytes -= bytes;
    return buffer;
  }
  spare.delete(bytes);
  return new SharedArrayBuffer(bytes);
}

export function createFrameSlots(count: number, bytes: number): FrameSlots {
  const buffers = Array.from({ length: count }, () => takeBuffer(bytes));
  const free = buffers.map((buffer, index): Slot => ({ index, bytes: new Uint8Array(buffer) }));
  const waiting: ((slot: Slot) => void)[] = [];
  return {
    buffers,
    take: (signal) => {
      signal.throwIfAborted();
      const slot = free.shift();
      if (slot !== undefined) return Promise.resolve(slot);
      const { promise, resolve } = Promise.withResolvers<Slot>();
      waiting.push(resolve);
      return abortable(promise, signal);
    },
    release: (slot) => {
      const next = waiting.shift();
      if (next === undefined) free.push(slot);
      else next(slot);
    },
    giveBack: () => {
      if (spare.size >= MOST_SIZES) spare.clear();
      const kept = spare.get(bytes) ?? [];
      for (const buffer of buffers) {
        kept.push(new WeakRef(buffer));
        hold(buffer);
      }
      spare.set(bytes, kept);
    },
  };
}

/** The raw frames that a decoder writes, counted, and held back where nobody takes them. */
export interface DecodedFrames {
  /** Takes what the decoder has written, memory and all; it waits while there is no room for more. */
  push(chunk: Uint8Array): Promise<void>;
  /** The decoder has ended. Throws `render/wrong-output` where it has written less than it was to. */
  end(log: readonly string[]): void;
  /** The next frame; whoever takes it lets its slot go. Rejects with the signal's reason. */
  next(): Promise<Slot>;
}

/**
 * Puts what a decoder writes into frames.
 * @param length How many frames it is to write: one byte more or less is wrong.
 */
export function createDecodedFrames(slots: FrameSlots, length: number, signal: AbortSignal): DecodedFrames {
  const ready: Slot[] = [];
  const asked: ((slot: Slot) => void)[] = [];
  let open: Slot | null = null;
  let filled = 0;
  let whole = 0;

  const close = (slot: Slot): void => {
    open = null;
    filled = 0;
    whole += 1;
    const next = asked.shift();
    if (next === undefined) ready.push(slot);
    else next(slot);
  };
  return {
    push: async (chunk) => {
      for (let from = 0; from < chunk.length; ) {
        if (whole === length)
          throw new ServiceError('render/wrong-output', message('film/video-more', { wanted: length }));
        open ??= await slots.take(signal);
        const piece = chunk.subarray(from, from + open.bytes.length - filled);
        open.bytes.set(piece, filled);
        from += piece.length;
        filled += piece.length;
        if (filled === open.bytes.length) close(open);
      }
      releaseChunk(chunk);
    },
    end: (log) => {
      if (whole === length) return;
      const values = { there: whole, wanted: length, endsWithin: filled > 0 };
      throw new ServiceError('render/wrong-output', message('film/video-frames', values), { log });
    },
    next: () => {
      const slot = ready.shift();
      if (slot !== undefined) return Promise.resolve(slot);
      const { promise, resolve } = Promise.withResolvers<Slot>();
      asked.push(resolve);
      return abortable(promise, signal);
    },
  };
}

/**
 * Frees a chunk's memory now. Whoever waits for the collector has it run for every 64 MiB that come through a pipe, which
 * was a tenth of all the time of this process. Small chunks share their memory with others.
 */
function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
