import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { TextLayer } from '#shared/template/movie/movie.ts';
import type { PresetAnimation, PresetType } from '#shared/template/values/animation.ts';
import { type FrameRate, secondsToFrames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { countedNumberAt } from '#shared/timeline/counted-text.ts';
import type { Affine, Rect } from '#shared/timeline/layer-state.ts';
import { placementAt } from '#shared/timeline/placement.ts';
import { presetSpan } from '#shared/timeline/presets.ts';
import { placeParts, textPartsAt } from '#shared/timeline/text-parts.ts';
import { usesAttribute } from '../model/preset-groups.ts';

/** The animation of a thumbnail: a sample layer with a preset. The engine's code evaluates it. */
export interface SampleMotion {
  readonly layer: TextLayer;
  readonly animation: PresetAnimation;
  /** The picture of the sample: a card with a letter, a landscape as large as the frame, three words, or a number. */
  readonly shows: 'card' | 'view' | 'words' | 'number';
}

/** The text of a sample with words, which can be split into letters and words. */
export const SAMPLE_WORDS = 'Aa Bb Cc';
/** The last number of a sample that counts. */
export const SAMPLE_NUMBER = '100';
/** The durations in seconds: of the layer, and of a loop, which includes the pause at its end. */
const SECONDS = { layer: 1.6, loop: 2 };

/** The attributes of an animation as written in the template. */
export type Written = Readonly<Record<string, string>>;

/**
 * Returns the sample of a preset with the attributes that the preset uses. If the attributes are invalid, for example
 * because of variables, returns the sample without attributes. Null for an unknown preset.
 */
export function sampleMotion(type: PresetType, written: Written = {}): SampleMotion | null {
  const usedAttributes = Object.entries(written).filter(
    ([name]) => SHAPING_ATTRIBUTES.has(name) && usesAttribute(type, name),
  );
  return readSample(type, usedAttributes) ?? (usedAttributes.length > 0 ? readSample(type, []) : null);
}

/**
 * The attributes that shape a preset. Its times are always the defaults, so that all thumbnails play at the same speed.
 */
const SHAPING_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['easing', 'easein', 'easeout', 'direction', 'distance', 'zoom', 'from', 'angle', 'focus'],
  ...['unit', 'effect', 'overlap', 'start'],
]);

function readSample(type: PresetType, attributes: readonly (readonly [string, string])[]): SampleMotion | null {
  const others = attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  const { source } = readTemplate(
    `<movie width="16" height="16" framerate="25"><scene duration="40"><text content="${SAMPLE_WORDS}" value="${SAMPLE_NUMBER}">` +
      `<animation type="${type}"${others}/></text></scene></movie>`,
  );
  if (source === null) return null;
  const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  const layer = movie?.scenes[0]?.layers[0];
  const animation = layer?.animations[0];
  if (layer?.kind !== 'text' || animation?.kind !== 'preset') return null;
  return { layer, animation, shows: sampleKindOf(type) };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function sampleKindOf(type: PresetType): SampleMotion['shows'] {
  switch (type) {
    case 'kenburns':
    case 'pan':
      return 'view';
    case 'typewriter':
    case 'textin':
    case 'textout':
      return 'words';
    case 'countup':
      return 'number';
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

/**
 * The frame size and frame rate of the movie, which determine the aspect ratio of thumbnails and the scale of lengths.
 */
export interface SampleFilm {
  readonly frame: Size;
  readonly rate: FrameRate;
}

/** Returns the duration of a sample layer in frames. */
function layerLength({ rate }: SampleFilm): number {
  return Math.max(2, secondsToFrames(SECONDS.layer, rate));
}

/** Returns the frame of a looping sample at a time since its start. During the pause, returns the last frame. */
export function frameAfter(seconds: number, film: SampleFilm): number {
  const { numerator, denominator } = film.rate;
  const frameInLoop = ((seconds % SECONDS.loop) * numerator) / denominator;
  return Math.min(layerLength(film) - 1, Math.floor(frameInLoop));
}

/** Returns whether a sample has played once. */
export function isOver(seconds: number): boolean {
  return seconds >= SECONDS.loop;
}

/** Returns the frame to show at rest: a frame in the middle of the motion at which the layer is partly visible. */
export function stillFrame({ animation }: SampleMotion, film: SampleFilm): number {
  const { begin, once, phase } = presetSpan(animation, layerLength(film), film.rate);
  return Math.round(begin + once * STILL_PART[phase]);
}

/**
 * The fractions of the duration at which a motion is about half done. Entrances are fast at their start, and exits at
 * their end.
 */
const STILL_PART = { in: 0.3, there: 0.6, out: 0.65 } as const;

/** The appearance of a sample at one frame. */
export interface SamplePicture {
  /** The matrix from picture coordinates to frame coordinates. */
  readonly matrix: Affine;
  readonly opacity: number;
  /** The visible part of the picture; null if all of it is visible. */
  readonly window: Rect | null;
  /** The parts of the text that move independently; null if there are none. */
  readonly parts: readonly SamplePart[] | null;
  /** The number of a sample that counts; null for other samples. */
  readonly number: string | null;
}

/** A part of the text that moves independently. */
export interface SamplePart {
  readonly start: number;
  readonly end: number;
  readonly matrix: Affine;
  readonly opacity: number;
}

/** Returns the size of a sample's picture. A landscape fills the frame; other pictures are smaller. */
export function pictureSize({ shows }: SampleMotion, { frame }: SampleFilm): Size {
  const least = Math.min(frame.width, frame.height);
  switch (shows) {
    case 'view':
      return frame;
    case 'card':
      return { width: least * 0.5, height: least * 0.5 };
    case 'words':
    case 'number':
      return { width: frame.width * 0.8, height: least * 0.3 };
    default:
      return shows satisfies never;
  }
}

export interface WordsLayout {
  /** The font size in movie pixels. */
  readonly size: number;
  /** Returns the rectangle that a part of the words covers. */
  readonly inkOf: (start: number, end: number) => Rect;
}

/**
 * Returns a sample at a frame. The result matches the engine, because the engine's code computes the placement and the
 * text parts.
 */
export function sampleAt(sample: SampleMotion, frame: number, film: SampleFilm, words: WordsLayout): SamplePicture {
  const { layer, shows } = sample;
  const { rate } = film;
  const length = layerLength(film);
  const picture = pictureSize(sample, film);
  const { matrix, opacity, window } = placementAt(layer, frame, { frame: film.frame, rate, length, picture });
  const { counted } = layer;
  const number = counted === undefined ? null : countedNumberAt(counted, layer.animations, frame, length).toFixed();
  if (shows !== 'words') return { matrix, opacity, window, parts: null, number };
  const line = { start: 0, end: SAMPLE_WORDS.length, left: 0, width: picture.width, baseline: picture.height };
  const parts = textPartsAt(layer, { lines: [line] }, frame, { length, rate, most: SAMPLE_WORDS.length });
  if (parts === null) return { matrix, opacity, window, parts: null, number };
  const placed = placeParts(
    parts.map((part) => ({ part, ink: words.inkOf(part.start, part.end) })),
    picture,
    words.size,
  );
  return {
    matrix,
    opacity,
    window,
    number,
    parts: placed.map((place, at) => ({ start: parts[at]?.start ?? 0, end: parts[at]?.end ?? 0, ...place })),
  };
}
