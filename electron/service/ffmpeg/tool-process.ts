import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { Writable } from 'node:stream';
import { ServiceError } from '../errors/service-error.ts';
import { memoryShares } from './memory-shares.ts';
import { createOrphanWatch, GO, GO_DESCRIPTOR, type Guard, guardedCommand, toolEnvironment } from './process-guard.ts';
import { openProcessRegister, type ProcessRegister } from './process-register.ts';
import type { ToolEnd } from './tool-failure.ts';

/** What is started, and within which bounds. This file is the only one that starts FFmpeg or ffprobe. */
export interface ToolCommand {
  /** Absolute path, as {@link MediaTools} has it. */
  readonly program: string;
  /** Everything after the options that every run has: quiet, no terminal, no statistics, bounded allocations. */
  readonly arguments: readonly string[];
  /**
   * A run that makes a film unless said. ffprobe, and FFmpeg listing what it can do, report no progress: their whole
   * time is bounded.
   */
  readonly kind?: ToolKind;
  /** Most bytes any file it writes may get. */
  readonly outputLimitBytes?: number;
  /** Most bytes of memory that it may fill; enough for any media that is read unless said. */
  readonly memoryLimitBytes?: number;
  readonly cwd?: string;
  /** Whether everything else that runs on the machine goes before it. */
  readonly background?: boolean;
}

export type ToolKind = 'ffmpeg' | 'ffprobe' | 'listing';

const LARGEST_ALLOCATION = 1 << 30;
const COMMON = ['-hide_banner', '-max_alloc', String(LARGEST_ALLOCATION)];
const REPORTS = ['-nostats', '-stats_period', '0.25', '-progress', 'pipe:3'];
const OPTIONS: Readonly<Record<ToolKind, readonly string[]>> = {
  ffmpeg: [...COMMON, '-loglevel', 'level+warning', '-nostdin', ...REPORTS],
  ffprobe: [...COMMON, '-loglevel', 'level+error'],
  // The banner tells the version, and so saves a start.
  listing: ['-nostdin'],
};

/** Those that are running now: where the system does not end them with us, we do so as we exit. */
const running = new Set<ChildProcess>();

/** Ends them where neither we do, because we were killed, nor the system. */
const orphanWatch = createOrphanWatch();
let register: ProcessRegister | null = null;

/**
 * Ends what an earlier process of that folder has left running, and notes there from now on what runs. Of several
 * folders the last is used.
 */
export async function noteProcessesIn(folder: string): Promise<void> {
  register = await openProcessRegister(folder);
}

/** Of a shell that waits until it may become the program. */
function letGo(child: ChildProcess): void {
  const pipe = child.stdio[GO_DESCRIPTOR];
  if (!(pipe instanceof Writable)) return;
  // It may have ended already.
  pipe.on('error', () => undefined);
  pipe.end(GO);
}

function remember(child: ChildProcess, program: string, guard: Guard): void {
  running.add(child);
  const { pid } = child;
  if (pid === undefined) return;
  register?.add(pid, program);
  // Windows ends children with their parent by itself, unless they are detached.
  if (guard === 'shell') orphanWatch.add(pid);
}

/** To be called when it has ended: from then on its number may be another's. */
export function forget(child: ChildProcess): void {
  running.delete(child);
  const { pid } = child;
  if (pid === undefined) return;
  register?.remove(pid);
  orphanWatch.remove(pid);
}

/** Starts a program under guard. Throws `ffmpeg/not-found` where it cannot be started. */
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
  if (running.size === 0 && !process.listeners('exit').includes(killAll)) process.on('exit', killAll);
  try {
    const child = spawn(command.program, command.arguments, {
      cwd: run.cwd,
      env: toolEnvironment(process.env),
      stdio: [
        hasInput ? 'pipe' : 'ignore',
        'pipe',
        'pipe',
        kind === 'ffmpeg' ? 'pipe' : 'ignore',
        guard === 'shell' ? 'pipe' : 'ignore',
      ],
      // Windows ends children with their parent by itself, unless they are detached.
      detached: process.platform !== 'win32',
      shell: false,
      windowsHide: true,
    });
    remember(child, run.program, guard);
    if (guard === 'shell') letGo(child);
    if (run.background === true) yieldToOthers(child);
    return child;
  } catch (cause) {
    // biome-ignore lint/style/useErrorCause: it is passed, as our own error's third argument
    throw new ServiceError('ffmpeg/not-found', '', { cause });
  }
}

function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or may not be changed: then it runs like the others.
  }
}

/** Settles when the process has ended, or could not be started. */
export function endOf(child: ChildProcess): Promise<Pick<ToolEnd, 'exitCode' | 'exitSignal' | 'startError'>> {
  return new Promise((resolve) => {
    child.once('error', (startError) => {
      if (child.pid === undefined) resolve({ exitCode: null, exitSignal: null, startError });
    });
    child.once('exit', (exitCode, exitSignal) => resolve({ exitCode, exitSignal, startError: null }));
  });
}

/** Kills a process with its children, unless it has ended. */
export function killGroup(child: ChildProcess): void {
  // Once it was collected, its number may be another's.
  if (child.exitCode === null && child.signalCode === null) signalGroup(child);
}

/** Kills what is left of a process's group. */
export function signalGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // The group is gone already (ESRCH), or holds only what is about to be collected (EPERM on macOS).
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}

function killAll(): void {
  for (const child of running) killGroup(child);
}

let guardCheck: Promise<Guard> | null = null;

/** The best guard of `process-guard.ts` that is here and may be used; asked once. */
export function workingGuard(): Promise<Guard> {
  guardCheck ??= (async () => {
    if (process.platform === 'linux' && (await works('setpriv'))) return 'setpriv';
    return process.platform !== 'win32' && (await works('shell')) ? 'shell' : 'none';
  })();
  return guardCheck;
}

function works(guard: Guard): Promise<boolean> {
  return new Promise((resolve) => {
    const { program, arguments: asked } = guardedCommand(guard, 'true', [], { fileBytes: null, memoryBytes: 2 ** 30 });
    const go = guard === 'shell' ? 'pipe' : 'ignore';
    const stdio = ['ignore', 'ignore', 'ignore', 'ignore', go] as const;
    const check = spawn(program, asked, { env: toolEnvironment(process.env), stdio: [...stdio] });
    letGo(check);
    check.once('error', () => resolve(false));
    check.once('exit', (code) => resolve(code === 0));
  });
}
