import type { LayerToCompose } from '../compositor/frame-to-compose.ts';
import type { TextDrawingPart } from '../drawings/drawing/drawing.ts';
import type { DrawnLook, Rect } from '../film/rows/row.ts';
import { type PlacedPart, placeParts, type TextPart, textPartsAt } from '../film/rows/text-parts.ts';
import type { TextLayer } from '../template/movie/movie.ts';
import type { FrameRate } from '../template/values/frame-rate.ts';
import type { ShownDrawing } from './shown.ts';

/** What the parts of a text depend on beside it. */
interface PartsIn {
  /** The layer's own frame, whole or not. */
  readonly frame: number;
  /** How long the layer is there, in its own frames. */
  readonly length: number;
  readonly rate: FrameRate;
  /** Pixels of the drawing for one of the film. */
  readonly scale: number;
  readonly look: DrawnLook | null;
}

/**
 * The parts of a text that are seen in a frame, from the lowest, placed in its box; null where all of it rests and is one
 * picture. The box stays; outlines and shadows lie beneath all letters, as they do in the whole text.
 * @param draw Draws a part; each is drawn once.
 */
export async function textParts(
  layer: TextLayer,
  whole: ShownDrawing,
  { frame, length, rate, scale, look }: PartsIn,
  draw: (part: TextDrawingPart) => Promise<ShownDrawing>,
): Promise<readonly LayerToCompose[] | null> {
  const most = mostParts(layer, whole.layout.size ?? 0, scale, look);
  const parts = textPartsAt(layer, whole.layout, frame, { length, rate, most });
  if (parts === null) return null;
  const letters: { readonly part: TextPart; readonly drawn: ShownDrawing; readonly ink: Rect }[] = [];
  for (const part of parts) {
    const drawn = await draw({ kind: 'letters', start: part.start, end: part.end });
    letters.push({ part, drawn, ink: inkOf(drawn) });
  }
  const placed = placeParts(letters, whole.size, whole.layout.size ?? 0);
  const laid: LayerToCompose[] = [];
  const { background, outline, shadow } = layer.style;
  if (background !== null) laid.push(toCompose(await draw({ kind: 'box' }), { matrix: AT_ITS_PLACE, opacity: 1 }));
  if (outline !== null || shadow !== null)
    for (const [index, { start, end }] of parts.entries())
      laid.push(toCompose(await draw({ kind: 'beneath', start, end }), placed[index]));
  return [...laid, ...letters.map(({ drawn }, index) => toCompose(drawn, placed[index]))];
}

const AT_ITS_PLACE = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

function toCompose(
  { size, pixels }: ShownDrawing,
  { matrix, opacity }: PlacedPart = { matrix: AT_ITS_PLACE, opacity: 1 },
): LayerToCompose {
  return { row: { matrix, opacity, blendMode: 'normal', window: null }, size, picture: pixels };
}

/** What of a drawing is not empty, in pixels of the film from the upper left corner of the text's box. */
function inkOf({ pixels, size }: ShownDrawing): Rect {
  const { box, width, height } = pixels;
  const [across, down] = [size.width / Math.max(1, box.width), size.height / Math.max(1, box.height)];
  return { left: -box.left * across, top: -box.top * down, width: width * across, height: height * down };
}

/** Units of a text that move by themselves; of more, neighbours are put together. */
const MOST_PARTS = 200;
/** Characters that are set for all parts together: each part is drawn with the whole text set. */
const MOST_SET = 200_000;
/** Pixels that all parts may take together. */
const MOST_PIXELS = 48_000_000;
/** Where keys change the text each frame draws its parts anew. */
const MOST_CHANGING = 20;

/** How many parts a text may have, so that drawing and keeping them has an end. */
function mostParts({ content, style }: TextLayer, size: number, scale: number, look: DrawnLook | null): number {
  const { outline, shadow } = style;
  const reach = (outline?.width ?? 0) + (shadow === null ? 0 : 1.5 * shadow.blur);
  const side = scale * (size + 2 * reach);
  const layers = outline === null && shadow === null ? 1 : 2;
  return Math.max(
    1,
    Math.floor(
      Math.min(
        look === null ? MOST_PARTS : MOST_CHANGING,
        MOST_SET / Math.max(1, content.length),
        MOST_PIXELS / Math.max(1, layers * side * side),
      ),
    ),
  );
}
