import type { NoValues } from '../no-values.ts';

/** Why a condition cannot be read; `at` is what stands where something else should, null at its end. */
interface BadCondition {
  readonly reason: 'operand' | 'end' | 'parenthesis' | 'quote' | 'too-deep';
  readonly at: string | null;
}

/** Where a limit of the language is passed. */
interface Most {
  readonly most: number;
}

/** A layer that begins after the end of what it is in; `name` is its own, its file's, or its text. */
interface Outside {
  readonly element: string;
  /** Null for a layer without any; missing in what an older version stored. */
  readonly name?: string | null;
  readonly offset: number;
  readonly length: number;
}

/** What is wrong with the layers of a template, with how they move, and with which scenes are played. */
export interface FilmMessages {
  'template/no-content': NoValues;
  'template/two-contents': NoValues;
  'template/text-too-long': Most;
  /** `names` of the attributes of which one is enough. */
  'template/two-outlines': { readonly names: readonly string[] };
  'template/bad-outline': { readonly attribute: string; readonly text: string };
  'template/too-many-layers': Most & { readonly layers: number };
  /** `frame` of the scene, the first in which there are so many. */
  'template/too-many-videos': Most & { readonly videos: number; readonly frame: number };
  /** Of all overlays together. */
  'template/overlay-layers': Most & { readonly layers: number };
  /** Each counted once for every scene and transition that it lies over. */
  'template/overlaid-layers': Most & { readonly layers: number };
  'template/overlay-sounds': Most & { readonly sounds: number };
  /** `frame` of the film, the first in which there are so many, those of its scenes among them. */
  'template/overlay-videos': Most & { readonly videos: number; readonly frame: number };
  /** Frames: where the layer of an overlay begins, and how long the film is. */
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
  /** Frames: where the layer begins, and how long its scene is. */
  'template/layer-outside': Outside;
  'template/key-order': NoValues;
  /** Frames: when the key is, and when what it stands in ends. */
  'template/key-outside': { readonly time: number; readonly end: number; readonly of: 'animation' | 'layer' };
  'template/not-animatable': { readonly property: string; readonly element: string };
  /** A sound has no picture that a preset could move. */
  'template/preset-of-sound': { readonly preset: string };
  'template/preset-of-text': { readonly preset: string; readonly element: string };
  /** An effect has numbers, and no place of its own that a preset could move. */
  'template/preset-of-effect': { readonly preset: string; readonly element: string };
  /** A mask has no numbers; the layers in it have. */
  'template/animation-of-mask': NoValues;
  'template/no-keys': NoValues;
  'template/keys-in-preset': { readonly preset: string };
  'template/condition': BadCondition;
  'template/no-case': { readonly value: string };
  /** An earlier scene of the choice has the same value, or is its default too. */
  'template/case-unreachable': { readonly value: string | null };
  'template/case-outside': NoValues;
  'template/scene-beside-layers': NoValues;
  'template/layer-in-choice': { readonly element: string };
  'template/sequence-length': NoValues;
  /** Whether it is as long as all that is in it, or as its sounds. */
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
  /** Of a custom transition: those in the scenes that it shows, and its own. */
  'template/shown-videos': Most & { readonly videos: number };
  'font/family': { readonly family: string; readonly meant: string | null };
  'font/not-added': { readonly family: string };
}
