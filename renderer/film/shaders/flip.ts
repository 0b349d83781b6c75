import type { ParametersOf } from '#shared/template/effects/effects.ts';
import type { EffectShader } from './effect-shader.ts';

export const flip: EffectShader<ParametersOf<'flip'>> = {
  source: `
uniform vec2 mirrored;
vec4 effect(sampler2D picture, vec2 at) {
  return texture(picture, mix(at, 1.0 - at, mirrored));
}`,
  uniforms: ({ axis }) => ({ mirrored: axis === 'x' ? [1, 0] : [0, 1] }),
};
