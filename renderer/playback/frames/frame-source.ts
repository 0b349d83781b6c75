import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import { type FrameRate, frames } from '#shared/template/values/frame-rate.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { frameAt } from '#shared/timeline/frame-at.ts';
import {
  lastStart,
  sourceSeconds,
  type VideoState,
  videoStateAt,
  videoStateUntil,
} from '#shared/timeline/layer-state.ts';
import { filmSize } from '#shared/timeline/timeline.ts';
import { createAddedFonts } from '../compose/added-fonts.ts';
import { createComposeEngine } from '../compose/compose-engine.ts';
import { type ComposedFrames, createComposedFrames, isComposed } from '../compose/composed-frames.ts';
import type { SegmentFrame } from '../compose/planned-segments.ts';
import { createStaticSources } from '../compose/still-sources.ts';
import { createTextLayouts } from '../compose/text-layouts.ts';
import { createTextSizes, type TextSizes } from '../compose/text-sizes.ts';
import type { MediaPort } from '../decode/media-port.ts';
import { nearbySources } from '../decode/nearby-sources.ts';
import { CACHE_BYTES, createPictureCache } from '../decode/picture-cache.ts';
import { createPictureReader, type PictureReader } from '../decode/picture-reader.ts';
import { createPosters } from '../decode/posters.ts';
import type { ReadySource, Source, SourceStatus } from '../decode/source.ts';
import { createSourceLibrary, type SourceLibrary } from '../decode/source-library.ts';
import { type ComposedLayer, RGB } from '../picture/composition.ts';
import type { MovingQuality } from '../picture/moving-quality.ts';
import type { Picture } from '../picture/picture.ts';
import {
  type Composes,
  composedAhead,
  composedAt,
  composedRequests,
  segmentIssues,
  wholeFrame,
} from './composed-view.ts';
import type { FrameView, LayerIssue, LayerRequest, Prospect } from './frame-view.ts';
import { createNearbyThumbnails } from './nearby-thumbnails.ts';

/** The frames of the movies of one project. */
export interface FrameSource {
  readonly library: SourceLibrary;
  /** Returns the available content of a frame. Opens its sources without decoding. */
  readonly view: (movie: Movie, frame: number) => FrameView;
  /** Decodes a frame and the following ones. Each call replaces the previous request. */
  readonly want: (movie: Movie, frame: number, prospect: Prospect) => void;
  /**
   * Opens the sources near a frame and decodes a picture of each when the main thread is idle. A jump to a nearby scene
   * then shows a picture immediately.
   */
  readonly warm: (movie: Movie, frame: number) => void;
  /** Loads the compositing code before the first layer of a movie is added. */
  readonly prepareLayers: () => void;
  readonly texts: TextSizes;
  /** Sets the quality of composited frames during motion. */
  readonly setQuality: (quality: MovingQuality) => void;
  /** Returns an independent view of the same sources, for another consumer. */
  readonly beside: () => Pick<FrameSource, 'view' | 'want' | 'warm' | 'subscribe' | 'dispose'>;
  /** Calls the listener when the result of `view` can have changed. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

/** The number of open sources around the playhead. */
const NEARBY = 12;

/** The part of the cache for frames ahead of the playhead, in bytes. */
const AHEAD_BYTES = CACHE_BYTES / 4;

/** The limits of a movie's small pictures. */
export interface SmallFrames {
  /** Returns the scale: pixels per pixel of the movie, in each direction; at most 1. Called for each frame. */
  readonly scale: (movie: Movie) => number;
  /** The cache limit of decoded pictures in bytes. */
  readonly cacheBytes: number;
}

export interface FrameSourceOptions {
  readonly small?: SmallFrames;
  /** Whether the kernels composite every frame, which is the case without WebGL 2. */
  readonly composesAll?: boolean;
}

export function createFrameSource(
  port: MediaPort,
  { small, composesAll = false }: FrameSourceOptions = {},
): FrameSource {
  const composes: Composes = composesAll ? () => true : isComposed;
  const cache = createPictureCache(small?.cacheBytes);
  const library = createSourceLibrary(port, cache);
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const posters = createPosters(port, changed);
  const unsubscribe = library.subscribe(changed);
  const readers = createReaders(changed);
  const nearbyThumbnails = createNearbyThumbnails(library, NEARBY, changed);

  const engine = createComposeEngine();
  const stills = createStaticSources(port, engine, changed);
  const added = createAddedFonts(port, engine, changed);
  const texts = createTextSizes(createTextLayouts(engine), { stills, added });
  const around = { engine, stills, added, library, onFrame: changed, scale: small?.scale };
  const composed = createComposedFrames(around);

  const viewComposed = (request: SegmentFrame, frames: ComposedFrames): FrameView => {
    const found = frames.find(request);
    const failed = frames.failure();
    const issues = segmentIssues(request, library, stills, found?.faults ?? []);
    const isLeftOut = issues.some(({ kind }) => kind === 'proxy' || kind === 'failed');
    return {
      composition: found && wholeFrame(found.picture, filmSize(request.movie)),
      exact: (found?.isExact === true && found.reduced >= (small?.scale(request.movie) ?? 1)) || failed !== null,
      issues: issues,
      byEngine: failed !== null || isLeftOut,
    };
  };
  const viewWith = (movie: Movie, frame: number, frames: ComposedFrames): FrameView => {
    const { frameRate } = movie;
    const request = composedAt(movie, frame, composes);
    if (request !== null) return viewComposed(request, frames);
    const rows = (frameAt(buildTimeline(movie), frame)?.rows ?? []).flatMap(
      (row) => seenRow(row, frameRate, library) ?? [],
    );
    const size = filmSize(movie);
    const seen = rows.map((row) => viewLayer(row, frameRate, library, posters.get));
    const waits = seen.some(({ issue, composed }) => issue?.kind === 'opening' && composed === null);
    return {
      composition: waits ? null : { frame: size, layers: seen.flatMap(({ composed }) => composed ?? []) },
      exact: seen.every(({ exact }) => exact),
      issues: seen.flatMap(({ issue }) => issue ?? []),
      byEngine: false,
    };
  };
  const wantWith = (movie: Movie, frame: number, prospect: Prospect, frames: ComposedFrames, into: Readers) => {
    const ahead = composedAhead(movie, frame, prospect, composes);
    into.want([
      ...layerRequestsFor(movie, frame, prospect, library, composes),
      ...composedRequests(ahead, prospect, library, frames),
    ]);
    frames.want(ahead);
  };

  const warm = (movie: Movie, frame: number) => {
    // Opens the nearest source last, because the least recently opened source is closed first.
    for (const source of nearbySources(movie, frame, NEARBY).toReversed()) library.get(source);
    nearbyThumbnails.near(movie, frame);
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const beside = () => {
    const others = createReaders(changed);
    const itsOwn = createComposedFrames(around);
    return {
      view: (movie: Movie, frame: number) => viewWith(movie, frame, itsOwn),
      want: (movie: Movie, frame: number, prospect: Prospect) => wantWith(movie, frame, prospect, itsOwn, others),
      warm,
      subscribe,
      dispose: () => {
        itsOwn.dispose();
        others.dispose();
      },
    };
  };

  return {
    library,
    prepareLayers: engine.prepare,
    texts,
    setQuality: composed.setQuality,
    view: (movie, frame) => viewWith(movie, frame, composed),
    want: (movie, frame, prospect) => wantWith(movie, frame, prospect, composed, readers),
    warm,
    beside,
    subscribe,
    dispose() {
      listeners.clear();
      unsubscribe();
      nearbyThumbnails.dispose();
      composed.dispose();
      stills.dispose();
      added.dispose();
      engine.dispose();
      readers.dispose();
      posters.dispose();
      library.dispose();
    },
  };
}

interface PreviewLayer {
  readonly composed: ComposedLayer | null;
  readonly exact: boolean;
  readonly issue: LayerIssue | null;
}

/** Returns the video state limited to the duration of its source; null if nothing is visible. */
function seenRow(row: VideoState, rate: FrameRate, library: SourceLibrary): VideoState | null {
  const endSeconds = pictureEnd(library.get(row.layer.source).status());
  return endSeconds === null ? row : videoStateUntil(row, endSeconds, rate);
}

/** Returns the end of a source's picture in seconds; null if unknown. */
function pictureEnd(status: SourceStatus): number | null {
  if (status.kind === 'ready') return status.source.facts.video?.endSeconds ?? null;
  return status.kind === 'proxy' ? (status.facts.video?.endSeconds ?? null) : null;
}

function viewLayer(
  row: VideoState,
  rate: FrameRate,
  library: SourceLibrary,
  poster: (source: MediaSource, seconds: number) => Picture | null,
): PreviewLayer {
  const { layer } = row;
  const status = library.get(layer.source).status();
  switch (status.kind) {
    case 'missing':
    case 'failed':
      return { composed: null, exact: false, issue: { layer, kind: status.kind, message: status.message } };
    case 'opening':
      return { composed: null, exact: false, issue: { layer, kind: 'opening' } };
    case 'proxy': {
      const issue = { layer, kind: 'proxy', progress: status.progress } as const;
      const { video } = status.facts;
      if (video === null) return { composed: null, exact: true, issue: null };
      const picture = poster(layer.source, sourceSeconds(row, rate));
      if (picture === null) return { composed: null, exact: false, issue: issue };
      const display = { width: video.displayWidth, height: video.displayHeight };
      return { composed: compose(row, picture, { color: RGB, rotation: 0, display }), exact: false, issue: issue };
    }
    case 'ready':
      return viewReady(row, status.source, rate);
  }
}

function viewReady(row: VideoState, { media, pictures, look }: ReadySource, rate: FrameRate): PreviewLayer {
  if (media.picture === null || look === null) return { composed: null, exact: true, issue: null };
  const { resolution, first } = media.picture;
  const last = Math.max(first, lastStart(row, rate, resolution));
  const exact = pictures.find(last);
  const picture = exact ?? pictures.nearest(last);
  if (picture === null) return { composed: null, exact: false, issue: { layer: row.layer, kind: 'opening' } };
  return { composed: compose(row, picture, look), exact: exact !== null, issue: null };
}

function compose(
  { fit, effects }: VideoState,
  picture: Picture,
  look: Pick<ComposedLayer, 'color' | 'rotation' | 'display'>,
): ComposedLayer {
  return { picture, ...look, fit, effects };
}

/**
 * Returns the decoding requests of the scenes from this frame to the last frame ahead, so that playback does not stall
 * at a cut.
 */
function layerRequestsFor(
  movie: Movie,
  frame: number,
  { ahead, backwards }: Prospect,
  library: SourceLibrary,
  composes: Composes,
): readonly LayerRequest[] {
  const requests: LayerRequest[] = [];
  const film = buildTimeline(movie);
  let here = frameAt(film, frame);
  let left = ahead;
  while (here !== null) {
    const { segment, frame: within } = here;
    const rows = composes(segment, movie) ? [] : here.rows;
    const last = segment.end - segment.start - 1;
    const reach = backwards ? Math.max(0, within - left) : Math.min(last, within + left);
    for (const row of rows) requests.push(...layerRequest(row, reach - within, movie.frameRate, library));
    left -= Math.abs(reach - within) + 1;
    const next = backwards ? segment.start - 1 : segment.end;
    if (left < 0 || next < 0 || next >= film.length) break;
    here = frameAt(film, next);
  }
  return requests;
}

/** @param ahead The number of frames ahead; negative for backward. */
function layerRequest(
  row: VideoState,
  ahead: number,
  rate: FrameRate,
  library: SourceLibrary,
): readonly LayerRequest[] {
  const { layer } = row;
  const source = library.get(layer.source);
  const status = source.status();
  if (status.kind !== 'ready' || status.source.media.picture === null) return [];
  const { resolution } = status.source.media.picture;
  const seen = seenRow(row, rate, library);
  if (seen === null) return [];
  const beyond = seenRow(videoStateAt(layer, frames(row.frame + affordable(ahead, status.source))), rate, library);
  // Decoding ahead stops at the loop of a source.
  const isOnward = beyond !== null && Math.sign(beyond.frame - seen.frame) === Math.sign(ahead);
  const furthest = isOnward ? beyond : seen;
  const [here, there] = [lastStart(seen, rate, resolution), lastStart(furthest, rate, resolution)];
  return [
    {
      key: `${layer.id} ${sourceKey(layer.source)}`,
      source,
      ready: status.source,
      request: { last: Math.min(here, there), until: Math.max(here, there), backwards: ahead < 0 },
    },
  ];
}

/** Returns how many frames ahead fit into the cache. */
function affordable(ahead: number, { facts }: ReadySource): number {
  const { codedWidth = 0, codedHeight = 0 } = facts.video ?? {};
  const most = Math.max(2, Math.floor(AHEAD_BYTES / Math.max(1, codedWidth * codedHeight * 1.5)));
  return Math.sign(ahead) * Math.min(most, Math.abs(ahead));
}

/** The readers that decode the requested pictures. */
interface Readers {
  /** Sets the requests and closes the readers of obsolete ones. */
  readonly want: (requests: readonly LayerRequest[]) => void;
  readonly dispose: () => void;
}

/** Creates one reader per layer. It stays open while its layer is requested. */
function createReaders(onPicture: () => void): Readers {
  const readers = new Map<string, { readonly ready: ReadySource; readonly reader: PictureReader }>();
  const close = (key: string) => {
    readers.get(key)?.reader.dispose();
    readers.delete(key);
  };
  return {
    want(requests) {
      const requested = new Set(requests.map(({ key }) => key));
      for (const key of [...readers.keys()]) if (!requested.has(key)) close(key);
      for (const { key, source, ready, request } of requests) {
        if (readers.get(key)?.ready !== ready) close(key);
        const reader = readers.get(key)?.reader ?? open(ready, source, onPicture);
        if (reader === null) continue;
        readers.set(key, { ready, reader });
        reader.want(request);
      }
    },
    dispose() {
      for (const key of [...readers.keys()]) close(key);
    },
  };
}

function open({ media, pictures }: ReadySource, source: Source, onPicture: () => void): PictureReader | null {
  if (media.picture === null) return null;
  return createPictureReader(media.picture, pictures, { onPicture, onFailure: source.failed });
}
