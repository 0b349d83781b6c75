import type { ParametersOf } from '../../../../../shared/template/effects.ts';
import type { EffectShader } from './effect-shader.ts';

/** Past this every colour is grey or clipped; the largest float must not be reached. */
const CLIPS_ALL = 10_000;

export const saturation: EffectShader<ParametersOf<'saturation'>> = {
  source: `
uniform float intensity;
vec4 effect(sampler2D picture, vec2 at) {
  vec4 color = texture(picture, at);
  const float grey = 128.0 / 255.0;
  return vec4(color.x, clamp(grey + (color.yz - grey) * intensity, 0.0, 1.0), color.a);
}`,
  uniforms: ({ intensity }) => (intensity === 1 ? null : { intensity: Math.min(intensity, CLIPS_ALL) }),
};
