import type { Logger } from 'pino';
import { errorCodes } from '#shared/contract/error-codes.ts';
import type { ServiceError } from '../errors/service-error.ts';

/** What a machine lacks it lacks for every request; the same cause is told once in this time. */
const QUIET_MILLISECONDS = 10_000;

/** Notes why the service failed a request: a fault of its own each time, what the machine lacks once a while. */
export function createFailureLog(
  logger: Logger,
  now: () => number = () => performance.now(),
): (error: ServiceError, request: string | null) => void {
  const told = new Map<string, number>();
  return (error, request) => {
    if (error.cause === undefined || errorCodes[error.code].status < 500) return;
    const fields = { ...(request !== null && { id: request }), err: error.cause };
    if (error.code === 'request/internal') {
      logger.error(fields, 'request failed');
      return;
    }
    const last = told.get(error.code);
    if (last !== undefined && now() - last < QUIET_MILLISECONDS) return;
    told.set(error.code, now());
    logger.warn(
      { ...fields, code: error.code },
      'request failed; further failures with this code are not logged for a while',
    );
  };
}
