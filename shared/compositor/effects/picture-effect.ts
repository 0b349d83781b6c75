import type { Color, Paint } from '../../template/values/color.ts';
import type { Edges, Point } from '../../template/values/lengths.ts';
import type { Corners } from './reshape.ts';

/** What lies beyond the edge of a picture that is blurred: nothing, so that it grows by what is spread, or its edge again. */
export type BlurEdge = 'spread' | 'clamp';

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
  /** `auto` is by the picture: an opaque one is clamped. */
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
  /** `src` is the name under which its table is known. */
  | Typed<'cube', { readonly src: string | null; readonly amount: number }>;

/** Parts of the picture's height, and a deviation in pixels of the film. */
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
