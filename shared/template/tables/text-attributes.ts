import { type AttributeSpec, boolean, choice, integer, number, text } from '../value-types/attribute-types.ts';
import { paintType } from '../value-types/color-types.ts';
import { padding } from '../value-types/length-types.ts';
import { assetName, fontList, outline, shadow, url } from '../value-types/text-types.ts';
import type { Paint } from '../values/color.ts';
import { type Edges, pixels } from '../values/lengths.ts';
import type { TextShadow, TextStyle } from '../values/text-style.ts';
import { boxAttributes, enabled, visualAttributes } from './layer-attributes.ts';
import { BLACK_PAINT, WHITE_PAINT } from './picture-attributes.ts';

const X_ALIGNS = ['left', 'center', 'middle', 'right', 'start', 'end', 'justify'] as const;
const Y_ALIGNS = ['top', 'middle', 'center', 'bottom'] as const;

/** The content and the style of a text. */
export const textAttributes = {
  content: {
    type: text(),
    label: 'Text',
    description: 'Text to show; line breaks are kept. A child element `content` can contain it instead.',
    absent: { default: null },
    initial: 'Text',
  } satisfies AttributeSpec<string | null>,
  value: {
    type: number({}),
    label: 'Value',
    description:
      'Number that the text shows. Expressions in the content call it `value`; without content, the text is the number in the language of the film. Keyframes and `countup` animate it.',
    absent: { default: null },
    initial: 100,
  } satisfies AttributeSpec<number | null>,
  decimals: {
    type: integer({ minimum: 0, maximum: 9 }),
    label: 'Decimals',
    description:
      'Decimals to which an animated `value` is rounded. The default is the largest number of decimals in `value` and its keyframes.',
    absent: { default: null },
    initial: 0,
  } satisfies AttributeSpec<number | null>,
  figures: {
    type: choice(['font', 'tabular', 'proportional']),
    label: 'Figures',
    description:
      'Width of digits: `tabular` digits are equally wide, `font` leaves the choice to the font. The default is `tabular` if `value` is animated, otherwise `font`.',
    absent: { default: null },
  } satisfies AttributeSpec<'font' | 'tabular' | 'proportional' | null>,
  font: {
    type: fontList(),
    label: 'Font',
    description: 'Font families or font files, in order of preference; the bundled fonts are the fallback.',
    absent: { default: null },
  } satisfies AttributeSpec<readonly string[] | null>,
  size: {
    type: number({ minimum: 1, maximum: 2000 }),
    label: 'Size',
    description: 'Font size (em) in pixels of the movie.',
    absent: { default: 40 },
    aliases: ['fontsize'],
    unit: 'px',
  } satisfies AttributeSpec<number>,
  weight: {
    type: integer({ minimum: 1, maximum: 1000 }),
    label: 'Weight',
    description: 'Font weight: 400 is regular, 700 is bold.',
    absent: { default: 400 },
  } satisfies AttributeSpec<number>,
  style: {
    type: choice(['normal', 'italic']),
    label: 'Style',
    description: 'Upright or italic. If the family has no italics, letters are slanted.',
    absent: { default: 'normal' },
  } satisfies AttributeSpec<'normal' | 'italic'>,
  color: {
    type: paintType(),
    label: 'Color',
    description: 'Text color; emoji keep their own colors.',
    absent: { default: WHITE_PAINT },
  } satisfies AttributeSpec<Paint>,
  ...boxAttributes,
  xalign: {
    type: choice(X_ALIGNS),
    label: 'Alignment',
    description:
      "Alignment of the lines in the box; `start` and `end` follow the paragraph's direction, `middle` is `center`, `justify` widens spaces until lines reach both sides.",
    absent: { default: 'left' },
  } satisfies AttributeSpec<(typeof X_ALIGNS)[number]>,
  yalign: {
    type: choice(Y_ALIGNS),
    label: 'Vertical',
    description: 'Vertical alignment in the box; `center` is `middle`.',
    absent: { default: 'top' },
  } satisfies AttributeSpec<(typeof Y_ALIGNS)[number]>,
  direction: {
    type: choice(['auto', 'ltr', 'rtl']),
    label: 'Direction',
    description: 'Direction of a paragraph; `auto` uses its first strong character.',
    absent: { default: 'auto' },
  } satisfies AttributeSpec<TextStyle['direction']>,
  lineheight: {
    type: number({ minimum: 0.5, maximum: 4 }),
    label: 'Line height',
    description: 'Distance between baselines as a factor of the size.',
    absent: { default: 1.2 },
  } satisfies AttributeSpec<number>,
  letterspacing: {
    type: number({ minimum: -1000, maximum: 1000 }),
    label: 'Spacing',
    description: 'Space after each letter.',
    absent: { default: 0 },
    unit: 'px',
  } satisfies AttributeSpec<number>,
  autosize: {
    type: choice(['none', 'shrink', 'fill']),
    label: 'Auto size',
    description:
      '`shrink` uses the largest size up to `size` that fits the box, `fill` the largest size that fits. The default is `shrink` if width and height are set.',
    absent: { default: null },
  } satisfies AttributeSpec<TextStyle['autosize'] | null>,
  minsize: {
    type: number({ minimum: 1, maximum: 2000 }),
    label: 'Min size',
    description: 'Smallest size for `shrink`. The default is a quarter of `size`.',
    absent: { default: null },
    unit: 'px',
  } satisfies AttributeSpec<number | null>,
  maxlines: {
    type: integer({ minimum: 1, maximum: 10_000 }),
    label: 'Max lines',
    description: 'Further lines are hidden, and the last visible line ends in `…`.',
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  underline: {
    type: boolean(),
    label: 'Underline',
    description: 'Draws a line below the letters in their color.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  strike: {
    type: boolean(),
    label: 'Strikethrough',
    description: 'Draws a line through the letters in their color.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  outline: {
    type: outline(),
    label: 'Outline',
    description: 'Width and color of an outline around the letters, such as `3, #000000`.',
    absent: { default: null },
    initial: { width: 2, color: BLACK_PAINT },
  } satisfies AttributeSpec<TextStyle['outline']>,
  shadow: {
    type: shadow(),
    label: 'Shadow',
    description: 'Offset across and down, blur, and color, such as `0, 3, 8, #000000a0`.',
    absent: { default: null },
    initial: { across: 0, down: 3, blur: 8, color: { ...BLACK_PAINT, alpha: 160 / 255 } },
  } satisfies AttributeSpec<TextShadow | null>,
  background: {
    type: paintType(),
    label: 'Background',
    description: 'Color of a box behind the text.',
    absent: { default: null },
    initial: BLACK_PAINT,
  } satisfies AttributeSpec<Paint | null>,
  padding: {
    type: padding(),
    label: 'Padding',
    description: 'Space between box and text, as in CSS; width and height include it.',
    absent: { default: { top: pixels(0), right: pixels(0), bottom: pixels(0), left: pixels(0) } },
    unit: 'px',
  } satisfies AttributeSpec<Edges>,
  radius: {
    type: number({ minimum: 0 }),
    label: 'Radius',
    description: 'Corner radius of the box.',
    absent: { default: 0 },
    unit: 'px',
  } satisfies AttributeSpec<number>,
  ...visualAttributes,
} as const;

export const fontAttributes = {
  weight: {
    type: integer({ minimum: 1, maximum: 1000 }),
    label: 'Weight',
    description: 'Weight in its family. The default comes from the file.',
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  style: {
    type: choice(['normal', 'italic']),
    label: 'Style',
    description: 'Upright or italic. The default comes from the file.',
    absent: { default: null },
  } satisfies AttributeSpec<'normal' | 'italic' | null>,
  family: {
    type: text(),
    label: 'Family',
    description: 'Name that the attribute `font` of `text` uses.',
    absent: { required: true },
  } satisfies AttributeSpec<string>,
  url: {
    type: url('font'),
    label: 'URL',
    description: 'The http(s) address of the font.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  src: {
    type: assetName('font'),
    label: 'Source',
    description: 'File name of an asset in the same project.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
} as const;

const inherited = { absent: { default: null } } as const;

/** The style attributes of a span. Omitted attributes are inherited. */
export const spanAttributes = {
  color: {
    type: paintType(),
    label: 'Color',
    description: 'Color of its letters; emoji keep their own colors. Keyframes of the layer do not change it.',
    ...inherited,
  } satisfies AttributeSpec<Paint | null>,
  size: {
    type: number({ minimum: 1, maximum: 2000 }),
    label: 'Size',
    description:
      'Font size (em) in pixels of the movie. When `autosize` or keyframes scale the layer, the span scales by the same factor.',
    ...inherited,
    aliases: ['fontsize'],
    unit: 'px',
  } satisfies AttributeSpec<number | null>,
  weight: {
    type: integer({ minimum: 1, maximum: 1000 }),
    label: 'Weight',
    description: 'Font weight: 400 is regular, 700 is bold.',
    ...inherited,
  } satisfies AttributeSpec<number | null>,
  style: {
    type: choice(['normal', 'italic']),
    label: 'Style',
    description: 'Upright or italic. If the family has no italics, letters are slanted.',
    ...inherited,
  } satisfies AttributeSpec<'normal' | 'italic' | null>,
  font: {
    type: fontList(),
    label: 'Font',
    description: 'Font families or font files, in order of preference.',
    ...inherited,
  } satisfies AttributeSpec<readonly string[] | null>,
  underline: {
    type: boolean(),
    label: 'Underline',
    description: 'Draws a line below its letters in their color.',
    ...inherited,
  } satisfies AttributeSpec<boolean | null>,
  strike: {
    type: boolean(),
    label: 'Strikethrough',
    description: 'Draws a line through its letters in their color.',
    ...inherited,
  } satisfies AttributeSpec<boolean | null>,
  enabled,
} as const;
