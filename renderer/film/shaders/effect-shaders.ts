import type { Effect, EffectType, ParametersOf } from '../../../shared/template/tables/effects.ts';
import type { EffectShader, PlacedPicture } from './effect-shader.ts';
import { flip } from './flip.ts';
import type { Uniforms } from './program.ts';
import { saturation } from './saturation.ts';
import { vignette } from './vignette.ts';

type EffectShaders = { readonly [Type in EffectType]: EffectShader<ParametersOf<Type>> };

/** What the preview does for each effect of the registry; one that is missing does not compile. */
export const effectShaders: EffectShaders = { saturation, vignette, flip };

/** The uniforms of an effect, as a row has it, on a picture. */
export function effectUniforms(effect: Effect, picture: PlacedPicture): Uniforms {
  return uniformsOf(effect.type, effect.parameters, picture);
}

// The type and the parameters of an effect belong together; TypeScript cannot follow that through a table's index.
function uniformsOf<Type extends EffectType>(
  type: Type,
  parameters: Effect['parameters'],
  picture: PlacedPicture,
): Uniforms {
  return effectShaders[type].uniforms(parameters as ParametersOf<Type>, picture);
}
