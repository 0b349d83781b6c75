import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const FIRST_PAUSE_MILLISECONDS = 1000;
const MAX_PAUSE_MILLISECONDS = 30_000;

/**
 * Whether this worker takes jobs. While the store is unreachable or the disk is full, it takes none, because its jobs
 * would fail although other workers could make them.
 */
export interface Availability {
  readonly isAvailable: boolean;
  /** Stops taking jobs after a fault of this machine or its network, until the check succeeds again. */
  suspend(fault: unknown): void;
}

export interface AvailabilityOptions {
  /** Throws while the worker must not take jobs. */
  readonly check: (signal: AbortSignal) => Promise<void>;
  readonly onChange: (isAvailable: boolean) => void;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Stops the checks. */
  readonly signal: AbortSignal;
  /** The first pause between checks in milliseconds. Each pause is twice as long as the one before, up to 30 s. */
  readonly firstPause?: number;
}

/** Creates the availability, which is false until the first check succeeds. The check starts immediately. */
export function createAvailability(options: AvailabilityOptions): Availability {
  const { check, onChange, logger, signal, firstPause = FIRST_PAUSE_MILLISECONDS } = options;
  let isAvailable = false;
  let checking: Promise<void> | null = null;

  const checkUntilAvailable = async (fault: unknown): Promise<void> => {
    let isLogged = fault !== null;
    if (isLogged) logger.warn({ err: fault }, 'paused: the worker takes no jobs until a check succeeds');
    for (
      let wait = isLogged ? firstPause : 0;
      ;
      wait = Math.min(MAX_PAUSE_MILLISECONDS, Math.max(firstPause, 2 * wait))
    ) {
      await pause(wait, undefined, { signal });
      try {
        await check(signal);
        break;
      } catch (error) {
        signal.throwIfAborted();
        if (!isLogged) logger.warn({ err: error }, 'paused: the worker takes no jobs until a check succeeds');
        isLogged = true;
      }
    }
    if (isLogged) logger.info('resumed: the worker takes jobs again');
    checking = null;
    isAvailable = true;
    onChange(true);
  };
  const begin = (fault: unknown): void => {
    checking ??= checkUntilAvailable(fault);
    // The promise rejects only with the signal's reason.
    checking.catch(() => undefined);
  };
  begin(null);
  return {
    get isAvailable() {
      return isAvailable;
    },
    suspend: (fault) => {
      if (!isAvailable || signal.aborted) return;
      isAvailable = false;
      onChange(false);
      begin(fault);
    },
  };
}
