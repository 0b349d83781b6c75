import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import { boolean, choice, number, time } from '../value-types/attribute-types.ts';
import type { Frames } from '../values/frame-rate.ts';
import { SOURCE_ENDS, type SourceEnd } from '../values/source-end.ts';

export const speed: AttributeSpec<number> = {
  type: number({ minimum: 0.1, maximum: 10 }),
  label: 'Speed',
  description: 'Playback speed as a factor. The pitch stays the same.',
  absent: { default: 1 },
};

/** What is done with a picture whose odd and even lines are two moments. */
export const deinterlace: AttributeSpec<boolean> = {
  type: boolean(),
  label: 'Deinterlace',
  description: 'Whether to deinterlace an interlaced source. A progressive source stays unchanged.',
  absent: { default: true },
};

/** How a video runs through its source. */
export const runningAttributes = {
  speed,
  end: {
    type: choice(SOURCE_ENDS),
    label: 'End',
    description:
      'After the end of the source: `hold` keeps its last frame, `loop` starts again from the in point, `hide` shows nothing. Only `loop` has sound.',
    absent: { default: 'hold' },
  } satisfies AttributeSpec<SourceEnd>,
  freeze: {
    type: time({ minimum: 0 }),
    label: 'Freeze',
    description: 'Shows the frame at this time of the source as a still image, without sound.',
    absent: { default: null },
    unit: 'frames',
  } satisfies AttributeSpec<Frames | null>,
} as const;
