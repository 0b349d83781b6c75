import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { Writable } from 'node:stream';
import { ServiceError } from '../errors/service-error.ts';
import { createLineTail } from './line-tail.ts';
import { memoryShares } from './memory-shares.ts';
import { createOrphanWatch } from './orphan-watch.ts';
import { GO, GO_DESCRIPTOR, type Guard, guardedCommand, toolEnvironment } from './process-guard.ts';
import { openProcessRegister, type ProcessRegister } from './process-register.ts';
import { type ToolEnd, toolFailure } from './tool-failure.ts';
import { drain, feed, settledOrReleased } from './tool-pipes.ts';
import { advanced, createProgressReader, type ToolProgress } from './tool-progress.ts';

/** One run of FFmpeg or ffprobe. This file is the only one that starts either. */
export interface ToolRun {
  /** Absolute path, as {@link MediaTools} has it. */
  readonly program: string;
  /** Everything after the options that every run has: quiet, no terminal, no statistics, bounded allocations. */
  readonly arguments: readonly string[];
  /** Aborting kills the whole process group at once. */
  readonly signal: AbortSignal;
  /** A run that makes a film unless said. ffprobe, and FFmpeg listing what it can do, report no progress: their whole time is bounded. */
  readonly kind?: ToolKind;
  /** Length of the media it works on, in seconds: bounds the time of the whole run. Unbounded if not known. */
  readonly durationSeconds?: number;
  readonly onProgress?: (progress: ToolProgress) => void;
  /** Bytes for its standard input, such as raw sound; taken as fast as it reads them. */
  readonly stdin?: AsyncIterable<Uint8Array>;
  /** Takes standard output as it comes; FFmpeg waits while a promise is pending. Without it the output is collected. */
  readonly onStdout?: (chunk: Buffer) => void | Promise<void>;
  /** Most bytes any file it writes may get. */
  readonly outputLimitBytes?: number;
  /** Most bytes of memory that it may fill; enough for any media that is read unless said. */
  readonly memoryLimitBytes?: number;
  readonly cwd?: string;
  /** Whether everything else that runs on the machine goes before it. */
  readonly background?: boolean;
  readonly limits?: Partial<ToolLimits>;
}

export type ToolKind = 'ffmpeg' | 'ffprobe' | 'listing';

export interface ToolLimits {
  /** Longest time without a sign of work (a report that moved, bytes taken or given). */
  readonly stallSeconds: number;
  /** Longest time of the whole run. */
  readonly totalSeconds: number;
  /** Most bytes of standard output that are collected. */
  readonly stdoutBytes: number;
}

export interface ToolOutput {
  /** What it wrote to standard output; empty if `onStdout` took it. */
  readonly stdout: Buffer;
  /** The last lines that it printed, oldest first: warnings of a run that succeeded. */
  readonly log: readonly string[];
}

const LARGEST_ALLOCATION = 1 << 30;
const COMMON = ['-hide_banner', '-max_alloc', String(LARGEST_ALLOCATION)];
const REPORTS = ['-nostats', '-stats_period', '0.25', '-progress', 'pipe:3'];
const OPTIONS: Readonly<Record<ToolKind, readonly string[]>> = {
  ffmpeg: [...COMMON, '-loglevel', 'level+warning', '-nostdin', ...REPORTS],
  ffprobe: [...COMMON, '-loglevel', 'level+error'],
  // The banner tells the version, and so saves a start.
  listing: ['-nostdin'],
};
const STALL_SECONDS = 60;
const STDOUT_BYTES = 64 * 2 ** 20;

/**
 * Runs FFmpeg or ffprobe to its end: no shell, minimal environment, its own process group, killed when it stalls,
 * writes too much or when we end. Settles only after the process is gone, so its files can be removed then.
 * Throws the signal's reason when aborted, what `stdin`, `onStdout` or `onProgress` threw, else a {@link ServiceError}
 * of `ffmpeg/not-found`, `ffmpeg/failed`, `ffmpeg/stalled`, `ffmpeg/output-limit`, `ffmpeg/memory` or `storage/full`.
 */
export async function runTool(run: ToolRun): Promise<ToolOutput> {
  run.signal.throwIfAborted();
  const guard = await workingGuard();
  run.signal.throwIfAborted();

  const child = start(run, guard);
  const log = createLineTail();
  const collected: Buffer[] = [];
  let stopped: ToolEnd['stopped'] = null;
  const callerErrors: unknown[] = [];

  const stop = (why: ToolEnd['stopped']) => {
    stopped ??= why;
    killGroup(child);
  };
  const blame = (thrown: unknown) => {
    callerErrors.push(thrown);
    killGroup(child);
  };
  const onAbort = () => killGroup(child);
  const watchdog = startWatchdog(run, stop);
  run.signal.addEventListener('abort', onAbort, { once: true });

  const ended = endOf(child);
  const streams = [
    drain(child.stderr, (chunk) => log.push(chunk)),
    drain(child.stdout, takeStdout(run, collected, watchdog.alive, stop)),
    drain(child.stdio?.[3], takeProgress(run, watchdog.alive, stop)),
    run.stdin === undefined ? Promise.resolve() : feed(child, run.stdin, watchdog.alive),
  ].map((stream) => stream.catch(blame));
  try {
    const end = await ended;
    watchdog.stop();
    // Children of its own, such as those of a script that stands for FFmpeg, must not outlive it.
    signalGroup(child);
    await settledOrReleased(child, streams);
    run.signal.throwIfAborted();
    if (callerErrors.length > 0) throw callerErrors[0];
    const failure = toolFailure({ ...end, stopped, log: log.lines() });
    if (failure !== null) throw failure;
    return { stdout: Buffer.concat(collected), log: log.lines() };
  } finally {
    watchdog.stop();
    run.signal.removeEventListener('abort', onAbort);
    running.delete(child);
    forget(child);
  }
}

/** Those that are running now: where the system does not end them with us, we do so as we exit. */
const running = new Set<ChildProcess>();

/** Ends them where neither we do, because we were killed, nor the system. */
const orphanWatch = createOrphanWatch();
let register: ProcessRegister | null = null;

/**
 * Ends what an earlier process of that folder has left running, and notes there from now on what runs. Of several folders
 * the last is used.
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

function remember({ pid }: ChildProcess, program: string, guard: Guard): void {
  if (pid === undefined) return;
  register?.add(pid, program);
  // Windows ends children with their parent by itself, unless they are detached.
  if (guard === 'shell') orphanWatch.add(pid);
}

function forget({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  register?.remove(pid);
  orphanWatch.remove(pid);
}

function start(run: ToolRun, guard: Guard): ChildProcess {
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
        run.stdin === undefined ? 'ignore' : 'pipe',
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
    running.add(child);
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

function endOf(child: ChildProcess): Promise<Pick<ToolEnd, 'exitCode' | 'exitSignal' | 'startError'>> {
  return new Promise((resolve) => {
    child.once('error', (startError) => {
      if (child.pid === undefined) resolve({ exitCode: null, exitSignal: null, startError });
    });
    child.once('exit', (exitCode, exitSignal) => resolve({ exitCode, exitSignal, startError: null }));
  });
}

function startWatchdog(run: ToolRun, stop: (why: 'stalled' | 'overtime') => void) {
  const reports = (run.kind ?? 'ffmpeg') === 'ffmpeg';
  const bound = run.durationSeconds === undefined && reports ? null : STALL_SECONDS + 20 * (run.durationSeconds ?? 0);
  const totalSeconds = run.limits?.totalSeconds ?? bound;
  const stallTimer = reports ? setTimeout(stop, (run.limits?.stallSeconds ?? STALL_SECONDS) * 1000, 'stalled') : null;
  // A timer cannot be set further ahead than 2^31 ms.
  const delay = totalSeconds === null ? null : Math.min(totalSeconds * 1000, 2 ** 31 - 1);
  const totalTimer = delay === null ? null : setTimeout(stop, delay, 'overtime');
  return {
    alive: () => {
      stallTimer?.refresh();
    },
    stop: () => {
      if (stallTimer !== null) clearTimeout(stallTimer);
      if (totalTimer !== null) clearTimeout(totalTimer);
    },
  };
}

function takeStdout(run: ToolRun, collected: Buffer[], alive: () => void, stop: (why: 'output-limit') => void) {
  const limit = run.limits?.stdoutBytes ?? STDOUT_BYTES;
  let bytes = 0;
  return async (chunk: Buffer) => {
    alive();
    if (run.onStdout !== undefined) {
      await run.onStdout(chunk);
      return alive();
    }
    bytes += chunk.length;
    if (bytes > limit) stop('output-limit');
    else collected.push(chunk);
  };
}

function takeProgress(run: ToolRun, alive: () => void, stop: (why: 'output-limit') => void) {
  const read = createProgressReader();
  let last: ToolProgress | null = null;
  return (chunk: Buffer) => {
    for (const progress of read(chunk)) {
      if (advanced(last, progress)) alive();
      last = progress;
      // Where no limit on files can be set on the process, its own account of them has to do.
      if ((progress.bytes ?? 0) > (run.outputLimitBytes ?? Number.POSITIVE_INFINITY)) stop('output-limit');
      run.onProgress?.(progress);
    }
  };
}

function killGroup(child: ChildProcess): void {
  // Once it was collected, its number may be another's.
  if (child.exitCode === null && child.signalCode === null) signalGroup(child);
}

function signalGroup(child: ChildProcess): void {
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
function workingGuard(): Promise<Guard> {
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
