import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { memoryShares } from '../../ffmpeg/machine.ts';
import type { MemoryShares } from '../../ffmpeg/process-plan.ts';

/** A queue for the FFmpeg processes of all renders. A process starts when the machine has enough memory for it. */
export interface MemoryQueue extends MemoryShares {
  /**
   * Waits until this many bytes are free and reserves them. Dispose of the result when the process has ended. Rejects
   * with the signal's reason.
   */
  take(bytes: number, signal: AbortSignal): Promise<Disposable>;
  /**
   * Reserves this many bytes immediately. It is for small processes and for processes that a user waits for. Renders
   * leave memory for them.
   */
  count(bytes: number): Disposable;
}

interface WaitingRequest {
  readonly bytes: number;
  readonly begin: () => void;
}

/**
 * Creates a queue. Requests start in order of arrival, so smaller requests cannot delay a large one forever. If no
 * process of a render runs, the next one starts even if it exceeds the limit.
 */
export function createMemoryQueue({ together, mostOfOne }: MemoryShares): MemoryQueue {
  const waiting = new Set<WaitingRequest>();
  let takenBytes = 0;
  let countedBytes = 0;

  const beginNext = (): void => {
    for (const next of waiting) {
      if (takenBytes > 0 && takenBytes + countedBytes + next.bytes > together) return;
      waiting.delete(next);
      takenBytes += next.bytes;
      next.begin();
    }
  };
  /** Returns a share of the memory. Only the first disposal returns it to the queue. */
  const createShare = (giveBack: () => void): Disposable => {
    let isReserved = true;
    return {
      [Symbol.dispose]: () => {
        if (!isReserved) return;
        isReserved = false;
        giveBack();
        beginNext();
      },
    };
  };
  return {
    ...{ together, mostOfOne },
    take: async (bytes, signal) => {
      signal.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const request: WaitingRequest = {
          bytes,
          begin: () => {
            signal.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        const onAbort = () => {
          waiting.delete(request);
          reject(signal.reason);
          beginNext();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(request);
        beginNext();
      });
      return createShare(() => {
        takenBytes -= bytes;
      });
    },
    count: (bytes) => {
      countedBytes += bytes;
      return createShare(() => {
        countedBytes -= bytes;
      });
    },
  };
}

let machineQueue: MemoryQueue | null = null;

/** Returns the queue that all renders of this process share. */
export function machineMemory(): MemoryQueue {
  machineQueue ??= createMemoryQueue(memoryShares());
  return machineQueue;
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
  frame: { readonly width: number; readonly height: number; readonly label: string },
): void {
  if (bytes <= mostOfOne) return;
  throw new ServiceError(
    'render/memory',
    message('memory/scene', {
      width: frame.width,
      height: frame.height,
      format: frame.label,
      bytes,
      most: mostOfOne,
    }),
  );
}
