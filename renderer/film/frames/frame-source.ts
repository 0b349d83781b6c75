import { type LayerRow, rowAt, rowUntil } from '#shared/film/rows/row.ts';
import { lastStart, sourceSeconds } from '#shared/film/rows/source-moment.ts';
import { filmSize } from '#shared/film/scenes/film-size.ts';
import { frameAt } from '#shared/film/scenes/frame-at.ts';
import { settle } from '#shared/film/scenes/settle.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import { type FrameRate, frames } from '#shared/template/values/frame-rate.ts';
import { createAddedFonts } from '../compose/added-fonts.ts';
import { createComposeEngine } from '../compose/compose-engine.ts';
import { type ComposedFrames, createComposedFrames, isComposed } from '../compose/composed-frames.ts';
import type { StretchFrame } from '../compose/planned-stretches.ts';
import { createStillSources } from '../compose/still-sources.ts';
import { createTextLayouts } from '../compose/text-layouts.ts';
import { createTextSizes, type TextSizes } from '../compose/text-sizes.ts';
import type { MediaPort } from '../decode/media-port.ts';
import { nearbySources } from '../decode/nearby-sources.ts';
import { CACHE_BYTES, createPictureCache } from '../decode/picture-cache.ts';
import { createPosters } from '../decode/posters.ts';
import type { ReadySource, SourceStatus } from '../decode/source.ts';
import { createSourceLibrary, type SourceLibrary } from '../decode/source-library.ts';
import { type ComposedLayer, RGB } from '../picture/composition.ts';
import type { MovingQuality } from '../picture/moving-quality.ts';
import type { Picture } from '../picture/picture.ts';
import {
  type Composes,
  composedAhead,
  composedAt,
  composedWishes,
  stretchTroubles,
  wholeFrame,
} from './composed-view.ts';
import type { FrameView, LayerTrouble, LayerWish, Prospect } from './frame-view.ts';
import { createGlimpses } from './glimpses.ts';
import { createReaders, type Readers } from './readers.ts';

/** The frames of films of one project. */
export interface FrameSource {
  readonly library: SourceLibrary;
  /** What there is of a frame. Opens its sources, decodes nothing. */
  readonly view: (movie: Movie, frame: number) => FrameView;
  /** Decodes a frame and those that come after; the latest call counts. */
  readonly want: (movie: Movie, frame: number, prospect: Prospect) => void;
  /** Opens what is near a frame, and in spare time has a picture of each, so that who goes on from there need not wait for that. */
  readonly warm: (movie: Movie, frame: number) => void;
  /** Loads what composes layers: for who is about to add the first of a film. */
  readonly prepareLayers: () => void;
  readonly texts: TextSizes;
  /** How many pixels frames are composed with while something moves. */
  readonly setQuality: (quality: MovingQuality) => void;
  /** The same frames for somebody who wants others at the same time. */
  readonly beside: () => Pick<FrameSource, 'view' | 'want' | 'warm' | 'subscribe' | 'dispose'>;
  /** Told when a call of `view` might give something else. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

/** Sources that are open around the playhead. */
const NEARBY = 12;

/** Of the cache, what frames that come may take up. */
const AHEAD_BYTES = CACHE_BYTES / 4;

/** Less than all: for small pictures of a film. */
export interface SmallFrames {
  /** How many pixels there are for one of the film, each way; 1 or less. Asked anew for each frame. */
  readonly scale: (movie: Movie) => number;
  /** What decoded pictures may take up. */
  readonly cacheBytes: number;
}

export interface FrameSourceOptions {
  readonly small?: SmallFrames;
  /** Whether all is composed by the kernels: where there are no graphics that draw the frames of videos alone. */
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
  const glimpses = createGlimpses(library, NEARBY, changed);

  const engine = createComposeEngine();
  const stills = createStillSources(port, engine, changed);
  const added = createAddedFonts(port, engine, changed);
  const texts = createTextSizes(createTextLayouts(engine), { stills, added });
  const around = { engine, stills, added, library, onFrame: changed, scale: small?.scale };
  const composed = createComposedFrames(around);

  const viewComposed = (wish: StretchFrame, frames: ComposedFrames): FrameView => {
    const found = frames.find(wish);
    const failed = frames.failure();
    const troubles = stretchTroubles(wish, library, stills, found?.faults ?? []);
    const isLeftOut = troubles.some(({ kind }) => kind === 'proxy' || kind === 'failed');
    return {
      composition: found && wholeFrame(found.picture, filmSize(wish.movie)),
      exact: (found?.isExact === true && found.reduced >= (small?.scale(wish.movie) ?? 1)) || failed !== null,
      troubles,
      byEngine: failed !== null || isLeftOut,
    };
  };
  const viewWith = (movie: Movie, frame: number, frames: ComposedFrames): FrameView => {
    const { frameRate } = movie;
    const wish = composedAt(movie, frame, composes);
    if (wish !== null) return viewComposed(wish, frames);
    const rows = (frameAt(settle(movie), frame)?.rows ?? []).flatMap((row) => seenRow(row, frameRate, library) ?? []);
    const size = filmSize(movie);
    const seen = rows.map((row) => viewLayer(row, frameRate, library, posters.get));
    const waits = seen.some(({ trouble, composed }) => trouble?.kind === 'opening' && composed === null);
    return {
      composition: waits ? null : { frame: size, layers: seen.flatMap(({ composed }) => composed ?? []) },
      exact: seen.every(({ exact }) => exact),
      troubles: seen.flatMap(({ trouble }) => trouble ?? []),
      byEngine: false,
    };
  };
  const wantWith = (movie: Movie, frame: number, prospect: Prospect, frames: ComposedFrames, into: Readers) => {
    const ahead = composedAhead(movie, frame, prospect, composes);
    into.want([
      ...wishesFor(movie, frame, prospect, library, composes),
      ...composedWishes(ahead, prospect, library, frames),
    ]);
    frames.want(ahead);
  };

  const warm = (movie: Movie, frame: number) => {
    // The nearest is asked for last: what was asked for first is closed first.
    for (const source of nearbySources(movie, frame, NEARBY).toReversed()) library.get(source);
    glimpses.near(movie, frame);
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
      glimpses.dispose();
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

interface SeenLayer {
  readonly composed: ComposedLayer | null;
  readonly exact: boolean;
  readonly trouble: LayerTrouble | null;
}

/** What is seen of a row once its source may have ended; null where nothing is. */
function seenRow(row: LayerRow, rate: FrameRate, library: SourceLibrary): LayerRow | null {
  const endSeconds = pictureEnd(library.get(row.layer.source).status());
  return endSeconds === null ? row : rowUntil(row, endSeconds, rate);
}

/** Where a source's picture ends, in seconds of the source; null while that is not known. */
function pictureEnd(status: SourceStatus): number | null {
  if (status.kind === 'ready') return status.source.facts.video?.endSeconds ?? null;
  return status.kind === 'proxy' ? (status.facts.video?.endSeconds ?? null) : null;
}

function viewLayer(
  row: LayerRow,
  rate: FrameRate,
  library: SourceLibrary,
  poster: (source: MediaSource, seconds: number) => Picture | null,
): SeenLayer {
  const { layer } = row;
  const status = library.get(layer.source).status();
  switch (status.kind) {
    case 'missing':
    case 'failed':
      return { composed: null, exact: false, trouble: { layer, kind: status.kind, message: status.message } };
    case 'opening':
      return { composed: null, exact: false, trouble: { layer, kind: 'opening' } };
    case 'proxy': {
      const trouble = { layer, kind: 'proxy', progress: status.progress } as const;
      const { video } = status.facts;
      if (video === null) return { composed: null, exact: true, trouble: null };
      const picture = poster(layer.source, sourceSeconds(row, rate));
      if (picture === null) return { composed: null, exact: false, trouble };
      const display = { width: video.displayWidth, height: video.displayHeight };
      return { composed: compose(row, picture, { color: RGB, rotation: 0, display }), exact: false, trouble };
    }
    case 'ready':
      return viewReady(row, status.source, rate);
  }
}

function viewReady(row: LayerRow, { media, pictures, look }: ReadySource, rate: FrameRate): SeenLayer {
  if (media.picture === null || look === null) return { composed: null, exact: true, trouble: null };
  const { resolution, first } = media.picture;
  const last = Math.max(first, lastStart(row, rate, resolution));
  const exact = pictures.find(last);
  const picture = exact ?? pictures.nearest(last);
  if (picture === null) return { composed: null, exact: false, trouble: { layer: row.layer, kind: 'opening' } };
  return { composed: compose(row, picture, look), exact: exact !== null, trouble: null };
}

function compose(
  { fit, effects }: LayerRow,
  picture: Picture,
  look: Pick<ComposedLayer, 'color' | 'rotation' | 'display'>,
): ComposedLayer {
  return { picture, ...look, fit, effects };
}

/** Also of the scenes that come within what is ahead, so that a cut is not a halt. */
function wishesFor(
  movie: Movie,
  frame: number,
  { ahead, backwards }: Prospect,
  library: SourceLibrary,
  composes: Composes,
): readonly LayerWish[] {
  const wishes: LayerWish[] = [];
  const film = settle(movie);
  let here = frameAt(film, frame);
  let left = ahead;
  while (here !== null) {
    const { stretch, frame: within } = here;
    const rows = composes(stretch, movie) ? [] : here.rows;
    const last = stretch.end - stretch.start - 1;
    const reach = backwards ? Math.max(0, within - left) : Math.min(last, within + left);
    for (const row of rows) wishes.push(...layerWish(row, reach - within, movie.frameRate, library));
    left -= Math.abs(reach - within) + 1;
    const next = backwards ? stretch.start - 1 : stretch.end;
    if (left < 0 || next < 0 || next >= film.length) break;
    here = frameAt(film, next);
  }
  return wishes;
}

/** @param ahead How many frames further on, or back, the wish reaches. */
function layerWish(row: LayerRow, ahead: number, rate: FrameRate, library: SourceLibrary): readonly LayerWish[] {
  const { layer } = row;
  const source = library.get(layer.source);
  const status = source.status();
  if (status.kind !== 'ready' || status.source.media.picture === null) return [];
  const { resolution } = status.source.media.picture;
  const seen = seenRow(row, rate, library);
  if (seen === null) return [];
  const beyond = seenRow(rowAt(layer, frames(row.frame + affordable(ahead, status.source))), rate, library);
  // Where the source begins again nothing is decoded ahead.
  const isOnward = beyond !== null && Math.sign(beyond.frame - seen.frame) === Math.sign(ahead);
  const furthest = isOnward ? beyond : seen;
  const [here, there] = [lastStart(seen, rate, resolution), lastStart(furthest, rate, resolution)];
  return [
    {
      key: `${layer.id} ${sourceKey(layer.source)}`,
      source,
      ready: status.source,
      wish: { last: Math.min(here, there), until: Math.max(here, there), backwards: ahead < 0 },
    },
  ];
}

/** Frames that are ahead are decoded as far as there is room for them. */
function affordable(ahead: number, { facts }: ReadySource): number {
  const { codedWidth = 0, codedHeight = 0 } = facts.video ?? {};
  const most = Math.max(2, Math.floor(AHEAD_BYTES / Math.max(1, codedWidth * codedHeight * 1.5)));
  return Math.sign(ahead) * Math.min(most, Math.abs(ahead));
}
