import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';
import { forgetTool, killGroup, killGroupIfRunning, waitForExit } from './running-tools.ts';
import { type ToolEnd, toolFailure, withoutFolders } from './tool-failure.ts';
import { startTool, type ToolCommand, workingGuard } from './tool-process.ts';
import { createProgressReader, hasAdvanced, type ToolProgress } from './tool-progress.ts';
import { startWatchdog, type ToolLimits } from './tool-watchdog.ts';

export interface ToolRun extends ToolCommand {
  /** Aborting this signal kills the whole process group immediately. */
  readonly signal: AbortSignal;
  /**
   * The length of the media in seconds, which limits the total time. If it is absent, the kind `ffmpeg` has no limit,
   * and the other kinds have a fixed limit.
   */
  readonly durationSeconds?: number;
  readonly onProgress?: (progress: ToolProgress) => void;
  /** The data for standard input, such as raw sound. Chunks are requested only as fast as the program reads them. */
  readonly stdin?: AsyncIterable<Uint8Array>;
  /**
   * The receiver of chunks of standard output. FFmpeg waits while the returned promise is pending. Without a receiver,
   * the output is collected.
   */
  readonly onStdout?: (chunk: Buffer) => void | Promise<void>;
  /** The receiver of chunks of the log. The result still contains the last lines. */
  readonly onLog?: (chunk: string) => void;
  readonly limits?: Partial<ToolLimits>;
}

export interface ToolOutput {
  /** The standard output; empty if `onStdout` received it. */
  readonly stdout: Buffer;
  /** The last printed lines, oldest first. After a successful run, these lines are warnings. */
  readonly log: readonly string[];
}

/** The default limit of the collected standard output, in bytes. */
const STDOUT_BYTES = 64 * 2 ** 20;

/**
 * Runs FFmpeg or ffprobe to its end in its own process group, with a minimal environment. Kills the program if it
 * stalls, writes too much, or outlives this process. Returns only after the process has ended, so that the caller can
 * remove its files. Throws the signal's reason after an abort, or the error of `stdin`, `onStdout`, or `onProgress`.
 * Otherwise throws a `ServiceError`: `ffmpeg/not-found`, `ffmpeg/failed`, `ffmpeg/interrupted`, `ffmpeg/stalled`,
 * `ffmpeg/output-limit`, `ffmpeg/memory`, or `storage/full`.
 */
export async function runTool(run: ToolRun): Promise<ToolOutput> {
  run.signal.throwIfAborted();
  const guard = await workingGuard();
  run.signal.throwIfAborted();

  const child = startTool(run, { guard, hasInput: run.stdin !== undefined });
  const log = createLineTail();
  const collected: Buffer[] = [];
  let stopped: ToolEnd['stopped'] = null;
  const callerErrors: unknown[] = [];

  const stop = (reason: ToolEnd['stopped']) => {
    stopped ??= reason;
    killGroupIfRunning(child);
  };
  const failWith = (thrown: unknown) => {
    callerErrors.push(thrown);
    killGroupIfRunning(child);
  };
  const onAbort = () => killGroupIfRunning(child);
  const watchdog = startWatchdog(run, stop);
  run.signal.addEventListener('abort', onAbort, { once: true });

  const ended = waitForExit(child);
  const streams = [
    drain(child.stderr, (chunk) => {
      log.push(chunk);
      run.onLog?.(chunk.toString('latin1'));
    }),
    drain(child.stdout, takeStdout(run, collected, watchdog, stop)),
    drain(child.stdio?.[3], takeProgress(run, watchdog.alive, stop)),
    run.stdin === undefined ? Promise.resolve() : feed(child, run.stdin, watchdog.hold),
  ].map((stream) => stream.catch(failWith));
  try {
    const end = await ended;
    watchdog.stop();
    // Also kill children of the program, such as the commands of a script in place of FFmpeg.
    killGroup(child);
    await drainRemaining(child, streams);
    run.signal.throwIfAborted();
    if (callerErrors.length > 0) throw callerErrors[0];
    const failure = toolFailure({ ...end, stopped, log: withoutFolders(log.lines(), run.arguments) });
    if (failure !== null) throw failure;
    return { stdout: Buffer.concat(collected), log: log.lines() };
  } finally {
    watchdog.stop();
    run.signal.removeEventListener('abort', onAbort);
    forgetTool(child);
  }
}

function takeStdout(
  run: ToolRun,
  collected: Buffer[],
  { alive, hold }: Pick<ReturnType<typeof startWatchdog>, 'alive' | 'hold'>,
  stop: (reason: 'output-limit') => void,
) {
  const limit = run.limits?.stdoutBytes ?? STDOUT_BYTES;
  let bytes = 0;
  return async (chunk: Buffer) => {
    alive();
    if (run.onStdout !== undefined) {
      const release = hold();
      try {
        await run.onStdout(chunk);
      } finally {
        release();
      }
      return;
    }
    bytes += chunk.length;
    if (bytes > limit) stop('output-limit');
    else collected.push(chunk);
  };
}

function takeProgress(run: ToolRun, alive: () => void, stop: (reason: 'output-limit') => void) {
  const read = createProgressReader();
  let last: ToolProgress | null = null;
  return (chunk: Buffer) => {
    for (const progress of read(chunk)) {
      if (hasAdvanced(last, progress)) alive();
      last = progress;
      // Check the reported size, because some systems cannot limit file sizes.
      if ((progress.bytes ?? 0) > (run.outputLimitBytes ?? Number.POSITIVE_INFINITY)) stop('output-limit');
      run.onProgress?.(progress);
    }
  };
}

const MAX_LINES = 200;
const MAX_LINE = 500;

/** The last lines of a stream of text, in constant memory. */
export interface LineTail {
  push(chunk: Uint8Array): void;
  /** Returns the lines, oldest first, including an unfinished last line. */
  lines(): readonly string[];
}

/**
 * Creates a tail of 200 lines. It cuts each line to 500 characters and removes control characters, because tags of a
 * file can contain escape sequences.
 */
export function createLineTail(): LineTail {
  const decoder = new StringDecoder('utf8');
  const finished: string[] = [];
  let open = '';

  const finish = (line: string) => {
    const clean = printable(line).trimEnd();
    if (clean === '') return;
    finished.push(clean);
    if (finished.length > MAX_LINES) finished.shift();
  };
  return {
    push: (chunk) => {
      const pieces = decoder.write(chunk).split(/[\r\n]/);
      const last = pieces.pop() ?? '';
      for (const piece of pieces) {
        finish(open + piece);
        open = '';
      }
      // Keep one character more than the limit. An endless line then takes constant memory but is still marked as cut.
      open = (open + last).slice(0, MAX_LINE + 1);
    },
    lines: () => (open === '' ? [...finished] : [...finished, printable(open)].slice(-MAX_LINES)),
  };
}

function printable(line: string): string {
  const cut = line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
  return cut.replace(/[\p{Cc}\p{Cf}]/gu, '');
}

/**
 * The maximum wait for the pipes of an ended process, in milliseconds. Only a process that escaped its group can keep
 * them open.
 */
const GRACE_MILLISECONDS = 1000;

const CLOSED_PIPE = new Set([
  'EPIPE',
  'ECANCELED',
  'ECONNRESET',
  'EOF',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Passes every chunk of a pipe to `take`, one at a time. Treats a pipe that is closed early as ended. */
async function drain(pipe: unknown, take: (chunk: Buffer) => void | Promise<void>): Promise<void> {
  if (pipe === null || pipe === undefined) return;
  let takerError: { readonly thrown: unknown } | null = null;
  try {
    for await (const chunk of pipe as Readable) {
      try {
        await take(chunk);
      } catch (thrown) {
        takerError = { thrown };
        throw thrown;
      }
    }
  } catch (error) {
    if (takerError !== null || !isClosedPipe(error)) throw error;
  }
}

/**
 * Writes `source` to standard input as fast as the program reads. Throws only errors of the source. Stops waiting for
 * the source when the program closes its input.
 * @param hold Marks the start of a wait for the source, and returns a function that marks its end.
 */
async function feed(child: ChildProcess, source: AsyncIterable<Uint8Array>, hold: () => () => void): Promise<void> {
  if (child.stdin === null || child.stdin === undefined) return;
  let sourceError: { readonly thrown: unknown } | null = null;
  async function* observed() {
    let release = hold();
    try {
      for await (const chunk of source) {
        release();
        yield chunk;
        release = hold();
      }
    } catch (thrown) {
      sourceError = { thrown };
      throw thrown;
    } finally {
      release();
    }
  }
  const piped = pipeline(observed(), child.stdin);
  const closed = new Promise((resolve) => child.stdin?.once('close', resolve));
  try {
    await Promise.race([piped, closed.then(() => pause(GRACE_MILLISECONDS, undefined, { ref: false }))]);
  } catch (error) {
    // FFmpeg may close its input early, for example at `-t`. Its exit code shows whether that is an error.
    if (sourceError !== null || !isClosedPipe(error)) throw error;
  }
}

/** Waits until all output of the ended process was taken. Destroys pipes that an escaped process holds open. */
async function drainRemaining(child: ChildProcess, streams: readonly Promise<void>[]): Promise<void> {
  const waiting = () =>
    pipesOf(child).reduce((sum, pipe) => sum + ('readableLength' in pipe ? pipe.readableLength : 0), 0);
  let quiet = false;
  const timer = setInterval(() => {
    // Destroy a pipe only after an interval without data, so that a slow receiver gets all bytes.
    if (waiting() > 0) quiet = false;
    else if (quiet) for (const pipe of pipesOf(child)) pipe.destroy();
    else quiet = true;
  }, GRACE_MILLISECONDS / 2);
  await Promise.all(streams);
  clearInterval(timer);
}

function pipesOf(child: ChildProcess) {
  // `stdio` is missing if the system had no free file descriptors.
  return (child.stdio ?? []).filter((pipe) => pipe !== null && pipe !== undefined);
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && CLOSED_PIPE.has(error.code);
}
