import { statement } from '../../../../shared/statements/statement.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { abortable } from '../../waiting/abortable.ts';
import type { FrameSlots, Slot } from './frame-slots.ts';

/** The raw frames that a decoder writes, counted, and held back where nobody takes them. */
export interface DecodedFrames {
  /**
   * Takes what the decoder has written, memory and all. Gives a promise only while there is no room for more, which
   * rejects with the signal's reason. Throws `render/wrong-output` for a byte too much.
   */
  push(chunk: Uint8Array): void | Promise<void>;
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
  /** Copies what there is room for now, and tells how many of the chunk's bytes are copied by then. */
  const fill = (chunk: Uint8Array, copied: number): number => {
    for (let from = copied; from < chunk.length; ) {
      if (whole === length)
        throw new ServiceError('render/wrong-output', statement('film/video-more', { wanted: length }));
      open ??= slots.takeFree();
      if (open === null) return from;
      const piece = chunk.subarray(from, from + open.bytes.length - filled);
      open.bytes.set(piece, filled);
      from += piece.length;
      filled += piece.length;
      if (filled === open.bytes.length) close(open);
    }
    return chunk.length;
  };
  const fillWhenFree = async (chunk: Uint8Array, copied: number): Promise<void> => {
    for (let from = copied; from < chunk.length; from = fill(chunk, from)) open = await slots.take(signal);
    letGo(chunk);
  };
  return {
    push: (chunk) => {
      const copied = fill(chunk, 0);
      if (copied < chunk.length) return fillWhenFree(chunk, copied);
      letGo(chunk);
    },
    end: (log) => {
      if (whole === length) return;
      const values = { there: whole, wanted: length, endsWithin: filled > 0 };
      throw new ServiceError('render/wrong-output', statement('film/video-frames', values), { log });
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
function letGo({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
