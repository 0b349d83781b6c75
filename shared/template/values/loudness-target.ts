import type { CustomAnimation } from './animation.ts';
import type { Frames } from './frame-rate.ts';

/** The loudness that a film requests. */
export interface LoudnessTarget {
  /** The integrated loudness in LUFS. */
  readonly integrated: number;
  /** The ceiling of the true peak in dBTP. */
  readonly truePeak: number;
}

/** The volume and the stereo position of a sound. */
export interface Loudness {
  /** The amplitude factor from 0 to 8. */
  readonly volume: number;
  /** The stereo position from −1 (left) to 1 (right). */
  readonly pan: number;
  /** The duration of the fade at the beginning. */
  readonly fadeIn: Frames;
  /** The duration of the fade at the end. */
  readonly fadeOut: Frames;
  /** Whether the sounds of the movie are ducked while this sound is audible. */
  readonly ducks: boolean;
  /** Keyframe animations of volume and pan, which take precedence over both; absent if there are none. */
  readonly soundAnimations?: readonly CustomAnimation[];
}
