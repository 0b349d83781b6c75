import type { NoValues } from '../no-values.ts';

/** The reason why a condition is malformed; `at` is the unexpected part, null at the end of the condition. */
interface BadCondition {
  readonly reason: 'operand' | 'end' | 'parenthesis' | 'quote' | 'too-deep';
  readonly at: string | null;
}

/** An exceeded limit of the language. */
interface Most {
  readonly most: number;
}

/** A layer that starts after the end of its parent; `name` is its name, its file, or its text. */
interface Outside {
  readonly element: string;
  /** Null for a layer without a name; absent in data from older versions. */
  readonly name?: string | null;
  readonly offset: number;
  readonly length: number;
}

/** Problems of layers, animations, and the choice of scenes. */
export interface FilmMessages {
  'template/no-content': NoValues;
  'template/two-contents': NoValues;
  'template/text-too-long': Most;
  /** `names` are attributes of which only one is permitted. */
  'template/two-outlines': { readonly names: readonly string[] };
  'template/bad-outline': { readonly attribute: string; readonly text: string };
  'template/too-many-layers': Most & { readonly layers: number };
  /** `frame` is the first frame of the scene with so many videos. */
  'template/too-many-videos': Most & { readonly videos: number; readonly frame: number };
  /** The layers of all overlays together. */
  'template/overlay-layers': Most & { readonly layers: number };
  /** Each layer counts once per scene and transition that it covers. */
  'template/overlaid-layers': Most & { readonly layers: number };
  'template/overlay-sounds': Most & { readonly sounds: number };
  /** `frame` is the first frame of the film with so many videos, including those of the scenes. */
  'template/overlay-videos': Most & { readonly videos: number; readonly frame: number };
  /** In frames: the start of the overlay layer, and the length of the film. */
  'template/overlay-outside': Outside;
  'template/tangled-path': NoValues;
  'template/too-many-sounds': Most & { readonly sounds: number; readonly within: 'movie' | 'scene' };
  'template/too-many-effects': Most & { readonly effects: number };
  'template/too-many-animations': Most & { readonly animations: number };
  'template/too-many-keys': Most & { readonly keys: number };
  'template/scenes-too-deep': Most;
  'template/groups-too-deep': Most;
  'template/masks-too-deep': Most;
  'template/spans-too-deep': Most;
  'template/too-many-spans': Most;
  /** In frames: the start of the layer, and the length of its scene. */
  'template/layer-outside': Outside;
  'template/key-order': NoValues;
  /** In frames: the time of the keyframe, and the end of its parent. */
  'template/key-outside': { readonly time: number; readonly end: number; readonly of: 'animation' | 'layer' };
  'template/not-animatable': { readonly property: string; readonly element: string };
  /** A preset animates a picture, and a sound has none. */
  'template/preset-of-sound': { readonly preset: string };
  'template/preset-of-text': { readonly preset: string; readonly element: string };
  /** A preset animates a placement, and an effect has none. */
  'template/preset-of-effect': { readonly preset: string; readonly element: string };
  /** A mask has no animatable attributes, but its layers do. */
  'template/animation-of-mask': NoValues;
  'template/no-keys': NoValues;
  'template/keys-in-preset': { readonly preset: string };
  'template/condition': BadCondition;
  'template/no-case': { readonly value: string };
  /** An earlier scene of the choice has the same value or is the default. */
  'template/case-unreachable': { readonly value: string | null };
  'template/case-outside': NoValues;
  'template/scene-beside-layers': NoValues;
  'template/layer-in-choice': { readonly element: string };
  'template/sequence-length': NoValues;
  /** Whether the scene is as long as all its content or as its sounds. */
  'template/no-length': { readonly of: 'all' | 'audio' };
  'template/transition-place': NoValues;
  /** In frames. */
  'template/transition-shortened': { readonly wanted: number; readonly got: number };
  'template/duplicate-id': { readonly id: string };
  'template/no-layer': NoValues;
  'template/scene-in-transition': NoValues;
  'template/second-scene': NoValues;
  'template/layer-elsewhere': NoValues;
  'template/unknown-ref': { readonly ref: string; readonly meant: string | null };
  'template/ref-not-beside': { readonly ref: string };
  'template/shown-scenes': Most & { readonly layers: number };
  /** The videos of a custom transition and of the scenes that it displays. */
  'template/shown-videos': Most & { readonly videos: number };
  'font/family': { readonly family: string; readonly meant: string | null };
  'font/not-added': { readonly family: string };
}
