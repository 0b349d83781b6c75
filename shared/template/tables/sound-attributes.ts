import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import { boolean, number, time } from '../value-types/attribute-types.ts';
import { gain } from '../value-types/gain-type.ts';
import { assetName, url } from '../value-types/source-attribute-types.ts';
import { type Frames, frames } from '../values/frame-rate.ts';
import { condition, enabled, name } from './layer-attributes.ts';
import { speed } from './running-attributes.ts';

/** Factor of the amplitude that no sound has more than. */
export const LOUDEST = 8;

export const volumeType = gain({ maximum: LOUDEST });
export const panType = number({ minimum: -1, maximum: 1 });

const volume: AttributeSpec<number> = {
  type: volumeType,
  label: 'Volume',
  description: 'How loud it is: a factor of the amplitude from 0 to 8, or decibels such as `-6dB`.',
  absent: { default: 1 },
};

const pan: AttributeSpec<number> = {
  type: panType,
  label: 'Pan',
  description: 'Which side it is heard on: −1 is left, 1 is right. The other side gets quieter.',
  absent: { default: 0 },
};

function fade(label: string, description: string): AttributeSpec<Frames> {
  return { type: time({ minimum: 0 }), label, description, absent: { default: frames(0) }, unit: 'frames' };
}

/** What a video has because it is heard. */
export const heardAttributes = {
  volume,
  pan,
  soundfadein: fade('Fade in', 'How long its sound takes from silence to its volume.'),
  soundfadeout: fade('Fade out', 'How long its sound takes from its volume to silence.'),
  ducks: {
    type: boolean(),
    label: 'Duck music',
    description: "Whether the movie's sounds that have `duck` give way while it is heard.",
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
} as const;

/** What a sound has. */
export const soundAttributes = {
  url: {
    type: url('media'),
    label: 'URL',
    description: 'The http(s) address of the source.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  src: {
    type: assetName('media'),
    label: 'Source',
    description: 'The file name of an asset of the same project. A picture in it does not count.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  skip: {
    type: time({ minimum: 0 }),
    label: 'In-point',
    description: 'Where in the source it begins, in frames of the movie or in seconds such as `1.5s`.',
    absent: { default: frames(0) },
    unit: 'frames',
    time: 'in-point',
  } satisfies AttributeSpec<Frames>,
  offset: {
    type: time({ minimum: 0 }),
    label: 'Offset',
    description: 'When it begins in the scene, or in the film.',
    absent: { default: frames(0) },
    unit: 'frames',
    time: 'start',
  } satisfies AttributeSpec<Frames>,
  duration: {
    type: time({ minimum: 1 }),
    label: 'Duration',
    description: 'How long it is heard; without it as long as its source lasts, and no longer than the scene or film.',
    absent: { default: null },
    unit: 'frames',
    time: 'length',
  } satisfies AttributeSpec<Frames | null>,
  speed,
  volume,
  pan,
  fadein: fade('Fade in', 'How long it takes from silence to its volume.'),
  fadeout: fade(
    'Fade out',
    'How long it takes from its volume to silence, which it reaches where it stops being heard.',
  ),
  loop: {
    type: boolean(),
    label: 'Loop',
    description: 'Whether it begins again at its in-point when its source has ended.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  ducks: {
    type: boolean(),
    label: 'Duck music',
    description:
      "Whether the movie's sounds that have `duck` give way while it is heard. Without it, a scene's does and a movie's does not.",
    absent: { default: null },
  } satisfies AttributeSpec<boolean | null>,
  duck: {
    type: gain({ maximum: 1 }),
    label: 'Duck to',
    description: "Of a movie's sound: what its volume is multiplied with while something is heard that ducks it.",
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  duckfade: {
    type: time({ minimum: 0 }),
    label: 'Duck fade',
    description: 'How long it takes to give way before, and to come back after. Without it 0.3 seconds.',
    absent: { default: null },
    unit: 'frames',
  } satisfies AttributeSpec<Frames | null>,
  condition,
  name,
  enabled,
} as const;
