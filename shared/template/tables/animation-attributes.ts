import { type AttributeSpec, boolean, choice, number, time } from '../value-types/attribute-types.ts';
import { paintType } from '../value-types/color-types.ts';
import { easing, handle } from '../value-types/easing-type.ts';
import { length, pair, percentages, point } from '../value-types/length-types.ts';
import { relativeTime, repeat } from '../value-types/time-types.ts';
import type { Easing, EasingHandle, PresetType, RelativeTime, TextUnit } from '../values/animation.ts';
import type { Paint } from '../values/color.ts';
import { type Frames, frames } from '../values/frame-rate.ts';
import type { Length, Pair, Point } from '../values/lengths.ts';
import { enabled } from './layer-attributes.ts';
import { panType, volumeType } from './sound-attributes.ts';

/** The presets in menu order. */
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
  'countup',
] as const satisfies readonly PresetType[];

/** The effects that `textin` and `textout` can have on each unit. The first one is the default. */
export const UNIT_EFFECTS_BY_PRESET = {
  textin: ['fadein', 'slidein', 'zoomin', 'pop', 'spinin'],
  textout: ['fadeout', 'slideout', 'zoomout', 'spinout'],
} as const satisfies Partial<Record<PresetType, readonly PresetType[]>>;
const UNIT_EFFECTS = [...UNIT_EFFECTS_BY_PRESET.textin, ...UNIT_EFFECTS_BY_PRESET.textout] as const;
const TEXT_UNITS = ['letter', 'word', 'line'] as const satisfies readonly TextUnit[];

export const ANIMATION_TYPES = ['custom', ...PRESETS] as const;
export const SIDES = ['left', 'right', 'top', 'bottom'] as const;
export const ZOOM_DIRECTIONS = ['in', 'out'] as const;
export const ANIMATION_DIRECTIONS = [...SIDES, ...ZOOM_DIRECTIONS] as const;

/** Returns the default angle of a spin in degrees. */
export function defaultAngle(type: PresetType): number {
  return type === 'spin' ? 360 : -360;
}

/** Returns the default unit into which a preset divides a text. */
export function defaultUnit(type: PresetType): TextUnit {
  return type === 'typewriter' ? 'letter' : 'word';
}

export const easingAttributes = {
  easein: {
    type: handle(),
    label: 'Ease in',
    description:
      'Easing at the beginning: `true` starts slowly, `false` evenly; or two numbers: how far it reaches and the speed there. It overrides `easing`.',
    absent: { default: null },
  } satisfies AttributeSpec<EasingHandle | null>,
  easeout: {
    type: handle(),
    label: 'Ease out',
    description: 'Easing at the end, with the values of `easein`.',
    absent: { default: null },
  } satisfies AttributeSpec<EasingHandle | null>,
} as const;

export const animationAttributes = {
  type: {
    type: choice(ANIMATION_TYPES),
    label: 'Type',
    description: 'A preset, or `custom` for an animation with keyframes.',
    absent: { default: 'custom' },
  } satisfies AttributeSpec<(typeof ANIMATION_TYPES)[number]>,
  offset: {
    type: time({ minimum: 0 }),
    label: 'Start',
    description:
      "When it begins, from the layer's first frame; for presets that animate out, how long before the end of the layer they finish.",
    absent: { default: frames(0) },
    unit: 'frames',
  } satisfies AttributeSpec<Frames>,
  duration: {
    type: relativeTime({ minimum: 1 }),
    label: 'Duration',
    description:
      'Duration; percentages refer to the layer. The default is half a second; a second for `typewriter`, `textin`, `textout`, and `countup`; the layer’s duration for `kenburns`; until one frame after the last keyframe for keyframes.',
    absent: { default: null },
    unit: 'frames',
  } satisfies AttributeSpec<RelativeTime | null>,
  easing: {
    type: easing(),
    label: 'Easing',
    description:
      'Easing between values. The default is `ease-out` for animations in, `ease-in` for animations out, and `linear` otherwise. With keyframes, it applies to keyframes without their own easing.',
    absent: { default: null },
  } satisfies AttributeSpec<Easing | null>,
  ...easingAttributes,
  repeat: {
    type: repeat(),
    label: 'Repeat',
    description: 'Number of times it plays.',
    absent: { default: 1 },
  } satisfies AttributeSpec<number>,
  alternate: {
    type: boolean(),
    label: 'Alternate',
    description: 'Whether every second repetition plays backward.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  direction: {
    type: choice(ANIMATION_DIRECTIONS),
    label: 'Direction',
    description:
      'Side that `slidein` comes from, `slideout` moves to, or `pan` starts from; the default is `left`. For `kenburns` `in` or `out`.',
    absent: { default: null },
    optionsByType: {
      ...{ slidein: SIDES, slideout: SIDES, pan: SIDES, textin: SIDES, textout: SIDES },
      kenburns: ZOOM_DIRECTIONS,
    },
  } satisfies AttributeSpec<(typeof ANIMATION_DIRECTIONS)[number] | null>,
  distance: {
    type: length(),
    label: 'Distance',
    description:
      'Distance of slides. By default, a layer starts or ends just outside of the frame; units of a text move by the size of the letters.',
    absent: { default: null },
    unit: 'px',
  } satisfies AttributeSpec<Length | null>,
  zoom: {
    type: number({ minimum: 1, maximum: 100 }),
    label: 'Zoom',
    description: 'Factor by which `kenburns` and `pan` enlarge the picture.',
    absent: { default: 1.2 },
  } satisfies AttributeSpec<number>,
  from: {
    type: number({ minimum: 0, maximum: 100 }),
    label: 'From',
    description: 'Scale at the beginning of `zoomin` and `pop`, and at the end of `zoomout`.',
    absent: { default: 0 },
  } satisfies AttributeSpec<number>,
  angle: {
    type: number({}),
    label: 'Angle',
    description: 'Rotation of spins. The default is -360; 360 for `spin`.',
    absent: { default: null },
    unit: '°',
  } satisfies AttributeSpec<number | null>,
  focus: {
    type: percentages(),
    label: 'Focus',
    description: 'Point in the picture that `kenburns` moves toward.',
    absent: { default: { across: 0.5, down: 0.5 } },
  } satisfies AttributeSpec<Pair>,
  unit: {
    type: choice(TEXT_UNITS),
    label: 'Unit',
    description:
      'How `typewriter`, `textin`, and `textout` split the text. The default is `letter` for `typewriter`, otherwise `word`. White space separates words.',
    absent: { default: null },
  } satisfies AttributeSpec<TextUnit | null>,
  effect: {
    type: choice(UNIT_EFFECTS),
    label: 'Effect',
    description:
      'Animation of each unit: for `textin` a preset that animates in (default `fadein`), for `textout` a preset that animates out (default `fadeout`).',
    absent: { default: null },
    optionsByType: UNIT_EFFECTS_BY_PRESET,
  } satisfies AttributeSpec<(typeof UNIT_EFFECTS)[number] | null>,
  overlap: {
    type: number({ minimum: 0, maximum: 1 }),
    label: 'Overlap',
    description:
      'How much the times of consecutive units of `textin` and `textout` overlap: 0 is one after another, 1 is all at once.',
    absent: { default: 0.5 },
  } satisfies AttributeSpec<number>,
  start: {
    type: number({}),
    label: 'Count from',
    description: 'Number at which `countup` begins. It ends at the `value` of the text.',
    absent: { default: 0 },
  } satisfies AttributeSpec<number>,
  enabled,
} as const;

export const keyAttributes = {
  time: {
    type: relativeTime({ minimum: 0 }),
    label: 'Time',
    description: 'Time from the start of its animation; 100% is the frame after the last.',
    absent: { required: true },
    initial: { amount: 0, unit: 'frames' },
    unit: 'frames',
  } satisfies AttributeSpec<RelativeTime>,
  easing: {
    type: easing(),
    label: 'Easing',
    description: 'Easing from this keyframe to the next keyframe of the same property.',
    absent: { default: null },
  } satisfies AttributeSpec<Easing | null>,
  position: property(point(), 'Position', 'Position of a layer with a picture.', 'px'),
  scale: property(pair({ minimum: -100, maximum: 100 }), 'Scale', 'Scale of a layer with a picture.'),
  rotation: property(number({}), 'Rotation', 'Rotation of a layer with a picture.', '°'),
  anchor: property(point(), 'Anchor', 'Anchor point of a layer with a picture.', 'px'),
  opacity: property(number({ minimum: 0, maximum: 1 }), 'Opacity', 'Opacity of a layer with a picture.'),
  color: property(paintType(), 'Color', 'Color of `solid` or `text`.'),
  fill: property(paintType(), 'Fill', 'Fill color of `shape`.'),
  stroke: property(paintType(), 'Stroke', 'Stroke color of `shape`.'),
  fontsize: {
    ...property(
      number({ minimum: 1, maximum: 2000 }),
      'Font size',
      'Font size of `text`. The lines are laid out again.',
      'px',
    ),
    aliases: ['size'],
  } satisfies AttributeSpec<number | null>,
  value: property(number({}), 'Value', 'Number that `text` shows.'),
  width: property(
    length({ minimum: 1 }),
    'Width',
    'Width of `solid` or `shape`. Percentages refer to the frame.',
    'px',
  ),
  height: property(
    length({ minimum: 1 }),
    'Height',
    'Height of `solid` or `shape`. Percentages refer to the frame.',
    'px',
  ),
  volume: property(
    volumeType,
    'Volume',
    'Volume of `video` or `audio`: a factor of the amplitude, or decibels such as `-6dB`.',
  ),
  pan: property(panType, 'Pan', 'Pan of `video` or `audio`.'),
} as const;

function property<Value extends Point | Pair | Paint | Length | number>(
  type: AttributeSpec<Value>['type'],
  label: string,
  description: string,
  unit?: string,
): AttributeSpec<Value | null> {
  // The cast is safe: an optional attribute has the same type, because null values are never parsed.
  const read = type as AttributeSpec<Value | null>['type'];
  return { type: read, label, description, absent: { default: null }, ...(unit !== undefined && { unit }) };
}
