import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded before a program: tells on standard output, when it gets SIGUSR2, since it was asked last, how long its event
// loop was blocked at most, and how long its main thread worked at a stretch at most. The second does not count the
// time in which the machine ran something else, so that it is the same on a busy one.
const RESOLUTION_MILLISECONDS = 10;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
delays.enable();

/** Milliseconds that the main thread has worked. */
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
