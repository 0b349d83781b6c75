import { Worker } from 'node:worker_threads';
import type { Digest } from '#shared/drawings/drawing/drawing.ts';
import { sourcesOf } from '#shared/drawings/fonts/drawing-sources.ts';
import type { DrawingAnswer, DrawingReply, DrawingTask, ThreadData } from './drawing-task.ts';
import { type CompiledKit, compileCanvasKit } from './open-canvas-kit.ts';

/** The thread died, failed or took too long over a question. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';
}

/** How long a question may be worked on, and who wants it no more. */
export interface AskBounds {
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Asks one thread, one question after another. */
export interface PainterThread {
  /**
   * Rejects with {@link ThreadFailure}, with the signal's reason where it has not begun, or with what `bytesOf` rejects
   * with.
   */
  ask(
    question: Omit<DrawingTask, 'kept'>,
    bytesOf: (digest: Digest) => Promise<Uint8Array>,
    bounds: AskBounds,
  ): Promise<DrawingAnswer>;
  /** Starts the thread if there is none, so that whoever asks soon does not wait for that. */
  warm(): void;
  stop(): Promise<void>;
}

/** JavaScript's own; CanvasKit's memory and pixels are beside it. */
const MOST_MEBIBYTES = 256;
/** A thread that was looked at so often, each time when it may have worked for as long as it may, does not get on at all. */
const MOST_LOOKS = 20;
/** Fonts and images that a thread keeps; with more, a new one begins without any. */
const MAX_CACHED_BYTES = 256 * 2 ** 20;

interface Running {
  readonly worker: Worker;
  /** Fonts and images that it was sent to keep. */
  readonly kept: Set<Digest>;
  keptBytes: number;
}

export function createPainterThread({ idleSeconds }: { readonly idleSeconds: number }): PainterThread {
  let running: Running | null = null;
  let idle: NodeJS.Timeout | undefined;
  let compiled: Promise<CompiledKit> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const start = async (): Promise<Running> => {
    compiled ??= compileCanvasKit().catch((error: unknown) => {
      // It is tried again by whoever asks next.
      compiled = null;
      throw error;
    });
    const data: ThreadData = { module: await compiled };
    if (isStopped) throw new ThreadFailure('drawing has ended');
    const worker = new Worker(threadEntry(), {
      execArgv: [],
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEBIBYTES },
    });
    const started = { worker, kept: new Set<Digest>(), keptBytes: 0 };
    const forget = () => {
      if (running === started) running = null;
    };
    worker.on('exit', forget);
    // Whoever asked is told; a thread that fails while it is idle is only forgotten.
    worker.on('error', forget);
    return started;
  };
  const end = async (ended: Running): Promise<void> => {
    if (running === ended) running = null;
    await ended.worker.terminate();
  };

  const endWhenIdle = (current: Running): void => {
    clearTimeout(idle);
    // A program that has nothing else to do ends without it.
    current.worker.unref();
    idle = setTimeout(() => void end(current), idleSeconds * 1000).unref();
  };

  const answerOf = async (
    question: Omit<DrawingTask, 'kept'>,
    bytesOf: (digest: Digest) => Promise<Uint8Array>,
    seconds: number,
  ) => {
    clearTimeout(idle);
    if (running !== null && running.keptBytes > MAX_CACHED_BYTES) await end(running);
    const current = running ?? (await start());
    running = current;
    const { worker } = current;
    const lacking = sourcesOf(question.drawing).kept.filter((digest) => !current.kept.has(digest));
    const sent = await Promise.all(lacking.map(async (digest) => [digest, await bytesOf(digest)] as const));
    worker.ref();
    try {
      const task: DrawingTask = { ...question, kept: sent };
      const reply = await replyOf(worker, task, seconds);
      for (const [digest, bytes] of sent) {
        current.kept.add(digest);
        current.keptBytes += bytes.length;
      }
      if (!reply.ok) throw new ThreadFailure(reply.message);
      return reply.answer;
    } catch (error) {
      // Whatever it failed with, what it holds is not to be trusted any more.
      await end(current);
      throw error;
    } finally {
      endWhenIdle(current);
    }
  };

  return {
    ask: (question, bytesOf, { seconds, signal }) => {
      const answer = last.then(() => {
        signal.throwIfAborted();
        return answerOf(question, bytesOf, seconds);
      });
      last = answer.catch(() => undefined);
      return answer;
    },
    warm: () => {
      last = last
        .then(async () => {
          if (running !== null || isStopped) return;
          running = await start();
          endWhenIdle(running);
          // Whoever asks next tries again, and is told why.
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
 * What the thread answers; rejects with {@link ThreadFailure} where it ends, or works for more than so many seconds. What
 * counts is how long it has worked: on a machine that does much else a drawing only comes later.
 */
async function replyOf(worker: Worker, task: DrawingTask, seconds: number): Promise<DrawingReply> {
  const { promise, resolve, reject } = Promise.withResolvers<DrawingReply>();
  const onError = (error: unknown) => reject(new ThreadFailure('the drawing thread failed', { cause: error }));
  const onExit = () => reject(new ThreadFailure('the drawing thread ended'));
  worker.on('message', resolve);
  worker.on('error', onError);
  worker.on('exit', onExit);
  const before = workedSeconds(worker);
  const watch = async (left: number, looks: number): Promise<void> => {
    if (looks === 0 || left <= 0) return reject(new ThreadFailure(`drawing took longer than ${seconds} s`));
    deadline = setTimeout(async () => {
      const worked = ((await workedSeconds(worker)) ?? 0) - ((await before) ?? 0);
      await watch(seconds - worked, looks - 1);
    }, left * 1000);
  };
  let deadline: NodeJS.Timeout | undefined;
  try {
    worker.postMessage(task);
    void watch(seconds, MOST_LOOKS);
    return await promise;
  } finally {
    clearTimeout(deadline);
    worker.off('message', resolve);
    worker.off('error', onError);
    worker.off('exit', onExit);
  }
}

function ignore(): void {
  // It is told to whoever needs it.
}

/** How long a thread has worked; null where it has ended. */
async function workedSeconds(worker: Worker): Promise<number | null> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1e6;
  } catch {
    // Its end is told by itself.
    return null;
  }
}

/** Beside this file, compiled or not. Written out, so that what follows imports finds it. */
function threadEntry(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./drawing-thread.ts', import.meta.url)
    : new URL('./drawing-thread.js', import.meta.url);
}
