import { type AttributeSpec, colorType, number } from '../value-types/attribute-types.ts';
import { colorMatrixType, IDENTITY_MATRIX, isIdentityMatrix } from '../value-types/color-types.ts';
import type { Color } from '../values/color.ts';

const BLACK: Color = { red: 0, green: 0, blue: 0 };

/** The strength of an effect; 0 means no change. */
const amount = {
  type: number({ minimum: 0, maximum: 1 }),
  label: 'Amount',
  description: 'Strength of the effect: 0 is none, 1 is full.',
  absent: { default: 1 },
} satisfies AttributeSpec<number>;

export const hasNoAmount = (parameters: { readonly amount: number }): boolean => parameters.amount === 0;
const hasNeutralIntensity = (parameters: { readonly intensity: number }): boolean => parameters.intensity === 1;

/** Effects that compute the color of a pixel from its own color. */
export const colorEffects = {
  saturation: {
    element: 'filter',
    label: 'Saturation',
    description: 'Scales chroma around gray: 0 is gray, 1 is unchanged, above 1 is stronger. Values are clipped.',
    isNeutral: hasNeutralIntensity,
    attributes: {
      intensity: {
        type: number({ minimum: 0 }),
        label: 'Intensity',
        description: 'Factor of the chroma.',
        absent: { required: true },
        initial: 1,
        aliases: ['saturation'],
      } satisfies AttributeSpec<number>,
    },
  },
  vignette: {
    element: 'filter',
    label: 'Vignette',
    description:
      'Tints toward a color from the center outward: weight 1 − cos⁴(aperture × d), where d is the distance from the center, 1 at the corners.',
    isNeutral: ({ aperture }: { readonly aperture: number }) => aperture === 0,
    attributes: {
      color: {
        type: colorType(),
        label: 'Color',
        description: 'Color of the corners.',
        absent: { default: BLACK },
      } satisfies AttributeSpec<Color>,
      aperture: {
        type: number({ minimum: 0, maximum: 1.5 }),
        label: 'Aperture',
        description: 'How far the tint reaches toward the center; 0 is none.',
        absent: { default: 0.7 },
        unit: 'rad',
      } satisfies AttributeSpec<number>,
    },
  },
  brightness: {
    element: 'filter',
    label: 'Brightness',
    description: 'Multiplies red, green, and blue: 0 is black, 1 is unchanged, above 1 is brighter.',
    isNeutral: hasNeutralIntensity,
    attributes: {
      intensity: {
        type: number({ minimum: 0 }),
        label: 'Intensity',
        description: 'Factor of red, green, and blue.',
        absent: { required: true },
        initial: 1,
      } satisfies AttributeSpec<number>,
    },
  },
  contrast: {
    element: 'filter',
    label: 'Contrast',
    description: 'Scales red, green, and blue around the middle: 0 is mid-gray, 1 is unchanged, above 1 is stronger.',
    isNeutral: hasNeutralIntensity,
    attributes: {
      intensity: {
        type: number({ minimum: 0 }),
        label: 'Intensity',
        description: 'Factor of the difference from the middle.',
        absent: { required: true },
        initial: 1,
      } satisfies AttributeSpec<number>,
    },
  },
  gamma: {
    element: 'filter',
    label: 'Gamma',
    description: 'Changes the midtones: 255 × (c ÷ 255)^(1 ÷ gamma). Above 1 is brighter.',
    isNeutral: ({ gamma }: { readonly gamma: number }) => gamma === 1,
    attributes: {
      gamma: {
        type: number({ minimum: 0.1, maximum: 10 }),
        label: 'Gamma',
        description: '1 is unchanged.',
        absent: { required: true },
        initial: 1,
      } satisfies AttributeSpec<number>,
    },
  },
  hue: {
    element: 'filter',
    label: 'Hue',
    description: 'Rotates all hues: Cb and Cr rotate by the angle, luma stays.',
    isNeutral: ({ angle }: { readonly angle: number }) => angle % 360 === 0,
    attributes: {
      angle: {
        type: number({}),
        label: 'Angle',
        description: 'Rotation of the hues; 0 is unchanged.',
        absent: { required: true },
        initial: 0,
        unit: '°',
      } satisfies AttributeSpec<number>,
    },
  },
  grayscale: {
    element: 'filter',
    label: 'Grayscale',
    description: "Mixes colors with their luminance (BT.709's weights of R'G'B').",
    isNeutral: hasNoAmount,
    attributes: { amount },
  },
  sepia: {
    element: 'filter',
    label: 'Sepia',
    description: 'Mixes colors with the brown of old prints, using the matrix of W3C Filter Effects 1.',
    isNeutral: hasNoAmount,
    attributes: { amount },
  },
  invert: {
    element: 'filter',
    label: 'Invert',
    description: 'Mixes red, green, and blue with their inverse.',
    isNeutral: hasNoAmount,
    attributes: { amount },
  },
  tint: {
    element: 'filter',
    label: 'Tint',
    description: 'Mixes colors with one color at the same brightness: black stays black, white becomes the color.',
    isNeutral: hasNoAmount,
    attributes: {
      color: {
        type: colorType(),
        label: 'Color',
        description: 'Color of white areas.',
        absent: { required: true },
        initial: { red: 255, green: 255, blue: 255 },
      } satisfies AttributeSpec<Color>,
      amount,
    },
  },
  colormatrix: {
    element: 'filter',
    label: 'Color matrix',
    description:
      'Computes red, green, and blue (and opacity, with 20 numbers) from all channels: each row has a factor per channel and a constant to add, where 1 is full.',
    aliases: ['colortwist'],
    isNeutral: ({ matrix }: { readonly matrix: readonly number[] }) => isIdentityMatrix(matrix),
    attributes: {
      matrix: {
        type: colorMatrixType(),
        label: 'Matrix',
        description:
          'Three rows of four numbers for red, green, and blue, or four rows of five numbers that include opacity.',
        absent: { required: true },
        initial: IDENTITY_MATRIX,
      } satisfies AttributeSpec<readonly number[]>,
    },
  },
} as const;
