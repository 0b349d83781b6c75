import { message } from '#shared/messages/message.ts';
import { ServiceError } from './service-error.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const UNWRITABLE = new Set([
  'EACCES',
  'EBUSY',
  'EEXIST',
  'EIO',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'ENOTEMPTY',
  'EPERM',
  'EROFS',
]);

/**
 * A file system's refusal to write as a {@link ServiceError} `storage/full` or `storage/unwritable`; any other error as
 * it is.
 */
export function storageFailure(error: unknown): unknown {
  const code = systemCode(error);
  if (FULL.has(code))
    return new ServiceError('storage/full', message('detail/brackets', { words: code }), { cause: error });
  if (UNWRITABLE.has(code))
    return new ServiceError('storage/unwritable', message('detail/brackets', { words: code }), { cause: error });
  return error;
}

/** Such as `ENOENT`; empty for what does not come from the system. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && 'syscall' in error ? String(error.code) : '';
}
