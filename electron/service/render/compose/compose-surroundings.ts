import type { TimeLimits } from '../plan/limits.ts';
import type { Draw } from './compose-threads.ts';
import type { KeptDecodings } from './kept-decodings.ts';
import type { InputPaths } from './open-input.ts';

/** What composing a part takes of this machine: all that the part leaves out. */
export interface ComposeSurroundings extends InputPaths {
  /** Absolute path of FFmpeg. */
  readonly ffmpeg: string;
  readonly draw: Draw;
  readonly decodingThreads: number;
  readonly encodingThreads: number;
  /** Threads of the decoders' filter graphs; FFmpeg's own number, which is that of the cores, unless given. */
  readonly filterThreads?: number | null;
  readonly limits: TimeLimits;
  readonly outputLimitBytes: number;
  readonly memoryLimitBytes?: number;
  /** Where what is decoded is kept for other films; nowhere unless given. */
  readonly kept?: {
    readonly decodings: KeptDecodings;
    /** Throws where a source of the part was changed since it was found. */
    readonly requireUnchanged: () => Promise<void>;
  };
  readonly onFrames?: (count: number) => void;
  readonly signal: AbortSignal;
}
