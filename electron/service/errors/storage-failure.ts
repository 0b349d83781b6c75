import { message } from '#shared/messages/message.ts';
import { ServiceError } from './service-error.ts';
import { systemCode } from './system-code.ts';

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
  const code = systemCode(error) ?? '';
  if (FULL.has(code))
    return new ServiceError('storage/full', message('detail/brackets', { words: code }), { cause: error });
  if (UNWRITABLE.has(code))
    return new ServiceError('storage/unwritable', message('detail/brackets', { words: code }), { cause: error });
  return error;
}
