import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { sourceSeconds, type VideoState, videoStateUntil } from '#shared/timeline/layer-state.ts';
import { filmSize } from '#shared/timeline/timeline.ts';
import { createComposedFrames, isComposed } from '../compose/composed-frames.ts';
import { createProjectEngine } from '../compose/project-engine.ts';
import { createFrameMedia } from '../decode/frame-media.ts';
import type { MediaFacts, MediaPort } from '../decode/media-port.ts';
import { type Posters, RETRY_MILLISECONDS } from '../decode/posters.ts';
import { createFrameSource, type FrameProducer, type IsComposed } from '../frame-producer.ts';
import { RGB } from '../picture/composition.ts';
import { thumbnailRenderer } from './thumbnail-renderer.ts';
import { type PreviewLayer, placed, viewOfLayers } from './video-frames.ts';

export interface ThumbnailOptions {
  /** Returns the scale: pixels per movie pixel in each direction, at most 1. Called for each frame. */
  readonly scale: (movie: Movie) => number;
  /** The size limit in bytes of the cache for decoded pictures. */
  readonly cacheBytes: number;
}

/**
 * Creates the frame producer of a project's thumbnails. For video-only frames, the service decodes the pictures,
 * because it has a cache and supports all formats. The worker composites all other frames. Disposing the producer
 * closes the sources.
 */
export function createThumbnailFrames(port: MediaPort, { scale, cacheBytes }: ThumbnailOptions): FrameProducer {
  const media = createFrameMedia(port, cacheBytes);
  const engine = createProjectEngine(port, media.changed);
  // Without WebGL 2, only the worker can apply effects.
  const drawnByWorker: IsComposed = (segment, movie) => isComposed(segment, movie) || !thumbnailRenderer.canDraw();
  const composed = createComposedFrames(engine, media, { isComposed: drawnByWorker, scale });
  const facts = createFactsStore(port, media.changed);
  const videoProducer: FrameProducer = {
    view: (movie, frame) =>
      viewOfLayers(movie, frame, (state) => {
        const width = Math.max(2, Math.ceil(filmSize(movie).width * scale(movie)));
        return viewPoster(state, { movie, width, posters: media.posters, factsOf: facts.get });
      }),
    // No request is needed, because `view` loads the posters.
    request: () => undefined,
    prepare: () => undefined,
    subscribe: media.subscribe,
    dispose: facts.dispose,
  };
  const source = createFrameSource(videoProducer, composed, drawnByWorker);
  return {
    ...source,
    dispose() {
      for (const part of [source, engine, media]) part.dispose();
    },
  };
}

interface PosterSources {
  readonly movie: Movie;
  /** The width of posters in pixels. */
  readonly width: number;
  readonly posters: Pick<Posters, 'get'>;
  readonly factsOf: (source: MediaSource) => KnownFacts;
}

/** Returns the poster for a video state; null if the source has ended. */
function viewPoster(state: VideoState, { movie, width, posters, factsOf }: PosterSources): PreviewLayer | null {
  const { layer } = state;
  const facts = factsOf(layer.source);
  const opening: PreviewLayer = { composed: null, exact: false, issue: { layer, kind: 'opening' } };
  if (facts === 'opening') return opening;
  if ('failed' in facts)
    return { composed: null, exact: false, issue: { layer, kind: 'failed', message: facts.failed } };
  const { video } = facts;
  if (video === null) return { composed: null, exact: true, issue: null };
  const visible = videoStateUntil(state, video.endSeconds, movie.frameRate);
  if (visible === null) return null;
  const seconds = sourceSeconds(visible, movie.frameRate);
  const poster = posters.get(layer.source, { seconds, width });
  if (poster.state !== 'loaded') {
    if (poster.state === 'loading') return opening;
    return { composed: null, exact: false, issue: { layer, kind: 'failed', message: sourceKey(layer.source) } };
  }
  const display: Size = { width: video.displayWidth, height: video.displayHeight };
  return {
    composed: placed(visible, poster.picture, { color: RGB, rotation: 0, display }),
    exact: true,
    issue: null,
  };
}

/** The facts of a source, the reason why they could not be loaded, or `opening` while they are loading. */
type KnownFacts = MediaFacts | { readonly failed: string } | 'opening';

/**
 * Creates a store of source facts. Facts are loaded once per version of a source. A failure expires, so that a refresh
 * loads the facts again.
 */
function createFactsStore(port: MediaPort, onFacts: () => void) {
  const knownFacts = new Map<string, KnownFacts>();
  const stopped = new AbortController();
  const { signal } = stopped;
  const load = async (source: MediaSource): Promise<Exclude<KnownFacts, 'opening'>> => {
    try {
      return await port.facts(source, signal);
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };
  const stopRetrying = port.onReachable(() => {
    for (const [key, facts] of knownFacts) if (facts !== 'opening' && 'failed' in facts) knownFacts.delete(key);
    onFacts();
  });
  return {
    get(source: MediaSource): KnownFacts {
      const key = `${sourceKey(source)} ${port.version(source)}`;
      const before = knownFacts.get(key);
      if (before !== undefined) return before;
      knownFacts.set(key, 'opening');
      void load(source).then((facts) => {
        if (signal.aborted) return;
        knownFacts.set(key, facts);
        if ('failed' in facts) setTimeout(() => knownFacts.delete(key), RETRY_MILLISECONDS);
        onFacts();
      });
      return 'opening';
    },
    dispose: () => {
      stopRetrying();
      stopped.abort();
    },
  };
}
