import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** How long we wait for the pipes of a process that has ended; only one that escaped its group can hold them open. */
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

/** Hands every chunk of a process's pipe to `take`, one at a time. A pipe that is closed early is simply at its end. */
export async function drain(pipe: unknown, take: (chunk: Buffer) => void | Promise<void>): Promise<void> {
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
 * Writes `source` to a process's standard input as fast as it is taken; throws only what the source throws. Once the
 * process has closed its input, a source that gives nothing is not waited for.
 * @param hold Called when the source is waited for; what it gives, when that is over.
 */
export async function feed(
  child: ChildProcess,
  source: AsyncIterable<Uint8Array>,
  hold: () => () => void,
): Promise<void> {
  if (child.stdin === null || child.stdin === undefined) return;
  let sourceError: { readonly thrown: unknown } | null = null;
  async function* watched() {
    let letGo = hold();
    try {
      for await (const chunk of source) {
        letGo();
        yield chunk;
        letGo = hold();
      }
    } catch (thrown) {
      sourceError = { thrown };
      throw thrown;
    } finally {
      letGo();
    }
  }
  const piped = pipeline(watched(), child.stdin);
  const closed = new Promise((resolve) => child.stdin?.once('close', resolve));
  try {
    await Promise.race([piped, closed.then(() => pause(GRACE_MILLISECONDS, undefined, { ref: false }))]);
  } catch (error) {
    // FFmpeg may close its input before its end, such as when `-t` is reached; its exit tells whether that was right.
    if (sourceError !== null || !isClosedPipe(error)) throw error;
  }
}

/** Waits until everything the ended process wrote was taken. Pipes that somebody else holds open are let go. */
export async function settledOrReleased(child: ChildProcess, streams: readonly Promise<void>[]): Promise<void> {
  const waiting = () =>
    pipesOf(child).reduce((sum, pipe) => sum + ('readableLength' in pipe ? pipe.readableLength : 0), 0);
  let quiet = false;
  const timer = setInterval(() => {
    // Bytes that wait for a slow taker are not lost; only pipes that have given nothing for a while are let go.
    if (waiting() > 0) quiet = false;
    else if (quiet) for (const pipe of pipesOf(child)) pipe.destroy();
    else quiet = true;
  }, GRACE_MILLISECONDS / 2);
  await Promise.all(streams);
  clearInterval(timer);
}

function pipesOf(child: ChildProcess) {
  // There are none at all when the system had no descriptors left to make them.
  return (child.stdio ?? []).filter((pipe) => pipe !== null && pipe !== undefined);
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && CLOSED_PIPE.has(error.code);
}
