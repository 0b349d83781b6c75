import type { Layer } from '../../template/movie/movie.ts';
import type { Edges, Length, Pair, Point } from '../../template/values/lengths.ts';

/** What a gesture makes of a layer: the attributes that get another value, and no others. */
export interface LayerChange {
  readonly position?: Point;
  readonly anchor?: Point;
  readonly scale?: Pair;
  /** Degrees, clockwise. */
  readonly rotation?: number;
  readonly width?: Length;
  readonly height?: Length;
  /** Of a text's letters. */
  readonly size?: number;
  readonly crop?: Edges;
}

export type ChangedName = keyof LayerChange;

/** In which order they are written. */
export const CHANGED_NAMES = [
  'position',
  'anchor',
  'scale',
  'rotation',
  'width',
  'height',
  'size',
  'crop',
] as const satisfies readonly ChangedName[];

/** How a layer becomes larger or smaller by its handles. */
export type Scaling =
  /** The layer's `scale`: its picture as it is, enlarged. */
  | 'scale'
  /** `width` and `height` of the box that it fills. */
  | 'box'
  /** A text: sides change the box, in which it is laid out anew, corners the size of its letters. */
  | 'text';

export function scalingOf(layer: Layer): Scaling {
  switch (layer.kind) {
    case 'text':
      return 'text';
    case 'solid':
      return 'box';
    case 'shape':
      // A path is drawn in pixels, however large its box is.
      return layer.outline.kind === 'path' ? 'scale' : 'box';
    default:
      return 'scale';
  }
}

/** Finer than anybody sees. */
const FIGURES = { px: 2, '%': 4 } as const;

/** So many pixels in the unit of another length; `whole` is what percentages are of. */
export function lengthLike(pixels: number, { unit }: Pick<Length, 'unit'>, whole: number): Length {
  return { amount: rounded(unit === '%' ? (pixels * 100) / whole : pixels, FIGURES[unit]), unit };
}

/** Without a negative zero, which would be written. */
export function rounded(value: number, figures: number): number {
  const factor = 10 ** figures;
  return Math.round(value * factor) / factor + 0;
}
