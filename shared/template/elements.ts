import type { AttributeSpec, AttributeSpecs } from './attribute-spec.ts';
import { boolean, choice, frameRateType, integer, text, time } from './attribute-types.ts';
import { type EffectElement, effectTypesOf } from './effects.ts';
import { FITS, type Fit } from './fit.ts';
import { type FrameRate, type Frames, frames } from './frame-rate.ts';

import { assetName, url } from './source-attribute-types.ts';

/**
 * What an element is for. Code asks for this, never for an element's name, so that a new kind of layer is one more entry of
 * the table. `sound`, `mask`, `animation`, `transition` and `resource` have no element yet.
 */
export type ElementRole =
  | 'movie'
  | 'scene'
  | 'layer'
  | 'sound'
  | 'effect'
  | 'mask'
  | 'animation'
  | 'transition'
  | 'resource';

export interface ElementSpec {
  readonly role: ElementRole;
  readonly label: string;
  readonly description: string;
  readonly attributes: AttributeSpecs;
  /** Names of the elements that may stand inside. */
  readonly children: readonly string[];
  /** Attributes of which it takes exactly one. */
  readonly oneOf?: readonly string[];
  /** Of an element that holds text: what the text is. Placeholders count in it. */
  readonly content?: { readonly label: string; readonly description: string };
}

const enabled: AttributeSpec<boolean> = {
  type: boolean(),
  label: 'Enabled',
  description: '`false` keeps it in the document and out of the film.',
  absent: { default: true },
};

function effectAttributes(element: EffectElement) {
  return {
    type: {
      type: choice(effectTypesOf(element)),
      label: 'Type',
      description: 'Which effect it is; the other attributes depend on it.',
      absent: { required: true },
    } satisfies AttributeSpec<string>,
    enabled,
  } as const;
}

/** Every element of the language and its attributes, once. Those of an effect's type stand in `effectRegistry`. */
export const elementRegistry = {
  movie: {
    role: 'movie',
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
    role: 'scene',
    label: 'Scene',
    description:
      'A stretch of the film. Without a video it is black and silent; several videos are layers, the later one on top.',
    attributes: {
      duration: {
        type: time({ minimum: 1 }),
        label: 'Duration',
        description: 'A bare whole number counts frames; `2s` counts seconds, rounded to the nearest frame.',
        absent: { required: true },
        unit: 'frames',
        time: 'length',
      } satisfies AttributeSpec<Frames>,
      name: {
        type: text(),
        label: 'Name',
        description: 'A name for people, shown on the timeline.',
        absent: { default: null },
      } satisfies AttributeSpec<string | null>,
      enabled,
    },
    children: ['video'],
  },
  video: {
    role: 'layer',
    label: 'Video',
    description: 'A layer that shows a source, and is heard. It takes exactly one of `url` and `src`.',
    attributes: {
      url: {
        type: url('media'),
        label: 'URL',
        description: 'The http(s) address of the source.',
        absent: { default: null },
      } satisfies AttributeSpec<string | null>,
      src: {
        type: assetName('media'),
        label: 'Source',
        description: 'The file name of an asset of the same project.',
        absent: { default: null },
      } satisfies AttributeSpec<string | null>,
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
        absent: { default: frames(0) },
        unit: 'frames',
        time: 'in-point',
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
    oneOf: ['url', 'src'],
  },
  filter: {
    role: 'effect',
    label: 'Filter',
    description: 'Changes colour. Effects are applied in document order.',
    attributes: effectAttributes('filter'),
    children: [],
  },
  transform: {
    role: 'effect',
    label: 'Transform',
    description: 'Changes geometry. Effects are applied in document order.',
    attributes: effectAttributes('transform'),
    children: [],
  },
} as const satisfies Record<string, ElementSpec>;

export type ElementName = keyof typeof elementRegistry;

type Entries = typeof elementRegistry;

/** The names of the elements that have a role. */
export type ElementOfRole<Role extends ElementRole> = {
  readonly [Name in ElementName]: Entries[Name]['role'] extends Role ? Name : never;
}[ElementName];

export function isElementName(name: string): name is ElementName {
  return Object.hasOwn(elementRegistry, name);
}
