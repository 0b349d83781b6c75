import type { NodeId } from '../template/document/document.ts';
import type { Layer, Movie, Scene, Transition, VideoLayer } from '../template/movie/movie.ts';
import type { Frames } from '../template/values/frame-rate.ts';
import type { Size } from '../template/values/placement.ts';

/** A scene with the frames of the film that it takes, those of its transitions among them. */
export interface TimelineScene {
  readonly scene: Scene;
  /** Among all scenes of the movie. */
  readonly index: number;
  readonly start: Frames;
  /** Behind its last frame. A scene that is not played takes no frames: it ends where it starts. */
  readonly end: Frames;
  /** The film's frame that its own frame 0 would have; before `start`, perhaps below 0, where the film shows only its rest. */
  readonly origin: number;
}

/** Frames of the film that are made in one piece. Each frame lies in one stretch. */
export type TimelineSegment = SceneSegment | TransitionSegment;

interface SegmentSpan {
  readonly start: Frames;
  /** Behind its last frame. */
  readonly end: Frames;
  /** Those that are played, from the lowest to the topmost; of a transition those of the outgoing scene first, its own last. */
  readonly layers: readonly Layer[];
  /** What lies over it; null where no layer of an overlay is there in any of its frames. */
  readonly over: SegmentOverlay | null;
}

/** Layers of overlays that are seen in a stretch, in document order. */
export interface SegmentOverlay {
  /** Each says itself when it is there, on a clock of their own that begins with the first of them or with the stretch. */
  readonly layers: readonly Layer[];
  /** The clock's frame that the first frame of the stretch shows. */
  readonly from: Frames;
  /** How long the clock runs. */
  readonly length: Frames;
  /**
   * For how many frames those layers, and all in them, were there already that begin anew with the stretch; -1 where they
   * begin a frame too soon. What rests does not need it, and an image may move.
   */
  readonly ranBefore: ReadonlyMap<NodeId, number>;
}

/** What one scene shows alone. */
export interface SceneSegment extends SegmentSpan {
  readonly kind: 'scene';
  readonly scene: Scene;
  /** The scene's own frame that `start` shows. */
  readonly from: Frames;
  /** Whether a transition shows it together with another scene or the background, before or behind this. */
  readonly isJoined: boolean;
  /** What is heard of it in these frames, from the lowest layer. */
  readonly sounds: readonly PlacedSound[];
}

/** Where two scenes go over into one another. */
export interface TransitionSegment extends SegmentSpan {
  readonly kind: 'transition';
  readonly transition: Transition;
  /** The transition's own frame that `start` shows. */
  readonly from: Frames;
  /** How many frames the whole transition has: what there is time for. */
  readonly length: Frames;
  /** Null for the movie's background. */
  readonly outgoing: SegmentSide | null;
  /** Null for the movie's background. */
  readonly incoming: SegmentSide | null;
}

/** One of the scenes beside a transition. */
export interface SegmentSide {
  readonly scene: Scene;
  /** Those that are played, from the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** The scene's own frame that the first frame of the stretch shows. */
  readonly from: Frames;
}

/** A layer's sound, with the frames of the film in which it is heard. */
export interface PlacedSound {
  readonly layer: VideoLayer;
  readonly start: Frames;
  /** Behind its last frame. */
  readonly end: Frames;
  /** Where in the source it begins, in frames of the film. */
  readonly inPoint: Frames;
}

/** A transition of the movie that counts, where it lies in the film and how long there is time for it. */
export interface PlacedTransition {
  readonly transition: Transition;
  /** Its first frame; below 0 where the film shows only its rest. */
  readonly start: number;
  /** 0 where there is no time: then it is a cut. */
  readonly length: Frames;
  /** Numbers of the scenes that it joins; null for the movie's background. */
  readonly outgoing: number | null;
  readonly incoming: number | null;
}

/** A movie in time: what is played, where it starts and how long it lasts. Made by `settle`. */
export interface Timeline {
  readonly movie: Movie;
  /** Every scene of the movie, in its order; those that are not played take no frames. */
  readonly scenes: readonly TimelineScene[];
  /** In the order of time, without a gap. */
  readonly segments: readonly TimelineSegment[];
  /** In the order of time. */
  readonly transitions: readonly PlacedTransition[];
  /** In the order of time, and from the lowest layer. */
  readonly sounds: readonly PlacedSound[];
  readonly length: Frames;
  /** The whole film that it is, or shows some frames of: where its frame 0 lies here, 0 or below, and its length. */
  readonly whole: { readonly origin: number; readonly length: Frames };
}

/** The nearest side that pictures can have whose colours are shared by two pixels, as most formats have them. */
export function evenSide(pixels: number): number {
  return pixels + (pixels % 2);
}

/** The size of the film as MP4 holds it: its sides are even. */
export function filmSize({ width, height }: Pick<Movie, 'width' | 'height'>): Size {
  return { width: evenSide(width), height: evenSide(height) };
}
