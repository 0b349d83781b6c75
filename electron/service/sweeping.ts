import type { Logger } from 'pino';
import type { Workspace } from './storage/stores.ts';

const SWEEP_MILLISECONDS = 10 * 60 * 1000;

/** Sweeps a workspace now and every ten minutes; what fails is logged and tried again the next time. */
export function startSweeping(
  workspace: Pick<Workspace, 'sweep'>,
  logger: Logger,
): { readonly stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const sweep = async () => {
    try {
      const report = await workspace.sweep();
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
