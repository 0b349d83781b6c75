import { expect, test } from 'vitest';
import { type EffectType, effectTypes, effectTypesOf, isEffectType, type ParametersOf } from './effects.ts';

/** As the engine's filter graphs, the preview's shaders and the like are typed: one part for each effect. */
type Parts = { readonly [Type in EffectType]: (parameters: ParametersOf<Type>) => string };

const parts: Parts = {
  saturation: ({ intensity }) => intensity.toFixed(1),
  vignette: ({ color, aperture }) => `${color.red} ${aperture}`,
  flip: ({ axis }) => axis,
};

// The compiler is the test of these: without the error that is expected, the type check fails.
const wrong: readonly Parts[] = [
  // @ts-expect-error An effect that lacks its part does not compile.
  { saturation: parts.saturation, vignette: parts.vignette },
  // @ts-expect-error Nor does a part for an effect that there is not.
  { saturation: parts.saturation, vignette: parts.vignette, flip: parts.flip, sepia: () => '' },
  // @ts-expect-error Nor does one that takes an attribute its effect does not have.
  { ...parts, flip: ({ angle }) => angle },
  // @ts-expect-error Nor does one that mistakes the type of an attribute.
  { ...parts, saturation: ({ intensity }) => intensity.toUpperCase() },
];

test('each effect has its part, typed by its attributes', () => {
  expect(Object.keys(parts)).toEqual(effectTypes);
  expect(parts.saturation({ intensity: 0.5 })).toBe('0.5');
  expect(wrong).toHaveLength(4);
});

test('each effect is of one element', () => {
  expect({ filter: effectTypesOf('filter'), transform: effectTypesOf('transform') }).toEqual({
    filter: ['saturation', 'vignette'],
    transform: ['flip'],
  });
});

test('no name of the program is an effect', () => {
  expect(['constructor', '__proto__', 'toString', 'flip'].filter(isEffectType)).toEqual(['flip']);
});
