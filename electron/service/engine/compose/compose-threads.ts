import { Worker } from 'node:worker_threads';
import type { ComposedIn, ComposeTask, Drawn, FrameOrder } from '#shared/compositor/scene/composed-scene.ts';
import type { Drawing, DrawingFault } from '#shared/drawings/drawing/drawing.ts';
import type { Result } from '#shared/lib/result.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { abortable } from '../../waiting/abortable.ts';
import type { FromThread, PipedEnd, PipedFrames, ToThread } from './thread-messages.ts';

/** Draws a picture that a thread requests. */
export type Draw = (drawing: Drawing, signal: AbortSignal) => Promise<Result<Drawn, DrawingFault>>;

/**
 * Thrown when a drawing that was laid out cannot be drawn. Layout reads only the size of a file, so drawing is the
 * first step that finds damaged pixels or outlines.
 */
export class UndrawableError extends Error {
  override readonly name = 'UndrawableError';
  readonly drawing: Drawing;
  readonly fault: DrawingFault;

  constructor(drawing: Drawing, fault: DrawingFault) {
    super(`something that was laid out cannot be drawn: ${fault.code}`);
    this.drawing = drawing;
    this.fault = fault;
  }
}

/** A thread that composes the frames of one part, in the order of the requests. */
export interface ComposeThread extends Disposable {
  /**
   * Rejects with the signal's reason, an {@link UndrawableError}, the error that drawing threw, or an error of the
   * thread.
   */
  compose(order: FrameOrder): Promise<ComposedIn>;
  /**
   * Composes all frames of a part that reads and writes pipes. Rejects like `compose`.
   * @param onDue Called shortly before the first frame of a decoder is needed.
   * @param onWritten Called when the thread no longer uses the encoder's pipe.
   */
  pipe(frames: PipedFrames, onDue: (decoder: number) => void, onWritten: () => void): Promise<PipedEnd>;
  /** Resolves after the disposal, when the thread no longer uses the memory and the pipes of the task. */
  readonly released: Promise<void>;
}

/** The limit of the JavaScript heap. Frames and the memory of the kernels are outside of the heap. */
const MAX_MEBIBYTES = 512;
/**
 * The time that an idle thread waits for the next part. Starting a thread takes as long as composing a dozen frames.
 */
const IDLE_MILLISECONDS = 5000;

interface IdleThread {
  readonly thread: Worker;
  /** Removes the thread from the idle threads. */
  readonly wake: () => void;
}

const idle = new Set<IdleThread>();

/** Takes an idle thread or starts one. Disposal makes the thread idle again, or ends it if frames are unfinished. */
export function startComposeThread(task: ComposeTask, draw: Draw, signal: AbortSignal): ComposeThread {
  signal.throwIfAborted();
  const thread = takeThread();
  const pending = new Map<number, PromiseWithResolvers<ComposedIn>>();
  let failure: Error | null = null;
  let piping: {
    readonly answered: PromiseWithResolvers<PipedEnd>;
    readonly onDue: (decoder: number) => void;
    readonly onWritten: () => void;
  } | null = null;
  const released = Promise.withResolvers<void>();

  const fail = (error: unknown): void => {
    failure ??= error instanceof Error ? error : new Error(String(error));
    for (const { reject } of pending.values()) reject(failure);
    pending.clear();
    piping?.answered.reject(failure);
    piping = null;
  };
  const answer = async (number: number, drawing: Drawing): Promise<void> => {
    const drawn = await draw(drawing, signal);
    if (!drawn.ok) throw new UndrawableError(drawing, drawn.error);
    const { rgba } = drawn.value.picture;
    // Transfer the pixels without a copy, because the caller of `draw` owns them.
    const moved = rgba.buffer instanceof ArrayBuffer ? [rgba.buffer] : [];
    thread.postMessage({ kind: 'drawn', requestId: number, drawn: drawn.value } satisfies ToThread, moved);
  };
  const onMessage = (message: FromThread): void => {
    switch (message.kind) {
      case 'draw':
        answer(message.requestId, message.drawing).catch(fail);
        return;
      case 'composed':
        pending.get(message.number)?.resolve(message.location);
        pending.delete(message.number);
        return;
      case 'due':
        piping?.onDue(message.decoder);
        return;
      case 'written':
        piping?.onWritten();
        return;
      case 'piped':
        piping?.answered.resolve(message.end);
        piping = null;
        return;
      case 'failed':
        fail(new ServiceError('request/internal', '', { cause: new Error(message.message) }));
    }
  };
  const onEnd = () => fail(new ServiceError('request/internal', '', { cause: new Error('a composing thread ended') }));
  thread.on('message', onMessage);
  thread.on('error', fail);
  thread.on('exit', onEnd);
  post(thread, { kind: 'begin', task });
  return {
    compose: (order) => {
      if (failure !== null) return Promise.reject(failure);
      const answered = Promise.withResolvers<ComposedIn>();
      pending.set(order.number, answered);
      post(thread, { kind: 'frame', order });
      return abortable(answered.promise, signal);
    },
    pipe: (frames, onDue, onWritten) => {
      if (failure !== null) return Promise.reject(failure);
      const answered = Promise.withResolvers<PipedEnd>();
      piping = { answered, onDue, onWritten };
      post(thread, { kind: 'pipe', frames });
      return abortable(answered.promise, signal);
    },
    released: released.promise,
    [Symbol.dispose]: () => {
      thread.off('message', onMessage);
      thread.off('error', fail);
      thread.off('exit', onEnd);
      if (failure === null && pending.size === 0 && piping === null && !signal.aborted) {
        keepIdle(thread);
        released.resolve();
      } else void endThread(thread).then(released.resolve);
    },
  };
}

function post(thread: Worker, message: ToThread): void {
  thread.postMessage(message);
}

function takeThread(): Worker {
  for (const { thread, wake } of idle) {
    wake();
    return thread;
  }
  return new Worker(threadEntry(), { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MAX_MEBIBYTES } });
}

/** Keeps the thread for the next part. The idle thread does not keep the process alive. */
function keepIdle(thread: Worker): void {
  const wake = () => {
    idle.delete(entry);
    clearTimeout(timer);
    thread.off('exit', wake);
    thread.off('error', wake);
    thread.ref();
  };
  const entry: IdleThread = { thread, wake };
  const timer = setTimeout(() => {
    wake();
    void endThread(thread);
  }, IDLE_MILLISECONDS);
  timer.unref();
  thread.on('exit', wake);
  thread.on('error', wake);
  thread.unref();
  idle.add(entry);
}

async function endThread(thread: Worker): Promise<void> {
  // Ignore errors that the thread throws while it ends.
  thread.on('error', () => undefined);
  await thread.terminate();
}

/**
 * Returns the URL of the entry beside this file, in its TypeScript or its compiled form. The paths are literals, so
 * that bundlers find them.
 */
function threadEntry(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./compose-thread.ts', import.meta.url)
    : new URL('./compose-thread.js', import.meta.url);
}
