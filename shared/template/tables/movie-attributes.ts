import { DEFAULT_LANGUAGE } from '../../formats/languages.ts';
import {
  type AttributeSpec,
  choice,
  colorType,
  frameRateType,
  integer,
  number,
  text,
  time,
} from '../value-types/attribute-types.ts';
import { backgroundType } from '../value-types/color-types.ts';
import { caseList, coverSource, languageTag } from '../value-types/text-types.ts';
import { loudnessTarget, type SceneLength, sceneLength } from '../value-types/time-types.ts';
import type { BackgroundPaint, Color } from '../values/color.ts';
import { type FrameRate, type Frames, frames } from '../values/frame-rate.ts';
import { condition, enabled, name, unchecked } from './layer-attributes.ts';
import { BLACK_PAINT } from './picture-attributes.ts';

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
    description: 'Frames per second from 1 to 240: a whole number or a fraction such as 30000/1001.',
    absent: { required: true },
    unit: 'fps',
  } satisfies AttributeSpec<FrameRate>,
  background: {
    type: backgroundType(),
    label: 'Background',
    description: 'Color behind all layers; its opacity is ignored. `transparent` makes a film with opacity.',
    absent: { default: BLACK_PAINT },
  } satisfies AttributeSpec<BackgroundPaint>,
  matte: {
    type: colorType(),
    label: 'Matte',
    description: 'Color behind a transparent film in formats without opacity, and in posters and thumbnails.',
    absent: { default: { red: 0, green: 0, blue: 0 } },
  } satisfies AttributeSpec<Color>,
  language: {
    type: languageTag(),
    label: 'Language',
    description: 'Language of the numbers, prices, and dates that expressions write, such as `de` or `pt-BR`.',
    absent: { default: DEFAULT_LANGUAGE },
  } satisfies AttributeSpec<string>,
  loudness: {
    type: loudnessTarget({ minimum: -40, maximum: -5 }),
    label: 'Loudness',
    description:
      'Integrated loudness of the film in LUFS, such as `-14` for streams, `-16` for speech, or `-23` for broadcast. `none` leaves the sound unchanged.',
    absent: { default: null },
    unit: 'LUFS',
  } satisfies AttributeSpec<number | null>,
  truepeak: {
    type: number({ minimum: -9, maximum: 0 }),
    label: 'True peak',
    description: 'Highest true peak of a film with `loudness`, in dBTP. A limiter lowers louder moments.',
    absent: { default: -1 },
    unit: 'dB',
  } satisfies AttributeSpec<number>,
  poster: {
    type: time({ minimum: 0 }),
    label: 'Poster',
    description:
      'Time of the poster and of thumbnails, in frames or in seconds, such as `2s`. The default is a moment that shows something.',
    absent: { default: null },
    unit: 'frames',
    time: 'start',
  } satisfies AttributeSpec<Frames | null>,
  version: {
    type: text(),
    label: 'Version',
    description: 'Ignored.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  unchecked,
} as const;

/** The attributes of scenes, sequences, and choices. */
export const sceneAttributes = {
  duration: {
    type: sceneLength(),
    label: 'Duration',
    description:
      'A whole number is in frames; `2s` is in seconds, rounded to the nearest frame. By default the scene is as long as its content; `audio` makes it as long as its sounds. A scene that contains scenes has no duration.',
    absent: { default: null },
    unit: 'frames',
    time: 'length',
  } satisfies AttributeSpec<SceneLength | null>,
  extra: {
    type: time({ minimum: 0 }),
    label: 'Hold at end',
    description: 'Extra time after the scene’s content. Ignored if the scene has a duration.',
    absent: { default: frames(0) },
    unit: 'frames',
  } satisfies AttributeSpec<Frames>,
  background: {
    type: backgroundType(),
    label: 'Background',
    description: "Color behind the lowest layer. The default, and `transparent`, is the movie's background.",
    absent: { default: null },
    initial: BLACK_PAINT,
  } satisfies AttributeSpec<BackgroundPaint | null>,
  type: {
    type: choice(['regular', 'optional', 'choice']),
    label: 'Type',
    description:
      '`choice` plays one of its scenes: the one whose `case` contains the value of its `condition`. `optional` is a regular scene with a `condition`.',
    absent: { default: 'regular' },
  } satisfies AttributeSpec<'regular' | 'optional' | 'choice'>,
  condition: {
    ...condition,
    description:
      'It plays only if this condition is true, such as `${promo}`, which is false without a value, or `${plan} = gold`. For a `choice`, the value to compare with the cases.',
  },
  case: {
    type: caseList(),
    label: 'Case',
    description:
      'For a scene in a `choice`: the values for which it plays, separated by commas. A scene without `case` plays if no other scene matches.',
    absent: { default: null },
  } satisfies AttributeSpec<readonly string[] | null>,
  chapter: {
    type: text(),
    label: 'Chapter',
    description:
      'Title of a chapter that begins with this scene. After a transition, it begins in the middle of the transition.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  id: {
    type: text(),
    label: 'Id',
    description: 'Unique name that other parts of the template use for it.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  name,
  enabled,
  unchecked,
} as const;

/** The attributes of an overlay, whose layers are over the whole film. */
export const overlayAttributes = {
  name,
  condition,
  enabled,
  unchecked,
} as const;

function metadataText(label: string, description: string): AttributeSpec<string | null> {
  return { type: text(), label, description, absent: { default: null } };
}

/** The metadata of the film file. */
export const metadataAttributes = {
  title: metadataText('Title', 'Title of the film.'),
  artist: metadataText('Artist', 'Person or group that made the film.'),
  album: metadataText('Album', 'Album or series that the film belongs to.'),
  comment: metadataText('Comment', 'Comment about the film.'),
  copyright: metadataText('Copyright', 'Copyright notice.'),
  date: metadataText('Date', 'Date of the film, such as `2026` or `2026-11-29`.'),
  genre: metadataText('Genre', 'Genre of the film.'),
  description: metadataText('Description', 'Description of the film.'),
  cover: {
    type: coverSource(),
    label: 'Cover',
    description: 'Picture of the file in players: an image of the project, or `poster` for the poster of the film.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
} as const;
