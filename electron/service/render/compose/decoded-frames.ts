import { statement } from '#shared/statements/statement.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { abortable } from '../../waiting/abortable.ts';
import type { FrameSlots, Slot } from './frame-slots.ts';

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
          throw new ServiceError('render/wrong-output', statement('film/video-more', { wanted: length }));
        open ??= await slots.take(signal);
        const piece = chunk.subarray(from, from + open.bytes.length - filled);
        open.bytes.set(piece, filled);
        from += piece.length;
        filled += piece.length;
        if (filled === open.bytes.length) close(open);
      }
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
