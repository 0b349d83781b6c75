import { Worker } from 'node:worker_threads';
import { assertNever, required } from '#shared/lib/assert.ts';
import { ok } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { joinPlan, type PlannedHead } from '../engine/plan/film-planner.ts';
import type { ScenePlan } from '../engine/plan/plan.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { InspectionResult, InspectionTask } from './inspection-task.ts';
import type { InspectionReply, InspectionRequest } from './inspection-thread.ts';

/** The queue of tasks for the thread that reads templates. */
export interface InspectionQueue {
  /**
   * Runs a task. Rejects with the signal's reason if the signal aborts before the task starts or while a plan is being
   * received.
   */
  ask<Task extends InspectionTask>(task: Task, signal?: AbortSignal): Promise<InspectionResult<Task>>;
  stop(): Promise<void>;
}

interface QueuedTask {
  readonly task: InspectionTask;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** A plan that is being received, with the scenes that have arrived so far. */
  receivedPlan: { readonly head: PlannedHead; readonly scenes: ScenePlan[] } | null;
}

/**
 * The maximum time of a task in seconds. Most tasks take at most a second. A longer task may never end, and it blocks
 * all other tasks.
 */
const MAX_TASK_SECONDS = 120;

/** The memory limit of the thread in MiB, which protects the process. No template needs this much memory. */
const MAX_MEBIBYTES = 2048;

/**
 * Creates a queue with one thread. The thread starts at its first use, and again after a failure. It gets one task at a
 * time. If the thread ends, only its current task fails, and a new thread continues with the others. A task that takes
 * longer than `seconds` fails with `template/too-slow`, and its thread is ended.
 */
export function createInspectionQueue(memoryMebibytes = MAX_MEBIBYTES, seconds = MAX_TASK_SECONDS): InspectionQueue {
  let worker: Worker | null = null;
  let isStopped = false;
  let current: QueuedTask | null = null;
  const waiting: QueuedTask[] = [];
  let deadline: NodeJS.Timeout | undefined;

  const next = (): void => {
    clearTimeout(deadline);
    current = waiting.shift() ?? null;
    for (; current?.signal?.aborted === true; current = waiting.shift() ?? null) current.reject(current.signal.reason);
    if (current === null) return void worker?.unref();
    worker ??= start();
    worker.ref();
    post(worker, current.task);
  };
  const post = (to: Worker, request: InspectionRequest): void => {
    clearTimeout(deadline);
    to.postMessage(request);
    deadline = setTimeout(giveUp, seconds * 1000, to);
  };
  const giveUp = (slow: Worker): void => {
    if (worker !== slow) return;
    current?.reject(new ServiceError('template/too-slow', message('template/slow', { seconds })));
    current = null;
    void slow.terminate();
    fail(slow, null);
  };
  const fail = (failed: Worker, cause: unknown): void => {
    if (worker !== failed) return;
    worker = null;
    current?.reject(new ServiceError('request/internal', '', { cause }));
    if (isStopped)
      for (const { reject } of waiting.splice(0)) reject(new ServiceError('request/internal', '', { cause }));
    next();
  };
  /** Handles a reply. Returns true if the task is complete. */
  const handleReply = (queued: QueuedTask, reply: InspectionReply): boolean => {
    switch (reply.kind) {
      case 'result':
        queued.resolve(reply.result);
        return true;
      case 'failed':
        queued.reject(new ServiceError('request/internal', '', { cause: new Error(reply.message) }));
        return true;
      case 'plan':
        queued.receivedPlan = { head: reply.head, scenes: [] };
        return false;
      case 'scenes': {
        const { head, scenes } = required(queued.receivedPlan, 'the plan of these scenes');
        for (const scene of reply.scenes) scenes.push(scene);
        if (scenes.length < head.scenes) return false;
        queued.resolve(ok(joinPlan(head, scenes)));
        return true;
      }
      default:
        return assertNever(reply);
    }
  };

  const start = (): Worker => {
    const started = new Worker(threadEntry(), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMebibytes },
    });
    started.on('message', (reply: InspectionReply) => {
      if (current === null) return;
      if (handleReply(current, reply)) return next();
      if (current.signal?.aborted !== true) return post(started, { kind: 'more-scenes' });
      current.reject(current.signal.reason);
      next();
    });
    started.on('error', (error) => fail(started, error));
    started.on('exit', () => fail(started, new Error('the thread that reads movies ended')));
    return started;
  };

  return {
    // The cast is safe: the thread answers each kind of task with its kind of result, but messages are untyped.
    ask: <Task extends InspectionTask>(task: Task, signal?: AbortSignal) =>
      new Promise<unknown>((resolve, reject) => {
        waiting.push({ task, signal, resolve, reject, receivedPlan: null });
        if (current === null) next();
      }) as Promise<InspectionResult<Task>>,
    stop: async () => {
      isStopped = true;
      await worker?.terminate();
    },
  };
}

/**
 * Returns the URL of the entry beside this file, in its TypeScript or its compiled form. The paths are literals, so
 * that bundlers find them.
 */
function threadEntry(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./inspection-thread.ts', import.meta.url)
    : new URL('./inspection-thread.js', import.meta.url);
}
