import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until `condition` is true, and checks it every 10 ms. Throws after `seconds`. The default is long, because a
 * machine can be busy.
 */
export async function waitUntil(condition: () => boolean | Promise<boolean>, seconds = 50): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`still not so after ${seconds} s: ${condition}`);
    await pause(10);
  }
}

/**
 * Checks whether a process with this id is running. A zombie, which has ended but waits for its parent, counts as
 * ended.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // The parent can take a while to collect the process.
    return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
