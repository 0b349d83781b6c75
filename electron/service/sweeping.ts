import type { Logger } from 'pino';
import type { Rendering } from './jobs/open-rendering.ts';
import type { Workspace } from './storage/stores.ts';

const SWEEP_MILLISECONDS = 10 * 60 * 1000;

export interface Sweeping {
  /** Sweeps as soon as a sweep that is going on has ended; those that are asked for meanwhile are one. */
  readonly soon: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Sweeps a workspace, old renders and its cache now and every ten minutes; what fails is logged and tried again the
 * next time.
 */
export function startSweeping(
  {
    workspace,
    rendering,
    cache,
  }: {
    readonly workspace: Pick<Workspace, 'sweep'>;
    readonly rendering: Pick<Rendering, 'expire'>;
    readonly cache: { readonly prune: () => Promise<void> };
  },
  logger: Logger,
): Sweeping {
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;
  const sweep = async () => {
    isWaiting = false;
    try {
      // What renders let go of is swept with the rest.
      const report = { ...(await rendering.expire()), ...(await workspace.sweep()) };
      await cache.prune();
      if (Object.values(report).some((count) => count > 0)) logger.info(report, 'cleaned up the workspace');
    } catch (error) {
      logger.warn({ err: error }, 'failed to clean up the workspace');
    }
  };
  const next = () => {
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(sweep);
  };
  next();
  const timer = setInterval(next, SWEEP_MILLISECONDS);
  return {
    soon: next,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
