import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import { boolean, color, integer, number } from '../value-types/attribute-types.ts';
import { assetName, url } from '../value-types/source-attribute-types.ts';
import type { Color } from '../values/color.ts';
import { WIDEST_BLUR } from './shape-effects.ts';

/** The green of studios. */
const KEY: Color = { red: 0, green: 0xb1, blue: 0x40 };
const LARGEST_SEED = 2 ** 32 - 1;

function part(label: string, description: string, usual: number) {
  return {
    type: number({ minimum: 0, maximum: 1 }),
    label,
    description,
    absent: { default: usual },
  } satisfies AttributeSpec<number>;
}

function blurRadius(description: string, usual: number) {
  return {
    type: number({ minimum: 0, maximum: WIDEST_BLUR }),
    label: 'Radius',
    description,
    absent: { default: usual },
    unit: 'px',
  } satisfies AttributeSpec<number>;
}

/** Effects that make of each pixel another by its surroundings, by a key, or by what looks like chance. */
export const lightEffects = {
  sharpen: {
    element: 'filter',
    label: 'Sharpen',
    description: 'Takes colours further away from their blur: c + amount × (c − blur).',
    attributes: {
      amount: {
        type: number({ minimum: 0, maximum: 5 }),
        label: 'Amount',
        description: 'How much sharper; 0 is unchanged.',
        absent: { default: 1 },
      } satisfies AttributeSpec<number>,
      radius: blurRadius('Standard deviation of the blur; 0 is unchanged.', 1),
    },
  },
  glow: {
    element: 'filter',
    label: 'Glow',
    description: 'What is bright shines on what is beside it: screened with the blur of what is above the threshold.',
    attributes: {
      threshold: part('Threshold', 'From which luminance on something shines, 1 being white.', 0.7),
      radius: blurRadius('Standard deviation of how far it shines.', 10),
      intensity: {
        type: number({ minimum: 0, maximum: 4 }),
        label: 'Intensity',
        description: 'How strongly; 0 is unchanged.',
        absent: { default: 1 },
      } satisfies AttributeSpec<number>,
    },
  },
  tiltshift: {
    element: 'filter',
    label: 'Tilt shift',
    description:
      'Sharp in a band across the picture, and more and more blurred above and below it, as if it were small.',
    attributes: {
      focusheight: part('Band height', 'Where its middle lies: 0 at the top, 1 at the bottom.', 0.5),
      focussize: part('Band width', "How high the sharp band is, as a part of the picture's height.", 0.2),
      transitionwidth: part(
        'Transition',
        "How far it is until all is blurred, as a part of the picture's height.",
        0.3,
      ),
      radius: blurRadius('Standard deviation of the blur; 0 is unchanged.', 8),
    },
  },
  chromakey: {
    element: 'filter',
    label: 'Chroma key',
    description: 'Makes transparent what has a colour, whatever its brightness, and takes that colour off the rest.',
    attributes: {
      color: {
        type: color(),
        label: 'Color',
        description: 'The colour that becomes transparent.',
        absent: { default: KEY },
      } satisfies AttributeSpec<Color>,
      tolerance: part('Tolerance', 'Up to which distance from the colour all is transparent.', 0.2),
      softness: part('Softness', 'How far it is from there to what is not transparent at all.', 0.1),
      spill: part('Spill', 'How much of the colour is taken off what is left.', 0.5),
    },
  },
  noise: {
    element: 'filter',
    label: 'Noise',
    description: 'Adds grain that is another in every frame, and the same each time the film is rendered.',
    attributes: {
      amount: part('Amount', 'How strong it is; 0 is unchanged.', 0.1),
      size: {
        type: number({ minimum: 1, maximum: 16 }),
        label: 'Size',
        description: 'How large a grain is.',
        absent: { default: 1 },
        unit: 'px',
      } satisfies AttributeSpec<number>,
      color: {
        type: boolean(),
        label: 'Colored',
        description: 'Whether red, green and blue have grains of their own.',
        absent: { default: false },
      } satisfies AttributeSpec<boolean>,
      seed: {
        type: integer({ minimum: 0, maximum: LARGEST_SEED }),
        label: 'Seed',
        description: 'Another number makes other grain.',
        absent: { default: 0 },
      } satisfies AttributeSpec<number>,
    },
  },
  cube: {
    element: 'filter',
    label: 'LUT',
    description:
      'Replaces colours by those of a .cube file, of one or three dimensions, in between by the nearest ones.',
    aliases: ['lut', 'cubelut'],
    attributes: {
      src: {
        type: assetName('table'),
        label: 'File',
        description: 'A .cube file of the project.',
        absent: { default: null },
      } satisfies AttributeSpec<string | null>,
      url: {
        type: url('table'),
        label: 'Address',
        description: 'The address of a .cube file, instead of one of the project.',
        absent: { default: null },
      } satisfies AttributeSpec<string | null>,
      amount: part('Amount', 'How much of it there is: 0 changes nothing, 1 is all of it.', 1),
    },
    oneOf: ['url', 'src'],
  },
} as const;
