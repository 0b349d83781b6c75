import { systemCode } from '../../errors/system-code.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file doesn’t exist',
  ENOTDIR: 'the file doesn’t exist',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'you don’t have permission to read it',
  EPERM: 'you don’t have permission to read it',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
};

/** Returns a line about a file that could not be read. */
export function fileFailure(file: string, error: unknown): string {
  const code = systemErrorCode(error);
  return `${file}: ${reasons[code] ?? `it can’t be read (${code})`}.`;
}

/** Returns the code of a system error, such as `ENOENT`. Rethrows other errors. */
export function systemErrorCode(error: unknown): string {
  const code = systemCode(error);
  if (code === null) throw error;
  return code;
}
