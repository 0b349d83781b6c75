import { type Toolchain, toolchainId } from './job.ts';

/**
 * Returns the name of the queue for a toolchain. All names in Redis start with the farm's prefix. Jobs are BullMQ jobs.
 * Each toolchain has one queue for films and parts, so that a worker waits for one queue.
 */
export function queueName(toolchain: Toolchain): string {
  return `work-${toolchainId(toolchain)}`;
}

/** BullMQ priorities; smaller numbers come first. Parts come before films, so that started films end first. */
export const PRIORITY = { parts: 1, film: 2 } as const;

/**
 * Returns the key of a sorted set that orders the ids of workers by the time of their last report, in milliseconds of
 * the queue's clock.
 */
export function workersKey(prefix: string): string {
  return `${prefix}:workers`;
}

/**
 * Returns the key of a set like {@link workersKey} for one toolchain, without draining workers: the workers that can
 * take parts.
 */
export function toolchainWorkersKey(prefix: string, toolchain: Toolchain): string {
  return `${prefix}:workers:${toolchainId(toolchain)}`;
}

/** Returns the key of a worker's `WorkerReport` as JSON, which expires ten seconds after the last report. */
export function reportKey(prefix: string, worker: string): string {
  return `${prefix}:worker:${worker}`;
}

/** Returns the channel that announces the ids of canceled jobs. */
export function cancelChannel(prefix: string): string {
  return `${prefix}:cancelled`;
}

/** Returns the key that marks a job as canceled for a day, for workers that missed the announcement. */
export function cancelledKey(prefix: string, job: string): string {
  return `${prefix}:cancelled:${job}`;
}

/** Returns the key of a hash that counts the failed attempts of a job by error code. The hash expires after a day. */
export function triesKey(prefix: string, job: string): string {
  return `${prefix}:tries:${job}`;
}

/** Returns the key with the id of the service run that last read the workers. The key expires after ten seconds. */
export function readerKey(prefix: string): string {
  return `${prefix}:reader`;
}

/** Returns the key of the chosen toolchain as JSON, which a restarted service reads. */
export function toolchainKey(prefix: string): string {
  return `${prefix}:maker`;
}

/**
 * Returns the key of a hash with the progress of a divided film: `done`, `total`, and the frames of each parts job. It
 * is deleted when the film is joined.
 */
export function dividedKey(prefix: string, film: string): string {
  return `${prefix}:divided:${film}`;
}
