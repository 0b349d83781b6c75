import { Worker } from 'node:worker_threads';
import type { HeifFacts } from '#shared/drawings/images/heif-facts.ts';
import { createLimiter } from '../../waiting/limiter.ts';
import type { PhotoReply, PhotoTask } from './photo-task.ts';

/**
 * The memory limit of the thread's JavaScript heap, in MiB. The decoder's memory (up to 1 GiB) and the pixels are
 * separate.
 */
const MAX_MEBIBYTES = 256;
/** The maximum number of simultaneous conversions. Each one can take a gigabyte of memory. */
const limiter = createLimiter(2);
/**
 * Returns the processor time in seconds that the conversion of a photo may take. Starting the decoder takes 0.5 s. On
 * the reference machine, 12 megapixels of HEIC take 5 s, which includes 2 s for the JPEG.
 */
const timeLimitSeconds = ({ coded }: HeifFacts): number => 10 + coded.width * coded.height * 2e-6;
const CHECK_INTERVAL_MILLISECONDS = 500;

/**
 * Converts a photo in a separate thread. The memory and the processor time of the thread are limited, so that a hostile
 * file can end only that thread. Rejects with the signal's reason, or with an error if a decoder is not installed.
 */
export function convertPhoto(task: PhotoTask, signal: AbortSignal): Promise<PhotoReply> {
  return limiter.run(signal, () => convertInThread(task, signal));
}

async function convertInThread(task: PhotoTask, signal: AbortSignal): Promise<PhotoReply> {
  signal.throwIfAborted();
  const worker = new Worker(threadEntry(), {
    execArgv: [],
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEBIBYTES },
  });
  const { promise, resolve, reject } = Promise.withResolvers<PhotoReply>();
  worker.on('message', resolve);
  worker.on('error', (error: Error & { readonly code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ ok: false, fault: 'damaged' }) : reject(error),
  );
  worker.on('exit', () => resolve({ ok: false, fault: 'damaged' }));
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  // Measure the processor time, because a photo takes longer on a busy machine.
  const timer = setInterval(() => {
    void worker.cpuUsage().then(
      ({ user, system }) => {
        if ((user + system) / 1e6 > timeLimitSeconds(task.facts)) resolve({ ok: false, fault: 'slow' });
      },
      () => undefined,
    );
  }, CHECK_INTERVAL_MILLISECONDS);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

/**
 * Returns the URL of the thread's module, in its TypeScript or its compiled form. The names are literals, so that tools
 * that follow imports find the module.
 */
function threadEntry(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./photo-thread.ts', import.meta.url)
    : new URL('./photo-thread.js', import.meta.url);
}
