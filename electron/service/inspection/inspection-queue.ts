import { Worker } from 'node:worker_threads';
import { ServiceError } from '../errors/service-error.ts';
import type { InspectionReply, InspectionResult, InspectionTask } from './inspection-task.ts';

/** Asks the thread that reads templates. */
export interface InspectionQueue {
  ask<Task extends InspectionTask>(task: Task): Promise<InspectionResult<Task>>;
  stop(): Promise<void>;
}

interface Waiting {
  readonly task: InspectionTask;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Answering takes a second at most; what takes so much longer never ends, or holds up everybody. */
const MOST_SECONDS = 120;

/** What the thread may take; no template needs as much, but it is not to take the process with it. */
const MOST_MEBIBYTES = 2048;

/**
 * One thread, started when it is first needed and again after it failed. It has one task at a time, so that whoever asked
 * what it died of is known: only that one fails, and the others are answered by the next thread. A task that takes longer
 * than so many seconds is given up, with the thread: `template/too-slow`.
 */
export function createInspectionQueue(memoryMebibytes = MOST_MEBIBYTES, seconds = MOST_SECONDS): InspectionQueue {
  let worker: Worker | null = null;
  let isStopped = false;
  let asked: Waiting | null = null;
  const waiting: Waiting[] = [];
  let deadline: NodeJS.Timeout | undefined;

  const next = (): void => {
    clearTimeout(deadline);
    asked = waiting.shift() ?? null;
    if (asked === null) return void worker?.unref();
    worker ??= start();
    worker.ref();
    worker.postMessage(asked.task);
    deadline = setTimeout(giveUp, seconds * 1000, worker);
  };
  const giveUp = (slow: Worker): void => {
    if (worker !== slow) return;
    asked?.reject(new ServiceError('template/too-slow', `It took longer than ${seconds} s.`));
    asked = null;
    void slow.terminate();
    fail(slow, null);
  };
  const fail = (failed: Worker, cause: unknown): void => {
    if (worker !== failed) return;
    worker = null;
    asked?.reject(new ServiceError('request/internal', '', { cause }));
    if (isStopped)
      for (const { reject } of waiting.splice(0)) reject(new ServiceError('request/internal', '', { cause }));
    next();
  };

  const start = (): Worker => {
    const started = new Worker(threadEntry(), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMebibytes },
    });
    started.on('message', (reply: InspectionReply) => {
      const answered = asked;
      next();
      if (reply.ok) answered?.resolve(reply.result);
      else answered?.reject(new ServiceError('request/internal', '', { cause: new Error(reply.message) }));
    });
    started.on('error', (error) => fail(started, error));
    started.on('exit', () => fail(started, new Error('the thread that reads movies ended')));
    return started;
  };

  return {
    // The thread answers each kind of question with its kind of result; on the way between them types are lost.
    ask: <Task extends InspectionTask>(task: Task) =>
      new Promise<unknown>((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        if (asked === null) next();
      }) as Promise<InspectionResult<Task>>,
    stop: async () => {
      isStopped = true;
      await worker?.terminate();
    },
  };
}

/** Beside this file, compiled or not. Written out, so that what follows imports finds it. */
function threadEntry(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./inspection-thread.ts', import.meta.url)
    : new URL('./inspection-thread.js', import.meta.url);
}
