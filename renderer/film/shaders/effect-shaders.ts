import type { DecodedEffect, DecodedEffectType } from '#shared/film/rows/decoded-effects.ts';
import type { ParametersOf } from '#shared/template/effects/effects.ts';
import type { EffectShader, PlacedPicture } from './effect-shader.ts';
import { flip } from './flip.ts';
import type { Uniforms } from './program.ts';
import { saturation } from './saturation.ts';
import { vignette } from './vignette.ts';

type EffectShaders = { readonly [Type in DecodedEffectType]: EffectShader<ParametersOf<Type>> };

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
