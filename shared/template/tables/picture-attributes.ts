import { type AttributeSpec, choice, integer, number, text } from '../value-types/attribute-types.ts';
import { gradientType, paintType } from '../value-types/color-types.ts';
import type { Gradient, Paint } from '../values/color.ts';
import type { Length } from '../values/lengths.ts';
import { FITS, type Fit } from '../values/placement.ts';
import { CODE_LEVELS, type CodeLevel } from '../values/qr-code.ts';
import { SOURCE_ENDS, type SourceEnd } from '../values/source-length.ts';
import { boxAttributes, cutAttributes, sourceAttributes, visualAttributes } from './layer-attributes.ts';

export const BLACK_PAINT: Paint = { red: 0, green: 0, blue: 0, alpha: 1 };
export const WHITE_PAINT: Paint = { red: 255, green: 255, blue: 255, alpha: 1 };

export const imageAttributes = {
  ...sourceAttributes('image'),
  ...boxAttributes,
  fit: {
    type: choice(FITS),
    label: 'Fit',
    description:
      'How a picture with a different aspect ratio fills its box. The default is `none`, or `contain` if a width or height is set. Without both, the box has the size of the picture, so the picture is not scaled.',
    absent: { default: null },
  } satisfies AttributeSpec<Fit | null>,
  end: {
    type: choice(SOURCE_ENDS),
    label: 'End',
    description:
      'After the last frame of an animated GIF or WebP: `hold` keeps that frame, `loop` starts again from the first, `hide` shows nothing. The repeat count in the file is ignored.',
    absent: { default: 'loop' },
  } satisfies AttributeSpec<SourceEnd>,
  ...cutAttributes,
  ...visualAttributes,
} as const;

export const solidAttributes = {
  color: {
    type: paintType(),
    label: 'Color',
    description: 'Fill color.',
    absent: { default: BLACK_PAINT },
  } satisfies AttributeSpec<Paint>,
  gradient: {
    type: gradientType(),
    label: 'Gradient',
    description:
      'Used instead of the color: an angle, where 0 is upward, and colors from edge to edge of the box with optional positions, such as `90, #000, #f00 30%, #fff`.',
    absent: { default: null },
  } as AttributeSpec<Gradient | null>,
  ...boxAttributes,
  ...visualAttributes,
} as const;

export const shapeAttributes = {
  type: {
    type: choice(['rectangle', 'ellipse']),
    label: 'Type',
    description: 'Shape that fills the box; not used with `path` or `points`.',
    absent: { default: null },
  } satisfies AttributeSpec<'rectangle' | 'ellipse' | null>,
  path: {
    type: text(),
    label: 'Path',
    description: "SVG path data in pixels; 0, 0 is the box's upper left corner. It is filled by the nonzero rule.",
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  points: {
    type: text(),
    label: 'Points',
    description: 'A closed polygon: points in pixels, separated by `;` or white space.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  ...boxAttributes,
  radius: {
    type: number({ minimum: 0 }),
    label: 'Radius',
    description: 'Corner radius of a rectangle, at most half of its shorter side.',
    absent: { default: 0 },
    unit: 'px',
  } satisfies AttributeSpec<number>,
  fill: {
    type: paintType(),
    label: 'Fill',
    description: 'Fill color. The default is white, or no fill if `stroke` is set.',
    absent: { default: null },
    initial: WHITE_PAINT,
  } satisfies AttributeSpec<Paint | null>,
  stroke: {
    type: paintType(),
    label: 'Stroke',
    description: 'Color of the line. It is centered on the outline and has round joins.',
    absent: { default: null },
    initial: BLACK_PAINT,
  } satisfies AttributeSpec<Paint | null>,
  linewidth: {
    type: number({ minimum: 0.01, maximum: 1000 }),
    label: 'Line width',
    description: 'Width of `stroke`.',
    absent: { default: 1 },
    unit: 'px',
  } satisfies AttributeSpec<number>,
  ...visualAttributes,
} as const;

export const codeAttributes = {
  type: {
    type: choice(['qr']),
    label: 'Type',
    description: 'Kind of code.',
    absent: { default: 'qr' },
  } satisfies AttributeSpec<'qr'>,
  content: {
    type: text(),
    label: 'Content',
    description: 'Text that the code contains, such as an address.',
    absent: { required: true },
    initial: 'https://',
  } satisfies AttributeSpec<string>,
  level: {
    type: choice(CODE_LEVELS),
    label: 'Level',
    description: 'Error correction: a reader can restore about 7 % (`L`), 15 % (`M`), 25 % (`Q`), or 30 % (`H`).',
    absent: { default: 'M' },
  } satisfies AttributeSpec<CodeLevel>,
  margin: {
    type: integer({ minimum: 0, maximum: 10 }),
    label: 'Margin',
    description: 'Width of the empty area around the code, in modules. Readers need 4.',
    absent: { default: 4 },
  } satisfies AttributeSpec<number>,
  color: {
    type: paintType(),
    label: 'Color',
    description: 'Color of the dark modules.',
    absent: { default: BLACK_PAINT },
  } satisfies AttributeSpec<Paint>,
  background: {
    type: paintType(),
    label: 'Background',
    description: 'Color of the light modules, the margin, and the rest of the box.',
    absent: { default: WHITE_PAINT },
  } satisfies AttributeSpec<Paint>,
  width: {
    ...boxAttributes.width,
    description: 'Width of its box; percentages refer to the frame. The default is 4 pixels per module.',
  } satisfies AttributeSpec<Length | null>,
  height: {
    ...boxAttributes.height,
    description: 'Height of its box; percentages refer to the frame. The default is 4 pixels per module.',
  } satisfies AttributeSpec<Length | null>,
  ...visualAttributes,
} as const;
