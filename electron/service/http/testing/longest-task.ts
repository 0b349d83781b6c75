import { expect } from 'vitest';
import type { ServiceProcess } from '#service/testing/service-process.ts';

/** The limit of P13: "the event loop is never blocked over 200 ms". */
export const MAX_BLOCK_MILLISECONDS = 200;
/**
 * The maximum number of measurements. The first measurement includes compiling the code, and the garbage collector may
 * run during each.
 */
const TRIES = 3;

/**
 * Repeats a request while it blocks the service for too long, at most three times. Returns the longest block of the
 * best attempt in milliseconds. The time of the main thread is measured, so other work of the machine does not count.
 */
export async function shortestBlock(service: ServiceProcess, ask: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < TRIES && least > MAX_BLOCK_MILLISECONDS; count++) {
    await service.longestTask();
    await ask();
    least = Math.min(least, await service.longestTask());
  }
  return least;
}

/**
 * Measures one request.
 * @param status The expected status; null for any refusal or success.
 */
export function longestTask(
  service: ServiceProcess,
  ask: () => Promise<Response>,
  status: number | null,
): Promise<number> {
  return shortestBlock(service, async () => {
    const answer = await ask();
    for await (const _ of answer.body ?? []);
    if (status !== null) expect(answer.status).toBe(status);
    else expect([4, 2]).toContain(Math.floor(answer.status / 100));
  });
}
