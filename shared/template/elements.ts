import type { AttributeSpec } from './attribute-spec.ts';
import { assetName, boolean, choice, frameRateType, integer, text, time, url } from './attribute-types.ts';
import { effectTypes } from './effects.ts';
import type { FrameRate, Frames } from './frame-rate.ts';
import { FITS, type Fit } from './movie.ts';

interface ElementSpec {
  readonly label: string;
  readonly description: string;
  // biome-ignore lint/suspicious/noExplicitAny: the value types differ by attribute; `ValuesOf` gives them back
  readonly attributes: Readonly<Record<string, AttributeSpec<any>>>;
  /** Names of the elements that may stand inside. */
  readonly children: readonly string[];
}

const enabled: AttributeSpec<boolean> = {
  type: boolean(),
  label: 'Enabled',
  description: '`false` keeps it in the document and out of the film.',
  absent: { default: true },
};

const effectAttributes = {
  type: {
    type: choice(effectTypes),
    label: 'Type',
    description: 'Which effect it is; the other attributes depend on it.',
    absent: { required: true },
  } satisfies AttributeSpec<string>,
  enabled,
};

/** Every element of the language and its attributes, once. Those of an effect's type stand in `effectRegistry`. */
export const elementRegistry = {
  movie: {
    label: 'Movie',
    description: 'The film: its scenes are played one after another.',
    attributes: {
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
    },
    children: ['scene'],
  },
  scene: {
    label: 'Scene',
    description: 'A stretch of the film. Without a video it is black and silent; several videos are layers, the later one on top.',
    attributes: {
      duration: {
        type: time({ minimum: 1 }),
        label: 'Duration',
        description: 'A bare whole number counts frames; `2s` counts seconds, rounded to the nearest frame.',
        absent: { required: true },
        unit: 'frames',
      } satisfies AttributeSpec<Frames>,
      name: {
        type: text(),
        label: 'Name',
        description: 'A name for people, shown on the timeline.',
        absent: { default: null },
      } as AttributeSpec<string | null>,
      enabled,
    },
    children: ['video'],
  },
  video: {
    label: 'Video',
    description: 'A layer that shows a source, and is heard. It takes exactly one of `url` and `src`.',
    attributes: {
      url: {
        type: url(),
        label: 'URL',
        description: 'The http(s) address of the source.',
        absent: { default: null },
      } as AttributeSpec<string | null>,
      src: {
        type: assetName(),
        label: 'Source',
        description: 'The file name of an asset of the same project.',
        absent: { default: null },
      } as AttributeSpec<string | null>,
      audio: {
        type: boolean(),
        label: 'Sound',
        description: "Whether the source's sound is heard.",
        absent: { default: true },
      } satisfies AttributeSpec<boolean>,
      skip: {
        type: time({ minimum: 0 }),
        label: 'In-point',
        description: 'Where in the source the picture starts, in frames of the movie or in seconds such as `1.5s`.',
        absent: { default: 0 as Frames },
        unit: 'frames',
      } satisfies AttributeSpec<Frames>,
      fit: {
        type: choice(FITS),
        label: 'Fit',
        description: 'How a source of another shape fills the frame.',
        absent: { default: 'contain' },
      } satisfies AttributeSpec<Fit>,
      enabled,
    },
    children: ['filter', 'transform'],
  },
  filter: {
    label: 'Filter',
    description: 'Changes colour. Effects are applied in document order.',
    attributes: effectAttributes,
    children: [],
  },
  transform: {
    label: 'Transform',
    description: 'Changes geometry. Effects are applied in document order.',
    attributes: effectAttributes,
    children: [],
  },
} as const satisfies Record<string, ElementSpec>;

export type ElementName = keyof typeof elementRegistry;

export function isElementName(name: string): name is ElementName {
  return Object.hasOwn(elementRegistry, name);
}
