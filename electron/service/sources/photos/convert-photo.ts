import { Worker } from 'node:worker_threads';
import type { HeifFacts } from '#shared/drawings/images/heif-facts.ts';
import { createLimiter } from '../../waiting/limiter.ts';
import type { PhotoReply, PhotoTask } from './photo-task.ts';

/** JavaScript’s own; the decoder’s memory, bounded to 1 GiB, and the pixels are beside it. */
const MOST_MEBIBYTES = 256;
/** Each may hold a gigabyte. */
const turns = createLimiter(2);
/**
 * Seconds of work that a photo may take: starting the decoder takes half a second, and 12 megapixels of HEIC take 5 s
 * here, of which the JPEG takes 2 s.
 */
const seconds = ({ coded }: HeifFacts): number => 10 + coded.width * coded.height * 2e-6;
const LOOK_MILLISECONDS = 500;

/**
 * Converts a photo in a thread of its own. A hostile file only ends that thread: its memory and its work are bounded.
 * Rejects with the signal’s reason, and if a decoder is not installed.
 */
export function convertPhoto(task: PhotoTask, signal: AbortSignal): Promise<PhotoReply> {
  return turns.run(signal, () => convertInThread(task, signal));
}

async function convertInThread(task: PhotoTask, signal: AbortSignal): Promise<PhotoReply> {
  signal.throwIfAborted();
  const worker = new Worker(threadEntry(), {
    execArgv: [],
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEBIBYTES },
  });
  const { promise, resolve, reject } = Promise.withResolvers<PhotoReply>();
  worker.on('message', resolve);
  worker.on('error', (error: Error & { readonly code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ ok: false, fault: 'damaged' }) : reject(error),
  );
  worker.on('exit', () => resolve({ ok: false, fault: 'damaged' }));
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  // Time of the processor counts: on a machine that does much else, a photo only comes later.
  const watch = setInterval(() => {
    void worker.cpuUsage().then(
      ({ user, system }) => {
        if ((user + system) / 1e6 > seconds(task.facts)) resolve({ ok: false, fault: 'slow' });
      },
      () => undefined,
    );
  }, LOOK_MILLISECONDS);
  try {
    return await promise;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

/** Beside this file, compiled or not. Written out, so that what follows imports finds it. */
function threadEntry(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./photo-thread.ts', import.meta.url)
    : new URL('./photo-thread.js', import.meta.url);
}
