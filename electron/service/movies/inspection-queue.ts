import { Worker } from 'node:worker_threads';
import { ServiceError } from '../service-error.ts';
import type { InspectionResult, InspectionTask } from './inspection-task.ts';

/** What the thread posts back, in the order in which it was asked. */
export type InspectionReply =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly message: string };

/** Asks the thread that reads templates. */
export interface InspectionQueue {
  ask<Task extends InspectionTask>(task: Task): Promise<InspectionResult<Task>>;
  stop(): Promise<void>;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One thread, started when it is first needed and again after it failed. */
export function createInspectionQueue(): InspectionQueue {
  let worker: Worker | null = null;
  let waiting: Waiting[] = [];

  const fail = (failed: Worker, cause: unknown): void => {
    if (worker !== failed) return;
    const left = waiting;
    worker = null;
    waiting = [];
    for (const { reject } of left) reject(new ServiceError('request/internal', '', { cause }));
  };

  const start = (): Worker => {
    const started = new Worker(threadEntry(), { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 2048 } });
    started.on('message', (reply: InspectionReply) => {
      const next = waiting.shift();
      if (waiting.length === 0) started.unref();
      if (reply.ok) next?.resolve(reply.result);
      else next?.reject(new ServiceError('request/internal', '', { cause: new Error(reply.message) }));
    });
    started.on('error', (error) => fail(started, error));
    started.on('exit', () => fail(started, new Error('the thread that reads movies ended')));
    return started;
  };

  return {
    // The thread answers each kind of question with its kind of result; on the way between them types are lost.
    ask: <Task extends InspectionTask>(task: Task) =>
      new Promise<unknown>((resolve, reject) => {
        worker ??= start();
        worker.ref();
        waiting.push({ resolve, reject });
        worker.postMessage(task);
      }) as Promise<InspectionResult<Task>>,
    stop: async () => {
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
