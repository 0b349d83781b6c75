import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { abortable } from '../../waiting/abortable.ts';

/** The memory of one raw frame, shared with a thread. */
export interface Slot {
  /** The index among the slots of the same set. */
  readonly index: number;
  readonly bytes: Uint8Array;
}

/** A fixed set of frames of one size, which are filled, used, released, and filled again. */
export interface FrameSlots {
  /** The buffers of the slots in order. They can be passed to a thread. */
  readonly buffers: readonly SharedArrayBuffer[];
  /** Waits until a slot is free. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<Slot>;
  /** Releases a slot. It can be taken again immediately. */
  release(slot: Slot): void;
  /** Makes the memory available for later slots of the same size. No one may read or write these slots afterward. */
  giveBack(): void;
}

/**
 * The memory of finished parts, by size, as weak references. The garbage collector may free it, because a second set of
 * 2160p frames takes a lot of memory.
 */
const releasedBuffers = new Map<number, WeakRef<SharedArrayBuffer>[]>();
const MAX_SIZES = 32;
/**
 * The maximum number of bytes that strong references keep for the next part. Clearing new memory takes as long as
 * filling it.
 */
const HELD_BYTES = 32 * 2 ** 20;
const HELD_MILLISECONDS = 5000;
const held = new Set<SharedArrayBuffer>();
let heldBytes = 0;
let releaseTimer: NodeJS.Timeout | null = null;

function hold(buffer: SharedArrayBuffer): void {
  if (heldBytes + buffer.byteLength > HELD_BYTES) return;
  held.add(buffer);
  heldBytes += buffer.byteLength;
  releaseTimer ??= setTimeout(() => {
    held.clear();
    heldBytes = 0;
  }, HELD_MILLISECONDS).unref();
  releaseTimer.refresh();
}

function takeBuffer(bytes: number): SharedArrayBuffer {
  const all = releasedBuffers.get(bytes);
  for (let found = all?.pop(); found !== undefined; found = all?.pop()) {
    const buffer = found.deref();
    if (buffer === undefined) continue;
    if (held.delete(buffer)) heldBytes -= bytes;
    return buffer;
  }
  releasedBuffers.delete(bytes);
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
      if (releasedBuffers.size >= MAX_SIZES) releasedBuffers.clear();
      const ofSize = releasedBuffers.get(bytes) ?? [];
      for (const buffer of buffers) {
        ofSize.push(new WeakRef(buffer));
        hold(buffer);
      }
      releasedBuffers.set(bytes, ofSize);
    },
  };
}

/** The raw frames that a decoder writes. The frames are counted, and the decoder waits while no slot is free. */
export interface DecodedFrames {
  /** Takes a chunk of the decoder's output and the ownership of its memory. Waits while no slot is free. */
  push(chunk: Uint8Array): Promise<void>;
  /** Ends the frames. Throws `render/wrong-output` if the decoder wrote too few. */
  end(log: readonly string[]): void;
  /** Returns the next frame. The caller releases its slot. Rejects with the signal's reason. */
  next(): Promise<Slot>;
}

/**
 * Cuts the output of a decoder into frames.
 * @param length The expected number of frames. A surplus or a lack of even one byte is an error.
 */
export function createDecodedFrames(slots: FrameSlots, length: number, signal: AbortSignal): DecodedFrames {
  const ready: Slot[] = [];
  const requests: ((slot: Slot) => void)[] = [];
  let open: Slot | null = null;
  let filled = 0;
  let whole = 0;

  const close = (slot: Slot): void => {
    open = null;
    filled = 0;
    whole += 1;
    const next = requests.shift();
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
      requests.push(resolve);
      return abortable(promise, signal);
    },
  };
}

/**
 * Frees the memory of a chunk immediately. Otherwise the garbage collector runs for every 64 MiB from a pipe, which
 * took a tenth of this process's time. Small chunks share their memory with others and are not freed here.
 */
function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
