import {
  type Crop,
  type Drawing,
  drawingLimits,
  type Ink,
  type ShapeDrawing,
  type Sides,
  type TextDrawing,
  type TextRun,
} from '../drawings/drawing/drawing.ts';
import type { Box, ImageLayer, Layer, ShapeLayer, TextLayer } from '../template/movie/movie.ts';
import type { Animation, KeyProperty, PresetType } from '../template/values/animation.ts';
import type { Paint } from '../template/values/color.ts';
import type { FrameRate, Frames } from '../template/values/frame-rate.ts';
import { type Edges, inPixels, type Length } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';
import type { TextSpan, TextStyle } from '../template/values/text-style.ts';
import type { AnimatedStyle } from './layer-state.ts';
import { placementAt } from './placement.ts';
import { layerTime } from './time.ts';

/** The inputs of a drawing, apart from its layer. */
export interface DrawingPlace {
  /** The frame to which percentages refer. */
  readonly frame: Size;
  /** The number of pixels of the drawing per pixel of the movie. */
  readonly scale: number;
  /** The animated style in the drawn frame; null without animated style. */
  readonly look: AnimatedStyle | null;
}

/**
 * Returns the drawing of a text in these fonts.
 * @param spanFonts The fonts of each span. Null means that the span has the fonts of the text.
 */
export function textDrawing(
  layer: Pick<TextLayer, 'content' | 'box' | 'style' | 'spans'>,
  fonts: readonly string[],
  { frame, scale, look }: DrawingPlace,
  spanFonts: readonly (readonly string[] | null)[] = [],
): TextDrawing {
  const { box, style } = layer;
  const { content, spans = [] } = look?.text ?? layer;
  const growth = (look?.fontsize ?? style.size) / style.size;
  const { outline, shadow, background } = style;
  // A span of a counted text is empty in frames in which its expression returns an empty text.
  const runs = spans.flatMap((span, index) =>
    span.start < span.end ? [runOf(span, spanFonts[index] ?? null, growth, style)] : [],
  );
  return {
    kind: 'text',
    scale,
    content,
    fonts,
    weight: style.weight,
    size: look?.fontsize ?? style.size,
    color: inkOf(look?.color ?? style.color),
    ...boxIn(box, frame),
    padding: sidesIn(style.padding, frame),
    xAlign: style.xAlign,
    yAlign: style.yAlign,
    direction: style.direction,
    lineHeight: style.lineHeight,
    letterSpacing: style.letterSpacing,
    autosize: style.autosize,
    minSize: style.minSize,
    maxLines: style.maxLines,
    outline: outline && { width: outline.width, color: inkOf(outline.color) },
    shadow: shadow && { ...shadow, color: inkOf(shadow.color) },
    background: background && inkOf(background),
    radius: style.radius,
    ...(style.lines && { lines: style.lines }),
    ...(style.figures && { figures: style.figures }),
    ...(style.slant === 'italic' && { made: SLANTED }),
    ...(runs.length > 0 && { runs }),
  };
}

/**
 * Converts a span to a run of the drawing. `growth` is the factor by which an animation changes the size of the text
 * and of the span.
 */
function runOf(
  { start, end, color, size, weight, ...span }: TextSpan,
  fonts: readonly string[] | null,
  growth: number,
  { lines: textLines = [], slant: textSlant }: Pick<TextStyle, 'lines' | 'slant'>,
): TextRun {
  const isLined = span.underline !== undefined || span.strike !== undefined;
  return {
    start,
    end,
    ...(color && { color: inkOf(color) }),
    ...(size !== undefined && { size: Math.min(drawingLimits.textSize, size * growth) }),
    ...(fonts && { fonts }),
    ...(weight !== undefined && { weight }),
    ...(span.slant === 'italic' && { made: SLANTED }),
    ...(span.slant === 'normal' && textSlant === 'italic' && { made: [] }),
    ...(isLined && { lines: LINES.filter((line) => span[line] ?? textLines.includes(line)) }),
  };
}

const LINES = ['underline', 'strike'] as const;
/**
 * The styles that are synthesized. As in browsers, a family without an italic face is slanted (CSS Fonts 4,
 * `font-synthesis-style`).
 */
const SLANTED = ['italic'] as const;

export function shapeDrawing(layer: ShapeLayer, { frame, scale, look }: DrawingPlace): ShapeDrawing {
  const fill = look?.fill ?? layer.fill;
  const stroke = look?.stroke ?? layer.stroke;
  return {
    kind: 'shape',
    scale,
    ...filledBox(layer.box, frame, look),
    outline: layer.outline,
    fill: fill && inkOf(fill),
    stroke: stroke && { width: layer.lineWidth, color: inkOf(stroke) },
  };
}

/**
 * Returns the drawing of an image, cropped and fitted.
 * @param image The digest of the image file.
 * @param picture The index of the picture in an animated image.
 */
export function imageDrawing(
  { box, fit, crop, focus }: ImageLayer,
  image: string,
  { frame, scale }: Pick<DrawingPlace, 'frame' | 'scale'>,
  picture = 0,
): Drawing {
  const { across, down } = focus;
  const source = { image, ...(picture > 0 && { frame: picture }) };
  return { kind: 'image', scale, ...source, crop: cropOf(crop), ...boxIn(box, frame), fit, focus: { across, down } };
}

/**
 * Returns the drawing of the image of a transition, stretched to the frame.
 * @param image The digest of the image file.
 */
export function lumaDrawing(image: string, { width, height }: Size): Drawing {
  const nothing = { amount: 0, unit: 'px' } as const;
  const crop = { top: nothing, right: nothing, bottom: nothing, left: nothing };
  return { kind: 'image', scale: 1, image, crop, width, height, fit: 'stretch', focus: { across: 0.5, down: 0.5 } };
}

/**
 * Returns the box of a solid, a shape, or a group. Animated sides take precedence over written sides. The default is
 * the side of the frame.
 */
export function solidBox({ box }: { readonly box: Box }, frame: Size, look: AnimatedStyle | null = null): Size {
  return filledBox(box, frame, look);
}

function filledBox(box: Box, frame: Size, look: AnimatedStyle | null): Size {
  const { width, height } = boxIn(box, frame);
  return { width: look?.width ?? width ?? frame.width, height: look?.height ?? height ?? frame.height };
}

function boxIn({ width, height }: Box, frame: Size): { readonly width: number | null; readonly height: number | null } {
  return { width: width && inPixels(width, frame.width), height: height && inPixels(height, frame.height) };
}

export function sidesIn({ top, right, bottom, left }: Edges, frame: Size): Sides {
  return {
    top: inPixels(top, frame.height),
    right: inPixels(right, frame.width),
    bottom: inPixels(bottom, frame.height),
    left: inPixels(left, frame.width),
  };
}

function cropOf({ top, right, bottom, left }: Edges): Crop {
  const length = ({ amount, unit }: Length) => ({ amount, unit });
  return { top: length(top), right: length(right), bottom: length(bottom), left: length(left) };
}

export function inkOf({ red, green, blue, alpha }: Paint): Ink {
  return { red, green, blue, alpha };
}

/** The maximum scale of a drawing. For a larger scale, the drawing is enlarged. */
const MAX_SCALE = 4;
/** The maximum side of a picture in pixels. */
const MAX_SIDE = 8192;
/** The factor for the maximum scale of an animated layer: in motion, half of the pixels are sufficient. */
const MOVING_SCALE = 0.5;

/**
 * Returns the supersampling factor for drawing a layer: its scale at rest (at least 1), or half of its maximum scale if
 * that is more. For images and videos, includes the zoom of a window preset. All frames use one factor, because the
 * layer is then drawn only once.
 */
export function drawingScale(layer: Layer, scene: Frames, rate: FrameRate, frame: Size, picture: Size): number {
  const { first, length } = layerTime(layer, scene);
  const context = { frame, rate, length, picture };
  const isAnimated = layer.animations.some(({ enabled }) => enabled);
  const end = Math.max(first, length - 1);
  // Two frames are sufficient for animations that keep the size, and one frame without animations. Checking all frames
  // would be slow, because an overlay layer can be as long as the movie.
  const last = !isAnimated ? first : layer.animations.every(keepsSize) ? Math.min(first + 1, end) : end;
  let [restScale, greatest, zoom, before] = [1, 1, 1, Number.NaN];
  for (let localFrame: number = first; localFrame <= last; localFrame++) {
    const { matrix, window } = placementAt(layer, localFrame, context);
    const { a, b, c, d } = matrix;
    const scale = Math.max(Math.sqrt(a * a + b * b), Math.sqrt(c * c + d * d));
    if (scale === before || !isAnimated) restScale = Math.max(restScale, scale);
    greatest = Math.max(greatest, scale);
    before = scale;
    if (window !== null) zoom = Math.max(zoom, picture.width / window.width);
  }
  const isFitted = layer.kind === 'image' || layer.kind === 'video';
  const requested = Math.min(MAX_SCALE, Math.max(restScale, MOVING_SCALE * greatest)) * (isFitted ? zoom : 1);
  return Math.min(requested, Math.max(1, MAX_SIDE / Math.max(picture.width, picture.height)));
}

const SIZE_KEEPING_PRESETS: ReadonlySet<string> = new Set([
  'fadein',
  'fadeout',
  'slidein',
  'slideout',
  'countup',
] satisfies readonly PresetType[]);
const SIZE_KEEPING_PROPERTIES: ReadonlySet<string> = new Set([
  'position',
  'opacity',
  'color',
  'fill',
  'stroke',
  'fontsize',
  'value',
  'volume',
  'pan',
] satisfies readonly KeyProperty[]);

/** Returns whether an animation changes neither scale nor rotation, and moves no window over the layer. */
function keepsSize(animation: Animation): boolean {
  if (!animation.enabled) return true;
  if (animation.kind === 'preset') return SIZE_KEEPING_PRESETS.has(animation.preset.type);
  return animation.keys.every(({ values }) =>
    Object.keys(values).every((property) => SIZE_KEEPING_PROPERTIES.has(property)),
  );
}
