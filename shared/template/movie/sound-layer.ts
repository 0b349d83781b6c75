import type { NodeId } from '../document/document.ts';
import type { CustomAnimation } from '../values/animation.ts';
import type { Frames } from '../values/frame-rate.ts';
import type { MediaSource } from './media-source.ts';

/** How loud a sound is, and where. */
export interface Loudness {
  /** Factor of the amplitude, 0 to 8. */
  readonly volume: number;
  /** −1 is left, 1 is right. */
  readonly pan: number;
  /** From where it begins to be heard, and to where it ends. */
  readonly fadeIn: Frames;
  readonly fadeOut: Frames;
  /** Whether sounds of the movie give way to it. */
  readonly ducks: boolean;
  /** Keys of its volume and pan, which take the place of both; absent where there are none. */
  readonly soundAnimations?: readonly CustomAnimation[];
}

/** Something that is heard and not seen: in its scene, or across all of them. */
export interface SoundLayer extends Loudness {
  readonly kind: 'audio';
  readonly id: NodeId;
  /** Whether it is played: it is switched on, and its condition holds. */
  readonly enabled: boolean;
  /** A name for people. */
  readonly name: string | null;
  readonly source: MediaSource;
  /** In-point: where in the source it begins, in frames of the movie. */
  readonly skip: Frames;
  /** When it begins in its scene, or in the film. */
  readonly offset: Frames;
  /** How long it is heard; null for as long as its source, its scene or the film lasts. */
  readonly duration: Frames | null;
  /** How much faster than its source it goes; its pitch stays. */
  readonly speed: number;
  /** Whether it starts again at its in-point when the source ends. */
  readonly loop: boolean;
  /** What it is multiplied with while something is heard that it gives way to; null where it gives way to nothing. */
  readonly duck: number | null;
  /** How long it takes to give way, and to come back. */
  readonly duckFade: Frames;
}
