import { type EffectElement, effectTypesOf } from '../effects/effects.ts';
import type { AttributeSpec, AttributeSpecs } from '../value-types/attribute-spec.ts';
import { boolean, choice, time } from '../value-types/attribute-types.ts';
import { type Frames, frames } from '../values/frame-rate.ts';
import { animationAttributes, keyAttributes } from './animation-attributes.ts';
import { captionsAttributes } from './captions-attributes.ts';
import {
  boxAttributes,
  cutAttributes,
  enabled,
  maskAttributes,
  seenAttributes,
  sourceAttributes,
  videoFit,
} from './layer-attributes.ts';
import { movieAttributes, overlayAttributes, sceneAttributes } from './movie-attributes.ts';
import { imageAttributes, shapeAttributes, solidAttributes } from './picture-attributes.ts';
import { deinterlace, runningAttributes } from './running-attributes.ts';
import { heardAttributes, soundAttributes } from './sound-attributes.ts';
import { fontAttributes, spanAttributes, textAttributes } from './text-attributes.ts';
import { sceneLayerAttributes, transitionAttributes } from './transition-attributes.ts';
import { variableAttributes } from './variable-attributes.ts';

/**
 * What an element is for. Code asks for this, never for an element's name, so that a new kind of layer is one more entry of
 * the table.
 */
export type ElementRole =
  | 'movie'
  | 'scene'
  | 'overlay'
  | 'layer'
  | 'sound'
  | 'effect'
  | 'mask'
  | 'animation'
  | 'key'
  | 'transition'
  | 'content'
  | 'span'
  | 'resources'
  | 'resource'
  | 'declaration';

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
  /** Its attributes are read as they are written: `${` in them begins no placeholder. */
  readonly asWritten?: true;
}

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

/** The layers that are seen, wherever layers may stand. */
const LAYERS = ['video', 'image', 'text', 'captions', 'solid', 'shape', 'group'] as const;

/** What may stand in a layer and changes its picture. */
const INSIDE = ['filter', 'transform', 'mask', 'animation'] as const;

/** Every element of the language and its attributes, once. Those of an effect's type stand in `effectRegistry`. */
export const elementRegistry = {
  movie: {
    role: 'movie',
    label: 'Movie',
    description: 'The film: its scenes are played one after another.',
    attributes: movieAttributes,
    children: ['scene', 'transition', 'audio', 'overlay', 'resources'],
  },
  scene: {
    role: 'scene',
    label: 'Scene',
    description:
      'A stretch of the film. Its layers lie one over another, the later one on top. One that holds scenes and no layer is a sequence: it plays them one after another, and has no `duration`.',
    attributes: sceneAttributes,
    children: [...LAYERS, 'layer', 'audio', 'scene', 'transition'],
  },
  overlay: {
    role: 'overlay',
    label: 'Overlay',
    description:
      "Layers that lie over all scenes and transitions. Their times count the film's frames; one without `duration` lasts to the film's end. Its sounds are heard across scenes.",
    attributes: overlayAttributes,
    children: [...LAYERS, 'audio'],
  },
  video: {
    role: 'layer',
    label: 'Video',
    description: 'A layer that shows a source, and is heard. It takes exactly one of `url` and `src`.',
    attributes: {
      ...sourceAttributes('media'),
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
      ...runningAttributes,
      deinterlace,
      fit: videoFit,
      ...heardAttributes,
      ...boxAttributes,
      ...cutAttributes,
      ...seenAttributes,
    },
    children: INSIDE,
    oneOf: ['url', 'src'],
  },
  image: {
    role: 'layer',
    label: 'Image',
    description:
      'A layer that shows a picture: PNG, JPEG, WebP, GIF, BMP or SVG. An animated GIF or WebP plays. It takes exactly one of `url` and `src`.',
    attributes: imageAttributes,
    children: INSIDE,
    oneOf: ['url', 'src'],
  },
  text: {
    role: 'layer',
    label: 'Text',
    description: 'A layer that shows a text, as `content` or its child of that name has it.',
    attributes: textAttributes,
    children: ['content', ...INSIDE],
  },
  content: {
    role: 'content',
    label: 'Content',
    description:
      'The text of a `text`; placeholders count in it. Where it holds a `span`, every space and line feed in it counts.',
    attributes: {},
    children: ['span'],
    content: { label: 'Text', description: 'What the text says.' },
  },
  span: {
    role: 'span',
    label: 'Span',
    description:
      'A stretch of a text that looks otherwise. It may hold others, 8 deep. Lines are as high as the largest letters of the text ask for.',
    attributes: spanAttributes,
    children: ['span'],
    content: { label: 'Text', description: 'What the stretch says.' },
  },
  captions: {
    role: 'layer',
    label: 'Captions',
    description:
      'A layer that shows the captions of a file, SubRip (.srt) or WebVTT (.vtt), each in its time. Of their markup `b`, `i` and `u` count. It takes exactly one of `url` and `src`.',
    attributes: captionsAttributes,
    children: INSIDE,
    oneOf: ['url', 'src'],
  },
  solid: {
    role: 'layer',
    label: 'Solid',
    description: 'A layer of one colour.',
    attributes: solidAttributes,
    children: INSIDE,
  },
  shape: {
    role: 'layer',
    label: 'Shape',
    description: 'A layer that shows a rectangle, an ellipse, a polygon or a path.',
    attributes: shapeAttributes,
    children: INSIDE,
  },
  group: {
    role: 'layer',
    label: 'Group',
    description:
      'Layers put together into one picture, on nothing, that is then a layer like any other. Its clock begins at its start, and layers in it are placed from its middle. What reaches beyond its box is cut off only where a side is given.',
    attributes: {
      ...boxAttributes,
      ...seenAttributes,
      // What a group shows runs like a source: where it is cut, so much of its beginning is left out.
      overlap: { ...seenAttributes.overlap, time: 'in-point' } satisfies AttributeSpec<number>,
    },
    children: [...LAYERS, ...INSIDE],
  },
  layer: {
    role: 'layer',
    label: 'Scene shown',
    description:
      'In the scene of a custom transition: the whole picture of one of the two scenes beside it, in a box of the size of the frame. Anywhere else it is kept and not shown.',
    attributes: sceneLayerAttributes,
    children: INSIDE,
  },
  mask: {
    role: 'mask',
    label: 'Mask',
    description:
      'Layers that say where the layer it stands in shows: white shows, black and nothing hide. They are placed in the picture that is masked, and have its clock. Several masks hide together.',
    attributes: maskAttributes,
    children: LAYERS,
  },
  audio: {
    role: 'sound',
    label: 'Sound',
    description:
      'A sound. In a scene it is heard there, in the movie across all scenes. It takes exactly one of `url` and `src`.',
    attributes: soundAttributes,
    children: ['animation'],
    oneOf: ['url', 'src'],
  },
  animation: {
    role: 'animation',
    label: 'Animation',
    description:
      'Moves its layer, or changes the numbers and colours of an effect, or how loud a sound is: by keys, or as a preset does, which only layers have.',
    attributes: animationAttributes,
    children: ['key', 'keyframe'],
  },
  key: {
    role: 'key',
    label: 'Key',
    description:
      'Values of properties at a moment of its animation. Before the first key of a property its value holds, behind the last it stays. In an effect it names attributes of the effect: those that are numbers, colours, lengths, places or matrices.',
    attributes: keyAttributes,
    children: [],
  },
  keyframe: {
    role: 'key',
    label: 'Keyframe',
    description: 'Another name of `key`.',
    attributes: keyAttributes,
    children: [],
  },
  transition: {
    role: 'transition',
    label: 'Transition',
    description:
      'How the scene before it goes over into the scene behind it. Before the first scene it leads from the background, behind the last to it. One of the type `custom` holds a scene, which is what is seen meanwhile.',
    attributes: transitionAttributes,
    children: ['scene'],
  },
  resources: {
    role: 'resources',
    label: 'Resources',
    description: 'What the film asks for by name.',
    attributes: {},
    children: ['font', 'variable'],
  },
  font: {
    role: 'resource',
    label: 'Font',
    description:
      'A face of a family: TrueType, OpenType, the first face of a collection, or WOFF2. Several with one family are its faces. It takes exactly one of `url` and `src`.',
    attributes: fontAttributes,
    children: [],
    oneOf: ['url', 'src'],
  },
  variable: {
    role: 'declaration',
    label: 'Variable',
    description:
      'Says of a variable how a form asks for it, and which values make sense. A variable needs no declaration. Attributes are read as they are written; they hold no placeholders.',
    attributes: variableAttributes,
    children: [],
    asWritten: true,
  },
  filter: {
    role: 'effect',
    label: 'Filter',
    description: 'Changes colour. Effects are applied in document order.',
    attributes: effectAttributes('filter'),
    children: ['animation'],
  },
  transform: {
    role: 'effect',
    label: 'Transform',
    description: 'Changes geometry. Effects are applied in document order.',
    attributes: effectAttributes('transform'),
    children: ['animation'],
  },
} as const satisfies Record<string, ElementSpec>;

export type ElementName = keyof typeof elementRegistry;

type Entries = typeof elementRegistry;

/** The names of the elements that have a role. */
export type ElementOfRole<Role extends ElementRole> = {
  readonly [Name in ElementName]: Entries[Name]['role'] extends Role ? Name : never;
}[ElementName];

/** The kinds of layers: the names of the elements that are layers. */
export type LayerKind = ElementOfRole<'layer'>;

export function isElementName(name: string): name is ElementName {
  return Object.hasOwn(elementRegistry, name);
}
