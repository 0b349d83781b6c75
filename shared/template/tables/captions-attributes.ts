import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import { choice, time } from '../value-types/attribute-types.ts';
import { type Frames, frames } from '../values/frame-rate.ts';
import { percent, pixels } from '../values/lengths.ts';
import { sourceAttributes } from './layer-attributes.ts';
import { textAttributes } from './text-attributes.ts';

const { content: _, ...textSet } = textAttributes;

/** Of captions: their file, and how they are set. They stand in the middle above the lower edge where nothing else is said. */
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
  ...textSet,
  width: { ...textSet.width, absent: { default: percent(80) } },
  xalign: { ...textSet.xalign, absent: { default: 'center' as const } },
  origin: { ...textSet.origin, absent: { default: { across: percent(50), down: percent(100) } } },
  position: { ...textSet.position, absent: { default: { across: pixels(0), down: percent(-8) } } },
  anchor: { ...textSet.anchor, absent: { default: { across: pixels(0), down: percent(50) } } },
} as const;
