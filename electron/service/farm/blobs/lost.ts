import { statement } from '#shared/statements/statement.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { BlobDigest } from '../../storage/ports.ts';

/** A blob that is nowhere. */
export function lost(sha256: BlobDigest): ServiceError {
  return new ServiceError('storage/lost', statement('storage/restore', { sha256 }));
}
