import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import { boolean, choice, number, text, time } from '../value-types/attribute-types.ts';
import { conditionType } from '../value-types/condition-types.ts';
import { edges, length, pair, percentages, point } from '../value-types/length-types.ts';
import { origin } from '../value-types/origin-type.ts';
import { assetName, url } from '../value-types/source-attribute-types.ts';
import { signedTime } from '../value-types/time-types.ts';
import { BLEND_MODES, type BlendMode } from '../values/blend-mode.ts';
import { FITS, type Fit } from '../values/fit.ts';
import { type Frames, frames } from '../values/frame-rate.ts';
import { type Edges, type Length, type Pair, type Point, percent, pixels } from '../values/lengths.ts';

const MASK_CHANNELS = ['luma', 'alpha', 'red', 'green', 'blue', '0', '1', '2', '3'] as const;
type MaskChannel = (typeof MASK_CHANNELS)[number];

export const enabled: AttributeSpec<boolean> = {
  type: boolean(),
  label: 'Enabled',
  description: '`false` keeps it in the document and out of the film.',
  absent: { default: true },
};

export const name: AttributeSpec<string | null> = {
  type: text(),
  label: 'Name',
  description: 'A name for people, shown on the timeline.',
  absent: { default: null },
};

export const condition: AttributeSpec<string | null> = {
  type: conditionType(),
  label: 'Condition',
  description:
    'It is left out of the film where this does not hold, such as `${logo}`, which is false without a value, or `${plan} = gold`.',
  absent: { default: null },
};

const NOWHERE: Point = { across: pixels(0), down: pixels(0) };

/** What every layer has that is seen. */
export const seenAttributes = {
  position: {
    type: point(),
    label: 'Position',
    description:
      'Where the pivot comes to lie, from `origin`; right and down are positive, percentages are of the frame.',
    absent: { default: NOWHERE },
    unit: 'px',
  } satisfies AttributeSpec<Point>,
  origin: {
    type: origin(),
    label: 'Origin',
    description: 'The place of the frame that `position` is measured from, or a point from its upper left corner.',
    absent: { default: { across: percent(50), down: percent(50) } },
  } satisfies AttributeSpec<Point>,
  anchor: {
    type: point(),
    label: 'Anchor',
    description:
      "The pivot, from the middle of the layer's picture; percentages are of the picture: `-50%, -50%` is its upper left corner.",
    absent: { default: NOWHERE },
    unit: 'px',
  } satisfies AttributeSpec<Point>,
  scale: {
    type: pair({ minimum: -100, maximum: 100 }),
    label: 'Scale',
    description: 'Size around the pivot, one factor or one across and one down; below 0 it is mirrored.',
    absent: { default: { across: 1, down: 1 } },
  } satisfies AttributeSpec<Pair>,
  rotation: {
    type: number({}),
    label: 'Rotation',
    description: 'Turns it around the pivot, clockwise.',
    absent: { default: 0 },
    unit: '°',
  } satisfies AttributeSpec<number>,
  opacity: {
    type: number({ minimum: 0, maximum: 1 }),
    label: 'Opacity',
    description: 'How opaque it is; 0 is not seen.',
    absent: { default: 1 },
  } satisfies AttributeSpec<number>,
  blendmode: {
    type: choice(BLEND_MODES),
    label: 'Blending',
    description: 'How its colours and those beneath it become one.',
    absent: { default: 'normal' },
  } satisfies AttributeSpec<BlendMode>,
  offset: {
    type: time({ minimum: 0 }),
    label: 'Start',
    description: 'When it begins in its scene.',
    absent: { default: frames(0) },
    unit: 'frames',
    time: 'start',
  } satisfies AttributeSpec<Frames>,
  duration: {
    type: time({ minimum: 1 }),
    label: 'Duration',
    description: 'How long it is there; without it to the end of its scene.',
    absent: { default: null },
    unit: 'frames',
    time: 'length',
  } satisfies AttributeSpec<Frames | null>,
  overlap: {
    type: signedTime(),
    label: 'Overlap',
    description:
      'Below 0 it ends so many frames sooner; above 0 so many frames of its own beginning are left out, its place in the scene staying.',
    absent: { default: 0 },
    unit: 'frames',
  } satisfies AttributeSpec<number>,
  condition,
  name,
  enabled,
} as const;

export const maskAttributes = {
  channel: {
    type: choice(MASK_CHANNELS),
    label: 'Channel',
    description:
      'What of its layers counts: their luminance, red, green or blue, each over black, or their opacity. `0` to `3` are red, green, blue and opacity.',
    absent: { default: 'luma' },
  } satisfies AttributeSpec<MaskChannel>,
  invert: {
    type: boolean(),
    label: 'Invert',
    description: 'Whether it hides what it else would show.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  name,
  enabled,
} as const;

/** The box of a layer; without it the frame, or what the layer itself says. */
export const boxAttributes = {
  width: {
    type: length({ minimum: 1 }),
    label: 'Width',
    description: 'Width of its box; a percentage is of the frame.',
    absent: { default: null },
    unit: 'px',
  } satisfies AttributeSpec<Length | null>,
  height: {
    type: length({ minimum: 1 }),
    label: 'Height',
    description: 'Height of its box; a percentage is of the frame.',
    absent: { default: null },
    unit: 'px',
  } satisfies AttributeSpec<Length | null>,
} as const;

/** Of a picture from a file: how it is cut and fitted into its box. */
export const cutAttributes = {
  crop: {
    type: edges(),
    label: 'Crop',
    description:
      'What is cut off at the top, right, bottom and left before it is fitted; percentages are of the source.',
    absent: { default: { top: pixels(0), right: pixels(0), bottom: pixels(0), left: pixels(0) } },
    unit: 'px',
  } satisfies AttributeSpec<Edges>,
  focus: {
    type: percentages(),
    label: 'Focus',
    description: 'Which part stays when `cover` cuts: 0% is the left or upper edge, 100% the other.',
    absent: { default: { across: 0.5, down: 0.5 } },
  } satisfies AttributeSpec<Pair>,
} as const;

/** Where a layer's file is. */
export function sourceAttributes(source: 'media' | 'image' | 'captions') {
  return {
    url: {
      type: url(source),
      label: 'URL',
      description: 'The http(s) address of the source.',
      absent: { default: null },
    } satisfies AttributeSpec<string | null>,
    src: {
      type: assetName(source),
      label: 'Source',
      description: 'The file name of an asset of the same project.',
      absent: { default: null },
    } satisfies AttributeSpec<string | null>,
  } as const;
}

export const videoFit: AttributeSpec<Fit> = {
  type: choice(FITS),
  label: 'Fit',
  description: 'How a source of another shape fills its box; `none` leaves its pixels as they are.',
  absent: { default: 'contain' },
};
