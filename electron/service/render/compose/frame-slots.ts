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
