import type { Size } from '#shared/template/values/placement.ts';
import type { Uniforms } from './program.ts';

/** A layer's picture as it lies in the film: its size is in pixels of the film. */
export interface PlacedPicture extends Size {
  /**
   * What of a colour came from each of its neighbours when one for four pixels was spread over them; 0 for one each.
   */
  readonly colorSpread: number;
}

/**
 * How the preview draws an effect: the twin of the engine's filters, on the same numbers. A picture is luma and colour
 * differences of BT.709 in limited range, as parts of 255, with its opacity.
 */
export interface EffectShader<Parameters> {
  /**
   * GLSL ES 3.00: uniforms of its own and `vec4 effect(sampler2D picture, vec2 at)`, which gives the picture's value at
   * a place; (0, 0) is the upper left corner, (1, 1) the lower right.
   */
  readonly source: string;
  /** Its uniforms for a picture. An effect that changes nothing is not asked for them: a row does not have it. */
  readonly uniforms: (parameters: Parameters, picture: PlacedPicture) => Uniforms;
}
