import type { ComposedIn, ComposeTask, Drawn, FrameOrder } from '#shared/compositor/scene/composed-scene.ts';
import type { Drawing } from '#shared/drawings/drawing/drawing.ts';

/**
 * The number of frames by which a decoder starts before its first visible frame. The compositor then does not wait for
 * the start.
 */
export const FRAMES_AHEAD = 8;

export type ToThread =
  | { readonly kind: 'begin'; readonly task: ComposeTask }
  | { readonly kind: 'frame'; readonly order: FrameOrder }
  | { readonly kind: 'pipe'; readonly frames: PipedFrames }
  | { readonly kind: 'drawn'; readonly requestId: number; readonly drawn: Drawn };

export type FromThread =
  /** `requestId` is the number of the request that this message answers. */
  | { readonly kind: 'draw'; readonly requestId: number; readonly drawing: Drawing }
  | { readonly kind: 'composed'; readonly number: number; readonly location: ComposedIn }
  /** The thread will soon read the first frame of this decoder. */
  | { readonly kind: 'due'; readonly decoder: number }
  /** The thread wrote the last frame and no longer uses the encoder's pipe. */
  | { readonly kind: 'written' }
  | { readonly kind: 'piped'; readonly end: PipedEnd }
  | { readonly kind: 'failed'; readonly message: string };

/** The frames of a part that the thread reads from decoders and writes to an encoder itself. */
export interface PipedFrames {
  /** The number of frames. */
  readonly length: number;
  readonly decoders: readonly PipedDecoder[];
  /** The file descriptor of the encoder's pipe. */
  readonly encoder: number;
  /** The state of the pipes, which this thread shares; see {@link createPipeState}. */
  readonly state: SharedArrayBuffer;
}

export interface PipedDecoder {
  /** The frame of the part at which the first decoded frame appears. */
  readonly first: number;
  readonly length: number;
  /** The file descriptor of the decoder's pipe, or all of its frames one after another in shared memory. */
  readonly source: number | Uint8Array;
}

export type PipedEnd =
  /** The encoder took all frames, and each decoder wrote as many as expected. */
  | { readonly kind: 'whole' }
  | { readonly kind: 'too few'; readonly decoder: number; readonly frames: number; readonly endsWithin: boolean }
  | { readonly kind: 'too many'; readonly decoder: number }
  /** The encoder closed its pipe before the last frame. */
  | { readonly kind: 'closed'; readonly frames: number }
  | { readonly kind: 'stopped' };

/** The state of the pipes of one part. Both threads read it. */
export interface PipeState {
  readonly buffer: SharedArrayBuffer;
  /** Lets the composing thread stop after the current operation. */
  stop(): void;
  readonly isStopped: () => boolean;
  /** Records the begin or the end of an operation. A pipe is a decoder's index, or the number of decoders. */
  begin(pipe: number): void;
  end(pipe: number): void;
  /** Records the last operation of the pipe. From then on, the program waits for nothing. */
  finish(pipe: number): void;
  /** Returns a number that changes with each begin and end; null while the program waits for another operation. */
  moves(pipe: number): number | null;
}

/** The position of the first pipe's count, after the stop and the pipe of the current operation. */
const FIRST = 2;
const FINISHED = -1;

/** Opens the state in a thread. The first call creates the memory for this number of pipes. */
export function createPipeState(pipes: number | SharedArrayBuffer): PipeState {
  const buffer = typeof pipes === 'number' ? new SharedArrayBuffer(4 * (FIRST + pipes)) : pipes;
  const values = new Int32Array(buffer);
  return {
    buffer,
    stop: () => void Atomics.store(values, 0, 1),
    isStopped: () => Atomics.load(values, 0) === 1,
    begin: (pipe) => {
      Atomics.store(values, 1, pipe + 1);
      Atomics.add(values, FIRST + pipe, 1);
    },
    end: (pipe) => {
      Atomics.add(values, FIRST + pipe, 1);
      Atomics.store(values, 1, 0);
    },
    finish: (pipe) => void Atomics.store(values, FIRST + pipe, FINISHED),
    moves: (pipe) => {
      const count = Atomics.load(values, FIRST + pipe);
      return count === FINISHED || Atomics.load(values, 1) === pipe + 1 ? count : null;
    },
  };
}
