import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { type MemoryShares, memoryShares } from '../../ffmpeg/memory-shares.ts';

/** Lets FFmpeg processes begin as the machine's memory allows, whichever films they are for. */
export interface MemoryQueue {
  /** Most bytes that one process may take at all. */
  readonly mostOfOne: number;
  /** Waits until so many bytes are free; dispose it when the process has ended. Throws the signal's reason. */
  take(bytes: number, signal: AbortSignal): Promise<Disposable>;
  /** Counts so many bytes at once: for what is small, or what a person waits for. Films make room for it. */
  count(bytes: number): Disposable;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Who came first begins first, so that what needs much is not passed by for ever. One begins however much it takes. */
export function createMemoryTurns({ together, mostOfOne }: MemoryShares): MemoryQueue {
  const waiting = new Set<Waiting>();
  let taken = 0;
  let counted = 0;

  const beginNext = (): void => {
    for (const next of waiting) {
      if (taken > 0 && taken + counted + next.bytes > together) return;
      waiting.delete(next);
      taken += next.bytes;
      next.begin();
    }
  };
  /** Given back once. */
  const shareOf = (giveBack: () => void): Disposable => {
    let isTaken = true;
    return {
      [Symbol.dispose]: () => {
        if (!isTaken) return;
        isTaken = false;
        giveBack();
        beginNext();
      },
    };
  };
  return {
    mostOfOne,
    take: async (bytes, signal) => {
      signal.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const turn: Waiting = {
          bytes,
          begin: () => {
            signal.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        const onAbort = () => {
          waiting.delete(turn);
          reject(signal.reason);
          beginNext();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(turn);
        beginNext();
      });
      return shareOf(() => {
        taken -= bytes;
      });
    },
    count: (bytes) => {
      counted += bytes;
      return shareOf(() => {
        counted -= bytes;
      });
    },
  };
}

let ofMachine: MemoryQueue | null = null;

/** Those of all films that this process makes. */
export function machineMemory(): MemoryQueue {
  ofMachine ??= createMemoryTurns(memoryShares());
  return ofMachine;
}

/** What a picture, a strip, a waveform or a stand-in takes, of a source as large as they come. */
const VIEW_BYTES = 256 * 2 ** 20;

/** Counts a process that makes a view of a source; dispose it when the process has ended. */
export function countView(): Disposable {
  return machineMemory().count(VIEW_BYTES);
}

/** Throws `render/memory` for what cannot be made here, however long it waits. */
export function requireMemory(
  bytes: number,
  { mostOfOne }: Pick<MemoryQueue, 'mostOfOne'>,
  what: { readonly width: number; readonly height: number; readonly label: string },
): void {
  if (bytes <= mostOfOne) return;
  throw new ServiceError(
    'render/memory',
    message('memory/scene', {
      width: what.width,
      height: what.height,
      format: what.label,
      bytes,
      most: mostOfOne,
    }),
  );
}
