import { isPlain } from '#shared/compositor/scene/planned-picture.ts';
import type { DrawingFault } from '#shared/drawings/drawing/drawing.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { NamedSource } from '#shared/template/movie/movie-kinds.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { frameAt } from '#shared/timeline/frame-at.ts';
import { filmSize } from '#shared/timeline/timeline.ts';
import type { FrameMedia, LayerRequest } from '../decode/frame-media.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import type { FrameProducer, FrameView, IsComposed, LayerIssue, Lookahead } from '../frame-producer.ts';
import type { ColorEncoding, Composition } from '../picture/composition.ts';
import type { MovingQuality } from '../picture/moving-quality.ts';
import type { Picture } from '../picture/picture.ts';
import { type ComposeQueue, createComposeQueue } from './compose-queue.ts';
import { sourcesIn } from './page-plan.ts';
import type { SegmentFrame } from './planned-segments.ts';
import type { ProjectEngine } from './project-engine.ts';
import type { StaticSources } from './still-sources.ts';

/** The producer of frames that the worker composites with the engine's code. */
export interface ComposedFrames extends FrameProducer {
  /** Sets the quality of frames during motion. */
  readonly setQuality: (quality: MovingQuality) => void;
}

export interface ComposedFramesOptions {
  /** Returns whether this producer composites a segment. Another producer shows all other segments. */
  readonly isComposed: IsComposed;
  /**
   * Returns a fixed scale: pixels per movie pixel in each direction. Without this function, frames have full size at
   * rest and are reduced during motion.
   */
  readonly scale?: ((movie: Movie) => number) | undefined;
  /**
   * Whether the frames of a transparent movie have opacity. If false (the default), they are composited over the matte.
   */
  readonly keepsAlpha?: boolean | undefined;
}

/** Returns whether a segment needs compositing: it contains more than videos that fill the frame. */
export const isComposed: IsComposed = (segment, movie) => !isPlain(segment, movie);

/** Creates the producer. Disposing it does not dispose the engine and the media. */
export function createComposedFrames(
  engine: ProjectEngine,
  media: FrameMedia,
  { isComposed, scale, keepsAlpha = false }: ComposedFramesOptions,
): ComposedFrames {
  const { library } = media;
  const { stills } = engine;
  const queue = createComposeQueue({ engine, library, onFrame: media.changed, scale, keepsAlpha });
  const readers = media.createReaders();

  const viewSegment = (request: SegmentFrame): FrameView => {
    const foundPicture = queue.find(request);
    const failure = queue.failure();
    const issues = segmentIssues(request, library, stills, foundPicture?.faults ?? []);
    const isLeftOut = issues.some(({ kind }) => kind === 'proxy' || kind === 'failed');
    return {
      composition: foundPicture && wholeFrame(foundPicture.picture, filmSize(request.movie)),
      exact:
        (foundPicture?.isExact === true && foundPicture.frameScale >= (scale?.(request.movie) ?? 1)) ||
        failure !== null,
      issues,
      byEngine: failure !== null || isLeftOut,
    };
  };
  return {
    view(movie, frame) {
      const request = segmentFrameAt(movie, frame, isComposed);
      return request === null ? NO_FRAME : viewSegment(request);
    },
    request(movie, frame, lookahead) {
      const requested = framesAhead(movie, frame, lookahead, isComposed);
      readers.request(layerRequests(requested, lookahead, library, queue));
      queue.request(requested);
    },
    prepare: media.prepare,
    subscribe: media.subscribe,
    setQuality: queue.setQuality,
    dispose() {
      queue.dispose();
      readers.dispose();
    },
  };
}

/** The view of a frame that belongs to another producer. */
const NO_FRAME: FrameView = { composition: null, exact: false, issues: [], byEngine: false };

/** The maximum number of frames that are composited ahead of the playhead. */
const COMPOSED_AHEAD = 10;

/** Returns the frame in its segment. Null if the segment is not composited, and for a frame outside the movie. */
function segmentFrameAt(movie: Movie, frame: number, isComposed: IsComposed): SegmentFrame | null {
  const position = frameAt(buildTimeline(movie), frame);
  if (position === null || !isComposed(position.segment, movie)) return null;
  return { movie, segment: position.segment, frame: position.frame };
}

/** Returns the frames to composite: this frame, followed by the lookahead in the direction of playback. */
function framesAhead(
  movie: Movie,
  frame: number,
  { ahead, backwards }: Lookahead,
  isComposed: IsComposed,
): readonly SegmentFrame[] {
  const { length } = buildTimeline(movie);
  const count = Math.min(COMPOSED_AHEAD, ahead);
  return Array.from({ length: count + 1 }, (_, index) => frame + (backwards ? -index : index))
    .filter((frameNumber) => frameNumber >= 0 && frameNumber < length)
    .flatMap((each) => segmentFrameAt(movie, each, isComposed) ?? []);
}

/**
 * Returns the decoding requests for composited frames. The request of a video spans from its first to its last sample
 * time.
 */
function layerRequests(
  requested: readonly SegmentFrame[],
  { backwards }: Lookahead,
  library: SourceLibrary,
  queue: Pick<ComposeQueue, 'sampleTimesOf'>,
): readonly LayerRequest[] {
  const requests = new Map<string, LayerRequest>();
  for (const each of requested)
    for (const { video, index, last } of queue.sampleTimesOf(each)) {
      const source = library.get(video.layer.source);
      const status = source.status();
      if (status.kind !== 'ready' || status.source.media.picture === null) continue;
      const at = last(status.source.media.picture.resolution);
      const key = `${index} ${video.layer.id} ${sourceKey(video.layer.source)}`;
      const previous = requests.get(key)?.request ?? { last: at, until: at };
      // Do not extend the request across the loop point of a source.
      const isOnward = backwards ? at <= previous.until : at >= previous.until;
      const [from, until] = isOnward
        ? [Math.min(previous.last, at), Math.max(previous.until, at)]
        : [previous.last, previous.until];
      requests.set(key, { key, source, ready: status.source, request: { last: from, until, backwards } });
    }
  return [...requests.values()];
}

/** Returns a composition with a composited frame as its only layer. */
function wholeFrame(picture: Picture, frame: Size): Composition {
  const layers = [{ picture, color: COLOR, rotation: 0, display: frame, fit: 'stretch', effects: [] }] as const;
  const isTransparent = picture.kind === 'planes' && picture.layout === 'yuva';
  return { frame, layers, ...(isTransparent && { isTransparent }) };
}

/**
 * The color description of composited frames. It must be a single object, because the renderer compares it by identity
 * to skip equal frames.
 */
const COLOR: ColorEncoding = { matrix: 'bt709', range: 'limited' };

/** Returns the issues of the sources in a composited segment. */
function segmentIssues(
  { movie, segment }: SegmentFrame,
  library: SourceLibrary,
  stills: StaticSources,
  faults: readonly DrawingFault[],
): readonly LayerIssue[] {
  const unreadable = new Set(faults.flatMap((fault) => ('digest' in fault ? fault.digest : [])));
  return sourcesIn(movie, segment).flatMap((source) => layerIssuesOf(source, library, stills, unreadable));
}

function layerIssuesOf(
  source: NamedSource,
  library: SourceLibrary,
  stills: StaticSources,
  unreadable: ReadonlySet<string>,
): readonly LayerIssue[] {
  const layer = { id: source.at.node, source: source.source };
  const status = source.kind === 'media' ? library.get(source.source).status() : stills.get(source);
  switch (status.kind) {
    case 'missing':
    case 'failed':
      return [{ layer, kind: status.kind, message: status.message }];
    case 'opening':
      return [{ layer, kind: 'opening' }];
    case 'proxy':
      return [{ layer, kind: 'proxy', progress: status.progress }];
    case 'ready':
      return 'still' in status && unreadable.has(status.still.digest)
        ? [{ layer, kind: 'failed', message: sourceKey(source.source) }]
        : [];
  }
}
