import { type AttributeSpec, choice, number, text, time } from '../value-types/attribute-types.ts';
import { paintType } from '../value-types/color-types.ts';
import { easing } from '../value-types/easing-type.ts';
import { assetName, url } from '../value-types/text-types.ts';
import type { Easing } from '../values/animation.ts';
import type { Paint } from '../values/color.ts';
import type { Frames } from '../values/frame-rate.ts';
import { easingAttributes, SIDES, ZOOM_DIRECTIONS } from './animation-attributes.ts';
import { condition, enabled, visualAttributes } from './layer-attributes.ts';
import { BLACK_PAINT } from './picture-attributes.ts';

/** The transition types in menu order. `dissolve` is an alias of `crossfade`. */
export const TRANSITION_TYPES = [
  'crossfade',
  'dissolve',
  'fade',
  'wipe',
  'circle',
  'clock',
  'luma',
  'slide',
  'push',
  'reveal',
  'zoom',
  'custom',
] as const;
const CORNERS = ['topleft', 'topright', 'bottomleft', 'bottomright'] as const;
export const TRANSITION_DIRECTIONS = [...SIDES, ...CORNERS, ...ZOOM_DIRECTIONS] as const;
/** The directions of each type that has directions. The first one is the default. */
export const DIRECTIONS_BY_TRANSITION = {
  wipe: [...SIDES, ...CORNERS],
  slide: SIDES,
  push: SIDES,
  reveal: SIDES,
  zoom: ZOOM_DIRECTIONS,
} as const;
/** The default duration of a transition. */
export const DEFAULT_TRANSITION = '0.5s';

const TRANSITION_SOUNDS = ['crossfade', 'cut', 'both'] as const;

/**
 * The attributes of transitions. The table has no default duration, because its number of frames depends on the frame
 * rate. The reader of transitions sets it.
 */
export const transitionAttributes = {
  type: {
    type: choice(TRANSITION_TYPES),
    label: 'Type',
    description: 'Kind of transition; `dissolve` is `crossfade`. `custom` shows the scene that it contains.',
    absent: { default: 'crossfade' },
  } satisfies AttributeSpec<(typeof TRANSITION_TYPES)[number]>,
  duration: {
    type: time({ minimum: 1 }),
    label: 'Duration',
    description: 'How long both scenes overlap; the film gets shorter by this time. The default is half a second.',
    absent: { default: null },
    unit: 'frames',
  } as AttributeSpec<Frames | null>,
  easing: {
    type: easing(),
    label: 'Easing',
    description: 'Easing of the transition.',
    absent: { default: { kind: 'linear' } },
  } satisfies AttributeSpec<Easing>,
  ...easingAttributes,
  color: {
    type: paintType(),
    label: 'Color',
    description: 'For `fade`: the color between the scenes. Its opacity is ignored.',
    absent: { default: BLACK_PAINT },
  } satisfies AttributeSpec<Paint>,
  direction: {
    type: choice(TRANSITION_DIRECTIONS),
    label: 'Direction',
    description:
      'Side that the new scene comes from; the default is `left`. For `wipe` also a corner. For `zoom` `in` or `out`; the default is `in`.',
    absent: { default: null },
    optionsByType: DIRECTIONS_BY_TRANSITION,
  } satisfies AttributeSpec<(typeof TRANSITION_DIRECTIONS)[number] | null>,
  softness: {
    type: number({ minimum: 0, maximum: 1 }),
    label: 'Softness',
    description: 'For `wipe`, `circle`, `clock`, and `luma`: width of the soft edge; 1 is the whole distance.',
    absent: { default: 0 },
  } satisfies AttributeSpec<number>,
  src: {
    type: assetName('image'),
    label: 'Image',
    description:
      'For `luma`: an image in the project. The new scene appears first in its bright areas, last in its black areas.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  url: {
    type: url('image'),
    label: 'URL',
    description: 'For `luma`: URL of an image, instead of an image of the project.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  amount: {
    type: number({ minimum: 0, maximum: 10 }),
    label: 'Amount',
    description: 'For `zoom`: factor by which the picture grows.',
    absent: { default: 0.5 },
  } satisfies AttributeSpec<number>,
  sound: {
    type: choice(TRANSITION_SOUNDS),
    label: 'Sound',
    description: 'Whether the sounds crossfade, change in the middle, or both play at full volume.',
    absent: { default: 'crossfade' },
  } satisfies AttributeSpec<(typeof TRANSITION_SOUNDS)[number]>,
  name: {
    type: text(),
    label: 'Name',
    description: 'Name in the editor.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  condition,
  enabled,
} as const;

/**
 * References to the scenes before and after a transition. They are necessary because both scenes can have the same id
 * in a repeated sequence.
 */
export const SIDE_REFS = { outgoing: '@outgoing', incoming: '@incoming' } as const;

export const sceneLayerAttributes = {
  ref: {
    type: text(),
    label: 'Scene',
    description:
      'The `id` of the scene to show: one of the two scenes next to the transition, or of a sequence or choice that contains the transition. `@outgoing` and `@incoming` are the scenes before and after it, unless a scene next to it has this `id`.',
    absent: { required: true },
  } satisfies AttributeSpec<string>,
  ...visualAttributes,
  overlap: {
    ...visualAttributes.overlap,
    label: 'First frame',
    description:
      'First frame of the scene to show: negative counts from its end, positive from its beginning. By default the frames that a transition shows: the last frames of the outgoing scene or the first frames of the incoming scene.',
  } satisfies AttributeSpec<number>,
} as const;
