import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import { boolean, choice, number, time } from '../value-types/attribute-types.ts';
import { easing, handle } from '../value-types/easing-type.ts';
import { length, pair, percentages, point } from '../value-types/length-types.ts';
import { paint } from '../value-types/paint-type.ts';
import { repeat } from '../value-types/repeat-type.ts';
import { relativeTime } from '../value-types/time-types.ts';
import type { Handle, PresetType, RelativeTime, TextUnit } from '../values/animation.ts';
import type { Easing } from '../values/easing.ts';
import { type Frames, frames } from '../values/frame-rate.ts';
import type { Length, Pair, Point } from '../values/lengths.ts';
import type { Paint } from '../values/paint.ts';
import { enabled } from './layer-attributes.ts';
import { panType, volumeType } from './sound-attributes.ts';

/** Presets in the order in which they are offered. */
export const PRESETS = [
  'fadein',
  'fadeout',
  'slidein',
  'slideout',
  'zoomin',
  'zoomout',
  'spinin',
  'spinout',
  'pop',
  'kenburns',
  'pan',
  'spin',
  'typewriter',
  'textin',
  'textout',
] as const satisfies readonly PresetType[];

/** What English calls the presets, in forms and in the names of steps. */
export const PRESET_LABELS = {
  fadein: 'Fade in',
  fadeout: 'Fade out',
  slidein: 'Slide in',
  slideout: 'Slide out',
  zoomin: 'Zoom in',
  zoomout: 'Zoom out',
  spinin: 'Spin in',
  spinout: 'Spin out',
  pop: 'Pop',
  kenburns: 'Ken Burns',
  pan: 'Pan',
  spin: 'Spin',
  typewriter: 'Typewriter',
  textin: 'Reveal text',
  textout: 'Hide text',
} as const satisfies Record<PresetType, string>;

/** What `textin` and `textout` do with each unit. */
const UNIT_EFFECTS = [
  'fadein',
  'slidein',
  'zoomin',
  'pop',
  'spinin',
  'fadeout',
  'slideout',
  'zoomout',
  'spinout',
] as const satisfies readonly PresetType[];
const TEXT_UNITS = ['letter', 'word', 'line'] as const satisfies readonly TextUnit[];

export const ANIMATION_TYPES = ['custom', ...PRESETS] as const;
export const ANIMATION_DIRECTIONS = ['left', 'right', 'top', 'bottom', 'in', 'out'] as const;

/** The angle of a spin without `angle`, in degrees. */
export function usualAngle(type: PresetType): number {
  return type === 'spin' ? 360 : -360;
}

/** The unit that a preset parts a text into without `unit`. */
export function usualUnit(type: PresetType): TextUnit {
  return type === 'typewriter' ? 'letter' : 'word';
}

/** How time is shaped, of animations and transitions. */
export const easingAttributes = {
  easein: {
    type: handle(),
    label: 'Ease in',
    description:
      'How it begins: `true` slowly, `false` evenly, or two numbers: how far that reaches, and the speed there. It goes before `easing`.',
    absent: { default: null },
  } satisfies AttributeSpec<Handle | null>,
  easeout: {
    type: handle(),
    label: 'Ease out',
    description: 'How it ends, as `easein` says how it begins.',
    absent: { default: null },
  } satisfies AttributeSpec<Handle | null>,
} as const;

export const animationAttributes = {
  type: {
    type: choice(ANIMATION_TYPES),
    label: 'Type',
    description: 'A preset, or `custom` for what its keys say.',
    absent: { default: 'custom' },
  } satisfies AttributeSpec<(typeof ANIMATION_TYPES)[number]>,
  offset: {
    type: time({ minimum: 0 }),
    label: 'Start',
    description:
      "When it begins, from the layer's first frame; of presets that go out, how long before its end they are over.",
    absent: { default: frames(0) },
    unit: 'frames',
  } satisfies AttributeSpec<Frames>,
  duration: {
    type: relativeTime({ minimum: 1 }),
    label: 'Duration',
    description:
      'How long it takes; a percentage is of the layer. Without it half a second, of `typewriter`, `textin` and `textout` a second, of `kenburns` the layer, of keys to one frame behind the last.',
    absent: { default: null },
    unit: 'frames',
  } satisfies AttributeSpec<RelativeTime | null>,
  easing: {
    type: easing(),
    label: 'Easing',
    description:
      'How values change in between; without it `ease-out` coming in, `ease-in` going out, else `linear`. Of keys: of those without their own.',
    absent: { default: null },
  } satisfies AttributeSpec<Easing | null>,
  ...easingAttributes,
  repeat: {
    type: repeat(),
    label: 'Repeat',
    description: 'How often it is played.',
    absent: { default: 1 },
  } satisfies AttributeSpec<number>,
  alternate: {
    type: boolean(),
    label: 'Alternate',
    description: 'Whether every second time goes backwards.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  direction: {
    type: choice(ANIMATION_DIRECTIONS),
    label: 'Direction',
    description:
      'The side from which `slidein` comes, to which `slideout` goes or from which `pan` moves, without it `left`; of `kenburns` `in` or `out`.',
    absent: { default: null },
  } satisfies AttributeSpec<(typeof ANIMATION_DIRECTIONS)[number] | null>,
  distance: {
    type: length(),
    label: 'Distance',
    description:
      'How far slides move; without it as far as the layer needs to be just outside of the frame, of units of a text as far as its letters are large.',
    absent: { default: null },
    unit: 'px',
  } satisfies AttributeSpec<Length | null>,
  zoom: {
    type: number({ minimum: 1, maximum: 100 }),
    label: 'Zoom',
    description: 'How much larger `kenburns` and `pan` show the picture.',
    absent: { default: 1.2 },
  } satisfies AttributeSpec<number>,
  from: {
    type: number({ minimum: 0, maximum: 100 }),
    label: 'From',
    description: 'The scale that `zoomin` and `pop` begin with, and `zoomout` ends with.',
    absent: { default: 0 },
  } satisfies AttributeSpec<number>,
  angle: {
    type: number({}),
    label: 'Angle',
    description: 'How far spins turn; without it -360, of `spin` 360.',
    absent: { default: null },
    unit: '°',
  } satisfies AttributeSpec<number | null>,
  focus: {
    type: percentages(),
    label: 'Focus',
    description: 'Where in the picture `kenburns` goes to.',
    absent: { default: { across: 0.5, down: 0.5 } },
  } satisfies AttributeSpec<Pair>,
  unit: {
    type: choice(TEXT_UNITS),
    label: 'Unit',
    description:
      'What `typewriter`, `textin` and `textout` part a text into; without it `letter` of `typewriter`, else `word`. Words are parted by white space.',
    absent: { default: null },
  } satisfies AttributeSpec<TextUnit | null>,
  effect: {
    type: choice(UNIT_EFFECTS),
    label: 'Effect',
    description:
      'What each unit does: of `textin` a preset that comes in, without it `fadein`; of `textout` one that goes out, without it `fadeout`.',
    absent: { default: null },
  } satisfies AttributeSpec<(typeof UNIT_EFFECTS)[number] | null>,
  overlap: {
    type: number({ minimum: 0, maximum: 1 }),
    label: 'Overlap',
    description:
      'How much of the time of a unit of `textin` and `textout` lies in that of the one before: 0 is one after another, 1 all at once.',
    absent: { default: 0.5 },
  } satisfies AttributeSpec<number>,
  enabled,
} as const;

export const keyAttributes = {
  time: {
    type: relativeTime({ minimum: 0 }),
    label: 'Time',
    description: 'When it is, from the beginning of its animation; 100% is the frame behind the last.',
    absent: { required: true },
    initial: { amount: 0, unit: 'frames' },
    unit: 'frames',
  } satisfies AttributeSpec<RelativeTime>,
  easing: {
    type: easing(),
    label: 'Easing',
    description: 'How it goes from this key to the next that names the property.',
    absent: { default: null },
  } satisfies AttributeSpec<Easing | null>,
  position: property(point(), 'Position', 'Of every layer that is seen.', 'px'),
  scale: property(pair({ minimum: -100, maximum: 100 }), 'Scale', 'Of every layer that is seen.'),
  rotation: property(number({}), 'Rotation', 'Of every layer that is seen.', '°'),
  anchor: property(point(), 'Anchor', 'Of every layer that is seen.', 'px'),
  opacity: property(number({ minimum: 0, maximum: 1 }), 'Opacity', 'Of every layer that is seen.'),
  color: property(paint(), 'Color', 'Of `solid` and `text`.'),
  fill: property(paint(), 'Fill', 'Of `shape`.'),
  stroke: property(paint(), 'Stroke', 'Of `shape`.'),
  fontsize: {
    ...property(number({ minimum: 1, maximum: 2000 }), 'Font size', 'Of `text`, which is laid out anew.', 'px'),
    aliases: ['size'],
  } satisfies AttributeSpec<number | null>,
  width: property(length({ minimum: 1 }), 'Width', 'Of `solid` and `shape`; a percentage is of the frame.', 'px'),
  height: property(length({ minimum: 1 }), 'Height', 'Of `solid` and `shape`; a percentage is of the frame.', 'px'),
  volume: property(
    volumeType,
    'Volume',
    'Of `video` and `audio`: a factor of the amplitude, or decibels such as `-6dB`.',
  ),
  pan: property(panType, 'Pan', 'Of `video` and `audio`.'),
} as const;

function property<Value extends Point | Pair | Paint | Length | number>(
  type: AttributeSpec<Value>['type'],
  label: string,
  description: string,
  unit?: string,
): AttributeSpec<Value | null> {
  // A type that reads values also reads those of an attribute that may be absent.
  const read = type as AttributeSpec<Value | null>['type'];
  return { type: read, label, description, absent: { default: null }, ...(unit !== undefined && { unit }) };
}
