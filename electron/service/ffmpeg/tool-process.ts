import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { Writable } from 'node:stream';
import { ServiceError } from '../errors/service-error.ts';
import { memoryShares } from './machine.ts';
import { GO, GO_DESCRIPTOR, type Guard, guardedCommand, toolEnvironment } from './process-guard.ts';
import { killToolsAtExit, recordTool } from './running-tools.ts';
import type { ToolPipe } from './tool-pipes.ts';

/** A program to start, and its limits. This file is the only one that starts FFmpeg or ffprobe. */
export interface ToolCommand {
  /** The absolute path of the program, from `MediaTools`. */
  readonly program: string;
  /**
   * The arguments of this run. They follow the common options of all runs, which limit allocations and switch off the
   * terminal, statistics, and most messages.
   */
  readonly arguments: readonly string[];
  /**
   * The kind of run. The default, `ffmpeg`, makes media. The other kinds report no progress, so their total time is
   * limited.
   */
  readonly kind?: ToolKind;
  /** The maximum size of each written file, in bytes. */
  readonly outputLimitBytes?: number;
  /** The maximum memory, in bytes. The default is enough for any media. */
  readonly memoryLimitBytes?: number;
  readonly cwd?: string;
  /** The pipe that replaces standard input; absent for the input of the caller, or none. */
  readonly stdinPipe?: ToolPipe;
  /** The pipe that replaces standard output; absent for a stream of this process. */
  readonly stdoutPipe?: ToolPipe;
  /**
   * Whether the program runs with a lower priority. The lowest priority is avoided, because it would leave the program
   * almost no time on a busy machine.
   */
  readonly background?: boolean;
}

export type ToolKind = 'ffmpeg' | 'ffprobe' | 'listing';

const MAX_ALLOCATION = 1 << 30;
const COMMON = ['-hide_banner', '-max_alloc', String(MAX_ALLOCATION)];
const REPORTS = ['-nostats', '-stats_period', '0.25', '-progress', 'pipe:3'];
const OPTIONS: Readonly<Record<ToolKind, readonly string[]>> = {
  ffmpeg: [...COMMON, '-loglevel', 'level+warning', '-nostdin', ...REPORTS],
  ffprobe: [...COMMON, '-loglevel', 'level+error'],
  // Print the banner, because it contains the version. This saves another start.
  listing: ['-nostdin'],
};

/** Starts a program in its wrapper. Throws `ffmpeg/not-found` if it cannot be started. */
export function startTool(
  run: ToolCommand,
  { guard, hasInput }: { readonly guard: Guard; readonly hasInput: boolean },
): ChildProcess {
  const kind = run.kind ?? 'ffmpeg';
  const programArguments = [...OPTIONS[kind], ...run.arguments];
  const command = guardedCommand(guard, run.program, programArguments, {
    fileBytes: run.outputLimitBytes ?? null,
    memoryBytes: run.memoryLimitBytes ?? memoryShares().mostOfOne,
  });
  killToolsAtExit();
  try {
    const child = spawn(command.program, command.arguments, {
      cwd: run.cwd,
      env: toolEnvironment(process.env),
      stdio: [
        run.stdinPipe?.descriptor ?? (hasInput ? 'pipe' : 'ignore'),
        run.stdoutPipe?.descriptor ?? 'pipe',
        'pipe',
        kind === 'ffmpeg' ? 'pipe' : 'ignore',
        guard === 'shell' ? 'pipe' : 'ignore',
      ],
      // On Windows, a child that is not detached ends with its parent.
      detached: process.platform !== 'win32',
      shell: false,
      windowsHide: true,
    });
    recordTool(child, run.program, guard);
    if (guard === 'shell') releaseShell(child);
    if (run.background === true) lowerPriority(child);
    return child;
  } catch (cause) {
    // biome-ignore lint/style/useErrorCause: the cause is passed as the third argument of ServiceError
    throw new ServiceError('ffmpeg/not-found', '', { cause });
  }
}

/** Lets a waiting shell continue and become the program. */
function releaseShell(child: ChildProcess): void {
  const pipe = child.stdio[GO_DESCRIPTOR];
  if (!(pipe instanceof Writable)) return;
  // Ignore the error: the shell may have ended already.
  pipe.on('error', () => undefined);
  pipe.end(GO);
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Ignore the error: the process has ended, or this process may not change the priority.
  }
}

let guardCheck: Promise<Guard> | null = null;

/** Returns the best wrapper that works on this system. The check runs only once. */
export function workingGuard(): Promise<Guard> {
  guardCheck ??= (async () => {
    if (process.platform === 'linux' && (await canRun('setpriv'))) return 'setpriv';
    return process.platform !== 'win32' && (await canRun('shell')) ? 'shell' : 'none';
  })();
  return guardCheck;
}

function canRun(guard: Guard): Promise<boolean> {
  return new Promise((resolve) => {
    const { program, arguments: commandArguments } = guardedCommand(guard, 'true', [], {
      fileBytes: null,
      memoryBytes: 2 ** 30,
    });
    const go = guard === 'shell' ? 'pipe' : 'ignore';
    const stdio = ['ignore', 'ignore', 'ignore', 'ignore', go] as const;
    const check = spawn(program, commandArguments, { env: toolEnvironment(process.env), stdio: [...stdio] });
    releaseShell(check);
    check.once('error', () => resolve(false));
    check.once('exit', (code) => resolve(code === 0));
  });
}
