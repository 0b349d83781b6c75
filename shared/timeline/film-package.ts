import type { Cue } from '../captions/cue.ts';
import type { WritableCue } from '../captions/write-captions.ts';
import { message } from '../messages/message.ts';
import type { Finding } from '../template/document/problem.ts';
import type { CaptionsLayer, FilmMetadata, Layer, Movie } from '../template/movie/movie.ts';
import type { NamedSource } from '../template/movie/movie-kinds.ts';
import { ownSources } from '../template/movie/movie-kinds.ts';
import { sourcesOfMetadata } from '../template/movie/used-sources.ts';
import { type FrameRate, type Frames, frames, millisecondsToFrames } from '../template/values/frame-rate.ts';
import { buildTimeline } from './build-timeline.ts';
import { layerTime } from './time.ts';

/** The content of a film’s package. Times are in milliseconds of the film. */
export interface FilmPackage {
  readonly width: number;
  readonly height: number;
  readonly frameRate: FrameRate;
  /** The length of the film in frames. */
  readonly length: number;
  readonly chapters: readonly Chapter[];
  /** The soft captions by language, in the order in which the languages first occur. */
  readonly captions: readonly LanguageCaptions[];
  /** The captions for caption files: the soft captions, and the burned captions of languages without soft captions. */
  readonly captionFiles: readonly LanguageCaptions[];
  readonly metadata: FilmMetadata | null;
  /** The frame of the poster; null to choose a frame with visible content. */
  readonly poster: number | null;
  /** Whether the movie is transparent. If so, the pictures of the package show the movie over its matte. */
  readonly isTransparent: boolean;
}

export interface Chapter {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

export interface LanguageCaptions {
  /** The language tag (BCP 47). */
  readonly language: string;
  readonly cues: readonly WritableCue[];
}

/** A chapter, in frames of the film. */
export interface ChapterFrames {
  readonly from: number;
  readonly title: string;
}

/** Returns the cues of captions, from their file or from the template. */
export type CuesOf = (layer: CaptionsLayer) => readonly Cue[];

/** Returns the content of a film’s package. The lengths of all scenes must be known. */
export function filmPackage(movie: Movie, cuesOf: CuesOf): FilmPackage {
  const { width, height, frameRate, poster, metadata, span } = movie;
  const length = buildTimeline({ ...movie, span: null }).length;
  const range = { from: span?.from ?? 0, to: Math.min(span?.to ?? length, length) };
  const shown = poster === undefined ? null : Math.min(Math.max(poster, range.from), range.to - 1) - range.from;
  return {
    ...{ width, height, frameRate },
    length: range.to - range.from,
    chapters: chaptersWithin(movie, range).map(({ from, to, title }) => ({
      start: millisecondsOf(from, frameRate),
      end: millisecondsOf(to, frameRate),
      title,
    })),
    captions: captionsWithin(movie, softCaptionsOf(movie), cuesOf, range),
    captionFiles: captionsWithin(movie, fileCaptionsOf(movie), cuesOf, range),
    metadata: metadata ?? null,
    poster: shown,
    isTransparent: movie.matte !== undefined,
  };
}

/**
 * Reports a poster after the end of the movie. `length` is the number of frames of the movie. The last frame is then
 * the poster.
 */
export function posterFindings({ id, poster }: Movie, length: number): readonly Finding[] {
  if (poster === undefined || poster < length || length === 0) return [];
  const says = message('template/poster-outside', { offset: poster, length });
  return [{ code: 'template/layer-outside', at: { node: id, attribute: 'poster' }, says }];
}

/** Returns the files for the package of a film: caption files, and the cover. */
export function packageSources(movie: Movie): readonly NamedSource[] {
  return [
    ...fileCaptionsOf({ ...movie, span: null }).flatMap(({ layer }) =>
      ownSources(layer).filter(({ kind }) => kind === 'captions'),
    ),
    ...sourcesOfMetadata(movie),
  ];
}

/**
 * Returns the chapters of a film by their first frames. A chapter after a transition begins in the middle of the
 * transition. The first chapter begins with the film.
 */
export function filmChapters(movie: Movie): readonly ChapterFrames[] {
  const { scenes, transitions } = buildTimeline(movie.span === null ? movie : { ...movie, span: null });
  const into = new Map(transitions.map((transition) => [transition.incoming, transition]));
  const chapters = scenes.flatMap(({ scene, index, start, end }) => {
    if (!scene.enabled || scene.chapter === undefined || end <= start) return [];
    return [{ from: start + Math.floor((into.get(index)?.length ?? 0) / 2), title: scene.chapter }];
  });
  return chapters.map((chapter, index) => (index === 0 ? { ...chapter, from: 0 } : chapter));
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the chapters in a range of frames. Omits chapters that are shorter than a frame. */
function chaptersWithin(movie: Movie, range: Range): readonly (ChapterFrames & { readonly to: number })[] {
  const chapters = filmChapters(movie);
  return chapters.flatMap(({ from, title }, index) => {
    const end = Math.min(chapters[index + 1]?.from ?? range.to, range.to);
    const start = Math.max(from, range.from);
    return end > start ? [{ from: start - range.from, to: end - range.from, title }] : [];
  });
}

/** Captions of a package, and the frames of the film in which they are present. */
interface PlacedCaptions extends Range {
  readonly layer: CaptionsLayer;
  readonly language: string;
  /** The local frame of the layer at `from`. */
  readonly first: number;
}

/** Returns the cues of each language, sorted by start, and cut to the range and to the time of their layers. */
function captionsWithin(
  movie: Movie,
  captions: readonly PlacedCaptions[],
  cuesOf: CuesOf,
  range: Range,
): readonly LanguageCaptions[] {
  const byLanguage = new Map<string, WritableCue[]>();
  for (const placed of captions) {
    const cues = byLanguage.get(placed.language) ?? [];
    byLanguage.set(placed.language, cues);
    for (const cue of cuesOf(placed.layer)) cues.push(...shownCue(cue, placed, range, movie.frameRate));
  }
  return [...byLanguage].map(([language, cues]) => ({
    language,
    cues: cues.toSorted((one, other) => one.start - other.start || one.end - other.end),
  }));
}

/** Returns a cue with its times in the film. The list is empty if the cue is outside of the range. */
function shownCue(cue: Cue, placed: PlacedCaptions, range: Range, rate: FrameRate): readonly WritableCue[] {
  const { layer, first } = placed;
  const frameOf = (milliseconds: number) =>
    millisecondsToFrames(Math.round(milliseconds), rate) - layer.skip - first + placed.from;
  const from = Math.max(frameOf(cue.start), placed.from, range.from);
  const to = Math.min(frameOf(cue.end), placed.to, range.to);
  if (to <= from) return [];
  const timeOf = (frame: number) => millisecondsOf(frame - range.from, rate);
  const [start, end] = [timeOf(from), timeOf(to)];
  const words: { readonly at: number; readonly from: number }[] = [];
  for (const word of cue.words) {
    const time = timeOf(frameOf(word.from));
    if (time > (words.at(-1)?.from ?? start) && time < end) words.push({ at: word.at, from: time });
  }
  return [{ start, end, text: cue.text, runs: cue.runs, words }];
}

/** Returns whether a film has captions, and whether it has soft captions. */
export function captionsIn(movie: Movie): { readonly any: boolean; readonly soft: boolean } {
  const placed = placedCaptionsOf(movie);
  return { any: placed.length > 0, soft: placed.some(isSoft) };
}

function softCaptionsOf(movie: Movie): readonly PlacedCaptions[] {
  return placedCaptionsOf(movie).filter(isSoft);
}

/** Returns the soft captions, and the burned captions of languages without soft captions. */
function fileCaptionsOf(movie: Movie): readonly PlacedCaptions[] {
  const placed = placedCaptionsOf(movie);
  const soft = new Set(placed.filter(isSoft).map(({ language }) => language));
  return placed.filter((each) => isSoft(each) || !soft.has(each.language));
}

function isSoft({ layer }: PlacedCaptions): boolean {
  return layer.soft !== undefined;
}

/** Returns the captions of a film: first of the scenes in order, then of the overlays. */
function placedCaptionsOf(movie: Movie): readonly PlacedCaptions[] {
  const { scenes, length } = buildTimeline(movie.span === null ? movie : { ...movie, span: null });
  return [
    ...scenes.flatMap(({ scene, start, end }) =>
      scene.enabled ? placedIn(scene.layers, { origin: start, length: scene.duration, from: start, to: end }) : [],
    ),
    ...movie.overlays.flatMap(({ enabled, layers }) =>
      enabled ? placedIn(layers, { origin: 0, length, from: 0, to: length }) : [],
    ),
  ];
}

/** The clock of layers, and the frames of the film in which it runs. */
interface Clock extends Range {
  /** The frame of the film at frame 0 of the clock. */
  readonly origin: number;
  readonly length: Frames;
}

function placedIn(layers: readonly Layer[], clock: Clock): readonly PlacedCaptions[] {
  return layers.flatMap((layer): readonly PlacedCaptions[] => {
    const time = layerTime(layer, clock.length);
    const start = clock.origin + time.start;
    const from = Math.max(clock.from, start);
    const to = Math.min(clock.to, clock.origin + time.end);
    if (to <= from) return [];
    const first = time.first + from - start;
    if (layer.kind === 'captions') {
      const text = layer.soft ?? layer.burned;
      return text === undefined ? [] : [{ layer, language: text.language, first, from, to }];
    }
    if (layer.kind !== 'group' || !layer.enabled) return [];
    return placedIn(layer.layers, { origin: start - time.first, length: frames(time.length), from, to });
  });
}

function millisecondsOf(frame: number, { numerator, denominator }: FrameRate): number {
  return Math.round((frame * 1000 * denominator) / numerator);
}
