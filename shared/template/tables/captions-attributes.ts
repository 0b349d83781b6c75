import { type AttributeSpec, boolean, choice, integer, number, time } from '../value-types/attribute-types.ts';
import { paintType } from '../value-types/color-types.ts';
import { padding, pair, point } from '../value-types/length-types.ts';
import { languageTag, outline } from '../value-types/text-types.ts';
import { WORD_STATES, type WordSource, type WordState } from '../values/caption-style.ts';
import type { Paint } from '../values/color.ts';
import { type Frames, frames } from '../values/frame-rate.ts';
import { type Edges, type Pair, type Point, percent, pixels } from '../values/lengths.ts';
import type { TextStyle } from '../values/text-style.ts';
import { enabled, name, sourceAttributes } from './layer-attributes.ts';
import { BLACK_PAINT } from './picture-attributes.ts';
import { textAttributes } from './text-attributes.ts';

/** The looks of captions in menu order. */
export const CAPTION_LOOKS = [
  'plain',
  'boxed',
  'lines',
  'highlight',
  'pill',
  'slidepill',
  'pop',
  'grow',
  'karaoke',
  'spotlight',
  'oneword',
  'underline',
  'outline',
  'rise',
  'typed',
] as const;
export type CaptionLook = (typeof CAPTION_LOOKS)[number];

/** The default accent color of looks: a warm yellow. */
export const CAPTION_ACCENT: Paint = { red: 255, green: 225, blue: 77, alpha: 1 };

const PHRASE_INS = ['none', 'fadein', 'slidein', 'zoomin', 'pop', 'spinin'] as const;
const PHRASE_OUTS = ['none', 'fadeout', 'slideout', 'zoomout', 'spinout'] as const;

const { content: _, value: __, decimals: ___, figures: ____, ...styleAttributes } = textAttributes;

const unset = { absent: { default: null } } as const;

/** The look, the phrases, and the motion of captions. */
const displayAttributes = {
  look: {
    type: choice(CAPTION_LOOKS),
    label: 'Look',
    description: 'Gives the captions and their words the values of a look; written attributes win.',
    ...unset,
    initial: 'pill',
  } satisfies AttributeSpec<CaptionLook | null>,
  accent: {
    type: paintType(),
    label: 'Accent',
    description: 'Color that looks use to mark words.',
    absent: { default: CAPTION_ACCENT },
  } satisfies AttributeSpec<Paint>,
  words: {
    type: choice(['auto', 'file', 'spread']),
    label: 'Word times',
    description:
      '`auto` uses the times of words in the file and spreads words without times over their caption; `file` uses only the times of the file; `spread` always spreads. The default is `auto`, or `file` if `mode` is set.',
    ...unset,
  } satisfies AttributeSpec<WordSource | null>,
  group: {
    type: choice(['cue', 'phrase']),
    label: 'Group',
    description: 'Text shown at once: the captions of the file, or phrases of a few words.',
    absent: { default: 'cue' },
  } satisfies AttributeSpec<'cue' | 'phrase'>,
  maxwords: {
    type: integer({ minimum: 1, maximum: 20 }),
    label: 'Max words',
    description: 'Maximum number of words in a phrase.',
    ...unset,
    initial: 4,
  } satisfies AttributeSpec<number | null>,
  pause: {
    type: time({ minimum: 1 }),
    label: 'Pause',
    description: 'A gap between words that is at least this long ends a phrase. The default is `0.6s`.',
    ...unset,
    unit: 'frames',
  } satisfies AttributeSpec<Frames | null>,
  sentences: {
    type: boolean(),
    label: 'Sentences',
    description: 'Whether the end of a sentence ends a phrase.',
    absent: { default: true },
  } satisfies AttributeSpec<boolean>,
  hold: {
    type: time({ minimum: 0 }),
    label: 'Hold',
    description: 'How long a phrase stays before a pause. The default is `0.3s`.',
    ...unset,
    unit: 'frames',
  } satisfies AttributeSpec<Frames | null>,
  boxes: {
    type: choice(['block', 'line']),
    label: 'Boxes',
    description: 'Whether `background` is one box behind all lines or a box behind each line.',
    absent: { default: 'block' },
  } satisfies AttributeSpec<'block' | 'line'>,
  uppercase: {
    type: boolean(),
    label: 'Upper case',
    description: 'Shows the text in upper case by the rules of its language.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  pilltime: {
    type: time({ minimum: 0 }),
    label: 'Pill time',
    description: 'How long the background of the active word takes to slide to the next word of its line.',
    absent: { default: frames(0) },
    unit: 'frames',
  } satisfies AttributeSpec<Frames>,
  phrasein: {
    type: choice(PHRASE_INS),
    label: 'Phrase in',
    description: 'Preset that brings a phrase in; slides come from below.',
    absent: { default: 'none' },
  } satisfies AttributeSpec<(typeof PHRASE_INS)[number]>,
  phraseout: {
    type: choice(PHRASE_OUTS),
    label: 'Phrase out',
    description: 'Preset that takes a phrase out; slides move down.',
    absent: { default: 'none' },
  } satisfies AttributeSpec<(typeof PHRASE_OUTS)[number]>,
  phrasetime: {
    type: time({ minimum: 1 }),
    label: 'Phrase time',
    description: 'How long `phrasein` and `phraseout` take. The default is `0.2s`.',
    ...unset,
    unit: 'frames',
  } satisfies AttributeSpec<Frames | null>,
  wordin: {
    type: choice(PHRASE_INS),
    label: 'Word in',
    description: 'Preset that plays when a word becomes active.',
    absent: { default: 'none' },
  } satisfies AttributeSpec<(typeof PHRASE_INS)[number]>,
  wordtime: {
    type: time({ minimum: 1 }),
    label: 'Word time',
    description: 'How long `wordin` takes. The default is `0.15s`.',
    ...unset,
    unit: 'frames',
  } satisfies AttributeSpec<Frames | null>,
  track: {
    type: choice(['burned', 'soft', 'both', 'none']),
    label: 'Track',
    description:
      '`burned` draws the captions into the picture. `soft` puts them into the subtitle track of a film that is rendered with this part. `both` does both; `none` leaves them out of the film. Caption files contain all of them.',
    absent: { default: 'burned' },
  } satisfies AttributeSpec<'burned' | 'soft' | 'both' | 'none'>,
  language: {
    type: languageTag(),
    label: 'Language',
    description: 'Language of the captions (BCP 47), such as `de`. The default is the language of the film.',
    ...unset,
    initial: 'en',
  } satisfies AttributeSpec<string | null>,
} as const;

/** The source, the look, and the style of captions. The default position is centered above the lower edge. */
export const captionsAttributes = {
  ...sourceAttributes('captions'),
  skip: {
    type: time({ minimum: 0 }),
    label: 'In point',
    description: 'Start position in the file, in frames of the movie or in seconds, such as `1.5s`.',
    absent: { default: frames(0) },
    unit: 'frames',
    time: 'in-point',
  } satisfies AttributeSpec<Frames>,
  mode: {
    type: choice(['cue', 'word']),
    label: 'Mode',
    description: '`word` shows each word at its time, if the file has word times; `cue` shows each cue as a whole.',
    absent: { default: 'cue' },
  } satisfies AttributeSpec<'cue' | 'word'>,
  ...displayAttributes,
  ...styleAttributes,
  width: { ...styleAttributes.width, absent: { default: percent(80) } },
  xalign: { ...styleAttributes.xalign, absent: { default: 'center' as const } },
  origin: { ...styleAttributes.origin, absent: { default: { across: percent(50), down: percent(100) } } },
  position: { ...styleAttributes.position, absent: { default: { across: pixels(0), down: percent(-8) } } },
  anchor: { ...styleAttributes.anchor, absent: { default: { across: pixels(0), down: percent(50) } } },
} as const;

/** The style of the words of one state. Absent attributes are inherited from the captions. */
export const wordAttributes = {
  state: {
    type: choice(WORD_STATES),
    label: 'State',
    description: 'The words that it describes: the spoken word, those before it, or those after it.',
    absent: { required: true },
  } satisfies AttributeSpec<WordState>,
  color: {
    type: paintType(),
    label: 'Color',
    description: 'Color of the letters; the default is the color of the captions.',
    ...unset,
  } satisfies AttributeSpec<Paint | null>,
  opacity: {
    type: number({ minimum: 0, maximum: 1 }),
    label: 'Opacity',
    description: 'Opacity; 0 hides the words, which keep their space.',
    absent: { default: 1 },
  } satisfies AttributeSpec<number>,
  background: {
    type: paintType(),
    label: 'Background',
    description: 'Color of a pill behind the word.',
    ...unset,
    initial: CAPTION_ACCENT,
  } satisfies AttributeSpec<Paint | null>,
  padding: {
    type: padding(),
    label: 'Padding',
    description: 'Space between the pill and the word, as in CSS.',
    absent: { default: { top: pixels(0), right: pixels(0), bottom: pixels(0), left: pixels(0) } },
    unit: 'px',
  } satisfies AttributeSpec<Edges>,
  radius: {
    type: number({ minimum: 0 }),
    label: 'Radius',
    description: 'Corner radius of the pill.',
    absent: { default: 0 },
    unit: 'px',
  } satisfies AttributeSpec<number>,
  outline: {
    type: outline(),
    label: 'Outline',
    description: 'Width and color of an outline around the letters; a width of 0 removes the outline of the captions.',
    ...unset,
    initial: { width: 2, color: BLACK_PAINT },
  } satisfies AttributeSpec<TextStyle['outline']>,
  underline: {
    type: boolean(),
    label: 'Underline',
    description: 'Draws a line below the letters in their color.',
    ...unset,
  } satisfies AttributeSpec<boolean | null>,
  scale: {
    type: pair({ minimum: -100, maximum: 100 }),
    label: 'Scale',
    description: 'Scale around the middle of the word; its neighbors stay in place.',
    absent: { default: { across: 1, down: 1 } },
  } satisfies AttributeSpec<Pair>,
  rotation: {
    type: number({}),
    label: 'Rotation',
    description: 'Rotation around the middle of the word, clockwise.',
    absent: { default: 0 },
    unit: '°',
  } satisfies AttributeSpec<number>,
  shift: {
    type: point(),
    label: 'Shift',
    description: 'Offset of the word; percentages refer to the frame.',
    absent: { default: { across: pixels(0), down: pixels(0) } },
    unit: 'px',
  } satisfies AttributeSpec<Point>,
  sweep: {
    type: boolean(),
    label: 'Sweep',
    description: 'For `active`: its color moves over the word in reading direction while the word is spoken.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  ease: {
    type: time({ minimum: 0 }),
    label: 'Ease',
    description: 'How long a change into or out of this state takes.',
    absent: { default: frames(0) },
    unit: 'frames',
  } satisfies AttributeSpec<Frames>,
} as const;

/** A caption in the template. */
export const cueAttributes = {
  start: {
    type: time({ minimum: 0 }),
    label: 'Start',
    description: 'Time in the layer at which the caption appears.',
    absent: { required: true },
    unit: 'frames',
  } satisfies AttributeSpec<Frames>,
  end: {
    type: time({ minimum: 1 }),
    label: 'End',
    description: 'Time in the layer at which the caption disappears.',
    absent: { required: true },
    unit: 'frames',
  } satisfies AttributeSpec<Frames>,
  name: { ...name, description: 'Name for users.' } satisfies AttributeSpec<string | null>,
  enabled,
} as const;
