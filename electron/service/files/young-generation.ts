import { setFlagsFromString } from 'node:v8';

/** V8's default for the flag of {@link limitYoungGeneration}. */
const DEFAULT_GROWTH = 2;

/**
 * Stops the growth of V8's young generation in this process. Otherwise, planning a film of 300 scenes makes it grow to
 * 32 MiB for the rest of the render; this saves 37 MiB, and 14 MiB for 30 scenes, without taking more time. V8 then
 * rejects code that it compiled with other flags, which makes the start of each thread 10 ms longer. Call it only for
 * long work.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Restores the default, so that V8 accepts the code of this process in a process without the limit. */
export function resetYoungGeneration(): void {
  setFlagsFromString(`--semi-space-growth-factor=${DEFAULT_GROWTH}`);
}
