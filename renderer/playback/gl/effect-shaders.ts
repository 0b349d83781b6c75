import type { ParametersOf } from '#shared/template/effects/effects.ts';
import { toBt709 } from '#shared/template/values/color.ts';
import type { DecodedEffect, DecodedEffectType } from '#shared/timeline/effects.ts';
import type { EffectShader, PlacedPicture } from './effect-shader.ts';
import type { Uniforms } from './program.ts';

type EffectShaders = { readonly [Type in DecodedEffectType]: EffectShader<ParametersOf<Type>> };

/**
 * The engine has one colour for each two by two pixels, and strengthens and clips it before it is spread over them;
 * done after the spreading, edges would be harder. So from strength 1 on colours are taken back to where the engine has
 * them: means of two by two, less what the spreading took from their neighbours, in whole codes. On a canvas with fewer
 * pixels than the film those places are not there.
 */
const saturation: EffectShader<ParametersOf<'saturation'>> = {
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

const vignette: EffectShader<ParametersOf<'vignette'>> = {
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

const flip: EffectShader<ParametersOf<'flip'>> = {
  source: `
uniform vec2 mirrored;
vec4 effect(sampler2D picture, vec2 at) {
  return texture(picture, mix(at, 1.0 - at, mirrored));
}`,
  uniforms: ({ axis }) => ({ mirrored: axis === 'x' ? [1, 0] : [0, 1] }),
};

/** What the preview does for each effect of a video that is not composed; one that is missing does not compile. */
export const effectShaders: EffectShaders = { saturation, vignette, flip };

/** The uniforms of an effect, as a row has it, on a picture. */
export function effectUniforms(effect: DecodedEffect, picture: PlacedPicture): Uniforms {
  return uniformsOf(effect.type, effect.parameters, picture);
}

// The type and the parameters of an effect belong together; TypeScript cannot follow that through a table's index.
function uniformsOf<Type extends DecodedEffectType>(
  type: Type,
  parameters: DecodedEffect['parameters'],
  picture: PlacedPicture,
): Uniforms {
  return effectShaders[type].uniforms(parameters as ParametersOf<Type>, picture);
}
