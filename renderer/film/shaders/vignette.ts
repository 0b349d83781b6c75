import type { ParametersOf } from '#shared/template/effects/effects.ts';
import { toBt709 } from '#shared/template/values/color.ts';
import type { EffectShader } from './effect-shader.ts';

export const vignette: EffectShader<ParametersOf<'vignette'>> = {
  // The engine lays a still over the picture whose weights have 8 bits, so here they have as many. What is transparent
  // stays so.
  source: `
uniform vec3 tint;
uniform float aperture;
uniform vec2 fromCentre;
vec4 effect(sampler2D picture, vec2 at) {
  vec4 color = texture(picture, at);
  float towards = cos(aperture * length((at - 0.5) * fromCentre));
  float weight = floor(255.0 * (1.0 - towards * towards * towards * towards) + 0.5) / 255.0;
  return vec4(mix(color.xyz, tint, weight), color.a);
}`,
  uniforms: ({ color, aperture }, { width, height }) => {
    const { luma, differenceBlue, differenceRed } = toBt709(color);
    const corner = Math.hypot(width, height) / 2;
    return {
      tint: [luma / 255, differenceBlue / 255, differenceRed / 255],
      aperture,
      fromCentre: [width / corner, height / corner],
    };
  },
};
