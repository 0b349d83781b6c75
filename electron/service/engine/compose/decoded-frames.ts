import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { abortable } from '../../waiting/abortable.ts';
import type { FrameSlots, Slot } from './frame-slots.ts';

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
 * @param length The expected number of frames. Even one byte more or less is an error.
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
 * Frees the memory of a chunk immediately. Without this, the garbage collector runs for every 64 MiB from a pipe, which
 * took a tenth of this process's time. Small chunks share their memory with others and are not freed here.
 */
function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
