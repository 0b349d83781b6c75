import { Worker } from 'node:worker_threads';
import type { Digest } from '#shared/drawings/drawing/drawing.ts';
import { sourcesOf } from '#shared/drawings/fonts/drawing-sources.ts';
import type { DrawingAnswer, DrawingReply, DrawingTask, ToDrawingThread } from './drawing-task.ts';
import { type CompiledKit, compileCanvasKit } from './open-canvas-kit.ts';

/** Thrown if the thread ended, failed, or took too long for a task. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';
}

/** The time limit of a task in seconds of processor time, and its signal. */
export interface TaskBounds {
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** A thread that runs tasks one after another. */
export interface PainterThread {
  /**
   * Runs a task and returns the answer. Rejects with {@link ThreadFailure}, with the signal's reason if the task has
   * not started, or with the error of `bytesOf`.
   */
  ask(
    query: Omit<DrawingTask, 'sources'>,
    bytesOf: (digest: Digest) => Promise<Uint8Array>,
    bounds: TaskBounds,
  ): Promise<DrawingAnswer>;
  /** Starts the thread ahead of time. */
  warm(): void;
  stop(): Promise<void>;
}

/**
 * The limit of the JavaScript heap in MiB. The largest tree of an SVG file takes 500 MiB. The memory of CanvasKit and the
 * pixels are outside of it.
 */
const MAX_MEBIBYTES = 768;
/**
 * The maximum number of time checks per task. A thread that reaches it has used almost no processor time and is
 * therefore stuck.
 */
const MAX_CHECKS = 20;
/** The maximum size in bytes of the fonts and images that a thread stores. A thread above this size is replaced. */
const MAX_CACHED_BYTES = 256 * 2 ** 20;

interface Running {
  readonly worker: Worker;
  /** The digests of the fonts and images that the thread stores. */
  readonly cached: Set<Digest>;
  cachedBytes: number;
  /** The processor time of the thread after the last task; null before the first reply. */
  usedSeconds: number | null;
}

export function createPainterThread({ idleSeconds }: { readonly idleSeconds: number }): PainterThread {
  let running: Running | null = null;
  let idle: NodeJS.Timeout | undefined;
  let compiled: Promise<CompiledKit> | null = null;
  let lastTask: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const start = async (): Promise<Running> => {
    compiled ??= compileCanvasKit().catch((error: unknown) => {
      // Discard the failed compilation, so that the next task compiles again.
      compiled = null;
      throw error;
    });
    // The thread starts during the compilation. Each takes tens of milliseconds.
    const resourceLimits = { maxOldGenerationSizeMb: MAX_MEBIBYTES };
    const worker = new Worker(threadEntry(), { execArgv: [], resourceLimits });
    const started: Running = { worker, cached: new Set<Digest>(), cachedBytes: 0, usedSeconds: null };
    let hasEnded = false;
    const forget = () => {
      if (running === started) running = null;
    };
    worker.on('exit', () => {
      hasEnded = true;
      forget();
    });
    // Only drop the reference, because a waiting task handles the error itself.
    worker.on('error', forget);
    try {
      const module = await compiled;
      if (isStopped || hasEnded) throw new ThreadFailure('drawing has ended');
      worker.postMessage({ module } satisfies ToDrawingThread);
      return started;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  };
  const end = async (ended: Running): Promise<void> => {
    if (running === ended) running = null;
    await ended.worker.terminate();
  };

  const endWhenIdle = (current: Running): void => {
    clearTimeout(idle);
    // Do not let an idle thread keep the process alive.
    current.worker.unref();
    idle = setTimeout(() => void end(current), idleSeconds * 1000).unref();
  };

  const answerOf = async (
    query: Omit<DrawingTask, 'sources'>,
    bytesOf: (digest: Digest) => Promise<Uint8Array>,
    seconds: number,
  ) => {
    clearTimeout(idle);
    if (running !== null && running.cachedBytes > MAX_CACHED_BYTES) await end(running);
    const current = running ?? (await start());
    running = current;
    const { worker } = current;
    const missing = sourcesOf(query.drawing).shared.filter((digest) => !current.cached.has(digest));
    const newSources = await Promise.all(missing.map(async (digest) => [digest, await bytesOf(digest)] as const));
    worker.ref();
    try {
      const task: DrawingTask = { ...query, sources: newSources };
      const reply = await replyOf(current, task, seconds);
      for (const [digest, bytes] of newSources) {
        current.cached.add(digest);
        current.cachedBytes += bytes.length;
      }
      if (!reply.ok) throw new ThreadFailure(reply.message);
      current.usedSeconds = reply.usedSeconds;
      return reply.answer;
    } catch (error) {
      // End the thread, because its state is unreliable after a failure.
      await end(current);
      throw error;
    } finally {
      endWhenIdle(current);
    }
  };

  return {
    ask: (query, bytesOf, { seconds, signal }) => {
      const answer = lastTask.then(() => {
        signal.throwIfAborted();
        return answerOf(query, bytesOf, seconds);
      });
      lastTask = answer.catch(() => undefined);
      return answer;
    },
    warm: () => {
      lastTask = lastTask
        .then(async () => {
          if (running !== null || isStopped) return;
          running = await start();
          endWhenIdle(running);
          // Ignore errors: the next task tries again and reports them.
        }, ignore)
        .catch(ignore);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(idle);
      if (running !== null) await end(running);
    },
  };
}

/**
 * Waits for the reply. Rejects with {@link ThreadFailure} if the thread ends or works longer than `seconds`. Counts
 * only the thread's processor time, because a drawing takes longer on a loaded machine.
 */
async function replyOf(
  { worker, usedSeconds: lastSeconds }: Running,
  task: DrawingTask,
  seconds: number,
): Promise<DrawingReply> {
  const { promise, resolve, reject } = Promise.withResolvers<DrawingReply>();
  const onError = (error: unknown) => reject(new ThreadFailure('the drawing thread failed', { cause: error }));
  const onExit = () => reject(new ThreadFailure('the drawing thread ended'));
  worker.on('message', resolve);
  worker.on('error', onError);
  worker.on('exit', onExit);
  // Use the time of the last reply: asking the thread interrupts it, which captions with many drawings would notice.
  const startSeconds = lastSeconds ?? processorSeconds(worker);
  const watch = async (secondsLeft: number, checksLeft: number): Promise<void> => {
    if (checksLeft === 0 || secondsLeft <= 0) return reject(new ThreadFailure(`drawing took longer than ${seconds} s`));
    deadline = setTimeout(async () => {
      const usedSeconds = ((await processorSeconds(worker)) ?? 0) - ((await startSeconds) ?? 0);
      await watch(seconds - usedSeconds, checksLeft - 1);
    }, secondsLeft * 1000);
  };
  let deadline: NodeJS.Timeout | undefined;
  try {
    worker.postMessage(task);
    void watch(seconds, MAX_CHECKS);
    return await promise;
  } finally {
    clearTimeout(deadline);
    worker.off('message', resolve);
    worker.off('error', onError);
    worker.off('exit', onExit);
  }
}

function ignore(): void {
  // Ignore the error: the task that needs the thread reports it.
}

/** Returns the processor time of a thread; null if it has ended. */
async function processorSeconds(worker: Worker): Promise<number | null> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1e6;
  } catch {
    // Ignore the error: the event `exit` reports the end of the thread.
    return null;
  }
}

/**
 * Returns the URL of the entry beside this file, in its TypeScript or its compiled form. The paths are literals, so
 * that bundlers find them.
 */
function threadEntry(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./drawing-thread.ts', import.meta.url)
    : new URL('./drawing-thread.js', import.meta.url);
}
