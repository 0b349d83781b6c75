import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import { color, number } from '../value-types/attribute-types.ts';
import { colorMatrix, UNCHANGED } from '../value-types/matrix-type.ts';
import type { Color } from '../values/color.ts';

const BLACK: Color = { red: 0, green: 0, blue: 0 };

/** How much of an effect there is: 0 changes nothing. */
const amount = {
  type: number({ minimum: 0, maximum: 1 }),
  label: 'Amount',
  description: 'How much of it there is: 0 changes nothing, 1 is all of it.',
  absent: { default: 1 },
} satisfies AttributeSpec<number>;

/** Effects that make of each pixel's colour another one. */
export const colorEffects = {
  saturation: {
    element: 'filter',
    label: 'Saturation',
    description: 'Scales chroma around grey: 0 is grey, 1 is unchanged, above 1 is stronger. Clipped, never wrapped.',
    attributes: {
      intensity: {
        type: number({ minimum: 0 }),
        label: 'Intensity',
        description: 'Factor by which chroma is scaled.',
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
      'Tints toward a colour from the centre outward: weight 1 − cos⁴(aperture × d), where d is the distance from the centre, 1 at the corners.',
    attributes: {
      color: {
        type: color(),
        label: 'Color',
        description: 'The colour that the corners are tinted toward.',
        absent: { default: BLACK },
      } satisfies AttributeSpec<Color>,
      aperture: {
        type: number({ minimum: 0, maximum: 1.5 }),
        label: 'Aperture',
        description: 'How far the tint reaches in; 0 is none.',
        absent: { default: 0.7 },
        unit: 'rad',
      } satisfies AttributeSpec<number>,
    },
  },
  brightness: {
    element: 'filter',
    label: 'Brightness',
    description: 'Multiplies red, green and blue: 0 is black, 1 is unchanged, above 1 is brighter.',
    attributes: {
      intensity: {
        type: number({ minimum: 0 }),
        label: 'Intensity',
        description: 'Factor of red, green and blue.',
        absent: { required: true },
        initial: 1,
      } satisfies AttributeSpec<number>,
    },
  },
  contrast: {
    element: 'filter',
    label: 'Contrast',
    description: 'Scales red, green and blue around the middle: 0 is mid grey, 1 is unchanged, above 1 is stronger.',
    attributes: {
      intensity: {
        type: number({ minimum: 0 }),
        label: 'Intensity',
        description: 'Factor of what lies between a value and the middle.',
        absent: { required: true },
        initial: 1,
      } satisfies AttributeSpec<number>,
    },
  },
  gamma: {
    element: 'filter',
    label: 'Gamma',
    description: 'Bends what lies between black and white: 255 × (c ÷ 255)^(1 ÷ gamma). Above 1 is brighter.',
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
    description: 'Turns all hues: luma stays, Cb and Cr are turned by the angle.',
    attributes: {
      angle: {
        type: number({}),
        label: 'Angle',
        description: 'How far hues are turned; 0 is unchanged.',
        absent: { required: true },
        initial: 0,
        unit: '°',
      } satisfies AttributeSpec<number>,
    },
  },
  grayscale: {
    element: 'filter',
    label: 'Grayscale',
    description: "Mixes colours with their luminance (BT.709's weights of R'G'B').",
    attributes: { amount },
  },
  sepia: {
    element: 'filter',
    label: 'Sepia',
    description: 'Mixes colours with the brown of old prints, by the matrix of W3C Filter Effects 1.',
    attributes: { amount },
  },
  invert: {
    element: 'filter',
    label: 'Invert',
    description: 'Mixes red, green and blue with what is left of them to white.',
    attributes: { amount },
  },
  tint: {
    element: 'filter',
    label: 'Tint',
    description:
      'Mixes colours with one colour that is as bright as they are: black stays black, white becomes the colour.',
    attributes: {
      color: {
        type: color(),
        label: 'Color',
        description: 'What white becomes.',
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
      'Makes each of red, green and blue (and opacity, with 20 numbers) of all of them: rows of factors, the last number of a row being added, 1 as full.',
    aliases: ['colortwist'],
    attributes: {
      matrix: {
        type: colorMatrix(),
        label: 'Matrix',
        description: 'Three rows of four numbers, for red, green and blue, or four rows of five with opacity as well.',
        absent: { required: true },
        initial: UNCHANGED,
      } satisfies AttributeSpec<readonly number[]>,
    },
  },
} as const;
