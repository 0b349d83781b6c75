import { expect, test } from 'vitest';
import { type EffectType, effectTypeNamed, effectTypes, effectTypesOf, type ParametersOf } from './effects.ts';

/** A table with one entry per effect, with types like the tables of the compositor and the forms. */
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

// The type check is the test: it fails if an expected error does not occur.
const wrong: readonly Parts[] = [
  // @ts-expect-error A table without an entry for an effect does not compile.
  withoutFlip,
  // @ts-expect-error An entry for an unknown effect does not compile.
  { ...parts, posterise: () => '' },
  // @ts-expect-error An entry with an unknown attribute of its effect does not compile.
  { ...parts, flip: ({ angle }) => angle },
  // @ts-expect-error An entry that uses an attribute with a wrong type does not compile.
  { ...parts, saturation: ({ intensity }) => intensity.toUpperCase() },
];

test('a table of effects has the types of all effect attributes', () => {
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
