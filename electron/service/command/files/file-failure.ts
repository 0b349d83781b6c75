const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'reading it is not allowed',
  EPERM: 'reading it is not allowed',
  ELOOP: 'its links go in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
};

/** What is wrong with a file that could not be read, in a line. */
export function fileFailure(file: string, error: unknown): string {
  const code = systemErrorCode(error);
  return `${file}: ${reasons[code] ?? `it cannot be read (${code})`}.`;
}

/** The code of a failed system call, such as `ENOENT`. Anything else is thrown on: it is no such failure. */
export function systemErrorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
