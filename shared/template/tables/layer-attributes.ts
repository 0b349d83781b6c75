import { type AttributeSpec, boolean, choice, number, text, time } from '../value-types/attribute-types.ts';
import { edges, length, origin, pair, percentages, point } from '../value-types/length-types.ts';
import { assetName, conditionType, url } from '../value-types/text-types.ts';
import { signedTime } from '../value-types/time-types.ts';
import { type Frames, frames } from '../values/frame-rate.ts';
import { type Edges, type Length, type Pair, type Point, percent, pixels } from '../values/lengths.ts';
import { BLEND_MODES, type BlendMode, FITS, type Fit } from '../values/placement.ts';

const MASK_CHANNELS = ['luma', 'alpha', 'red', 'green', 'blue', '0', '1', '2', '3'] as const;
type MaskChannel = (typeof MASK_CHANNELS)[number];

export const enabled: AttributeSpec<boolean> = {
  type: boolean(),
  label: 'Enabled',
  description: '`false` keeps it in the document but excludes it from the film.',
  absent: { default: true },
};

export const name: AttributeSpec<string | null> = {
  type: text(),
  label: 'Name',
  description: 'Name on the timeline.',
  absent: { default: null },
};

/**
 * The attribute that switches off film checks. The checks read it from the document, because the movie has only
 * attributes with an effect on pixels.
 */
export const unchecked: AttributeSpec<string | null> = {
  type: text(),
  label: 'Skip checks',
  description:
    'Checks of the film that ignore it and its content: codes such as `text/overlap text/tiny`, or `*` for all checks.',
  absent: { default: null },
};

export const condition: AttributeSpec<string | null> = {
  type: conditionType(),
  label: 'Condition',
  description:
    'It is excluded from the film if this condition is false, such as `${logo}`, which is false without a value, or `${plan} = gold`.',
  absent: { default: null },
};

const NOWHERE: Point = { across: pixels(0), down: pixels(0) };

/** The attributes of every layer that has a picture. */
export const visualAttributes = {
  position: {
    type: point(),
    label: 'Position',
    description:
      'Position of the anchor relative to `origin`; right and down are positive, percentages refer to the frame.',
    absent: { default: NOWHERE },
    unit: 'px',
  } satisfies AttributeSpec<Point>,
  origin: {
    type: origin(),
    label: 'Origin',
    description: 'Place in the frame that `position` is measured from, or a point relative to its upper left corner.',
    absent: { default: { across: percent(50), down: percent(50) } },
  } satisfies AttributeSpec<Point>,
  anchor: {
    type: point(),
    label: 'Anchor',
    description:
      "The point of the layer's picture that `position` places, relative to the middle of the picture. Percentages refer to the picture: `-50%, -50%` is its upper left corner.",
    absent: { default: NOWHERE },
    unit: 'px',
  } satisfies AttributeSpec<Point>,
  scale: {
    type: pair({ minimum: -100, maximum: 100 }),
    label: 'Scale',
    description: 'Scale around the anchor: one factor, or one for width and one for height; negative values mirror.',
    absent: { default: { across: 1, down: 1 } },
  } satisfies AttributeSpec<Pair>,
  rotation: {
    type: number({}),
    label: 'Rotation',
    description: 'Rotation around the anchor, clockwise.',
    absent: { default: 0 },
    unit: '°',
  } satisfies AttributeSpec<number>,
  opacity: {
    type: number({ minimum: 0, maximum: 1 }),
    label: 'Opacity',
    description: 'Opacity; 0 is invisible.',
    absent: { default: 1 },
  } satisfies AttributeSpec<number>,
  blendmode: {
    type: choice(BLEND_MODES),
    label: 'Blending',
    description: 'Blend mode with the layers below.',
    absent: { default: 'normal' },
  } satisfies AttributeSpec<BlendMode>,
  offset: {
    type: time({ minimum: 0 }),
    label: 'Start',
    description: 'Start time in its scene.',
    absent: { default: frames(0) },
    unit: 'frames',
    time: 'start',
  } satisfies AttributeSpec<Frames>,
  duration: {
    type: time({ minimum: 1 }),
    label: 'Duration',
    description: 'How long it is visible; by default until the end of its scene.',
    absent: { default: null },
    unit: 'frames',
    time: 'length',
  } satisfies AttributeSpec<Frames | null>,
  overlap: {
    type: signedTime(),
    label: 'Overlap',
    description:
      'Negative: it ends this many frames earlier. Positive: this many frames of its beginning are skipped; its start in the scene does not change.',
    absent: { default: 0 },
    unit: 'frames',
  } satisfies AttributeSpec<number>,
  condition,
  name,
  enabled,
  unchecked,
} as const;

export const maskAttributes = {
  channel: {
    type: choice(MASK_CHANNELS),
    label: 'Channel',
    description:
      'Channel of its layers to use: luminance, red, green, or blue over black, or opacity. `0` to `3` are red, green, blue, and opacity.',
    absent: { default: 'luma' },
  } satisfies AttributeSpec<MaskChannel>,
  invert: {
    type: boolean(),
    label: 'Invert',
    description: 'Whether it hides the areas that it would otherwise show.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  name,
  enabled,
} as const;

/** The box of a layer. The default is the frame, or a box that depends on the layer kind. */
export const boxAttributes = {
  width: {
    type: length({ minimum: 1 }),
    label: 'Width',
    description: 'Width of its box; percentages refer to the frame.',
    absent: { default: null },
    unit: 'px',
  } satisfies AttributeSpec<Length | null>,
  height: {
    type: length({ minimum: 1 }),
    label: 'Height',
    description: 'Height of its box; percentages refer to the frame.',
    absent: { default: null },
    unit: 'px',
  } satisfies AttributeSpec<Length | null>,
} as const;

/** The attributes for cropping a picture and fitting it into its box. */
export const cutAttributes = {
  crop: {
    type: edges(),
    label: 'Crop',
    description:
      'Amounts to cut off at the top, right, bottom, and left before fitting; percentages refer to the source.',
    absent: { default: { top: pixels(0), right: pixels(0), bottom: pixels(0), left: pixels(0) } },
    unit: 'px',
  } satisfies AttributeSpec<Edges>,
  focus: {
    type: percentages(),
    label: 'Focus',
    description:
      'Part that stays visible when `cover` cuts: 0% is the left or top edge, 100% the right or bottom edge.',
    absent: { default: { across: 0.5, down: 0.5 } },
  } satisfies AttributeSpec<Pair>,
} as const;

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
      description: 'File name of an asset in the same project.',
      absent: { default: null },
    } satisfies AttributeSpec<string | null>,
  } as const;
}

export const videoFit: AttributeSpec<Fit> = {
  type: choice(FITS),
  label: 'Fit',
  description: 'How a source with a different aspect ratio fills its box; `none` keeps its size in pixels.',
  absent: { default: 'contain' },
};
