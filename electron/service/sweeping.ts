import type { Logger } from 'pino';
import type { Rendering } from './jobs/open-rendering.ts';
import type { Workspace } from './storage/stores.ts';

const SWEEP_MILLISECONDS = 10 * 60 * 1000;

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
): { readonly stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const sweep = async () => {
    try {
      // What renders let go of is swept with the rest.
      const report = { ...(await rendering.expire()), ...(await workspace.sweep()) };
      await cache.prune();
      if (Object.values(report).some((count) => count > 0)) logger.info(report, 'swept');
    } catch (error) {
      logger.warn({ err: error }, 'sweeping failed');
    }
  };
  const next = () => {
    running = running.then(sweep);
  };
  next();
  const timer = setInterval(next, SWEEP_MILLISECONDS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
