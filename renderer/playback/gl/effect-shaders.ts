import type { ParametersOf } from '#shared/template/effects/effects.ts';
import { toBt709 } from '#shared/template/values/color.ts';
import type { DecodedEffect, DecodedEffectType } from '#shared/timeline/effects.ts';
import type { EffectShader, PlacedPicture } from './effect-shader.ts';
import type { Uniforms } from './program.ts';

type EffectShaders = { readonly [Type in DecodedEffectType]: EffectShader<ParametersOf<Type>> };

/**
 * The engine has one chroma value per 2 × 2 pixels. It amplifies and clips this value before the interpolation;
 * clipping after the interpolation would make edges harder. From strength 1, the shader therefore reconstructs chroma
 * at the positions of the engine: means of 2 × 2 pixels, minus the share of their neighbors, in whole codes. A canvas
 * with fewer pixels than the movie lacks these positions.
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
  // The engine blends a generated image with 8-bit weights, so the shader rounds to 8 bits. Transparent pixels stay
  // unchanged.
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

/** The shaders of the effects on videos that the graphics card draws. The type requires a shader for each effect. */
export const effectShaders: EffectShaders = { saturation, vignette, flip };

/** Returns the uniforms of an effect for a picture. */
export function effectUniforms(effect: DecodedEffect, picture: PlacedPicture): Uniforms {
  return uniformsOf(effect.type, effect.parameters, picture);
}

// The type of the effect determines the type of its parameters, but TypeScript does not infer this from the index of a
// table.
function uniformsOf<Type extends DecodedEffectType>(
  type: Type,
  parameters: DecodedEffect['parameters'],
  picture: PlacedPicture,
): Uniforms {
  return effectShaders[type].uniforms(parameters as ParametersOf<Type>, picture);
}
