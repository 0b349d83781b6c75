import type { NodeId } from '../template/document/document.ts';
import type { Layer, Movie, Scene, Transition, VideoLayer } from '../template/movie/movie.ts';
import type { Frames } from '../template/values/frame-rate.ts';
import type { Size } from '../template/values/placement.ts';

/** A scene and its frames on the timeline, including its transitions. */
export interface TimelineScene {
  readonly scene: Scene;
  /** The index of the scene among all scenes of the movie. */
  readonly index: number;
  readonly start: Frames;
  /** The frame after the last frame of the scene. A disabled scene has no frames and ends at its start. */
  readonly end: Frames;
  /**
   * The frame of the timeline at frame 0 of the scene. For a range that begins within the scene, it is before `start`
   * and can be negative.
   */
  readonly origin: number;
}

/** Consecutive frames of the timeline with the same scene or transition. The segments do not overlap. */
export type TimelineSegment = SceneSegment | TransitionSegment;

interface SegmentSpan {
  readonly start: Frames;
  /** The frame after the last frame of the segment. */
  readonly end: Frames;
  /**
   * The enabled layers, from the lowest to the topmost. For a transition, the layers of the outgoing scene are first,
   * and the layers of the transition itself are last.
   */
  readonly layers: readonly Layer[];
  /** The overlay layers above the segment; null if none is visible in its frames. */
  readonly over: SegmentOverlay | null;
}

/** The overlay layers of a segment, in document order. */
export interface SegmentOverlay {
  /** The layers. Their times are on a common clock, which begins with the first layer or with the segment. */
  readonly layers: readonly Layer[];
  /** The frame of this clock at the start of the segment. */
  readonly from: Frames;
  /** The length of the clock. */
  readonly length: Frames;
  /**
   * The number of earlier frames of still layers, by layer id, including nested layers. The clocks of these layers
   * restart with the segment. The number is −1 for a layer that begins one frame early. Only animated images use the
   * number.
   */
  readonly ranBefore: ReadonlyMap<NodeId, number>;
}

export interface SceneSegment extends SegmentSpan {
  readonly kind: 'scene';
  readonly scene: Scene;
  /** The local frame of the scene at `start`. */
  readonly from: Frames;
  /** Whether the segment is next to a transition that shows its scene with another scene or the background. */
  readonly isJoined: boolean;
  /** The audible sounds, from the lowest layer. */
  readonly sounds: readonly PlacedSound[];
}

/** A segment of a transition between two scenes. */
export interface TransitionSegment extends SegmentSpan {
  readonly kind: 'transition';
  readonly transition: Transition;
  /** The frame of the transition at `start`. */
  readonly from: Frames;
  /** The length of the whole transition in frames. It is less than the duration if the scenes are too short. */
  readonly length: Frames;
  /** The outgoing scene; null for the background of the movie. */
  readonly outgoing: SegmentSide | null;
  /** The incoming scene; null for the background of the movie. */
  readonly incoming: SegmentSide | null;
}

/** A scene of a transition. */
export interface SegmentSide {
  readonly scene: Scene;
  /** The enabled layers, from the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** The local frame of the scene at the start of the segment. */
  readonly from: Frames;
}

/** The sound of a layer, and the frames of the timeline in which it is audible. */
export interface PlacedSound {
  readonly layer: VideoLayer;
  readonly start: Frames;
  /** The frame after the last frame of the sound. */
  readonly end: Frames;
  /** The position in the source at `start`, in frames of the movie. */
  readonly inPoint: Frames;
}

/** A transition with an effect, and its position on the timeline. */
export interface PlacedTransition {
  readonly transition: Transition;
  /** The first frame of the transition. It is negative if a range begins within the transition. */
  readonly start: number;
  /** The length in frames. It is less than the duration if the scenes are too short, and 0 for a cut. */
  readonly length: Frames;
  /** The indexes of the joined scenes; null for the background of the movie. */
  readonly outgoing: number | null;
  readonly incoming: number | null;
}

/** A movie laid out in frames. See `buildTimeline`. */
export interface Timeline {
  readonly movie: Movie;
  /** All scenes of the movie in order. Disabled scenes have no frames. */
  readonly scenes: readonly TimelineScene[];
  /** The segments in the order of time, without gaps. */
  readonly segments: readonly TimelineSegment[];
  /** The transitions in the order of time. */
  readonly transitions: readonly PlacedTransition[];
  /** The sounds, by scene and then from the lowest layer. */
  readonly sounds: readonly PlacedSound[];
  readonly length: Frames;
  /**
   * The whole timeline, if this timeline is a range; otherwise the same timeline. `origin` is the position of its frame
   * 0 in this timeline, which is at most 0.
   */
  readonly whole: { readonly origin: number; readonly length: Frames };
}

/** Rounds a side up to an even number, because two pixels share their colors in most formats (chroma subsampling). */
export function roundUpToEven(pixels: number): number {
  return pixels + (pixels % 2);
}

/** Returns the size of the film in an MP4 file. Both sides are even. */
export function filmSize({ width, height }: Pick<Movie, 'width' | 'height'>): Size {
  return { width: roundUpToEven(width), height: roundUpToEven(height) };
}
