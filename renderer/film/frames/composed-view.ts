import type { DrawingFault } from '#shared/drawings/drawing/drawing.ts';
import type { Stretch } from '#shared/film/scenes/film.ts';
import { frameAt } from '#shared/film/scenes/frame-at.ts';
import { settle } from '#shared/film/scenes/settle.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { type NamedSource, sourceKey } from '#shared/template/movie/used-sources.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { ComposedFrames } from '../compose/composed-frames.ts';
import { sourcesIn } from '../compose/page-plan.ts';
import type { StretchFrame } from '../compose/planned-stretches.ts';
import type { StillSources } from '../compose/still-sources.ts';
import type { SourceLibrary } from '../decode/source-library.ts';
import type { Composition } from '../picture/composition.ts';
import type { Picture } from '../picture/picture.ts';
import type { LayerTrouble, LayerWish, Prospect } from './frame-view.ts';

/** Frames that are composed ahead of the playhead, at most. */
const COMPOSED_AHEAD = 10;

/** Whether a stretch is composed; the graphics card draws the others. */
export type Composes = (stretch: Stretch, movie: Movie) => boolean;

/** A frame of the film that is composed; null where the graphics card draws it, or there is none. */
export function composedAt(movie: Movie, frame: number, composes: Composes): StretchFrame | null {
  const here = frameAt(settle(movie), frame);
  if (here === null || !composes(here.stretch, movie)) return null;
  return { movie, stretch: here.stretch, frame: here.frame };
}

/** The frame, if it is composed, and those that come after it. */
export function composedAhead(
  movie: Movie,
  frame: number,
  { ahead, backwards }: Prospect,
  composes: Composes,
): readonly StretchFrame[] {
  const { length } = settle(movie);
  const count = Math.min(COMPOSED_AHEAD, ahead);
  return Array.from({ length: count + 1 }, (_, index) => frame + (backwards ? -index : index))
    .filter((each) => each >= 0 && each < length)
    .flatMap((each) => composedAt(movie, each, composes) ?? []);
}

/** What is decoded for frames that are composed: of each video from the first of them to the last. */
export function composedWishes(
  ahead: readonly StretchFrame[],
  { backwards }: Prospect,
  library: SourceLibrary,
  frames: ComposedFrames,
): readonly LayerWish[] {
  const wishes = new Map<string, LayerWish>();
  for (const each of ahead)
    for (const { video, index, last } of frames.momentsOf(each)) {
      const source = library.get(video.layer.source);
      const status = source.status();
      if (status.kind !== 'ready' || status.source.media.picture === null) continue;
      const at = last(status.source.media.picture.resolution);
      const key = `composed ${index} ${video.layer.id} ${sourceKey(video.layer.source)}`;
      const known = wishes.get(key)?.wish ?? { last: at, until: at };
      // Where the source begins again nothing is decoded ahead.
      const isOnward = backwards ? at <= known.until : at >= known.until;
      const [from, until] = isOnward
        ? [Math.min(known.last, at), Math.max(known.until, at)]
        : [known.last, known.until];
      wishes.set(key, { key, source, ready: status.source, wish: { last: from, until, backwards } });
    }
  return [...wishes.values()];
}

/** A frame that was composed already, as one picture that is all of it. */
export function wholeFrame(picture: Picture, frame: Size): Composition {
  const color = { matrix: 'bt709', range: 'limited' } as const;
  return { frame, layers: [{ picture, color, rotation: 0, display: frame, fit: 'stretch', effects: [] }] };
}

/** What keeps sources of a composed stretch from being shown. */
export function stretchTroubles(
  { movie, stretch }: StretchFrame,
  library: SourceLibrary,
  stills: StillSources,
  faults: readonly DrawingFault[],
): readonly LayerTrouble[] {
  const unreadable = new Set(faults.flatMap((fault) => ('digest' in fault ? fault.digest : [])));
  return sourcesIn(movie, stretch).flatMap((named) => troublesOf(named, library, stills, unreadable));
}

function troublesOf(
  named: NamedSource,
  library: SourceLibrary,
  stills: StillSources,
  unreadable: ReadonlySet<string>,
): readonly LayerTrouble[] {
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
