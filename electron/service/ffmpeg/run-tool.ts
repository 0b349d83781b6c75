import { createLineTail } from './line-tail.ts';
import { type ToolEnd, toolFailure } from './tool-failure.ts';
import { drain, feed, settledOrReleased } from './tool-pipes.ts';
import { endOf, forget, killGroup, signalGroup, startTool, type ToolCommand, workingGuard } from './tool-process.ts';
import { advanced, createProgressReader, type ToolProgress } from './tool-progress.ts';
import { startWatchdog, type ToolLimits } from './tool-watchdog.ts';

/** One run of FFmpeg or ffprobe. */
export interface ToolRun extends ToolCommand {
  /** Aborting kills the whole process group at once. */
  readonly signal: AbortSignal;
  /** Length of the media it works on, in seconds: bounds the time of the whole run. Unbounded if not known. */
  readonly durationSeconds?: number;
  readonly onProgress?: (progress: ToolProgress) => void;
  /** Bytes for its standard input, such as raw sound; taken as fast as it reads them. */
  readonly stdin?: AsyncIterable<Uint8Array>;
  /** Takes standard output as it comes; FFmpeg waits while a promise is pending. Without it the output is collected. */
  readonly onStdout?: (chunk: Buffer) => void | Promise<void>;
  readonly limits?: Partial<ToolLimits>;
}

export interface ToolOutput {
  /** What it wrote to standard output; empty if `onStdout` took it. */
  readonly stdout: Buffer;
  /** The last lines that it printed, oldest first: warnings of a run that succeeded. */
  readonly log: readonly string[];
}

/** Most that is collected unless said. */
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

  const child = startTool(run, { guard, hasInput: run.stdin !== undefined });
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
    drain(child.stdout, takeStdout(run, collected, watchdog, stop)),
    drain(child.stdio?.[3], takeProgress(run, watchdog.alive, stop)),
    run.stdin === undefined ? Promise.resolve() : feed(child, run.stdin, watchdog.hold),
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
    forget(child);
  }
}

function takeStdout(
  run: ToolRun,
  collected: Buffer[],
  { alive, hold }: Pick<ReturnType<typeof startWatchdog>, 'alive' | 'hold'>,
  stop: (why: 'output-limit') => void,
) {
  const limit = run.limits?.stdoutBytes ?? STDOUT_BYTES;
  let bytes = 0;
  return async (chunk: Buffer) => {
    alive();
    if (run.onStdout !== undefined) {
      const letGo = hold();
      try {
        await run.onStdout(chunk);
      } finally {
        letGo();
      }
      return;
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
