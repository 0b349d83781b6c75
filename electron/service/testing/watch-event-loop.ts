import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded before a program: tells on standard output, when it gets SIGUSR2, how long its event loop was blocked at most
// since the last time.
const RESOLUTION_MILLISECONDS = 10;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
delays.enable();
process.on('SIGUSR2', () => {
  const milliseconds = Math.max(0, Math.round(delays.max / 1e6) - RESOLUTION_MILLISECONDS);
  delays.reset();
  process.stdout.write(`longest block ${milliseconds} ms\n`);
});
