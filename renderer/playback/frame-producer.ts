import type { NodeId } from '#shared/template/document/document.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { frameAt } from '#shared/timeline/frame-at.ts';
import type { TimelineSegment } from '#shared/timeline/timeline.ts';
import type { Composition } from './picture/composition.ts';

/** Produces frames of movies. Each producer draws one kind of segment. */
export interface FrameProducer {
  /** Returns the available content of a frame. Opens its sources, but does not decode. */
  readonly view: (movie: Movie, frame: number) => FrameView;
  /** Decodes a frame and its lookahead. Replaces the previous request. */
  readonly request: (movie: Movie, frame: number, lookahead: Lookahead) => void;
  /**
   * Opens the sources near a frame. While the main thread is idle, decodes a picture of each source, so that a jump to
   * a nearby scene immediately shows a picture.
   */
  readonly prepare: (movie: Movie, frame: number) => void;
  /**
   * Registers a listener that is called when the result of `view` may have changed. Producers that share their sources
   * call a common listener only once per change.
   */
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

/** The part of a frame that the page can show now. */
export interface FrameView {
  /** The picture to display; null if there is none yet. */
  readonly composition: Composition | null;
  /** Whether the picture equals the rendered frame. If false, the picture contains nearby pictures or posters. */
  readonly exact: boolean;
  /** The issues of the frame's layers. */
  readonly issues: readonly LayerIssue[];
  /**
   * Whether the page cannot decode or composite a part of the frame. If true, only the engine can show the whole frame.
   */
  readonly byEngine: boolean;
}

/**
 * The reason why a layer of a frame is wrong or missing. `layer` can also be an effect or transition that uses the
 * source.
 */
export type LayerIssue = { readonly layer: { readonly id: NodeId; readonly source: MediaSource } } & (
  | { readonly kind: 'opening' }
  /** The progress from 0 to 1. */
  | { readonly kind: 'proxy'; readonly progress: number }
  | { readonly kind: 'missing' | 'failed'; readonly message: string }
);

/** The frames to prepare after the current one. */
export interface Lookahead {
  /** The number of frames ahead in the direction of playback. */
  readonly ahead: number;
  readonly backwards: boolean;
}

/** Returns whether the worker composites a segment. WebGL draws the other segments directly from their videos. */
export type IsComposed = (segment: TimelineSegment, movie: Movie) => boolean;

/**
 * Returns a producer that delegates each frame to the producer of its segment. Requests go to both producers, because
 * the lookahead can reach segments of either. `dispose` disposes both.
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
      for (const producer of producers) producer.request(movie, frame, lookahead);
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
