import type { Color } from '../../template/values/color.ts';
import type { Edges, Point } from '../../template/values/lengths.ts';
import type { Paint } from '../../template/values/paint.ts';

/** What can be done to a layer's picture: effects of the language, with their numbers. */
export type PictureEffect =
  | Typed<'saturation', { readonly intensity: number }>
  | Typed<'vignette', { readonly color: Color; readonly aperture: number }>
  | Typed<'flip', { readonly axis: 'x' | 'y' }>
  | Typed<'brightness', { readonly intensity: number }>
  | Typed<'contrast', { readonly intensity: number }>
  | Typed<'gamma', { readonly gamma: number }>
  | Typed<'hue', { readonly angle: number }>
  | Typed<'grayscale', { readonly amount: number }>
  | Typed<'sepia', { readonly amount: number }>
  | Typed<'invert', { readonly amount: number }>
  | Typed<'tint', { readonly color: Color; readonly amount: number }>
  /** Three rows of four numbers, or four rows of five. */
  | Typed<'colormatrix', { readonly matrix: readonly number[] }>
  | Typed<'blur', { readonly radius: number }>
  | Typed<'dropshadow', { readonly offset: Point; readonly radius: number; readonly color: Paint }>
  | Typed<'crop', Edges>;

interface Typed<Type extends string, Parameters> {
  readonly type: Type;
  readonly parameters: Parameters;
}
