import { assertNever } from '../../lib/assert.ts';
import type {
  CaptionsLayer,
  FittedPicture,
  ImageLayer,
  Layer,
  TextLayer,
  VideoLayer,
} from '../../template/movie/movie.ts';
import { type Edges, inPixels } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import { fitSource } from '../rows/fitted-picture.ts';
import { solidBox } from '../rows/layer-drawing.ts';
import type { DrawnLook } from '../rows/row.ts';

/** What is known of the sizes of things that are not written in a template; null for what is not known yet. */
export interface KnownSizes {
  /** Of the whole picture in a file, as it is shown. */
  readonly ofSource: (layer: VideoLayer | ImageLayer) => Size | null;
  /** Of a text as it is laid out in its box. */
  readonly ofText: (layer: TextLayer, look: DrawnLook | null, frame: Size) => Size | null;
}

export const NOTHING_KNOWN: KnownSizes = { ofSource: () => null, ofText: () => null };

/** Of an image whose file is not known. */
const UNKNOWN_IMAGE: Size = { width: 160, height: 160 };
/** How wide a letter is, as a part of its size; a guess that suits most faces. */
const LETTER = 0.52;

/**
 * How large the picture of a layer is before its effects.
 * @param frame What percentages are of.
 */
export function layerSize(layer: Layer, frame: Size, look: DrawnLook | null, known: KnownSizes): Size {
  switch (layer.kind) {
    case 'solid':
    case 'shape':
    case 'group':
      return solidBox(layer, frame, look);
    case 'layer':
      return frame;
    case 'video':
      return fitted(layer, frame, known.ofSource(layer)) ?? solidBox(layer, frame);
    case 'image': {
      const source = known.ofSource(layer);
      return fitted(layer, frame, source) ?? unknownImage(layer, frame);
    }
    case 'text':
      return writtenSize(layer, frame) ?? known.ofText(layer, look, frame) ?? guessedText(layer, look, frame);
    case 'captions':
      return captionsSize(layer, look, frame);
    default:
      return assertNever(layer);
  }
}

function fitted(picture: FittedPicture & { readonly kind: string }, frame: Size, source: Size | null): Size | null {
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

/** Of one line, where no height is written: most cues have one, and they stand on its lower edge. */
function captionsSize({ box, style }: CaptionsLayer, look: DrawnLook | null, frame: Size): Size {
  const written = sidesOf(box, frame);
  const line = (look?.fontsize ?? style.size) * style.lineHeight + inFrame(style.padding, frame).down;
  return { width: written.width ?? frame.width, height: written.height ?? line };
}

function guessedText({ content, box, style }: TextLayer, look: DrawnLook | null, frame: Size): Size {
  const size = look?.fontsize ?? style.size;
  const padding = inFrame(style.padding, frame);
  const written = sidesOf(box, frame);
  const letter = size * LETTER + style.letterSpacing;
  const lengths = content.split('\n').map((line) => Math.max(1, [...line].length) * letter);
  const room = written.width === null ? null : Math.max(letter, written.width - padding.across);
  const lines = room === null ? lengths.length : lengths.reduce((sum, length) => sum + Math.ceil(length / room), 0);
  return {
    width: written.width ?? Math.max(...lengths) + padding.across,
    height: written.height ?? lines * size * style.lineHeight + padding.down,
  };
}

function inFrame({ top, right, bottom, left }: Edges, { width, height }: Size) {
  return {
    across: inPixels(left, width) + inPixels(right, width),
    down: inPixels(top, height) + inPixels(bottom, height),
  };
}

function sidesOf({ width, height }: TextLayer['box'], frame: Size) {
  return { width: width && inPixels(width, frame.width), height: height && inPixels(height, frame.height) };
}
