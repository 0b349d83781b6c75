import type { ParametersOf } from '#shared/template/effects/effects.ts';
import type { EffectShader } from './effect-shader.ts';

/**
 * The engine has one colour for each two by two pixels, and strengthens and clips it before it is spread over them;
 * done after the spreading, edges would be harder. So from strength 1 on colours are taken back to where the engine has
 * them: means of two by two, less what the spreading took from their neighbours, in whole codes. On a canvas with fewer
 * pixels than the film those places are not there.
 */
export const saturation: EffectShader<ParametersOf<'saturation'>> = {
  source: `
uniform float intensity;
uniform vec2 film;
uniform float spread;
const float grey = 128.0 / 255.0;
vec2 stronger(vec2 color) { return clamp(grey + (color - grey) * intensity, 0.0, 1.0); }
vec2 around(sampler2D picture, vec2 place) { return texture(picture, place * 2.0 / film).yz; }
vec2 stored(sampler2D picture, vec2 place) {
  vec2 sum = vec2(0.0);
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++) {
      float weight = (x == 0 ? 1.0 + 2.0 * spread : -spread) * (y == 0 ? 1.0 + 2.0 * spread : -spread);
      sum += weight * around(picture, place + vec2(x, y));
    }
  return floor(sum * 255.0 + 0.5) / 255.0;
}
vec4 effect(sampler2D picture, vec2 at) {
  vec4 color = texture(picture, at);
  vec2 plain = stronger(color.yz);
  float likeEngine = clamp(intensity - 1.0, 0.0, 1.0);
  if (likeEngine == 0.0 || vec2(textureSize(picture, 0)) != film) return vec4(color.x, plain, color.a);
  vec2 place = at * film / 2.0 - 0.5;
  vec2 first = floor(place) + 0.5;
  vec2 part = fract(place);
  vec2 spreadAgain = mix(
    mix(stronger(stored(picture, first)), stronger(stored(picture, first + vec2(1.0, 0.0))), part.x),
    mix(stronger(stored(picture, first + vec2(0.0, 1.0))), stronger(stored(picture, first + vec2(1.0))), part.x),
    part.y);
  return vec4(color.x, mix(plain, spreadAgain, likeEngine), color.a);
}`,
  uniforms: ({ intensity }, { width, height, colorSpread }) => ({
    intensity,
    film: [width, height],
    spread: colorSpread,
  }),
};
