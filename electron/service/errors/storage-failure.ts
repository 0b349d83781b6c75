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
 * Maps a write error of the file system to a {@link ServiceError} `storage/full` or `storage/unwritable`. Returns other
 * errors unchanged.
 */
export function storageFailure(error: unknown): unknown {
  const code = systemCallCode(error);
  if (FULL.has(code))
    return new ServiceError('storage/full', message('detail/brackets', { words: code }), { cause: error });
  if (UNWRITABLE.has(code))
    return new ServiceError('storage/unwritable', message('detail/brackets', { words: code }), { cause: error });
  return error;
}

/** Returns the code of a system error, such as `ENOENT`; an empty text for other errors. */
export function systemCallCode(error: unknown): string {
  return error instanceof Error && 'code' in error && 'syscall' in error ? String(error.code) : '';
}
