import type { NodeId } from '#shared/template/document/document.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { frameAt } from '#shared/timeline/frame-at.ts';
import type { TimelineSegment } from '#shared/timeline/timeline.ts';
import type { Composition } from './picture/composition.ts';

/** Produces the frames of movies, one way of drawing a segment per producer. */
export interface FrameProducer {
  /** Returns the available content of a frame. Opens its sources without decoding. */
  readonly view: (movie: Movie, frame: number) => FrameView;
  /** Decodes a frame and the following ones. Each call replaces the previous request. */
  readonly request: (movie: Movie, frame: number, lookahead: Lookahead) => void;
  /**
   * Opens the sources near a frame and decodes a picture of each when the main thread is idle. A jump to a nearby scene
   * then shows a picture immediately.
   */
  readonly prepare: (movie: Movie, frame: number) => void;
  /**
   * Calls the listener when the result of `view` can have changed. Producers that share their sources call a listener
   * of several of them once.
   */
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

/** The displayable content of a frame. */
export interface FrameView {
  /** The content of a frame that can be displayed now; null if there is none yet. */
  readonly composition: Composition | null;
  /** Whether the content equals the rendered frame. Otherwise it contains pictures near in time, or posters. */
  readonly exact: boolean;
  /** The issues of the layers in the frame. */
  readonly issues: readonly LayerIssue[];
  /** Whether only the engine can show the complete frame, because the page cannot decode or composite a part of it. */
  readonly byEngine: boolean;
}

/** Why a part of a frame is wrong or missing: a layer, or the effect or transition that uses the source. */
export type LayerIssue = { readonly layer: { readonly id: NodeId; readonly source: MediaSource } } & (
  | { readonly kind: 'opening' }
  /** The progress from 0 to 1. */
  | { readonly kind: 'proxy'; readonly progress: number }
  | { readonly kind: 'missing' | 'failed'; readonly message: string }
);

/** The frames that will be needed after the current one. */
export interface Lookahead {
  /** The number of frames ahead in the direction of playback. */
  readonly ahead: number;
  readonly backwards: boolean;
}

/** Whether the worker composites a segment. The graphics card draws the others from the pictures of their videos. */
export type IsComposed = (segment: TimelineSegment, movie: Movie) => boolean;

/**
 * Returns a producer that shows each frame with the producer of its segment. A request reaches both, because the frames
 * ahead can lie in segments of the other one. `dispose` disposes both.
 */
export function createFrameSource(
  videoProducer: FrameProducer,
  composed: FrameProducer,
  isComposed: IsComposed,
): FrameProducer {
  const producers = [videoProducer, composed];
  const producerAt = (movie: Movie, frame: number): FrameProducer => {
    const position = frameAt(buildTimeline(movie), frame);
    return position !== null && isComposed(position.segment, movie) ? composed : videoProducer;
  };
  return {
    view: (movie, frame) => producerAt(movie, frame).view(movie, frame),
    request(movie, frame, lookahead) {
      for (const each of producers) each.request(movie, frame, lookahead);
    },
    prepare: (movie, frame) => producerAt(movie, frame).prepare(movie, frame),
    subscribe(listener) {
      const stops = producers.map((each) => each.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    dispose() {
      for (const each of producers) each.dispose();
    },
  };
}
