import type { Drawing } from '../drawings/drawing/drawing.ts';
import type { NodeId } from '../template/document/document.ts';
import type {
  CaptionsLayer,
  FileCaptions,
  FittedPicture,
  ImageLayer,
  LayerOf,
  MediaSource,
  SolidLayer,
  TextLayer,
  VideoLayer,
} from '../template/movie/movie.ts';
import type { LayerKind } from '../template/tables/elements.ts';
import { PHRASE_LINES } from '../template/values/caption-style.ts';
import type { FrameRate } from '../template/values/frame-rate.ts';
import { type Edges, inPixels } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';
import { contentSeconds } from '../template/values/source-length.ts';
import { codeBox } from './codes.ts';
import { type DrawingPlace, imageDrawing, shapeDrawing, solidBox, textDrawing } from './layer-drawing.ts';
import type { AnimatedStyle } from './layer-state.ts';
import { fitSource } from './placement.ts';
import type { AudibleLayer } from './sounds.ts';
import { sourceFrames } from './time.ts';

/** The functions of a layer kind that need the movie and its sources. */
interface TimelineKind<Kind extends LayerKind> {
  /**
   * Returns the size of the picture before its effects.
   * @param frame The size to which percentages refer.
   * @param at The local frame of the layer.
   */
  readonly size: (layer: LayerOf<Kind>, frame: Size, look: AnimatedStyle | null, sizes: KnownSizes, at: number) => Size;
  /**
   * Returns the length of the content from the start of the layer, in frames of the movie. The list is empty for a kind
   * without a length, and contains null for an unknown source.
   */
  readonly contentLength: (layer: LayerOf<Kind>, rate: FrameRate, endsOf: EndsOf) => readonly (number | null)[];
  /** Returns the drawing of a layer of a kind with one drawing per frame; null for other layers. */
  readonly drawing: (layer: LayerOf<Kind>, sources: DrawingSources, within: DrawingPlace) => LayerDrawing | null;
  /** Returns the size of an opaque picture; null for a picture that can be transparent. */
  readonly opaqueSize: (layer: LayerOf<Kind>, picture: OpaquePicture) => Size | null;
}

/** Sizes that come from files and layouts instead of the template. They are null while they are unknown. */
export interface KnownSizes {
  /** The displayed size of the whole picture in a file. */
  readonly ofSource: (layer: VideoLayer | ImageLayer) => Size | null;
  /** The size of a text in its box after layout. */
  readonly ofText: (layer: TextLayer, look: AnimatedStyle | null, frame: Size) => Size | null;
  /** The size of the captions in their box after layout, at a local frame; null without captions. */
  readonly ofCaptions: (layer: CaptionsLayer, look: AnimatedStyle | null, frame: Size, at: number) => Size | null;
}

export const NOTHING_KNOWN: KnownSizes = { ofSource: () => null, ofText: () => null, ofCaptions: () => null };

/** The ends of the streams of a source, in seconds of the source; null for a missing stream. */
export interface SourceEnds {
  /** The end of the picture, or the end of the last cue for captions. */
  readonly picture: number | null;
  readonly sound: number | null;
}

/** A function that returns the ends of a layer’s source; null while they are unknown. */
export type EndsOf = (layer: Pick<AudibleLayer | FileCaptions, 'kind' | 'id' | 'source'>) => SourceEnds | null;

/** The sources for drawings. */
export interface DrawingSources {
  /** The digests of images by layer. */
  readonly images: ReadonlyMap<NodeId, string>;
  /** Returns the digests of all fonts of a text and its spans. */
  readonly fonts: (text: TextLayer) => {
    readonly fonts: readonly string[];
    readonly spanFonts?: readonly (readonly string[] | null)[];
  };
}

/** A drawing, the attribute for reports of its faults, and its source. */
export interface LayerDrawing {
  readonly drawing: Drawing;
  readonly attribute: string | null;
  readonly source?: MediaSource;
}

/** The facts that determine whether a picture is opaque. */
export interface OpaquePicture {
  /** Whether the source is opaque. */
  readonly isOpaque: boolean;
  /** The size of the picture after `fit`, in pixels of the movie. */
  readonly size: Size;
  readonly frame: Size;
}

const BASE = {
  contentLength: () => [],
  drawing: () => null,
  opaqueSize: () => null,
} satisfies Omit<TimelineKind<LayerKind>, 'size'>;

const opaqueSource = (_: unknown, { isOpaque, size }: OpaquePicture): Size | null => (isOpaque ? size : null);

/** The functions of all layer kinds. The compiler reports a missing kind. */
const timelineKinds: { readonly [Kind in LayerKind]: TimelineKind<Kind> } = {
  video: {
    ...BASE,
    size: (layer, frame, _, sizes) => fittedSize(layer, frame, sizes.ofSource(layer)) ?? solidBox(layer, frame),
    contentLength: videoLength,
    opaqueSize: opaqueSource,
  },
  image: {
    ...BASE,
    size: (layer, frame, _, sizes) => fittedSize(layer, frame, sizes.ofSource(layer)) ?? unknownImage(layer, frame),
    drawing: imageOf,
    opaqueSize: opaqueSource,
  },
  text: {
    ...BASE,
    size: (layer, frame, look, sizes) =>
      writtenSize(layer, frame) ?? sizes.ofText(layer, look, frame) ?? estimatedText(layer, look, frame),
    drawing: (layer, sources, within) => {
      const { fonts, spanFonts } = sources.fonts(layer);
      return { drawing: textDrawing(layer, fonts, within, spanFonts), attribute: null };
    },
  },
  captions: {
    ...BASE,
    size: (layer, frame, look, sizes, at) =>
      sizes.ofCaptions(layer, look, frame, at) ?? captionsSize(layer, look, frame),
    contentLength: captionsLength,
  },
  solid: {
    ...BASE,
    size: solidBox,
    opaqueSize: (layer, { frame }) => (isFilled(layer) ? solidBox(layer, frame) : null),
  },
  shape: {
    ...BASE,
    size: solidBox,
    drawing: (layer, _, within) => ({
      drawing: shapeDrawing(layer, within),
      attribute: layer.outline.kind === 'path' ? 'path' : null,
    }),
  },
  code: {
    ...BASE,
    size: codeBox,
    opaqueSize: (layer, { frame }) =>
      layer.color.alpha === 1 && layer.background.alpha === 1 ? codeBox(layer, frame) : null,
  },
  group: { ...BASE, size: solidBox },
  layer: { ...BASE, size: (_, frame) => frame, opaqueSize: opaqueSource },
};

/**
 * Returns the size of a layer’s picture before its effects.
 * @param frame The size to which percentages refer.
 * @param at The local frame of the layer.
 */
export function layerSize<Kind extends LayerKind>(
  layer: LayerOf<Kind>,
  frame: Size,
  look: AnimatedStyle | null,
  sizes: KnownSizes,
  at: number,
): Size {
  return timelineKinds[layer.kind].size(layer, frame, look, sizes, at);
}

/** Returns the length of a layer’s content, as defined in {@link TimelineKind}. */
export function contentLengthOf<Kind extends LayerKind>(
  layer: LayerOf<Kind>,
  rate: FrameRate,
  endsOf: EndsOf,
): readonly (number | null)[] {
  return timelineKinds[layer.kind].contentLength(layer, rate, endsOf);
}

/** Returns the drawing of a layer of a kind with one drawing per frame; null for other layers. */
export function layerDrawing<Kind extends LayerKind>(
  layer: LayerOf<Kind>,
  sources: DrawingSources,
  within: DrawingPlace,
): LayerDrawing | null {
  return timelineKinds[layer.kind].drawing(layer, sources, within);
}

/** Returns the size of a layer’s opaque picture; null for a picture that can be transparent. */
export function opaqueSize<Kind extends LayerKind>(layer: LayerOf<Kind>, picture: OpaquePicture): Size | null {
  return timelineKinds[layer.kind].opaqueSize(layer, picture);
}

/** The assumed size of an image before its file is known. */
const UNKNOWN_IMAGE: Size = { width: 160, height: 160 };

/** The width of a letter relative to its font size. The estimate fits most fonts. */
const LETTER = 0.52;

function fittedSize(picture: FittedPicture & { readonly kind: string }, frame: Size, source: Size | null): Size | null {
  if (source === null) return null;
  const { width, height } = fitSource(source, picture, frame, 1).shown;
  return { width, height };
}

function unknownImage({ box }: ImageLayer, frame: Size): Size {
  const written = sidesOf(box, frame);
  return {
    width: written.width ?? written.height ?? UNKNOWN_IMAGE.width,
    height: written.height ?? written.width ?? UNKNOWN_IMAGE.height,
  };
}

function writtenSize({ box }: Pick<TextLayer, 'box'>, frame: Size): Size | null {
  const { width, height } = sidesOf(box, frame);
  return width === null || height === null ? null : { width, height };
}

/**
 * Returns the assumed size of captions before their layout is known. The default height is the height of one line,
 * because most cues have one line at the lower edge. For phrases, it is the height of all lines.
 */
function captionsSize({ box, style, display }: CaptionsLayer, look: AnimatedStyle | null, frame: Size): Size {
  const written = sidesOf(box, frame);
  const lines = display?.phrases == null ? 1 : (style.maxLines ?? PHRASE_LINES);
  const line = lines * (look?.fontsize ?? style.size) * style.lineHeight + paddingIn(style.padding, frame).down;
  return { width: written.width ?? frame.width, height: written.height ?? line };
}

function estimatedText(layer: TextLayer, look: AnimatedStyle | null, frame: Size): Size {
  const { box, style } = layer;
  const { content } = look?.text ?? layer;
  const size = look?.fontsize ?? style.size;
  const padding = paddingIn(style.padding, frame);
  const written = sidesOf(box, frame);
  const letter = size * LETTER + style.letterSpacing;
  const lengths = content.split('\n').map((line) => Math.max(1, [...line].length) * letter);
  const available = written.width === null ? null : Math.max(letter, written.width - padding.across);
  const lines =
    available === null ? lengths.length : lengths.reduce((sum, length) => sum + Math.ceil(length / available), 0);
  return {
    width: written.width ?? Math.max(...lengths) + padding.across,
    height: written.height ?? lines * size * style.lineHeight + padding.down,
  };
}

function paddingIn({ top, right, bottom, left }: Edges, { width, height }: Size) {
  return {
    across: inPixels(left, width) + inPixels(right, width),
    down: inPixels(top, height) + inPixels(bottom, height),
  };
}

function sidesOf({ width, height }: TextLayer['box'], frame: Size) {
  return { width: width && inPixels(width, frame.width), height: height && inPixels(height, frame.height) };
}

function videoLength(layer: VideoLayer, rate: FrameRate, endsOf: EndsOf): readonly (number | null)[] {
  if (layer.freeze !== null) return [];
  const ends = endsOf(layer);
  if (ends === null) return [null];
  const seconds = videoEnd(layer, ends);
  // Both kinds of overlap shorten the layer. A negative overlap removes its end, and a positive overlap removes its
  // start.
  return [(seconds === null ? 0 : sourceFrames(layer, seconds, rate)) - Math.abs(layer.overlap)];
}

function captionsLength(layer: CaptionsLayer, rate: FrameRate, endsOf: EndsOf): readonly (number | null)[] {
  const { cues, source } = layer;
  if (cues !== undefined) return [cues.reduce((last, { end }) => Math.max(last, end), 0) - Math.abs(layer.overlap)];
  const ends = source === null ? null : endsOf({ ...layer, source });
  if (ends === null) return [null];
  return [framesUpTo(ends.picture ?? 0, layer.skip, 1, rate) - Math.abs(layer.overlap)];
}

/**
 * Returns the end of a video in seconds; null if the source has no known end. Includes sound after the end of the
 * picture if it is audible and the last picture is held.
 */
export function videoEnd(
  { audio, end }: Pick<VideoLayer, 'audio' | 'end'>,
  { picture, sound }: SourceEnds,
): number | null {
  return audio && end === 'hold' ? contentSeconds(picture, sound) : (picture ?? sound);
}

/**
 * The tolerance for rounding errors in frame numbers. Without it, a sound of exactly two seconds could get an
 * additional frame.
 */
const FRAME_TOLERANCE = 1e-6;

/** Returns the number of frames from the in-point of a source to its end, rounded up. */
export function framesUpTo(seconds: number, skip: number, speed: number, rate: FrameRate): number {
  return Math.ceil(((seconds * rate.numerator) / rate.denominator - skip) / speed - FRAME_TOLERANCE);
}

function imageOf(layer: ImageLayer, { images }: DrawingSources, within: DrawingPlace): LayerDrawing | null {
  const image = images.get(layer.id);
  const { source } = layer;
  const attribute = source.kind === 'url' ? 'url' : 'src';
  return image === undefined ? null : { drawing: imageDrawing(layer, image, within), attribute, source };
}

function isFilled({ gradient, color }: SolidLayer): boolean {
  return gradient === undefined ? color.alpha === 1 : gradient.stops.every((stop) => stop.color.alpha === 1);
}
