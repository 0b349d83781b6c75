import type { DrawingFault } from '#shared/drawings/drawing/drawing.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import { type NamedSource } from '#shared/template/movie/movie-kinds.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { frameAt } from '#shared/timeline/frame-at.ts';
import type { TimelineSegment } from '#shared/timeline/timeline.ts';
import type { ComposedFrames } from '../compose/composed-frames.ts';
import { sourcesIn } from '../compose/page-plan.ts';
import type { SegmentFrame } from '../compose/planned-segments.ts';
import type { StaticSources } from '../compose/still-sources.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import type { Composition } from '../picture/composition.ts';
import type { Picture } from '../picture/picture.ts';
import type { LayerIssue, LayerRequest, Prospect } from './frame-view.ts';

/** The maximum number of frames that are composited ahead of the playhead. */
const COMPOSED_AHEAD = 10;

/** Whether a segment is composited by the worker. The graphics card draws the others. */
export type Composes = (segment: TimelineSegment, movie: Movie) => boolean;

/**
 * Returns the frame for the compositing worker; null if the graphics card draws it, or if the movie has no such frame.
 */
export function composedAt(movie: Movie, frame: number, composes: Composes): SegmentFrame | null {
  const here = frameAt(buildTimeline(movie), frame);
  if (here === null || !composes(here.segment, movie)) return null;
  return { movie, segment: here.segment, frame: here.frame };
}

/** Returns the frames to composite, starting with this one. */
export function composedAhead(
  movie: Movie,
  frame: number,
  { ahead, backwards }: Prospect,
  composes: Composes,
): readonly SegmentFrame[] {
  const { length } = buildTimeline(movie);
  const count = Math.min(COMPOSED_AHEAD, ahead);
  return Array.from({ length: count + 1 }, (_, index) => frame + (backwards ? -index : index))
    .filter((each) => each >= 0 && each < length)
    .flatMap((each) => composedAt(movie, each, composes) ?? []);
}

/**
 * Returns the decoding requests of composited frames. A request of a video covers the time from the first frame to the
 * last.
 */
export function composedRequests(
  ahead: readonly SegmentFrame[],
  { backwards }: Prospect,
  library: SourceLibrary,
  frames: ComposedFrames,
): readonly LayerRequest[] {
  const requests = new Map<string, LayerRequest>();
  for (const each of ahead)
    for (const { video, index, last } of frames.momentsOf(each)) {
      const source = library.get(video.layer.source);
      const status = source.status();
      if (status.kind !== 'ready' || status.source.media.picture === null) continue;
      const at = last(status.source.media.picture.resolution);
      const key = `composed ${index} ${video.layer.id} ${sourceKey(video.layer.source)}`;
      const previous = requests.get(key)?.request ?? { last: at, until: at };
      // Decoding ahead stops at the loop of a source.
      const isOnward = backwards ? at <= previous.until : at >= previous.until;
      const [from, until] = isOnward
        ? [Math.min(previous.last, at), Math.max(previous.until, at)]
        : [previous.last, previous.until];
      requests.set(key, { key, source, ready: status.source, request: { last: from, until, backwards } });
    }
  return [...requests.values()];
}

/** Returns a composition whose only layer is a composited frame. */
export function wholeFrame(picture: Picture, frame: Size): Composition {
  const color = { matrix: 'bt709', range: 'limited' } as const;
  return { frame, layers: [{ picture, color, rotation: 0, display: frame, fit: 'stretch', effects: [] }] };
}

/** Returns the issues of the sources in a composited segment. */
export function segmentIssues(
  { movie, segment }: SegmentFrame,
  library: SourceLibrary,
  stills: StaticSources,
  faults: readonly DrawingFault[],
): readonly LayerIssue[] {
  const unreadable = new Set(faults.flatMap((fault) => ('digest' in fault ? fault.digest : [])));
  return sourcesIn(movie, segment).flatMap((named) => layerIssuesOf(named, library, stills, unreadable));
}

function layerIssuesOf(
  named: NamedSource,
  library: SourceLibrary,
  stills: StaticSources,
  unreadable: ReadonlySet<string>,
): readonly LayerIssue[] {
  const layer = { id: named.at.node, source: named.source };
  const status = named.kind === 'media' ? library.get(named.source).status() : stills.get(named);
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
        ? [{ layer, kind: 'failed', message: sourceKey(named.source) }]
        : [];
  }
}
