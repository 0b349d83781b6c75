import { assertNever } from '#shared/lib/assert.ts';
import type { ParametersOf } from '#shared/template/effects/effects.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { DecodedEffect, DecodedEffectType } from '#shared/timeline/effects.ts';
import { type Filter, filter } from './filter-graph.ts';
import type { GeneratedImage } from './still.ts';

/** A step of an effect: filters in a chain, or a generated image that is blended over the picture. */
export type EffectStep =
  | { readonly kind: 'filters'; readonly filters: readonly Filter[] }
  | { readonly kind: 'blend'; readonly still: GeneratedImage };

type EffectGraphs = {
  readonly [Type in DecodedEffectType]: (parameters: ParametersOf<Type>, picture: Size) => readonly EffectStep[];
};

/** The maximum factor of the filter `hue`. */
const MAX_HUE_FACTOR = 10;

/** The FFmpeg steps of each effect that FFmpeg applies. Omitting an effect is a compile error. */
const effectGraphs: EffectGraphs = {
  saturation: ({ intensity }) => {
    const factors: number[] = [];
    let rest = intensity;
    for (; rest > MAX_HUE_FACTOR; rest /= MAX_HUE_FACTOR) factors.push(MAX_HUE_FACTOR);
    return [{ kind: 'filters', filters: [...factors, rest].map((factor) => filter('hue', { s: factor })) }];
  },
  vignette: ({ color, aperture }, picture) => [
    { kind: 'blend', still: { kind: 'vignette', ...sizeOf(picture), color, aperture } },
  ],
  flip: ({ axis }) => {
    switch (axis) {
      case 'x':
        return [{ kind: 'filters', filters: [filter('hflip')] }];
      case 'y':
        return [{ kind: 'filters', filters: [filter('vflip')] }];
      default:
        return assertNever(axis);
    }
  },
};

/** Returns the steps of an effect for a picture of this size. */
export function effectSteps(effect: DecodedEffect, picture: Size): readonly EffectStep[] {
  return stepsOf(effect.type, effect.parameters, picture);
}

// The type parameter ties the parameters to the effect type. TypeScript cannot derive this from the indexed table.
function stepsOf<Type extends DecodedEffectType>(
  type: Type,
  parameters: DecodedEffect['parameters'],
  picture: Size,
): readonly EffectStep[] {
  return effectGraphs[type](parameters as ParametersOf<Type>, picture);
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
