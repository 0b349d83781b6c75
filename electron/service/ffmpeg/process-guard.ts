import { type ChildProcess, spawn } from 'node:child_process';

/**
 * The environment variables that a program may need to start. They exclude HOME, so that user settings cannot change a
 * film.
 */
const PASSED_VARIABLES = [
  'PATH',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'TMPDIR',
  'TMP',
  'TEMP',
  'SystemRoot',
  'windir',
];

/**
 * Returns the environment of FFmpeg: the variables that it needs to start, and the setting for English messages. It
 * contains no secrets.
 */
export function toolEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const passed = PASSED_VARIABLES.map((name) => [name, environment[name]] as const).filter(
    (entry): entry is readonly [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(passed), LC_ALL: 'C' };
}

export interface GuardLimits {
  /** The maximum size of a written file, in bytes; null for no limit. */
  readonly fileBytes: number | null;
  /** The maximum memory, in bytes; null for no limit. */
  readonly memoryBytes: number | null;
}

/**
 * The wrapper that starts a program. With `setpriv` of util-linux, the kernel ends the program together with this
 * process. `shell` is the system's shell, which only sets limits. `none` is for Windows, which has neither wrapper.
 */
export type Guard = 'setpriv' | 'shell' | 'none';

export interface GuardedCommand {
  readonly program: string;
  readonly arguments: readonly string[];
}

/**
 * Returns the command that runs `program` without core files, and with limits for its files and its memory. With
 * `setpriv`, the program also ends with this process and gains no privileges. Each wrapper replaces itself with the
 * program, so the spawned process is FFmpeg. The memory limit applies to writable memory (`RLIMIT_DATA`). The address
 * space is unlimited, because threads reserve far more than they use. The number of processes is unlimited, because its
 * limit would apply per user.
 */
export function guardedCommand(
  guard: Guard,
  program: string,
  programArguments: readonly string[],
  limits: GuardLimits,
): GuardedCommand {
  switch (guard) {
    case 'setpriv':
      return { program: 'setpriv', arguments: [...SETPRIV, ...prlimit(limits), '--', program, ...programArguments] };
    case 'shell':
      return { program: 'sh', arguments: ['-c', limitingScript(limits), program, ...programArguments] };
    case 'none':
      return { program, arguments: programArguments };
    default:
      return guard satisfies never;
  }
}

const SETPRIV = ['--pdeathsig', 'SIGKILL', '--no-new-privs', '--'];

function prlimit({ fileBytes, memoryBytes }: GuardLimits): readonly string[] {
  return [
    ...['prlimit', '--core=0'],
    ...(fileBytes === null ? [] : [`--fsize=${fileBytes}`]),
    ...(memoryBytes === null ? [] : [`--data=${memoryBytes}`]),
  ];
}

/** The file descriptor on which the shell waits for a line. */
export const GO_DESCRIPTOR = 4;
export const GO = 'go\n';

/**
 * Returns the script that sets the limits. The script first waits for a line, so that the orphan watch can record the
 * process group before the program starts. It ends if this process is gone. All values in the script are numbers. POSIX
 * counts files in blocks of 512 bytes; memory is counted in KiB on all systems.
 */
function limitingScript({ fileBytes, memoryBytes }: GuardLimits): string {
  const limits = [
    'ulimit -c 0',
    ...(fileBytes === null ? [] : [`ulimit -f ${Math.ceil(fileBytes / 512)}`]),
    ...(memoryBytes === null ? [] : [`ulimit -d ${Math.ceil(memoryBytes / 1024)}`]),
  ];
  // The redirection after the braces hides errors about unsupported limits.
  const wait = `read -r go <&${GO_DESCRIPTOR} || exit 1; exec ${GO_DESCRIPTOR}<&-`;
  return `${wait}; { ${limits.join('; ')}; } 2>/dev/null; exec "$0" "$@"`;
}

/** Ends process groups when this process is gone, for any reason. */
export interface OrphanWatch {
  add(group: number): void;
  remove(group: number): void;
}

/**
 * Reads `+ 123` and `- 123` until its input ends with this process. Then kills the remaining groups. Uses only POSIX
 * shell features and therefore runs with `dash`, `bash`, and BusyBox, and on macOS.
 */
const WATCH_SCRIPT = `
groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) case $groups in
         *" $group "*) groups="\${groups%%" $group "*} \${groups#*" $group "}" ;;
       esac ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
`;

/** The maximum number of starts of the watch, because other programs can end it. */
const MAX_WATCH_STARTS = 5;

/**
 * Creates a watch: a separate process that briefly outlives this one. It is for systems that do not end a program with
 * its parent. The watch starts with the first group.
 */
export function createOrphanWatch(): OrphanWatch {
  const groups = new Set<number>();
  let watch: ChildProcess | null = null;
  let starts = 0;

  const start = (): void => {
    if (starts++ >= MAX_WATCH_STARTS) return;
    const child = spawn('sh', ['-c', WATCH_SCRIPT], {
      env: toolEnvironment(process.env),
      stdio: ['pipe', 'ignore', 'ignore'],
      // Detach the watch, because signals to this process's group, such as Ctrl+C, must not end it.
      detached: true,
    });
    watch = child;
    child.once('error', () => undefined);
    child.stdin.on('error', () => undefined);
    child.once('exit', () => {
      if (watch !== child) return;
      watch = null;
      if (groups.size > 0) start();
    });
    // Do not let the watch keep this process alive.
    child.unref();
    if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
    for (const group of groups) child.stdin.write(`+ ${group}\n`);
  };
  return {
    add: (group) => {
      groups.add(group);
      if (watch === null) start();
      else watch.stdin?.write(`+ ${group}\n`);
    },
    remove: (group) => {
      if (groups.delete(group)) watch?.stdin?.write(`- ${group}\n`);
    },
  };
}
