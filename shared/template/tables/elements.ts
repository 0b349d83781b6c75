import { type EffectElement, effectTypesOf } from '../effects/effects.ts';
import { type AttributeSpec, type AttributeSpecs, boolean, choice, time } from '../value-types/attribute-types.ts';
import { type Frames, frames } from '../values/frame-rate.ts';
import { animationAttributes, keyAttributes } from './animation-attributes.ts';
import { captionsAttributes, cueAttributes, wordAttributes } from './captions-attributes.ts';
import {
  boxAttributes,
  cutAttributes,
  enabled,
  maskAttributes,
  sourceAttributes,
  videoFit,
  visualAttributes,
} from './layer-attributes.ts';
import { metadataAttributes, movieAttributes, overlayAttributes, sceneAttributes } from './movie-attributes.ts';
import { codeAttributes, imageAttributes, shapeAttributes, solidAttributes } from './picture-attributes.ts';
import { repeatAttributes } from './repeat-attributes.ts';
import { deinterlace, heardAttributes, runningAttributes, soundAttributes } from './sound-attributes.ts';
import { fontAttributes, spanAttributes, textAttributes } from './text-attributes.ts';
import { sceneLayerAttributes, transitionAttributes } from './transition-attributes.ts';
import { fieldAttributes, variableAttributes } from './variable-attributes.ts';

/**
 * The role of an element. Code depends on roles instead of element names. A new layer kind therefore needs only an
 * entry in the table.
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
  | 'word'
  | 'cue'
  | 'resources'
  | 'resource'
  | 'metadata'
  | 'declaration'
  | 'field'
  | 'item';

/** The properties of a drawing that keyframes can animate. */
export type DrawnProperty = 'color' | 'fill' | 'stroke' | 'fontsize' | 'value' | 'width' | 'height';

export interface ElementSpec {
  readonly role: ElementRole;
  readonly label: string;
  readonly description: string;
  readonly attributes: AttributeSpecs;
  /** The names of the permitted child elements. */
  readonly children: readonly string[];
  /** Attributes that exclude each other. Exactly one of them is required. */
  readonly oneOf?: readonly string[];
  /**
   * The label and the description of the text content; absent if the element has none. The text can contain
   * placeholders.
   */
  readonly content?: { readonly label: string; readonly description: string };
  /** The properties of a layer's drawing that keyframes can animate. */
  readonly drawnKeys?: readonly DrawnProperty[];
  /** Whether attributes are literal, so `${` does not start a placeholder. */
  readonly asWritten?: true;
  /** Whether the element can have attributes with any name that are not in the tables. */
  readonly isOpen?: true;
}

function effectAttributes(element: EffectElement) {
  return {
    type: {
      type: choice(effectTypesOf(element)),
      label: 'Type',
      description: 'Kind of effect; the other attributes depend on it.',
      absent: { required: true },
    } satisfies AttributeSpec<string>,
    enabled,
  } as const;
}

/** The layers with a picture, which are permitted wherever layers are permitted. */
const LAYERS = ['video', 'image', 'text', 'captions', 'solid', 'shape', 'code', 'group'] as const;

/** The child elements that affect the picture of a layer. */
const INSIDE = ['filter', 'transform', 'mask', 'animation'] as const;

/** All elements with their attributes. `effectRegistry` contains the attributes of effect types. */
export const elementRegistry = {
  movie: {
    role: 'movie',
    label: 'Movie',
    description: 'The film. Its scenes play one after another.',
    attributes: movieAttributes,
    children: ['scene', 'transition', 'audio', 'overlay', 'resources'],
  },
  scene: {
    role: 'scene',
    label: 'Scene',
    description:
      'A section of the film. Later layers are on top. A scene that contains scenes and no layers is a sequence: it plays them one after another and has no `duration`.',
    attributes: { ...sceneAttributes, ...repeatAttributes },
    children: [...LAYERS, 'layer', 'audio', 'scene', 'transition'],
  },
  overlay: {
    role: 'overlay',
    label: 'Overlay',
    description:
      'Layers above all scenes and transitions. Their times refer to the film; a layer without `duration` lasts until the end of the film. Its sounds play across scenes.',
    attributes: overlayAttributes,
    children: [...LAYERS, 'audio'],
  },
  video: {
    role: 'layer',
    label: 'Video',
    description: 'A layer that shows a video and plays its sound. It needs exactly one of `url` and `src`.',
    attributes: {
      ...sourceAttributes('media'),
      audio: {
        type: boolean(),
        label: 'Sound',
        description: "Whether the source's sound plays.",
        absent: { default: true },
      } satisfies AttributeSpec<boolean>,
      skip: {
        type: time({ minimum: 0 }),
        label: 'In point',
        description: 'Start position in the source, in frames of the movie or in seconds, such as `1.5s`.',
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
      ...visualAttributes,
      ...repeatAttributes,
    },
    children: INSIDE,
    oneOf: ['url', 'src'],
  },
  image: {
    role: 'layer',
    label: 'Image',
    description:
      'A layer that shows an image: PNG, JPEG, HEIC, AVIF, WebP, GIF, BMP, or SVG. An animated GIF or WebP plays. It needs exactly one of `url` and `src`.',
    attributes: { ...imageAttributes, ...repeatAttributes },
    children: INSIDE,
    oneOf: ['url', 'src'],
  },
  text: {
    role: 'layer',
    label: 'Text',
    description:
      'A layer that shows the text of its attribute or child element `content`, or the number of its attribute `value`.',
    attributes: { ...textAttributes, ...repeatAttributes },
    drawnKeys: ['color', 'fontsize', 'value'],
    children: ['content', ...INSIDE],
  },
  content: {
    role: 'content',
    label: 'Content',
    description:
      'The text of a `text`; it can contain placeholders. If it contains a `span`, every space and line break counts.',
    attributes: {},
    children: ['span'],
    content: { label: 'Text', description: 'Text to show.' },
  },
  span: {
    role: 'span',
    label: 'Span',
    description:
      'A part of a text with its own formatting. Spans can be nested up to 8 levels deep. The largest letters of the text set the line height.',
    attributes: { ...spanAttributes, ...repeatAttributes },
    children: ['span'],
    content: { label: 'Text', description: 'Text to show.' },
  },
  captions: {
    role: 'layer',
    label: 'Captions',
    description:
      'A layer that shows captions at their times: those of a SubRip (.srt) or WebVTT (.vtt) file, of a JSON file with word times, or its own elements `cue`. The markup `b`, `i`, and `u` of files is supported. It needs exactly one of `url`, `src`, and `cue`.',
    attributes: { ...captionsAttributes, ...repeatAttributes },
    drawnKeys: ['color', 'fontsize'],
    children: ['word', 'cue', ...INSIDE],
    oneOf: ['url', 'src'],
  },
  word: {
    role: 'word',
    label: 'Words',
    description: 'The style of the words of one state. Captions have at most one element for each state.',
    attributes: wordAttributes,
    children: [],
  },
  cue: {
    role: 'cue',
    label: 'Caption',
    description: 'A caption of the template, with its text. Its times count from the start of the layer.',
    attributes: { ...cueAttributes, ...repeatAttributes },
    children: [],
    content: { label: 'Text', description: 'Text to show.' },
  },
  solid: {
    role: 'layer',
    label: 'Solid',
    description: 'A layer with one color or a gradient.',
    attributes: { ...solidAttributes, ...repeatAttributes },
    drawnKeys: ['color', 'width', 'height'],
    children: INSIDE,
  },
  shape: {
    role: 'layer',
    label: 'Shape',
    description: 'A layer that shows a rectangle, an ellipse, a polygon, or a path.',
    attributes: { ...shapeAttributes, ...repeatAttributes },
    drawnKeys: ['fill', 'stroke', 'width', 'height'],
    children: INSIDE,
  },
  code: {
    role: 'layer',
    label: 'Code',
    description:
      'A layer that shows a QR code. Its modules are squares of whole pixels, as large as the box allows for code and margin.',
    attributes: { ...codeAttributes, ...repeatAttributes },
    children: INSIDE,
  },
  group: {
    role: 'layer',
    label: 'Group',
    description:
      'Layers that are combined into one picture with a transparent background. Times in the group count from its start; positions count from its center. Content outside of its box is cut off only if a width or height is set.',
    attributes: {
      ...boxAttributes,
      ...visualAttributes,
      // The in-point of a group: trimming the start skips the same number of frames of its content.
      overlap: { ...visualAttributes.overlap, time: 'in-point' } satisfies AttributeSpec<number>,
      ...repeatAttributes,
    },
    children: [...LAYERS, ...INSIDE],
  },
  layer: {
    role: 'layer',
    label: 'Scene shown',
    description:
      'In the scene of a custom transition: the whole picture of one of the two scenes next to the transition, in a box of the size of the frame. Anywhere else it is not shown.',
    attributes: sceneLayerAttributes,
    children: INSIDE,
  },
  mask: {
    role: 'mask',
    label: 'Mask',
    description:
      'Layers that mask the layer around them: white areas show it, black and empty areas hide it. Their positions and times are those of the masked picture. Several masks combine.',
    attributes: maskAttributes,
    children: LAYERS,
  },
  audio: {
    role: 'sound',
    label: 'Sound',
    description:
      'A sound. In a scene it plays in that scene; in the movie it plays across scenes. It needs exactly one of `url` and `src`.',
    attributes: { ...soundAttributes, ...repeatAttributes },
    children: ['animation'],
    oneOf: ['url', 'src'],
  },
  animation: {
    role: 'animation',
    label: 'Animation',
    description:
      'Animates a layer, the numbers and colors of an effect, or the volume of a sound: with keyframes or, for layers, with a preset.',
    attributes: animationAttributes,
    children: ['key', 'keyframe'],
  },
  key: {
    role: 'key',
    label: 'Keyframe',
    description:
      'Values of properties at a time of the animation. Before the first keyframe of a property and after the last one, the value stays constant. In an effect, a keyframe sets attributes of the effect that are numbers, colors, lengths, positions, or matrices.',
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
      'A transition from the scene before it to the scene after it. Before the first scene it starts from the background; after the last scene it ends in it. A transition of the type `custom` contains the scene to show.',
    attributes: transitionAttributes,
    children: ['scene'],
  },
  resources: {
    role: 'resources',
    label: 'Resources',
    description: 'Fonts and variables that the film uses by name, and the metadata of the film file.',
    attributes: {},
    children: ['font', 'variable', 'metadata'],
  },
  metadata: {
    role: 'metadata',
    label: 'Metadata',
    description: 'Metadata of the film file, for renders that include it. A template has at most one.',
    attributes: metadataAttributes,
    children: [],
  },
  font: {
    role: 'resource',
    label: 'Font',
    description:
      'A font file of a family: TrueType, OpenType, the first font of a collection, or WOFF2. Several fonts can belong to one family. It needs exactly one of `url` and `src`.',
    attributes: fontAttributes,
    children: [],
    oneOf: ['url', 'src'],
  },
  variable: {
    role: 'declaration',
    label: 'Variable',
    description:
      'Declares how forms ask for a variable and which values are valid. The declaration is optional. Its attributes cannot contain placeholders.',
    attributes: variableAttributes,
    children: ['field', 'item'],
    asWritten: true,
  },
  field: {
    role: 'field',
    label: 'Field',
    description:
      'Declares a field of the items of a list. A field can itself be a list with fields, up to 3 lists deep.',
    attributes: fieldAttributes,
    children: ['field'],
    asWritten: true,
  },
  item: {
    role: 'item',
    label: 'Item',
    description: 'An item of the default of a list. Its attributes are the fields of the list.',
    attributes: {},
    children: [],
    asWritten: true,
    isOpen: true,
  },
  filter: {
    role: 'effect',
    label: 'Filter',
    description: 'Changes colors. Effects are applied in document order.',
    attributes: effectAttributes('filter'),
    children: ['animation'],
  },
  transform: {
    role: 'effect',
    label: 'Transform',
    description: 'Changes the geometry. Effects are applied in document order.',
    attributes: effectAttributes('transform'),
    children: ['animation'],
  },
} as const satisfies Record<string, ElementSpec>;

export type ElementName = keyof typeof elementRegistry;

type Entries = typeof elementRegistry;

export type ElementOfRole<Role extends ElementRole> = {
  readonly [Name in ElementName]: Entries[Name]['role'] extends Role ? Name : never;
}[ElementName];

/** The layer kinds: the names of the elements with the role layer. */
export type LayerKind = ElementOfRole<'layer'>;

export function isElementName(name: string): name is ElementName {
  return Object.hasOwn(elementRegistry, name);
}
