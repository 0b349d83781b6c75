import type { Movie } from '#shared/template/movie/movie.ts';
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
import type { FrameMedia, LayerRequest } from '../decode/frame-media.ts';
import { CACHE_BYTES } from '../decode/picture-cache.ts';
import type { Posters } from '../decode/posters.ts';
import type { PictureReading, ReadySource, SourceStatus } from '../decode/source.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import type { FrameProducer, FrameView, IsComposed, LayerIssue, Lookahead } from '../frame-producer.ts';
import { type ComposedLayer, RGB } from '../picture/composition.ts';
import type { Picture } from '../picture/picture.ts';

/**
 * Produces video-only frames from decoded pictures. For other segments, a view contains only the videos. Disposing the
 * producer does not dispose the media.
 * @param isComposed Returns whether another producer composites a segment. The videos of such a segment are not decoded
 * here.
 */
export function createVideoFrames(media: FrameMedia, isComposed: IsComposed): FrameProducer {
  const { library, posters } = media;
  const readers = media.createReaders();
  return {
    view: (movie, frame) =>
      viewOfLayers(movie, frame, (state) => {
        const visible = visibleState(state, movie.frameRate, library);
        return visible && viewLayer(visible, movie.frameRate, library, posters);
      }),
    request(movie, frame, lookahead) {
      readers.request(layerRequests(movie, frame, lookahead, library, isComposed));
    },
    prepare: media.prepare,
    subscribe: media.subscribe,
    dispose: readers.dispose,
  };
}

/** The available content of a layer. */
export interface PreviewLayer {
  readonly composed: ComposedLayer | null;
  readonly exact: boolean;
  readonly issue: LayerIssue | null;
}

/**
 * Returns the view of a frame from its videos.
 * @param viewLayer Returns the content of a video; null if nothing is visible.
 */
export function viewOfLayers(
  movie: Movie,
  frame: number,
  viewLayer: (state: VideoState) => PreviewLayer | null,
): FrameView {
  const layers = (frameAt(buildTimeline(movie), frame)?.videoStates ?? []).flatMap((state) => viewLayer(state) ?? []);
  const waits = layers.some(({ issue, composed }) => issue?.kind === 'opening' && composed === null);
  return {
    composition: waits ? null : { frame: filmSize(movie), layers: layers.flatMap(({ composed }) => composed ?? []) },
    exact: layers.every(({ exact }) => exact),
    issues: layers.flatMap(({ issue }) => issue ?? []),
    byEngine: false,
  };
}

/** Returns the video state clamped to the duration of its source; null if the source has ended. */
function visibleState(state: VideoState, rate: FrameRate, library: SourceLibrary): VideoState | null {
  const endSeconds = pictureEnd(library.get(state.layer.source).status());
  return endSeconds === null ? state : videoStateUntil(state, endSeconds, rate);
}

/** Returns the end of a source's picture in seconds; null if unknown. */
function pictureEnd(status: SourceStatus): number | null {
  if (status.kind === 'ready') return status.source.facts.video?.endSeconds ?? null;
  return status.kind === 'proxy' ? (status.facts.video?.endSeconds ?? null) : null;
}

/**
 * The posters of sources that cannot be played yet. The first number is the interval between posters in seconds; the
 * second is their width in pixels.
 */
const POSTER_STEP_SECONDS = 0.5;
const POSTER_WIDTH = 640;

function viewLayer(
  state: VideoState,
  rate: FrameRate,
  library: SourceLibrary,
  posters: Pick<Posters, 'get'>,
): PreviewLayer {
  const { layer } = state;
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
      const seconds = Math.round(sourceSeconds(state, rate) / POSTER_STEP_SECONDS) * POSTER_STEP_SECONDS;
      const { picture } = posters.get(layer.source, { seconds, width: POSTER_WIDTH });
      if (picture === null) return { composed: null, exact: false, issue };
      const display = { width: video.displayWidth, height: video.displayHeight };
      return { composed: placed(state, picture, { color: RGB, rotation: 0, display }), exact: false, issue };
    }
    case 'ready':
      return viewReady(state, status.source, rate);
  }
}

function viewReady(state: VideoState, { media, pictures, reading }: ReadySource, rate: FrameRate): PreviewLayer {
  if (media.picture === null || reading === null) return { composed: null, exact: true, issue: null };
  const { resolution, first } = media.picture;
  const last = Math.max(first, lastStart(state, rate, resolution));
  const exact = pictures.find(last);
  const picture = exact ?? pictures.nearest(last);
  if (picture === null) return { composed: null, exact: false, issue: { layer: state.layer, kind: 'opening' } };
  return { composed: placed(state, picture, reading), exact: exact !== null, issue: null };
}

/** Returns the layer of a composition for a video state and its picture. */
export function placed({ fit, effects }: VideoState, picture: Picture, reading: PictureReading): ComposedLayer {
  return { picture, ...reading, fit, effects };
}

/**
 * Returns the decoding requests from this frame to the end of the lookahead. They extend across scenes, so that
 * playback does not stall at a cut.
 */
function layerRequests(
  movie: Movie,
  frame: number,
  { ahead, backwards }: Lookahead,
  library: SourceLibrary,
  isComposed: IsComposed,
): readonly LayerRequest[] {
  const requests: LayerRequest[] = [];
  const timeline = buildTimeline(movie);
  let position = frameAt(timeline, frame);
  let remaining = ahead;
  while (position !== null) {
    const { segment, frame: localFrame } = position;
    const states = isComposed(segment, movie) ? [] : position.videoStates;
    const last = segment.end - segment.start - 1;
    const reach = backwards ? Math.max(0, localFrame - remaining) : Math.min(last, localFrame + remaining);
    for (const state of states) requests.push(...layerRequest(state, reach - localFrame, movie.frameRate, library));
    remaining -= Math.abs(reach - localFrame) + 1;
    const nextFrame = backwards ? segment.start - 1 : segment.end;
    if (remaining < 0 || nextFrame < 0 || nextFrame >= timeline.length) break;
    position = frameAt(timeline, nextFrame);
  }
  return requests;
}

/** @param ahead The number of frames ahead; negative for a backward lookahead. */
function layerRequest(
  state: VideoState,
  ahead: number,
  rate: FrameRate,
  library: SourceLibrary,
): readonly LayerRequest[] {
  const { layer } = state;
  const source = library.get(layer.source);
  const status = source.status();
  if (status.kind !== 'ready' || status.source.media.picture === null) return [];
  const { resolution } = status.source.media.picture;
  const visible = visibleState(state, rate, library);
  if (visible === null) return [];
  const beyond = visibleState(
    videoStateAt(layer, frames(state.frame + affordable(ahead, status.source))),
    rate,
    library,
  );
  // Do not extend the lookahead across the loop point of a source.
  const isOnward = beyond !== null && Math.sign(beyond.frame - visible.frame) === Math.sign(ahead);
  const furthest = isOnward ? beyond : visible;
  const [visibleStart, furthestStart] = [lastStart(visible, rate, resolution), lastStart(furthest, rate, resolution)];
  return [
    {
      key: `${layer.id} ${sourceKey(layer.source)}`,
      source,
      ready: status.source,
      request: {
        last: Math.min(visibleStart, furthestStart),
        until: Math.max(visibleStart, furthestStart),
        backwards: ahead < 0,
      },
    },
  ];
}

/** The maximum number of bytes in the cache for the lookahead. */
const AHEAD_BYTES = CACHE_BYTES / 4;

/** Limits the lookahead to the number of frames that fit into its share of the cache. */
function affordable(ahead: number, { facts }: ReadySource): number {
  const { codedWidth = 0, codedHeight = 0 } = facts.video ?? {};
  const most = Math.max(2, Math.floor(AHEAD_BYTES / Math.max(1, codedWidth * codedHeight * 1.5)));
  return Math.sign(ahead) * Math.min(most, Math.abs(ahead));
}
