import { type ChildProcess, spawn } from 'node:child_process';
import { toolEnvironment } from './process-guard.ts';

/** Ends process groups when this process is gone, however it went. */
export interface OrphanWatch {
  add(group: number): void;
  remove(group: number): void;
}

/**
 * Reads `+ 123` and `- 123` until its input ends, which is when we are gone, and then kills the groups that are left.
 * It uses nothing that a shell of POSIX does not have, so it runs with `dash`, `bash`, BusyBox and on macOS.
 */
const SCRIPT = `
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
const MOST_STARTS = 5;

/**
 * A process of its own beside us that outlives us by a moment: for systems that do not end a program with the one that
 * started it. It starts with the first group.
 */
export function createOrphanWatch(): OrphanWatch {
  const groups = new Set<number>();
  let watch: ChildProcess | null = null;
  let starts = 0;

  const start = (): void => {
    if (starts++ >= MOST_STARTS) return;
    const child = spawn('sh', ['-c', SCRIPT], {
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
