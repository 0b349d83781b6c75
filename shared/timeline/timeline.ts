import type { NodeId } from '../template/document/document.ts';
import type { Layer, Movie, Scene, Transition, VideoLayer } from '../template/movie/movie.ts';
import type { Frames } from '../template/values/frame-rate.ts';
import type { Size } from '../template/values/placement.ts';

/** A scene with its frames of the timeline, including its transitions. */
export interface TimelineScene {
  readonly scene: Scene;
  /** Its index among all scenes of the movie. */
  readonly index: number;
  readonly start: Frames;
  /** The frame after its last one. A disabled scene takes no frames: it ends where it starts. */
  readonly end: Frames;
  /**
   * The frame of the timeline at the scene's frame 0. Before `start`, possibly negative, if a range begins within the
   * scene.
   */
  readonly origin: number;
}

/** Consecutive frames of the timeline with the same scene or transition. Each frame lies in one segment. */
export type TimelineSegment = SceneSegment | TransitionSegment;

interface SegmentSpan {
  readonly start: Frames;
  /** The frame after its last one. */
  readonly end: Frames;
  /**
   * The enabled layers from the lowest to the topmost; for a transition, the outgoing scene's first and the
   * transition's own last.
   */
  readonly layers: readonly Layer[];
  /** The overlay layers above it; null if none is present in any of its frames. */
  readonly over: SegmentOverlay | null;
}

/** The overlay layers of a segment, in document order. */
export interface SegmentOverlay {
  /** The layers with their times on a common clock, which begins with the first of them or with the segment. */
  readonly layers: readonly Layer[];
  /** The frame of the clock at the segment's first frame. */
  readonly from: Frames;
  /** The length of the clock. */
  readonly length: Frames;
  /**
   * The frames that still layers, with their nested layers, were present before they restart with the segment; −1 for
   * layers that begin a frame early. Only animated images need it.
   */
  readonly ranBefore: ReadonlyMap<NodeId, number>;
}

/** A segment of one scene. */
export interface SceneSegment extends SegmentSpan {
  readonly kind: 'scene';
  readonly scene: Scene;
  /** The local frame of the scene at `start`. */
  readonly from: Frames;
  /** Whether a transition before or after the segment shows the scene together with another scene or the background. */
  readonly isJoined: boolean;
  /** The sounds in these frames, from the lowest layer. */
  readonly sounds: readonly PlacedSound[];
}

/** A segment of a transition between two scenes. */
export interface TransitionSegment extends SegmentSpan {
  readonly kind: 'transition';
  readonly transition: Transition;
  /** The transition's frame at `start`. */
  readonly from: Frames;
  /** The available frames of the whole transition. */
  readonly length: Frames;
  /** Null for the movie's background. */
  readonly outgoing: SegmentSide | null;
  /** Null for the movie's background. */
  readonly incoming: SegmentSide | null;
}

/** A scene beside a transition. */
export interface SegmentSide {
  readonly scene: Scene;
  /** The enabled layers, from the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** The local frame of the scene at the segment's first frame. */
  readonly from: Frames;
}

/** The sound of a layer, with the frames of the timeline in which it is audible. */
export interface PlacedSound {
  readonly layer: VideoLayer;
  readonly start: Frames;
  /** The frame after its last one. */
  readonly end: Frames;
  /** The source position at `start`, in frames of the movie. */
  readonly inPoint: Frames;
}

/** An effective transition with its position in the timeline and its available frames. */
export interface PlacedTransition {
  readonly transition: Transition;
  /** Its first frame; negative if a range begins within it. */
  readonly start: number;
  /** 0 for a cut, if no frames are available. */
  readonly length: Frames;
  /** Indices of the joined scenes; null for the movie's background. */
  readonly outgoing: number | null;
  readonly incoming: number | null;
}

/** A movie laid out in frames, as `buildTimeline` returns it. */
export interface Timeline {
  readonly movie: Movie;
  /** Every scene of the movie, in order; disabled scenes take no frames. */
  readonly scenes: readonly TimelineScene[];
  /** In the order of time, without gaps. */
  readonly segments: readonly TimelineSegment[];
  /** In the order of time. */
  readonly transitions: readonly PlacedTransition[];
  /** In the order of time, and from the lowest layer. */
  readonly sounds: readonly PlacedSound[];
  readonly length: Frames;
  /**
   * The whole timeline, of which this one can be a range: the position of its frame 0 here, 0 or negative, and its
   * length.
   */
  readonly whole: { readonly origin: number; readonly length: Frames };
}

/** Rounds up to an even side, because most formats share colors between two pixels (chroma subsampling). */
export function evenSide(pixels: number): number {
  return pixels + (pixels % 2);
}

/** Returns the size of the film in an MP4 file: its sides are even. */
export function filmSize({ width, height }: Pick<Movie, 'width' | 'height'>): Size {
  return { width: evenSide(width), height: evenSide(height) };
}
