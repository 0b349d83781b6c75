import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import type { NamedSource } from '#shared/template/movie/movie-kinds.ts';
import type { TimelineSegment } from '#shared/timeline/timeline.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import { type PagePlan, planSegment, sourcesIn } from './page-plan.ts';
import type { ProjectEngine } from './project-engine.ts';

/** A frame of a composited segment. */
export interface SegmentFrame {
  readonly movie: Movie;
  readonly segment: TimelineSegment;
  /** The frame number, relative to the first frame of the segment. */
  readonly frame: number;
}

/** A plan of a segment for the sources that were available when it was planned. */
export interface PlannedSegment {
  readonly id: number;
  readonly plan: PagePlan;
  /** The number of segment frames before the first planned frame. */
  readonly after: number;
}

/** A cache of segment plans. A segment is planned again when the status of a source changes. */
export interface PlannedSegments {
  /** Returns the plan of a frame. Throws if it cannot be planned. */
  readonly planOf: (frame: SegmentFrame) => PlannedSegment;
  /** Returns whether a source of the frame is opening. */
  readonly isOpening: (frame: SegmentFrame) => boolean;
}

interface Known {
  readonly sources: readonly NamedSource[];
  /** The plans by their first frame. `by` is the status of the sources with which a plan was made. */
  readonly plans: Map<number, PlannedSegment & { readonly by: string }>;
}

export function createPlannedSegments(
  { worker, stills, added }: Pick<ProjectEngine, 'worker' | 'stills' | 'added'>,
  library: Pick<SourceLibrary, 'get'>,
  keepsAlpha: boolean,
): PlannedSegments {
  const known = new WeakMap<TimelineSegment, Known>();
  let ids = 0;
  const knownOf = ({ movie, segment }: SegmentFrame): Known => {
    const before = known.get(segment) ?? { sources: sourcesIn(movie, segment), plans: new Map() };
    known.set(segment, before);
    return before;
  };
  const statusOf = (named: NamedSource) =>
    named.kind === 'media' ? library.get(named.source).status() : stills.get(named);
  const factsOf = (source: MediaSource) => {
    const status = library.get(source).status();
    return status.kind === 'ready' ? status.source.facts : null;
  };

  return {
    planOf(request) {
      const { movie, segment, frame } = request;
      const { sources, plans } = knownOf(request);
      const by = [worker.generation(), added.version(), ...sources.map((each) => statusOf(each).kind)].join(' ');
      // In a custom transition, a scene that has ended shows its last picture as a freeze frame. Therefore, each frame
      // is planned separately.
      const isPlannedAlone = segment.kind === 'transition' && segment.transition.look.type === 'custom';
      const after = isPlannedAlone ? frame : 0;
      const length = isPlannedAlone ? 1 : segment.end - segment.start;
      const before = plans.get(after);
      if (before?.by === by) return before;
      ids += 1;
      const known = { factsOf, stillOf: stills.get, addedFor: added.forText };
      const plan = planSegment(movie, segment, { after, length }, known, keepsAlpha);
      const planned = { id: ids, plan, by, after };
      plans.set(after, planned);
      return planned;
    },
    isOpening: (request) =>
      added.isLoading() || knownOf(request).sources.some((each) => statusOf(each).kind === 'opening'),
  };
}
