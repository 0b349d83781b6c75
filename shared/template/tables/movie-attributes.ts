import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import { choice, frameRateType, integer, text, time } from '../value-types/attribute-types.ts';
import { caseList } from '../value-types/condition-types.ts';
import { paint } from '../value-types/paint-type.ts';
import { type SceneLength, sceneLength } from '../value-types/scene-length-type.ts';
import { type FrameRate, type Frames, frames } from '../values/frame-rate.ts';
import type { Paint } from '../values/paint.ts';
import { condition, enabled, name } from './layer-attributes.ts';
import { BLACK_PAINT } from './picture-attributes.ts';

/** Of the movie. */
export const movieAttributes = {
  width: {
    type: integer({ minimum: 16, maximum: 8192 }),
    label: 'Width',
    description: 'Width of the picture.',
    absent: { required: true },
    unit: 'px',
  } satisfies AttributeSpec<number>,
  height: {
    type: integer({ minimum: 16, maximum: 8192 }),
    label: 'Height',
    description: 'Height of the picture.',
    absent: { required: true },
    unit: 'px',
  } satisfies AttributeSpec<number>,
  framerate: {
    type: frameRateType(),
    label: 'Frame rate',
    description: 'Frames a second from 1 to 240, whole or as an exact fraction such as 30000/1001.',
    absent: { required: true },
    unit: 'fps',
  } satisfies AttributeSpec<FrameRate>,
  background: {
    type: paint(),
    label: 'Background',
    description: 'What is seen where nothing else is; its opacity is ignored.',
    absent: { default: BLACK_PAINT },
  } satisfies AttributeSpec<Paint>,
  version: {
    type: text(),
    label: 'Version',
    description: 'Read and ignored.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
} as const;

/** Of a scene, also of one that holds scenes or is a choice of them. */
export const sceneAttributes = {
  duration: {
    type: sceneLength(),
    label: 'Duration',
    description:
      'A bare whole number counts frames; `2s` counts seconds, rounded to the nearest frame. Without it the scene is as long as its content, with `audio` as its sounds. A scene that holds scenes has none.',
    absent: { default: null },
    unit: 'frames',
    time: 'length',
  } satisfies AttributeSpec<SceneLength | null>,
  extra: {
    type: time({ minimum: 0 }),
    label: 'Hold at end',
    description:
      'How much longer than its content the scene is; of one that has a length of its own it changes nothing.',
    absent: { default: frames(0) },
    unit: 'frames',
  } satisfies AttributeSpec<Frames>,
  background: {
    type: paint(),
    label: 'Background',
    description: "What is seen under the lowest layer; without it the movie's.",
    absent: { default: null },
    initial: BLACK_PAINT,
  } satisfies AttributeSpec<Paint | null>,
  type: {
    type: choice(['regular', 'optional', 'choice']),
    label: 'Type',
    description:
      '`choice` plays one of the scenes in it, the one whose `case` has the value of its `condition`; `optional` is a regular scene that has a `condition`.',
    absent: { default: 'regular' },
  } satisfies AttributeSpec<'regular' | 'optional' | 'choice'>,
  condition: {
    ...condition,
    description:
      'It is played where this holds, such as `${promo}`, which is false without a value, or `${plan} = gold`; of a `choice`, the value that is compared with the cases.',
  },
  case: {
    type: caseList(),
    label: 'Case',
    description:
      'Of a scene in a `choice`: the values for which it is played, with commas between; without it, it is played where no other is.',
    absent: { default: null },
  } satisfies AttributeSpec<readonly string[] | null>,
  id: {
    type: text(),
    label: 'Id',
    description: 'A name by which other parts of the template know it; no two scenes have the same.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  name,
  enabled,
} as const;

/** Of layers that lie over the whole film. */
export const overlayAttributes = {
  name,
  condition,
  enabled,
} as const;
