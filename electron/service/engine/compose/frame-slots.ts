import { abortable } from '../../waiting/abortable.ts';

/** The memory of one raw frame, shared with a thread. */
export interface Slot {
  /** The index among the slots of the same set. */
  readonly index: number;
  readonly bytes: Uint8Array;
}

/** A fixed pool of frame buffers of one size. Released buffers are used again. */
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

/** Creates the slots. Their memory comes from released slots of the same size where possible. */
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
        retain(buffer);
      }
      releasedBuffers.set(bytes, ofSize);
    },
  };
}

/**
 * The memory of finished parts, by size. These are weak references because a second set of 2160p frames takes a lot of
 * memory, which the garbage collector may free.
 */
const releasedBuffers = new Map<number, WeakRef<SharedArrayBuffer>[]>();
const MAX_SIZES = 32;
/**
 * The maximum number of bytes that strong references hold for the next part. Holding them avoids clearing new memory,
 * which takes as long as filling it.
 */
const HELD_BYTES = 32 * 2 ** 20;
const HELD_MILLISECONDS = 5000;
const retainedBuffers = new Set<SharedArrayBuffer>();
let heldBytes = 0;
let releaseTimer: NodeJS.Timeout | null = null;

function retain(buffer: SharedArrayBuffer): void {
  if (heldBytes + buffer.byteLength > HELD_BYTES) return;
  retainedBuffers.add(buffer);
  heldBytes += buffer.byteLength;
  releaseTimer ??= setTimeout(() => {
    retainedBuffers.clear();
    heldBytes = 0;
  }, HELD_MILLISECONDS).unref();
  releaseTimer.refresh();
}

function takeBuffer(bytes: number): SharedArrayBuffer {
  const all = releasedBuffers.get(bytes);
  for (let reference = all?.pop(); reference !== undefined; reference = all?.pop()) {
    const buffer = reference.deref();
    if (buffer === undefined) continue;
    if (retainedBuffers.delete(buffer)) heldBytes -= bytes;
    return buffer;
  }
  releasedBuffers.delete(bytes);
  return new SharedArrayBuffer(bytes);
}
