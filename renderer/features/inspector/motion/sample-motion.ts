import { presetSpan } from '#shared/film/motion/presets.ts';
import { placementAt } from '#shared/film/rows/placement-at.ts';
import type { Affine, Rect } from '#shared/film/rows/row.ts';
import { placeParts, textPartsAt } from '#shared/film/rows/text-parts.ts';
import type { TextLayer } from '#shared/template/movie/movie.ts';
import { resolveTemplate } from '#shared/template/resolve/resolve.ts';
import type { PresetAnimation, PresetType } from '#shared/template/values/animation.ts';
import { type FrameRate, secondsToFrames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { heedsAttribute } from '../model/preset-groups.ts';

/** What a thumbnail moves: the film's own presets do it, to a layer that is made for it. */
export interface SampleMotion {
  readonly layer: TextLayer;
  readonly animation: PresetAnimation;
  /** A card with a letter, a picture as large as the frame to look around in, or a text of three words. */
  readonly shows: 'card' | 'view' | 'words';
}

/** The text of a sample that shows words: short, with letters and words to part. */
export const SAMPLE_WORDS = 'Aa Bb Cc';
/** How long a sample is there, and a round with the rest behind it. */
const SECONDS = { layer: 1.6, round: 2 };

/** Attributes of an animation as they are written. */
export type Written = Readonly<Record<string, string>>;

/**
 * A preset as a template would have it, with those of the attributes that it heeds; without them where they are no
 * values by themselves, such as variables. Null for what the language does not read.
 */
export function sampleMotion(type: PresetType, written: Written = {}): SampleMotion | null {
  const heeded = Object.entries(written).filter(([name]) => SHAPING.has(name) && heedsAttribute(type, name));
  return readSample(type, heeded) ?? (heeded.length > 0 ? readSample(type, []) : null);
}

/** What shapes a preset; its times are left as they usually are, so that all thumbnails go at their own pace. */
const SHAPING: ReadonlySet<string> = new Set([
  ...['easing', 'easein', 'easeout', 'direction', 'distance', 'zoom', 'from', 'angle', 'focus'],
  ...['unit', 'effect', 'overlap'],
]);

function readSample(type: PresetType, attributes: readonly (readonly [string, string])[]): SampleMotion | null {
  const others = attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  const { source } = readTemplate(
    `<movie width="16" height="16" framerate="25"><scene duration="40"><text content="${SAMPLE_WORDS}">` +
      `<animation type="${type}"${others}/></text></scene></movie>`,
  );
  if (source === null) return null;
  const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  const layer = movie?.scenes[0]?.layers[0];
  const animation = layer?.animations[0];
  if (layer?.kind !== 'text' || animation?.kind !== 'preset') return null;
  return { layer, animation, shows: shownOf(type) };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function shownOf(type: PresetType): SampleMotion['shows'] {
  switch (type) {
    case 'kenburns':
    case 'pan':
      return 'view';
    case 'typewriter':
    case 'textin':
    case 'textout':
      return 'words';
    case 'fadein':
    case 'fadeout':
    case 'slidein':
    case 'slideout':
    case 'zoomin':
    case 'zoomout':
    case 'spinin':
    case 'spinout':
    case 'pop':
    case 'spin':
      return 'card';
    default:
      return type satisfies never;
  }
}

/** The film that a sample is shown for: thumbnails have its shape, its pace, and lengths in its pixels. */
export interface SampleFilm {
  readonly frame: Size;
  readonly rate: FrameRate;
}

/** Frames that a sample layer is there. */
function layerLength({ rate }: SampleFilm): number {
  return Math.max(2, secondsToFrames(SECONDS.layer, rate));
}

/** Which frame of a sample is seen so long after its beginning; round and round, with its last frame for a rest. */
export function frameAfter(seconds: number, film: SampleFilm): number {
  const { numerator, denominator } = film.rate;
  const within = ((seconds % SECONDS.round) * numerator) / denominator;
  return Math.min(layerLength(film) - 1, Math.floor(within));
}

/** Whether a sample has been played once. */
export function isOver(seconds: number): boolean {
  return seconds >= SECONDS.round;
}

/** The frame that tells most while nothing moves: on the way, where the layer is neither all there nor gone. */
export function stillFrame({ animation }: SampleMotion, film: SampleFilm): number {
  const { begin, once, way } = presetSpan(animation, layerLength(film), film.rate);
  return Math.round(begin + once * PART[way]);
}

/** What comes begins quickly and what goes ends quickly: both are half way there. */
const PART = { in: 0.3, there: 0.6, out: 0.65 } as const;

/** A sample in one of its frames. */
export interface SamplePicture {
  /** Of the picture of the layer, from the picture to the frame. */
  readonly matrix: Affine;
  readonly opacity: number;
  /** Null for all of the picture. */
  readonly window: Rect | null;
  /** Stretches of the words that move by themselves; null where all of them rest. */
  readonly parts: readonly SamplePart[] | null;
}

/** A stretch of the words that moves by itself. */
export interface SamplePart {
  readonly start: number;
  readonly end: number;
  readonly matrix: Affine;
  readonly opacity: number;
}

/** How large the picture of a sample is: a view fills the frame, all else is a part of it. */
export function pictureSize({ shows }: SampleMotion, { frame }: SampleFilm): Size {
  const least = Math.min(frame.width, frame.height);
  switch (shows) {
    case 'view':
      return frame;
    case 'card':
      return { width: least * 0.5, height: least * 0.5 };
    case 'words':
      return { width: frame.width * 0.8, height: least * 0.3 };
    default:
      return shows satisfies never;
  }
}

/** Where words lie in the picture of a sample. */
export interface WordsLayout {
  /** Of the letters, in pixels of the film. */
  readonly size: number;
  /** What a stretch of the words covers. */
  readonly inkOf: (start: number, end: number) => Rect;
}

/** What the film would show of a sample in a frame: placement and parts are those of the film's own layers. */
export function sampleAt(sample: SampleMotion, frame: number, film: SampleFilm, words: WordsLayout): SamplePicture {
  const { layer, shows } = sample;
  const { rate } = film;
  const length = layerLength(film);
  const picture = pictureSize(sample, film);
  const { matrix, opacity, window } = placementAt(layer, frame, { frame: film.frame, rate, length, picture });
  if (shows !== 'words') return { matrix, opacity, window, parts: null };
  const line = { start: 0, end: SAMPLE_WORDS.length, left: 0, width: picture.width, baseline: picture.height };
  const parts = textPartsAt(layer, { lines: [line] }, frame, { length, rate, most: SAMPLE_WORDS.length });
  if (parts === null) return { matrix, opacity, window, parts: null };
  const placed = placeParts(
    parts.map((part) => ({ part, ink: words.inkOf(part.start, part.end) })),
    picture,
    words.size,
  );
  return {
    matrix,
    opacity,
    window,
    parts: placed.map((place, at) => ({ start: parts[at]?.start ?? 0, end: parts[at]?.end ?? 0, ...place })),
  };
}
