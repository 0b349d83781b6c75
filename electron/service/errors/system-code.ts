/** Returns the code of a failed system call, such as `ENOENT`; null for other errors. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && 'syscall' in error ? errorCode(error) : null;
}

/** Returns the code of an error, including a service error; null if it has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
