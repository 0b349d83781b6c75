import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import { StoreError } from './store-failure.ts';

/**
 * Converts an error for the caller. Omits the S3 client's error as the cause, because that error contains the request.
 */
export function reportedFailure(error: unknown): unknown {
  if (error instanceof StoreError) {
    const { kind, says } = error.failure;
    return new ServiceError(kind === 'refused' ? 'destination/refused' : 'destination/failed', says, { cause: error });
  }
  if (error instanceof Error && 'syscall' in error)
    return new ServiceError('destination/failed', message('destination/film-unreadable'), { cause: error });
  return error;
}
