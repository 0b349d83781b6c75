import type { Size } from '#shared/template/values/placement.ts';
import type { Uniforms } from './program.ts';

/** The picture of a layer in the movie, with its size in pixels of the movie. */
export interface PlacedPicture extends Size {
  /** The share of a chroma value that comes from each neighbor after interpolation; 0 without subsampling. */
  readonly colorSpread: number;
}

/**
 * The shader of an effect. It computes the same values as the engine's filter. A picture has luma and chroma of
 * limited-range BT.709 as fractions of 255, and opacity.
 */
export interface EffectShader<Parameters> {
  /**
   * The body of the effect in GLSL ES 3.00: its own uniforms and `vec4 effect(sampler2D picture, vec2 at)`, which
   * returns the value at a point. (0, 0) is the top left corner, (1, 1) the bottom right.
   */
  readonly source: string;
  /** Returns the uniforms of the effect for a picture. An effect without influence is not part of a video state. */
  readonly uniforms: (parameters: Parameters, picture: PlacedPicture) => Uniforms;
}
