import type { Size } from '../../../../../shared/template/placement.ts';
import type { Uniforms } from '../gl/program.ts';

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
  /** Its uniforms for a picture of that size in pixels of the film; null where it changes nothing. */
  readonly uniforms: (parameters: Parameters, picture: Size) => Uniforms | null;
}
