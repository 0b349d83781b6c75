import { type AttributeSpec, boolean, colorType, integer, number } from '../value-types/attribute-types.ts';
import { assetName, url } from '../value-types/text-types.ts';
import type { Color } from '../values/color.ts';
import { hasNoAmount } from './color-effects.ts';
import { MAX_BLUR } from './shape-effects.ts';

/** The green of common studio backdrops. */
const KEY: Color = { red: 0, green: 0xb1, blue: 0x40 };
const MAX_SEED = 2 ** 32 - 1;

function part(label: string, description: string, standard: number) {
  return {
    type: number({ minimum: 0, maximum: 1 }),
    label,
    description,
    absent: { default: standard },
  } satisfies AttributeSpec<number>;
}

function blurRadius(description: string, standard: number) {
  return {
    type: number({ minimum: 0, maximum: MAX_BLUR }),
    label: 'Radius',
    description,
    absent: { default: standard },
    unit: 'px',
  } satisfies AttributeSpec<number>;
}

/** Effects that compute pixels from their neighbors, a key color, pseudorandom noise, or a color table. */
export const lightEffects = {
  sharpen: {
    element: 'filter',
    label: 'Sharpen',
    description: 'Increases the difference between colors and their blur: c + amount × (c − blur).',
    isNeutral: ({ amount, radius }: { readonly amount: number; readonly radius: number }) =>
      amount === 0 || radius === 0,
    attributes: {
      amount: {
        type: number({ minimum: 0, maximum: 5 }),
        label: 'Amount',
        description: 'Strength of the sharpening; 0 is unchanged.',
        absent: { default: 1 },
      } satisfies AttributeSpec<number>,
      radius: blurRadius('Standard deviation of the blur; 0 is unchanged.', 1),
    },
  },
  glow: {
    element: 'filter',
    label: 'Glow',
    description: 'Makes bright areas glow: screens the picture with the blur of areas above the threshold.',
    isNeutral: ({ intensity }: { readonly intensity: number }) => intensity === 0,
    attributes: {
      threshold: part('Threshold', 'Lowest luminance that glows; 1 is white.', 0.7),
      radius: blurRadius('Standard deviation of the glow.', 10),
      intensity: {
        type: number({ minimum: 0, maximum: 4 }),
        label: 'Intensity',
        description: 'Strength of the glow; 0 is unchanged.',
        absent: { default: 1 },
      } satisfies AttributeSpec<number>,
    },
  },
  tiltshift: {
    element: 'filter',
    label: 'Tilt shift',
    description: 'Keeps a band across the picture sharp and blurs it increasingly above and below, like a miniature.',
    isNeutral: ({ radius }: { readonly radius: number }) => radius === 0,
    attributes: {
      focusheight: part('Band height', 'Middle of the sharp band: 0 is the top, 1 the bottom.', 0.5),
      focussize: part('Band width', 'Height of the sharp band as a fraction of the picture’s height.', 0.2),
      transitionwidth: part(
        'Transition',
        "Distance from the sharp band to the full blur, as a fraction of the picture's height.",
        0.3,
      ),
      radius: blurRadius('Standard deviation of the blur; 0 is unchanged.', 8),
    },
  },
  chromakey: {
    element: 'filter',
    label: 'Chroma key',
    description: 'Makes areas of a color transparent, at any brightness, and removes its spill from the rest.',
    isNeutral: () => false,
    attributes: {
      color: {
        type: colorType(),
        label: 'Color',
        description: 'Color that becomes transparent.',
        absent: { default: KEY },
      } satisfies AttributeSpec<Color>,
      tolerance: part('Tolerance', 'Distance from the color up to which pixels are fully transparent.', 0.2),
      softness: part('Softness', 'Distance from there to fully opaque pixels.', 0.1),
      spill: part('Spill', 'How much of the color’s spill is removed from the rest.', 0.5),
    },
  },
  noise: {
    element: 'filter',
    label: 'Noise',
    description: 'Adds grain that changes with every frame and is the same each time the film is rendered.',
    isNeutral: hasNoAmount,
    attributes: {
      amount: part('Amount', 'Strength of the grain; 0 is unchanged.', 0.1),
      size: {
        type: number({ minimum: 1, maximum: 16 }),
        label: 'Size',
        description: 'Size of a grain.',
        absent: { default: 1 },
        unit: 'px',
      } satisfies AttributeSpec<number>,
      color: {
        type: boolean(),
        label: 'Colored',
        description: 'Whether red, green, and blue have separate grain.',
        absent: { default: false },
      } satisfies AttributeSpec<boolean>,
      seed: {
        type: integer({ minimum: 0, maximum: MAX_SEED }),
        label: 'Seed',
        description: 'Each number gives a different grain.',
        absent: { default: 0 },
      } satisfies AttributeSpec<number>,
    },
  },
  cube: {
    element: 'filter',
    label: 'LUT',
    description: 'Maps colors through a .cube file with one or three dimensions and interpolates between its entries.',
    aliases: ['lut', 'cubelut'],
    isNeutral: hasNoAmount,
    attributes: {
      src: {
        type: assetName('table'),
        label: 'File',
        description: 'A .cube file in the project.',
        absent: { default: null },
      } satisfies AttributeSpec<string | null>,
      url: {
        type: url('table'),
        label: 'URL',
        description: 'URL of a .cube file, instead of a file of the project.',
        absent: { default: null },
      } satisfies AttributeSpec<string | null>,
      amount: part('Amount', 'Strength of the effect: 0 is none, 1 is full.', 1),
    },
    oneOf: ['url', 'src'],
  },
} as const;
