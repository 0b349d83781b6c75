import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until `condition` holds, looking every 10 ms; throws after `seconds`. They are many, because a machine may be
 * busy: only what never comes fails.
 */
export async function waitUntil(condition: () => boolean | Promise<boolean>, seconds = 50): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`still not so after ${seconds} s: ${condition}`);
    await pause(10);
  }
}

/** Whether a process of this number is there (and not merely waiting to be collected). */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Whoever adopted it may take its time to collect it.
    return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
