import { ServiceError } from '../../errors/service-error.ts';
import { type MemoryShares, memoryShares } from '../../ffmpeg/memory-shares.ts';

/** Lets FFmpeg processes begin as the machine's memory allows, whichever films they are for. */
export interface MemoryTurns {
  /** Most bytes that one process may take at all. */
  readonly mostOfOne: number;
  /** Waits until so many bytes are free; dispose it when the process has ended. Throws the signal's reason. */
  take(bytes: number, signal: AbortSignal): Promise<Disposable>;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Who came first begins first, so that what needs much is not passed by for ever. One begins however much it takes. */
export function createMemoryTurns({ together, mostOfOne }: MemoryShares): MemoryTurns {
  const waiting = new Set<Waiting>();
  let taken = 0;

  const beginNext = (): void => {
    for (const next of waiting) {
      if (taken > 0 && taken + next.bytes > together) return;
      waiting.delete(next);
      taken += next.bytes;
      next.begin();
    }
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
      let isTaken = true;
      return {
        [Symbol.dispose]: () => {
          if (!isTaken) return;
          isTaken = false;
          taken -= bytes;
          beginNext();
        },
      };
    },
  };
}

let ofMachine: MemoryTurns | null = null;

/** Those of all films that this process makes. */
export function machineMemory(): MemoryTurns {
  ofMachine ??= createMemoryTurns(memoryShares());
  return ofMachine;
}

/** Throws `render/memory` for what cannot be made here, however long it waits. */
export function requireMemory(
  bytes: number,
  { mostOfOne }: Pick<MemoryTurns, 'mostOfOne'>,
  what: { readonly width: number; readonly height: number; readonly label: string },
): void {
  if (bytes <= mostOfOne) return;
  const size = `${what.width}×${what.height}`;
  throw new ServiceError(
    'render/memory',
    `A scene of ${size} as ${what.label} takes about ${gigabytes(bytes)}; ${gigabytes(mostOfOne)} can be given.`,
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
