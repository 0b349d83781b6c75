import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import { choice, number, text, time } from '../value-types/attribute-types.ts';
import { easing } from '../value-types/easing-type.ts';
import { paint } from '../value-types/paint-type.ts';
import { assetName, url } from '../value-types/source-attribute-types.ts';
import type { Easing } from '../values/easing.ts';
import type { Frames } from '../values/frame-rate.ts';
import type { Paint } from '../values/paint.ts';
import { easingAttributes } from './animation-attributes.ts';
import { condition, enabled, seenAttributes } from './layer-attributes.ts';
import { BLACK_PAINT } from './picture-attributes.ts';

/** In the order in which they are offered; `dissolve` is another name of `crossfade`. */
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
export const TRANSITION_DIRECTIONS = [
  'left',
  'right',
  'top',
  'bottom',
  'topleft',
  'topright',
  'bottomleft',
  'bottomright',
  'in',
  'out',
] as const;
/** How long a transition takes where nothing is said of it. */
export const USUAL_TRANSITION = '0.5s';

const TRANSITION_SOUNDS = ['crossfade', 'cut', 'both'] as const;

/** Half a second has another number of frames at each rate, so an absent duration is filled in where the rate is known. */
export const transitionAttributes = {
  type: {
    type: choice(TRANSITION_TYPES),
    label: 'Type',
    description:
      'How one picture becomes the other; `dissolve` is `crossfade`. With `custom` the scene that it holds is seen.',
    absent: { default: 'crossfade' },
  } satisfies AttributeSpec<(typeof TRANSITION_TYPES)[number]>,
  duration: {
    type: time({ minimum: 1 }),
    label: 'Duration',
    description: 'How long both scenes are seen together; the film is so much shorter. Without it half a second.',
    absent: { default: null },
    unit: 'frames',
  } as AttributeSpec<Frames | null>,
  easing: {
    type: easing(),
    label: 'Easing',
    description: 'How it goes on in between.',
    absent: { default: { kind: 'linear' } },
  } satisfies AttributeSpec<Easing>,
  ...easingAttributes,
  color: {
    type: paint(),
    label: 'Color',
    description: 'Of `fade`: the colour that it goes through. Its opacity is ignored.',
    absent: { default: BLACK_PAINT },
  } satisfies AttributeSpec<Paint>,
  direction: {
    type: choice(TRANSITION_DIRECTIONS),
    label: 'Direction',
    description:
      'The side that the new scene comes from, without it `left`; of `wipe` also a corner; of `zoom` `in` or `out`, without it `in`.',
    absent: { default: null },
  } satisfies AttributeSpec<(typeof TRANSITION_DIRECTIONS)[number] | null>,
  softness: {
    type: number({ minimum: 0, maximum: 1 }),
    label: 'Softness',
    description: 'Of `wipe`, `circle`, `clock` and `luma`: how wide the edge is; 1 is as wide as the way.',
    absent: { default: 0 },
  } satisfies AttributeSpec<number>,
  src: {
    type: assetName('image'),
    label: 'Image',
    description:
      'Of `luma`: an image of the project. The new scene comes first where it is bright, last where it is black.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  url: {
    type: url('image'),
    label: 'Address',
    description: 'Of `luma`: the address of an image, instead of one of the project.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  amount: {
    type: number({ minimum: 0, maximum: 10 }),
    label: 'Amount',
    description: 'Of `zoom`: how much larger the picture becomes.',
    absent: { default: 0.5 },
  } satisfies AttributeSpec<number>,
  sound: {
    type: choice(TRANSITION_SOUNDS),
    label: 'Sound',
    description: 'Whether one sound fades into the other, changes in the middle, or both are heard in full.',
    absent: { default: 'crossfade' },
  } satisfies AttributeSpec<(typeof TRANSITION_SOUNDS)[number]>,
  name: {
    type: text(),
    label: 'Name',
    description: 'What the editor calls it.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  condition,
  enabled,
} as const;

/** Of a layer that shows a scene. */
export const sceneLayerAttributes = {
  ref: {
    type: text(),
    label: 'Scene',
    description:
      'The `id` of the scene that it shows: one of the two beside the transition, or of a sequence or choice that it stands in.',
    absent: { required: true },
  } satisfies AttributeSpec<string>,
  ...seenAttributes,
  overlap: {
    ...seenAttributes.overlap,
    label: 'First frame',
    description:
      'Its first frame: below 0 so many from the end of its scene, above 0 so many from its beginning. Without it, what the scene shows in a transition: its last frames where it goes, its first where it comes.',
  } satisfies AttributeSpec<number>,
} as const;
