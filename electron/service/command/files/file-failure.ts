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

/** What is wrong with a file that could not be read, in a line. */
export function fileFailure(file: string, error: unknown): string {
  const code = systemErrorCode(error);
  return `${file}: ${reasons[code] ?? `it can’t be read (${code})`}.`;
}

/** The code of a failed system call, such as `ENOENT`. Anything else is thrown on: it is no such failure. */
export function systemErrorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
