import { type ChildProcess, spawn } from 'node:child_process';

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
  /** Most memory that it may fill, in bytes; null for no limit. */
  readonly memoryBytes: number | null;
}

/**
 * What a program is started through: `setpriv` of util-linux, which has the kernel end it with us; where that is not
 * there, the system's shell, which sets its limits; and nothing where there is neither (Windows).
 */
export type Guard = 'setpriv' | 'shell' | 'none';

export interface GuardedCommand {
  readonly program: string;
  readonly arguments: readonly string[];
}

/**
 * The command that runs `program` so that it leaves no core file, writes no file beyond the limit and fills no memory
 * beyond it; by `setpriv` also so that it dies with us and gains no privileges. All of them replace themselves, so the
 * process that was spawned is FFmpeg's own. Memory is what it may write to (`RLIMIT_DATA`): its address space is not
 * limited, of which threads reserve far more than they use, nor is the number of processes, which is per user.
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

/** Where the shell is told to go on. */
export const GO_DESCRIPTOR = 4;
export const GO = 'go\n';

/**
 * Before it becomes the program it waits for a word from us, so that whoever has to end it with us knows of it by then;
 * if we are gone, it goes too. Only numbers of ours stand in it. POSIX counts files in blocks of 512 bytes; memory is
 * counted in KiB everywhere.
 */
function limitingScript({ fileBytes, memoryBytes }: GuardLimits): string {
  const limits = [
    'ulimit -c 0',
    ...(fileBytes === null ? [] : [`ulimit -f ${Math.ceil(fileBytes / 512)}`]),
    ...(memoryBytes === null ? [] : [`ulimit -d ${Math.ceil(memoryBytes / 1024)}`]),
  ];
  // A limit that a system does not know costs nothing but itself.
  const wait = `read -r go <&${GO_DESCRIPTOR} || exit 1; exec ${GO_DESCRIPTOR}<&-`;
  return `${wait}; { ${limits.join('; ')}; } 2>/dev/null; exec "$0" "$@"`;
}

/** Ends process groups when this process is gone, however it went. */
export interface OrphanWatch {
  add(group: number): void;
  remove(group: number): void;
}

/**
 * Reads `+ 123` and `- 123` until its input ends, which is when we are gone, and then kills the groups that are left.
 * It uses nothing that a shell of POSIX does not have, so it runs with `dash`, `bash`, BusyBox and on macOS.
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

/** It is started again when somebody ends it, so often. */
const MOST_WATCH_STARTS = 5;

/**
 * A process of its own beside us that outlives us by a moment: for systems that do not end a program with the one that
 * started it. It starts with the first group.
 */
export function createOrphanWatch(): OrphanWatch {
  const groups = new Set<number>();
  let watch: ChildProcess | null = null;
  let starts = 0;

  const start = (): void => {
    if (starts++ >= MOST_WATCH_STARTS) return;
    const child = spawn('sh', ['-c', WATCH_SCRIPT], {
      env: toolEnvironment(process.env),
      stdio: ['pipe', 'ignore', 'ignore'],
      // What is sent to our group, such as by Ctrl+C, is not for it.
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
    // Nobody waits for it.
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
