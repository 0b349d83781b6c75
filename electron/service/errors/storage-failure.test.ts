import { expect, test } from 'vitest';
import { ServiceError } from './service-error.ts';
import { storageFailure } from './storage-failure.ts';

const systemError = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'write' });

test.each([
  ['ENOSPC', 'storage/full'],
  ['EDQUOT', 'storage/full'],
  ['EACCES', 'storage/unwritable'],
  ['EROFS', 'storage/unwritable'],
  ['ENOENT', 'storage/unwritable'],
])('storageFailure maps a system error to a storage error: %s', (code, expected) => {
  const error = systemError(code);
  expect(storageFailure(error)).toMatchObject({ code: expected, cause: error });
});

test('storageFailure returns other errors unchanged', () => {
  const others = [systemError('EMFILE'), new ServiceError('ffmpeg/failed'), new Error('a bug'), 'a reason', undefined];
  expect(others.map(storageFailure)).toEqual(others);
});
