import { get as httpGet } from 'node:http';
import { json } from 'node:stream/consumers';
import type { z } from 'zod';
import type { ElectronPort } from '#main/system/electron-port.ts';
import type { Timers } from '#main/system/timers.ts';
import { health } from '#shared/contract/shapes/health-shape.ts';
import type { ServiceAccess } from './forward.ts';

/** Returns the service's health; null if it does not answer in time. */
export async function askHealth({ url }: ServiceAccess): Promise<z.output<typeof health> | null> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  httpGet(new URL('/health', url), { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) }, (answer) =>
    json(answer).then(resolve, () => resolve(null)),
  ).on('error', () => resolve(null));
  return health.safeParse(await promise).data ?? null;
}

const ANSWER_MILLISECONDS = 1500;
const CHECK_INTERVAL_MILLISECONDS = 5000;

export interface Activity {
  /** Returns the current number of running and waiting renders. */
  readonly renders: () => Promise<number>;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Checks regularly whether films are being rendered, and keeps the machine awake during that time. */
export function createActivity(options: {
  readonly powerSaveBlocker: ElectronPort['powerSaveBlocker'];
  readonly service: () => ServiceAccess | null;
  readonly timers: Timers;
  /** Called when the last render has ended. */
  readonly onIdle: () => void;
}): Activity {
  const { powerSaveBlocker, timers } = options;
  let blocker: number | null = null;
  let cancel: () => void = () => undefined;
  let stopped = false;
  const keepAwake = (busy: boolean): void => {
    if (busy && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (busy || blocker === null) return;
    powerSaveBlocker.stop(blocker);
    blocker = null;
    options.onIdle();
  };
  const renders = async (): Promise<number> => {
    const access = options.service();
    const queue = access === null ? null : ((await askHealth(access))?.queue ?? null);
    const count = queue === null ? 0 : queue.running + queue.queued;
    if (!stopped) keepAwake(count > 0);
    return count;
  };
  const checkRegularly = async (): Promise<void> => {
    await renders();
    if (!stopped) cancel = timers.after(CHECK_INTERVAL_MILLISECONDS, () => void checkRegularly());
  };
  return {
    renders,
    start: () => void checkRegularly(),
    stop: () => {
      stopped = true;
      cancel();
      if (blocker !== null) powerSaveBlocker.stop(blocker);
      blocker = null;
    },
  };
}
