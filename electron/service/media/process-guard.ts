/** Variables that a program may need to start at all. No HOME: nothing of a person's settings changes a film. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'windir'];

/** The environment of every FFmpeg: what it needs to start, and messages in English. No secret of ours is in it. */
export function toolEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = PASSED_ON.map((name) => [name, environment[name]] as const).filter(
    (entry): entry is readonly [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

export interface GuardLimits {
  /** Largest file that may be written, in bytes; null for no limit. */
  readonly fileBytes: number | null;
}

/** The wrapper's programs, as they are named to spawn. */
export const GUARD_PROGRAM = 'setpriv';

/**
 * Arguments of `setpriv` that run `program` so that it dies with us, gains no privileges, leaves no core file and
 * writes no file beyond the limit. Both programs replace themselves, so the process that was spawned is FFmpeg's own.
 * Address space and process count are not limited: threads reserve far more than they use, and the count is per user.
 */
export function guardArguments(program: string, programArguments: readonly string[], limits: GuardLimits): string[] {
  const fileLimit = limits.fileBytes === null ? [] : [`--fsize=${limits.fileBytes}`];
  const setpriv = ['--pdeathsig', 'SIGKILL', '--no-new-privs', '--'];
  return [...setpriv, 'prlimit', '--core=0', ...fileLimit, '--', program, ...programArguments];
}
