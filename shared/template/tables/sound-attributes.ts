import { type AttributeSpec, boolean, choice, number, time } from '../value-types/attribute-types.ts';
import { assetName, url } from '../value-types/text-types.ts';
import { gain } from '../value-types/time-types.ts';
import { type Frames, frames } from '../values/frame-rate.ts';
import { SOURCE_ENDS, type SourceEnd } from '../values/source-length.ts';
import { condition, enabled, name } from './layer-attributes.ts';

/** The maximum gain of a sound as an amplitude factor. */
export const MAX_VOLUME = 8;

export const volumeType = gain({ maximum: MAX_VOLUME });
export const panType = number({ minimum: -1, maximum: 1 });

const volume: AttributeSpec<number> = {
  type: volumeType,
  label: 'Volume',
  description: 'Volume: a factor of the amplitude from 0 to 8, or decibels such as `-6dB`.',
  absent: { default: 1 },
};

const pan: AttributeSpec<number> = {
  type: panType,
  label: 'Pan',
  description: 'Stereo position: −1 is left, 1 is right. The other side gets quieter.',
  absent: { default: 0 },
};

function fade(label: string, description: string): AttributeSpec<Frames> {
  return { type: time({ minimum: 0 }), label, description, absent: { default: frames(0) }, unit: 'frames' };
}

export const heardAttributes = {
  volume,
  pan,
  soundfadein: fade('Fade in', 'Duration of the fade from silence to its volume.'),
  soundfadeout: fade('Fade out', 'Duration of the fade from its volume to silence.'),
  ducks: {
    type: boolean(),
    label: 'Lowers music',
    description: "Whether it lowers the movie's sounds that have `duck` while it plays.",
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
} as const;

const speed: AttributeSpec<number> = {
  type: number({ minimum: 0.1, maximum: 10 }),
  label: 'Speed',
  description: 'Playback speed as a factor. The pitch stays the same.',
  absent: { default: 1 },
};

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
    description: 'File name of an asset in the same project. Its picture is ignored.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  skip: {
    type: time({ minimum: 0 }),
    label: 'In point',
    description: 'Start position in the source, in frames of the movie or in seconds, such as `1.5s`.',
    absent: { default: frames(0) },
    unit: 'frames',
    time: 'in-point',
  } satisfies AttributeSpec<Frames>,
  offset: {
    type: time({ minimum: 0 }),
    label: 'Start',
    description: 'Start time in the scene or in the film.',
    absent: { default: frames(0) },
    unit: 'frames',
    time: 'start',
  } satisfies AttributeSpec<Frames>,
  duration: {
    type: time({ minimum: 1 }),
    label: 'Duration',
    description: 'How long it plays. By default as long as its source, but no longer than the scene or film.',
    absent: { default: null },
    unit: 'frames',
    time: 'length',
  } satisfies AttributeSpec<Frames | null>,
  speed,
  volume,
  pan,
  fadein: fade('Fade in', 'Duration of the fade from silence to its volume.'),
  fadeout: fade('Fade out', 'Duration of the fade from its volume to silence, which ends when the sound ends.'),
  loop: {
    type: boolean(),
    label: 'Loop',
    description: 'Whether it starts again at its in point when the source ends.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  ducks: {
    type: boolean(),
    label: 'Lowers music',
    description:
      "Whether it lowers the movie's sounds that have `duck` while it plays. By default, sounds of scenes do and sounds of the movie do not.",
    absent: { default: null },
  } satisfies AttributeSpec<boolean | null>,
  duck: {
    type: gain({ maximum: 1 }),
    label: 'Duck to',
    description: 'For sounds of the movie: factor of the volume while something with `ducks` plays.',
    absent: { default: null },
  } satisfies AttributeSpec<number | null>,
  duckfade: {
    type: time({ minimum: 0 }),
    label: 'Ducking fade',
    description: 'Duration of the fade down before and the fade up after. The default is 0.3 seconds.',
    absent: { default: null },
    unit: 'frames',
  } satisfies AttributeSpec<Frames | null>,
  condition,
  name,
  enabled,
} as const;

/** Whether interlaced video, whose odd and even lines are from different times, is deinterlaced. */
export const deinterlace: AttributeSpec<boolean> = {
  type: boolean(),
  label: 'Deinterlace',
  description: 'Whether to deinterlace an interlaced source. A progressive source stays unchanged.',
  absent: { default: true },
};

/** The attributes for playing the source of a video. */
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
