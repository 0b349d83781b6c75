import type { Movie } from '#shared/template/movie/movie.ts';
import type { FrameRange } from './play-span.ts';

/** What of the editor's state playing follows. */
export interface PlaybackState {
  readonly movie: Movie | null;
  readonly playhead: number;
  /** The frame of a gesture, which is shown instead of the playhead's while nothing plays. */
  readonly previewedFrame: number | null;
  readonly loop: boolean;
  /** What is gone round in where `loop` is set; the whole film unless given. */
  readonly loopRange: FrameRange | null;
  /** From 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  /** Whether the playhead is being taken along by hand. */
  readonly scrubbing: boolean;
  /** Whether what it passes is heard meanwhile. */
  readonly scrubSound: boolean;
  /** Whether the film is being changed by hand: with the next movement of it all its frames are others. */
  readonly isChanging: boolean;
}

/** The editor as the player sees it. */
export interface PlaybackPort {
  readonly read: () => PlaybackState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Moves the playhead. */
  readonly seek: (frame: number) => void;
  /** Says what the player does now. */
  readonly report: (playing: { readonly playing: boolean; readonly rate: number }) => void;
  /** Whether it loops, and is silent. */
  readonly change: (change: { readonly loop?: boolean; readonly muted?: boolean; readonly volume?: number }) => void;
}
