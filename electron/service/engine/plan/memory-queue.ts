import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { memoryShares } from '../../ffmpeg/machine.ts';
import type { MemoryShares } from '../../ffmpeg/process-plan.ts';

/** A queue for the FFmpeg processes of all renders. A process starts when the machine has enough memory for it. */
export interface MemoryQueue {
  /** The memory limit of one process, in bytes. */
  readonly mostOfOne: number;
  /**
   * Waits until this many bytes are free and reserves them. Dispose of the result when the process has ended. Rejects
   * with the signal's reason.
   */
  take(bytes: number, signal: AbortSignal): Promise<Disposable>;
  /**
   * Reserves this many bytes immediately, for a small process or one that a user waits for. Renders leave memory for
   * such processes.
   */
  count(bytes: number): Disposable;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/**
 * Creates a queue. Requests start in order of arrival, so that smaller requests cannot delay a large one forever. If no
 * process of a render runs, the next one starts even if it exceeds the limit.
 */
export function createMemoryQueue({ together, mostOfOne }: MemoryShares): MemoryQueue {
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
  /** Returns a share of the memory. Only the first disposal returns it to the queue. */
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

/** Returns the queue that all renders of this process share. */
export function machineMemory(): MemoryQueue {
  ofMachine ??= createMemoryQueue(memoryShares());
  return ofMachine;
}

/** The memory of a process that makes a thumbnail, a filmstrip, a waveform, or a proxy from a very large source. */
const VIEW_BYTES = 256 * 2 ** 20;

/** Reserves the memory of a process that makes a view of a source. Dispose of the result when the process has ended. */
export function reserveViewMemory(): Disposable {
  return machineMemory().count(VIEW_BYTES);
}

/** Throws `render/memory` if a process needs more memory than this machine allows for one process. */
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
