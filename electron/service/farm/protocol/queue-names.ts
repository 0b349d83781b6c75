import { type Toolchain, toolchainId } from './job.ts';

/**
 * The names of everything in the queue's database, all below the farm's prefix. Orders are jobs of BullMQ: one queue for
 * each maker, films and parts in the same, so that a worker has one line to wait in.
 */
export function queueName(toolchain: Toolchain): string {
  return `work-${toolchainId(toolchain)}`;
}

/** A worker takes parts of films that were begun before films that were not; smaller numbers come first. */
export const PRIORITY = { parts: 1, film: 2 } as const;

/** A sorted set of worker ids by the time of their last word, in milliseconds of the queue's clock. */
export function workersKey(prefix: string): string {
  return `${prefix}:workers`;
}

/** As {@link workersKey}, of one maker, without those that drain: who can take parts of its films. */
export function toolchainWorkersKey(prefix: string, toolchain: Toolchain): string {
  return `${prefix}:workers:${toolchainId(toolchain)}`;
}

/** A `WorkerReport` as JSON that goes ten seconds after the last word. */
export function reportKey(prefix: string, worker: string): string {
  return `${prefix}:worker:${worker}`;
}

/** The channel on which ids of cancelled orders are told. */
export function cancelChannel(prefix: string): string {
  return `${prefix}:cancelled`;
}

/** Is there for a day once an order is cancelled, for workers that did not hear of it. */
export function cancelledKey(prefix: string, job: string): string {
  return `${prefix}:cancelled:${job}`;
}

/** A hash of how often an order was tried in vain, by the code of the failure; goes after a day. */
export function triesKey(prefix: string, job: string): string {
  return `${prefix}:tries:${job}`;
}

/** Which run of a service read of the workers last; goes after ten seconds. */
export function readerKey(prefix: string): string {
  return `${prefix}:reader`;
}

/** The maker that films are made with, as JSON, for a service that starts again. */
export function toolchainKey(prefix: string): string {
  return `${prefix}:maker`;
}

/** A hash of how many frames of a divided film are made, `done` of `total`, and of each order for its parts; goes once it is joined. */
export function dividedKey(prefix: string, film: string): string {
  return `${prefix}:divided:${film}`;
}
