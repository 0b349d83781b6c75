import type { Layer, Movie, Scene, VideoLayer } from '../template/movie/movie.ts';
import type { Frames } from '../template/values/frame-rate.ts';

/** A scene with the frames of the film that it takes. */
export interface ScenePlace {
  readonly scene: Scene;
  /** Among all scenes of the movie. */
  readonly index: number;
  readonly start: Frames;
  /** Behind its last frame. A scene that is not played takes no frames: it ends where it starts. */
  readonly end: Frames;
}

/** Frames of the film that are made in one piece: what one scene shows alone. Each frame lies in one stretch. */
export interface Stretch {
  readonly kind: 'scene';
  readonly scene: Scene;
  readonly start: Frames;
  /** Behind its last frame. */
  readonly end: Frames;
  /** The scene's own frame that `start` shows. */
  readonly from: Frames;
  /** Those that are played, from the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** What is heard in it, from the lowest layer. */
  readonly sounds: readonly PlacedSound[];
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

/** A movie in time: what is played, where it starts and how long it lasts. Made by `settle`. */
export interface Film {
  readonly movie: Movie;
  /** Every scene of the movie, in its order; those that are not played take no frames. */
  readonly scenes: readonly ScenePlace[];
  /** Of the scenes that are played, in the order of time, without a gap. */
  readonly stretches: readonly Stretch[];
  /** In the order of time, and from the lowest layer. */
  readonly sounds: readonly PlacedSound[];
  readonly length: Frames;
}
