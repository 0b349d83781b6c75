import { expect, test } from 'vitest';
import { type EffectType, effectTypeNamed, effectTypes, effectTypesOf, type ParametersOf } from './effects.ts';

/** A table with one entry per effect, typed like the compositor and the forms. */
type Parts = { readonly [Type in EffectType]: (parameters: ParametersOf<Type>) => string };

const parts: Parts = {
  saturation: ({ intensity }) => intensity.toFixed(1),
  vignette: ({ color, aperture }) => `${color.red} ${aperture}`,
  brightness: ({ intensity }) => intensity.toFixed(1),
  contrast: ({ intensity }) => intensity.toFixed(1),
  gamma: ({ gamma }) => gamma.toFixed(1),
  hue: ({ angle }) => angle.toFixed(1),
  grayscale: ({ amount }) => amount.toFixed(1),
  sepia: ({ amount }) => amount.toFixed(1),
  invert: ({ amount }) => amount.toFixed(1),
  tint: ({ color, amount }) => `${color.red} ${amount}`,
  colormatrix: ({ matrix }) => matrix.join(' '),
  blur: ({ radius }) => radius.toFixed(1),
  dropshadow: ({ offset, color }) => `${offset.across.amount} ${color.alpha}`,
  flip: ({ axis }) => axis,
  crop: ({ top }) => top.unit,
  rotate: ({ angle }) => angle.toFixed(1),
  perspective: ({ upperleft }) => upperleft.across.unit,
  sharpen: ({ amount, radius }) => `${amount} ${radius}`,
  glow: ({ threshold }) => threshold.toFixed(1),
  tiltshift: ({ focusheight }) => focusheight.toFixed(1),
  chromakey: ({ color }) => `${color.green}`,
  noise: ({ color, seed }) => `${color} ${seed}`,
  cube: ({ src }) => `${src}`,
};
const { flip: _flip, ...withoutFlip } = parts;

// The type check is the test. It fails if an expected error is missing.
const wrong: readonly Parts[] = [
  // @ts-expect-error An effect that lacks its part does not compile.
  withoutFlip,
  // @ts-expect-error A part for an effect that does not exist does not compile.
  { ...parts, posterise: () => '' },
  // @ts-expect-error A part with an attribute that its effect does not have does not compile.
  { ...parts, flip: ({ angle }) => angle },
  // @ts-expect-error A part with a wrong type of an attribute does not compile.
  { ...parts, saturation: ({ intensity }) => intensity.toUpperCase() },
];

test('a table of effects has the type of each effect’s attributes', () => {
  expect(Object.keys(parts)).toEqual(effectTypes);
  expect(parts.saturation({ intensity: 0.5 })).toBe('0.5');
  expect(wrong).toHaveLength(4);
});

test('each effect type is allowed in exactly one element', () => {
  const transforms = ['flip', 'crop', 'rotate', 'perspective'];
  expect(effectTypesOf('transform')).toEqual(transforms);
  expect(effectTypesOf('filter')).toEqual(effectTypes.filter((type) => !transforms.includes(type)));
});

test('an effect type is found by each of its names', () => {
  const names = ['constructor', '__proto__', 'toString', 'flip', 'colormatrix', 'colortwist', 'colourtwist'];
  expect(names.map(effectTypeNamed)).toEqual([null, null, null, 'flip', 'colormatrix', 'colormatrix', null]);
});
