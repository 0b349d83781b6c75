import { monitorEventLoopDelay } from 'node:perf_hooks';

// This module is loaded before a program that a test measures. On SIGUSR2, it prints two values for the time since the
// last signal: the longest time that the event loop was blocked, and the longest time that the main thread worked
// without a pause. The second value counts processor time, so it does not depend on the load of the machine.
const RESOLUTION_MILLISECONDS = 10;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
delays.enable();

/** Returns the processor time that the main thread has used, in milliseconds. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

let before = worked();
let longest = 0;
setInterval(() => {
  const now = worked();
  longest = Math.max(longest, now - before);
  before = now;
}, RESOLUTION_MILLISECONDS).unref();

process.on('SIGUSR2', () => {
  const blocked = Math.max(0, Math.round(delays.max / 1e6) - RESOLUTION_MILLISECONDS);
  const segment = Math.max(0, Math.round(Math.max(longest, worked() - before)) - RESOLUTION_MILLISECONDS);
  delays.reset();
  longest = 0;
  before = worked();
  process.stdout.write(`longest block ${blocked} ms, longest stretch of work ${segment} ms\n`);
});
