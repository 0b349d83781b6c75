import { type Caption, captionAt } from '../../captions/shown-cues.ts';
import type { Drawing, DrawingLayout, TextDrawingPart } from '../../drawings/drawing/drawing.ts';
import type { CaptionsLayer, TextLayer } from '../../template/movie/movie.ts';
import type { FrameRate } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import { captionDrawing, phraseChangeAt, phraseFrames, wordParts } from '../../timeline/caption-drawing.ts';
import type { DrawingPlace } from '../../timeline/layer-drawing.ts';
import type { AnimatedStyle, Rect } from '../../timeline/layer-state.ts';
import {
  matrixOf,
  NO_UNIT_CHANGE,
  type PlacedPart,
  placeParts,
  type TextPart,
  textPartsAt,
} from '../../timeline/text-parts.ts';
import type { LayerToCompose } from '../compositor.ts';
import type { PixelPicture } from '../pixels/picture.ts';
import type { PictureOrigin } from './composed-scene.ts';

/** A drawing of a text or text part, in the kernels' memory. */
export interface PartDrawing {
  /** The size in pixels of the film. */
  readonly size: Size;
  readonly pixels: PixelPicture;
  readonly layout: DrawingLayout;
}

/** The inputs, in addition to the text, that determine the parts of the text. */
export interface PartsIn {
  /** The local frame of the layer; it can be fractional. */
  readonly frame: number;
  /** The length of the layer in frames. */
  readonly length: number;
  readonly rate: FrameRate;
  /** The number of drawing pixels per pixel of the film. */
  readonly scale: number;
  readonly look: AnimatedStyle | null;
}

/**
 * Returns the visible parts of a text in a frame, from bottom to top, placed in its box; null if no part moves
 * separately. The box does not move. Outlines and shadows are below all letters, as in the whole text.
 * @param draw Draws a part. Each part is drawn once.
 */
export async function textParts(
  layer: TextLayer,
  whole: PartDrawing,
  { frame, length, rate, scale, look }: PartsIn,
  draw: (part: TextDrawingPart) => Promise<PartDrawing>,
): Promise<readonly LayerToCompose[] | null> {
  const maximum = mostParts(layer, whole.layout.size ?? 0, scale, look);
  const parts = textPartsAt(layer, whole.layout, frame, { length, rate, most: maximum });
  if (parts === null) return null;
  const letters: { readonly part: TextPart; readonly drawn: PartDrawing; readonly ink: Rect }[] = [];
  for (const part of parts) {
    const drawn = await draw({ kind: 'letters', start: part.start, end: part.end });
    letters.push({ part, drawn, ink: inkOf(drawn) });
  }
  const placed = placeParts(letters, whole.size, whole.layout.size ?? 0);
  const result: LayerToCompose[] = [];
  const { background, outline, shadow } = layer.style;
  if (background !== null) result.push(toCompose(await draw({ kind: 'box' }), { matrix: AT_ITS_PLACE, opacity: 1 }));
  if (outline !== null || shadow !== null)
    for (const [index, { start, end }] of parts.entries())
      result.push(toCompose(await draw({ kind: 'beneath', start, end }), placed[index]));
  return [...result, ...letters.map(({ drawn }, index) => toCompose(drawn, placed[index]))];
}

const AT_ITS_PLACE = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

function toCompose(
  { size, pixels }: PartDrawing,
  { matrix, opacity }: PlacedPart = { matrix: AT_ITS_PLACE, opacity: 1 },
): LayerToCompose {
  return { row: { matrix, opacity, blendMode: 'normal', window: null }, size, picture: pixels };
}

/**
 * Returns the bounds of the non-empty pixels of a drawing, in pixels of the film from the upper left corner of the
 * text's box.
 */
function inkOf({ pixels, size }: PartDrawing): Rect {
  const { box, width, height } = pixels;
  const [across, down] = [size.width / Math.max(1, box.width), size.height / Math.max(1, box.height)];
  return { left: -box.left * across, top: -box.top * down, width: width * across, height: height * down };
}

/** A drawing with its data as a string, which identifies it. */
export interface KeyedDrawing {
  readonly drawing: Drawing;
  readonly key: string;
}

export function keyed(drawing: Drawing): KeyedDrawing {
  return { drawing, key: JSON.stringify(drawing) };
}

/** A caption in a local frame, with its drawings from bottom to top. */
export interface CaptionAtFrame {
  readonly own: number;
  readonly caption: Caption;
  readonly drawings: readonly KeyedDrawing[];
}

/** Returns the drawings of captions at a local frame; null without a caption. */
export function captionAtFrame(
  layer: CaptionsLayer,
  from: PictureOrigin,
  own: number,
  place: DrawingPlace,
): CaptionAtFrame | null {
  const caption = from.kind === 'captions' ? captionAt(from.cues, own) : null;
  if (from.kind !== 'captions' || caption === null) return null;
  const parts = wordParts(captionDrawing(layer, caption, from.fonts, { ...place, scale: 1 }, own));
  return { own, caption, drawings: parts.map((part) => keyed({ ...part, scale: place.scale })) };
}

/**
 * Returns the pictures of a caption, from bottom to top. While its phrase appears or disappears, the change applies around
 * the middle of the caption's box. Returns null if the caption is a single picture.
 */
export function captionParts(
  { display }: CaptionsLayer,
  { caption: { spoken }, own }: CaptionAtFrame,
  drawn: readonly PartDrawing[],
): readonly LayerToCompose[] | null {
  const words = drawn.at(-1)?.layout.words;
  const change =
    display === undefined || spoken === undefined ? null : phraseChangeAt(display, phraseFrames(spoken, words), own);
  if (change === null && drawn.length === 1) return null;
  return drawn.map(({ size, pixels, layout }) => {
    const box = { left: 0, top: 0, ...size };
    const matrix = change === null ? NO_UNIT_CHANGE : matrixOf(change, box, size, layout.size ?? 0);
    const row = { matrix, opacity: change?.opacity ?? 1, blendMode: 'normal', window: null } as const;
    return { row, size, picture: pixels };
  });
}

/** The maximum number of units that move separately. With more units, adjacent units move together. */
const MAX_PARTS = 200;
/** The maximum number of characters that laying out all parts may process. Each part lays out the whole text. */
const MAX_SET_CHARACTERS = 200_000;
/** The maximum number of pixels of all parts. */
const MAX_PARTS_PIXELS = 48_000_000;
/** The maximum number of parts of a text with keyframes, because each frame draws these parts again. */
const MAX_CHANGING_PARTS = 20;

/** Returns the maximum number of parts of a text within the limits of time and memory. */
function mostParts({ content, style }: TextLayer, size: number, scale: number, look: AnimatedStyle | null): number {
  const { outline, shadow } = style;
  const reach = (outline?.width ?? 0) + (shadow === null ? 0 : 1.5 * shadow.blur);
  const side = scale * (size + 2 * reach);
  const layers = outline === null && shadow === null ? 1 : 2;
  return Math.max(
    1,
    Math.floor(
      Math.min(
        look === null ? MAX_PARTS : MAX_CHANGING_PARTS,
        MAX_SET_CHARACTERS / Math.max(1, content.length),
        MAX_PARTS_PIXELS / Math.max(1, layers * side * side),
      ),
    ),
  );
}
