import type { SoundGain } from '#shared/sound/limiter.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { FrameRange } from './play-span.ts';

/** The part of the editor's state that playback follows. */
export interface PlaybackState {
  readonly movie: Movie | null;
  readonly playhead: number;
  /**
   * The frame that a gesture previews; null for none. While paused, the player shows this frame instead of the frame at
   * the playhead.
   */
  readonly previewedFrame: number | null;
  readonly loop: boolean;
  /** The loop range; null for the whole movie. */
  readonly loopRange: FrameRange | null;
  /** The volume from 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  /** The gain and the ceiling of the whole sound; null or absent leaves the sound unchanged. */
  readonly gain?: SoundGain | null;
  /** Whether the user drags the playhead. */
  readonly scrubbing: boolean;
  /** Whether scrubbing plays sound. */
  readonly scrubSound: boolean;
  /** Whether a gesture is changing the movie. If so, each pointer move can change all frames. */
  readonly isChanging: boolean;
}

/** The interface between the player and the editor. */
export interface PlaybackPort {
  readonly read: () => PlaybackState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly seek: (frame: number) => void;
  /** Reports the state of the player. */
  readonly report: (playing: { readonly playing: boolean; readonly rate: number }) => void;
  readonly change: (change: { readonly loop?: boolean; readonly muted?: boolean; readonly volume?: number }) => void;
}
