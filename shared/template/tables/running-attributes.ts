import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import { boolean, choice, number, time } from '../value-types/attribute-types.ts';
import type { Frames } from '../values/frame-rate.ts';
import { SOURCE_ENDS, type SourceEnd } from '../values/source-end.ts';

export const speed: AttributeSpec<number> = {
  type: number({ minimum: 0.1, maximum: 10 }),
  label: 'Speed',
  description: 'How much faster than its source it goes. Its pitch stays.',
  absent: { default: 1 },
};

/** What is done with a picture whose odd and even lines are two moments. */
export const deinterlace: AttributeSpec<boolean> = {
  type: boolean(),
  label: 'Deinterlace',
  description:
    'Whether the two fields of an interlaced source become one picture. A progressive source stays as it is.',
  absent: { default: true },
};

/** How a video runs through its source. */
export const runningAttributes = {
  speed,
  end: {
    type: choice(SOURCE_ENDS),
    label: 'End',
    description:
      'What is seen past the end of the source: `hold` its last frame, `loop` the source again from its in-point, `hide` nothing. It is silent there, but for `loop`.',
    absent: { default: 'hold' },
  } satisfies AttributeSpec<SourceEnd>,
  freeze: {
    type: time({ minimum: 0 }),
    label: 'Freeze',
    description: 'The moment of the source that is seen throughout, without sound.',
    absent: { default: null },
    unit: 'frames',
  } satisfies AttributeSpec<Frames | null>,
} as const;
