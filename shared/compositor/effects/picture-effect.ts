import type { Color, Paint } from '../../template/values/color.ts';
import type { Edges, Point } from '../../template/values/lengths.ts';
import type { Corners } from './reshape.ts';

/**
 * The pixels outside the edge of a blurred picture. `spread`: empty pixels, so that the blur spreads and the picture
 * grows. `clamp`: copies of the edge.
 */
export type BlurEdge = 'spread' | 'clamp';

/** An effect on a layer's picture: an effect of the template with its numbers. */
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
  /** The matrix: three rows of four numbers, or four rows of five numbers. */
  | Typed<'colormatrix', { readonly matrix: readonly number[] }>
  /** `auto` clamps opaque pictures and spreads others. */
  | Typed<'blur', { readonly radius: number; readonly edge: BlurEdge | 'auto' }>
  | Typed<'dropshadow', { readonly offset: Point; readonly radius: number; readonly color: Paint }>
  | Typed<'crop', Edges>
  | Typed<'rotate', { readonly angle: number }>
  | Typed<'perspective', Corners>
  | Typed<'sharpen', { readonly amount: number; readonly radius: number }>
  | Typed<'glow', { readonly threshold: number; readonly radius: number; readonly intensity: number }>
  | Typed<'tiltshift', TiltShift>
  | Typed<'chromakey', ChromaKey>
  | Typed<'noise', Noise>
  /** `src` is the name of its color table. */
  | Typed<'cube', { readonly src: string | null; readonly amount: number }>;

/** Fractions of the picture's height; `radius` is a standard deviation in pixels of the film. */
interface TiltShift {
  readonly focusheight: number;
  readonly focussize: number;
  readonly transitionwidth: number;
  readonly radius: number;
}

interface ChromaKey {
  readonly color: Color;
  readonly tolerance: number;
  readonly softness: number;
  readonly spill: number;
}

interface Noise {
  readonly amount: number;
  readonly size: number;
  readonly color: boolean;
  readonly seed: number;
}

interface Typed<Type extends string, Parameters> {
  readonly type: Type;
  readonly parameters: Parameters;
}
