import type { Caption, CaptionRun } from '../captions/shown-cues.ts';
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
import type { Box, CaptionsLayer, ImageLayer, Layer, ShapeLayer, TextLayer } from '../template/movie/movie.ts';
import type { Animation, KeyProperty, PresetType } from '../template/values/animation.ts';
import type { Paint } from '../template/values/color.ts';
import type { FrameRate, Frames } from '../template/values/frame-rate.ts';
import { type Edges, inPixels, type Length } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';
import type { TextSpan, TextStyle } from '../template/values/text-style.ts';
import type { AnimatedStyle } from './layer-state.ts';
import { placementAt } from './placement.ts';
import { layerTime } from './time.ts';

/** What a drawing depends on beside its layer. */
export interface DrawnIn {
  /** The frame: what percentages are of. */
  readonly frame: Size;
  /** Pixels of the drawing for one of the film. */
  readonly scale: number;
  /** What keys say of it in the frame that is drawn; null where they say nothing. */
  readonly look: AnimatedStyle | null;
}

/**
 * A text as it is drawn, set in those fonts.
 * @param spanFonts Those of each of its spans; null where they are the text's.
 */
export function textDrawing(
  layer: Pick<TextLayer, 'content' | 'box' | 'style' | 'spans'>,
  fonts: readonly string[],
  { frame, scale, look }: DrawnIn,
  spanFonts: readonly (readonly string[] | null)[] = [],
): TextDrawing {
  const { content, box, style, spans = [] } = layer;
  const growth = (look?.fontsize ?? style.size) / style.size;
  const { outline, shadow, background } = style;
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
    ...(style.slant === 'italic' && { made: SLANTED }),
    ...(spans.length > 0 && {
      runs: spans.map((span, index) => runOf(span, spanFonts[index] ?? null, growth, style)),
    }),
  };
}

/** A span as it is drawn; its own size grows with the text's. */
function runOf(
  { start, end, color, size, weight, ...span }: TextSpan,
  fonts: readonly string[] | null,
  growth: number,
  { lines: around = [], slant: slantAround }: Pick<TextStyle, 'lines' | 'slant'>,
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
    ...(span.slant === 'normal' && slantAround === 'italic' && { made: [] }),
    ...(isLined && { lines: LINES.filter((line) => span[line] ?? around.includes(line)) }),
  };
}

const LINES = ['underline', 'strike'] as const;
/** What a family has no italics for is slanted, as pages do (CSS Fonts 4, `font-synthesis-style`). */
const SLANTED = ['italic'] as const;

/** A shape as it is drawn. */
export function shapeDrawing(layer: ShapeLayer, { frame, scale, look }: DrawnIn): ShapeDrawing {
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
 * An image as it is cut and fitted; its bytes are those with that digest.
 * @param picture Which of an image that moves.
 */
export function imageDrawing(
  { box, fit, crop, focus }: ImageLayer,
  image: string,
  { frame, scale }: Pick<DrawnIn, 'frame' | 'scale'>,
  picture = 0,
): Drawing {
  const { across, down } = focus;
  const shown = { image, ...(picture > 0 && { frame: picture }) };
  return { kind: 'image', scale, ...shown, crop: cropOf(crop), ...boxIn(box, frame), fit, focus: { across, down } };
}

/** The image of a transition, stretched over the frame; its bytes are those with that digest. */
export function lumaDrawing(image: string, { width, height }: Size): Drawing {
  const nothing = { amount: 0, unit: 'px' } as const;
  const crop = { top: nothing, right: nothing, bottom: nothing, left: nothing };
  return { kind: 'image', scale: 1, image, crop, width, height, fit: 'stretch', focus: { across: 0.5, down: 0.5 } };
}

/** The box of a solid, a shape or a group: what keys say in a frame, else as written, else the frame. */
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

function sidesIn({ top, right, bottom, left }: Edges, frame: Size): Sides {
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

function inkOf({ red, green, blue, alpha }: Paint): Ink {
  return { red, green, blue, alpha };
}

/** The fonts that captions are set in, by what their markup asks for; of what is not asked for there are none. */
export interface CaptionFonts {
  readonly plain: readonly string[];
  readonly bold?: readonly string[];
  readonly italic?: readonly string[];
  readonly boldItalic?: readonly string[];
}

/** What captions say in one frame, as it is drawn. */
export function captionDrawing(
  { box, style }: CaptionsLayer,
  { text, runs }: Caption,
  fonts: CaptionFonts,
  drawnIn: DrawnIn,
): TextDrawing {
  const drawing = textDrawing({ content: text, box, style }, fonts.plain, drawnIn);
  if (runs.length === 0) return drawing;
  return { ...drawing, runs: runs.map((run) => textRun(run, fonts, style)) };
}

/** The weight of what is bold in captions. */
export function boldWeight({ weight }: CaptionsLayer['style']): number {
  return Math.max(BOLD, weight);
}

const BOLD = 700;

function textRun(
  { start, end, isBold, isItalic, isUnderlined, isHidden }: CaptionRun,
  fonts: CaptionFonts,
  style: CaptionsLayer['style'],
): TextRun {
  const made = [...(isBold ? ['bold' as const] : []), ...(isItalic ? ['italic' as const] : [])];
  const own = isBold ? (isItalic ? fonts.boldItalic : fonts.bold) : isItalic ? fonts.italic : undefined;
  return {
    start,
    end,
    ...(own && { fonts: own }),
    ...(isBold && { weight: boldWeight(style) }),
    ...(isUnderlined && { lines: ['underline', ...(style.lines ?? []).filter((line) => line !== 'underline')] }),
    ...(made.length > 0 && { made }),
    ...(isHidden && { isHidden }),
  };
}

/** Larger than this nothing is drawn, however near it comes. */
const LARGEST = 4;
/** Of a side of a picture. */
const MOST_PIXELS = 8192;
/** It only moves while it changes; half of the pixels are enough then. */
const WHILE_MOVING = 0.5;

/**
 * How many pixels a layer's picture needs for one of its own: the scale that it rests at, if that is more than 1, and at
 * least half of what it ever has. Of an image or a video also what a window that moves over it enlarges. It is the same
 * in all frames of the layer, so it is drawn once.
 */
export function drawingScale(layer: Layer, scene: Frames, rate: FrameRate, frame: Size, picture: Size): number {
  const { first, length } = layerTime(layer, scene);
  const around = { frame, rate, length, picture };
  const moves = layer.animations.some(({ enabled }) => enabled);
  const end = Math.max(first, length - 1);
  // What keeps its size is the same in all frames: a layer of an overlay may last as long as the film.
  const last = !moves ? first : layer.animations.every(keepsSize) ? Math.min(first + 1, end) : end;
  let [resting, greatest, zoom, before] = [1, 1, 1, Number.NaN];
  for (let own: number = first; own <= last; own++) {
    const { matrix, window } = placementAt(layer, own, around);
    const { a, b, c, d } = matrix;
    const scale = Math.max(Math.sqrt(a * a + b * b), Math.sqrt(c * c + d * d));
    if (scale === before || !moves) resting = Math.max(resting, scale);
    greatest = Math.max(greatest, scale);
    before = scale;
    if (window !== null) zoom = Math.max(zoom, picture.width / window.width);
  }
  const isFitted = layer.kind === 'image' || layer.kind === 'video';
  const requested = Math.min(LARGEST, Math.max(resting, WHILE_MOVING * greatest)) * (isFitted ? zoom : 1);
  return Math.min(requested, Math.max(1, MOST_PIXELS / Math.max(picture.width, picture.height)));
}

const MOVING: ReadonlySet<string> = new Set([
  'fadein',
  'fadeout',
  'slidein',
  'slideout',
] satisfies readonly PresetType[]);
const MOVED: ReadonlySet<string> = new Set([
  'position',
  'opacity',
  'color',
  'fill',
  'stroke',
  'fontsize',
  'volume',
  'pan',
] satisfies readonly KeyProperty[]);

/** Whether an animation changes neither scale nor rotation of its layer, nor moves a window over it. */
function keepsSize(animation: Animation): boolean {
  if (!animation.enabled) return true;
  if (animation.kind === 'preset') return MOVING.has(animation.preset.type);
  return animation.keys.every(({ values }) => Object.keys(values).every((property) => MOVED.has(property)));
}
