import type { Message } from '../../messages/message.ts';
import type { Attribute, NodeId } from '../../template/document/document.ts';
import type { EffectType } from '../../template/effects/effects.ts';
import type { MediaSource } from '../../template/movie/movie.ts';
import type { PresetAnimation, PresetType } from '../../template/values/animation.ts';
import type { FrameRate, Frames } from '../../template/values/frame-rate.ts';
import type { Fit, Size } from '../../template/values/placement.ts';
import type { FrameShape, FrameSize } from './frame-shapes.ts';
import type { PartCut, PartTimes } from './layer-moves.ts';

/** Names the key of one property: an element may be the key of several. */
export interface KeyframeRef {
  /** The layer, sound or effect. */
  readonly node: NodeId;
  readonly property: string;
  /** The element that is the key. */
  readonly key: NodeId;
}

/** A value at a moment, as it is taken along by copying. */
export interface CopiedKey {
  /** Frames behind the first that was copied. */
  readonly after: number;
  /** As the language writes it. */
  readonly value: string;
  readonly easing: string | null;
}

/**
 * What changes keys, as data. Frames are those of the layer or sound, from its own first; `length` is how many it has.
 * Times keep the notation that they have in the template.
 */
export type KeyCommand =
  /** A value in a frame: of the key that stands there, or of a new one. Without any key yet it makes the first. */
  | {
      readonly type: 'key/set';
      readonly node: NodeId;
      readonly property: string;
      readonly frame: number;
      readonly length: number;
      readonly value: string;
    }
  /** With the last key of a property goes its animation, and the element keeps that key's value. */
  | { readonly type: 'key/remove'; readonly keys: readonly KeyframeRef[]; readonly length: number }
  /** All keys of a property; with a value, that is what the element has then. */
  | {
      readonly type: 'key/clear';
      readonly node: NodeId;
      readonly property: string;
      readonly length: number;
      readonly value: string | null;
    }
  /** To other frames, or copies of them there. What stands there already is replaced. */
  | {
      readonly type: 'key/move';
      readonly moves: readonly KeyMove[];
      readonly length: number;
      readonly copies?: boolean;
    }
  | {
      readonly type: 'key/paste';
      readonly node: NodeId;
      readonly property: string;
      readonly frame: number;
      readonly length: number;
      readonly keys: readonly CopiedKey[];
    }
  /** The last becomes the first, in the same stretch of time; so do their easings. */
  | { readonly type: 'key/reverse'; readonly keys: readonly KeyframeRef[]; readonly length: number }
  /** How each of them goes on to the next key of its property. */
  | {
      readonly type: 'key/ease';
      readonly keys: readonly KeyframeRef[];
      readonly length: number;
      readonly easing: string;
    }
  /** A preset becomes keys that do the same; `whole` is what percentages of its layer are of. */
  | {
      readonly type: 'key/from-preset';
      readonly animation: NodeId;
      /** The same as it is played. */
      readonly played: PresetAnimation;
      readonly length: number;
      readonly whole: Size;
    };

/** A key, and the frame that it goes to. */
export interface KeyMove {
  readonly key: KeyframeRef;
  readonly frame: number;
}

/** An element that does not stand in a document yet. */
export interface NewElement {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly children?: readonly NewElement[];
}

export interface InsertElement {
  readonly type: 'element/insert';
  readonly element: NewElement;
  readonly into: InsertInto;
}

/** What a new element becomes a part of. */
export type InsertInto =
  | { readonly in: 'scene'; readonly scene: NodeId }
  /** A scene that is made for it; the film's last without a place. */
  | { readonly in: 'new-scene'; readonly duration: Frames; readonly at?: ScenePosition }
  /** What texts and values are taken from, which is made before all else where it is not there. */
  | { readonly in: 'resources' }
  /** What lies over all scenes, which is made where there is none; for a sound, the movie. */
  | { readonly in: 'film' };

/**
 * A place among the scenes of the document, those that cannot be read included: an index from 0 up to their number,
 * counted before anything is taken out, or the scene that it stands beside.
 */
export type ScenePosition = number | { readonly before: NodeId } | { readonly after: NodeId };

/**
 * Everything that changes a template, as data. Numbers of frames are those of the movie's rate; `by` may be negative.
 * A command that would go beyond what is there is clamped (a trim never makes a scene shorter than one frame, an
 * in-point never lies before the source); one that cannot be done is refused with a statement.
 */
export type EditorCommand = PlannableCommand | TextCommand;

export type PlannableCommand =
  | MovieCommand
  | ReshapeCommand
  | SceneCommand
  | LayerCommand
  | EffectCommand
  | AnimationCommand
  | KeyCommand
  | VariableCommand
  | PasteCommand
  /** Among the scenes, where it joins those before and behind it. */
  | {
      readonly type: 'transition/add';
      readonly at: ScenePosition;
      /** Attributes that it begins with, as they are written; without them it is as one is that says nothing. */
      readonly like?: Readonly<Record<string, string>>;
    }
  /** To every one of the layers: a shape in the middle of each, in which alone it shows. */
  | { readonly type: 'mask/add'; readonly layers: readonly NodeId[]; readonly shape: 'rectangle' | 'ellipse' }
  /** Both scenes are seen together for so many frames. */
  | { readonly type: 'transition/set-duration'; readonly transition: NodeId; readonly duration: number }
  /** A sound in a scene, or for the movie's id across all of them. */
  | { readonly type: 'sound/add'; readonly parent: NodeId; readonly source: MediaSource }
  | InsertElement
  /** Elements of any role, with all that is in them. */
  | { readonly type: 'node/remove'; readonly nodes: readonly NodeId[] }
  /** Any attribute of any element, or the text that it holds, as it is written; a null value removes it. */
  | { readonly type: 'attribute/set'; readonly node: NodeId; readonly name: ValueName; readonly value: string | null }
  /** Several as one step: each is planned on what the one before left. All or nothing. */
  | { readonly type: 'batch'; readonly label: Message; readonly commands: readonly PlannableCommand[] };

/** Which value of an element: that of an attribute, or for null the text that the element holds. */
export type ValueName = string | null;

export interface TextCommand {
  readonly type: 'text/replace';
  readonly text: string;
  /** `step/edit-xml` without it. */
  readonly label?: Message;
}

export interface MovieCommand {
  readonly type: 'movie/set';
  readonly width?: number;
  readonly height?: number;
  readonly frameRate?: FrameRate;
  /** What a new frame rate keeps: how long things last (the default), or their numbers of frames. */
  readonly keep?: 'seconds' | 'frames';
}

/** Another picture size, and every layer fitted to it. */
export interface ReshapeCommand {
  readonly type: 'movie/reshape';
  /** A shape, whose narrower side is as long as that of the picture before, or pixels. */
  readonly to: FrameShape | FrameSize;
}

export type SceneCommand =
  | {
      readonly type: 'scene/add';
      readonly at: ScenePosition;
      readonly duration: Frames;
      /** Null: black and silent. */
      readonly source: MediaSource | null;
      readonly name?: string;
      readonly audio?: boolean;
      readonly skip?: Frames;
    }
  | { readonly type: 'scene/move'; readonly scenes: readonly NodeId[]; readonly to: ScenePosition }
  | { readonly type: 'scene/duplicate'; readonly scenes: readonly NodeId[] }
  /** One of them is played, as a variable says; of a single one, itself or a copy. */
  | { readonly type: 'scene/make-choice'; readonly scenes: readonly NodeId[] }
  /** `at` counts from the scene's first frame; that frame becomes the first of the second half. */
  | { readonly type: 'scene/split'; readonly scene: NodeId; readonly at: Frames }
  /** Ripple: the scene loses (or gains, below zero) frames at its beginning, and its layers start so much later. */
  | { readonly type: 'scene/trim-start'; readonly scene: NodeId; readonly by: number }
  | { readonly type: 'scene/trim-end'; readonly scene: NodeId; readonly duration: number }
  /** Moves the source under the scene: every video layer starts so much later. */
  | { readonly type: 'scene/slip'; readonly scene: NodeId; readonly by: number }
  | { readonly type: 'scene/set-duration'; readonly scenes: readonly NodeId[]; readonly duration: number }
  | { readonly type: 'scene/rename'; readonly scene: NodeId; readonly name: string | null }
  | { readonly type: 'scene/set-enabled'; readonly scenes: readonly NodeId[]; readonly enabled: boolean };

export type LayerCommand =
  | {
      readonly type: 'layer/add';
      /** The scene, or what else holds layers. */
      readonly parent: NodeId;
      readonly source: MediaSource;
      /** Among the layers that it holds, from the lowest; on top without it. */
      readonly index?: number;
      readonly audio?: boolean;
      readonly skip?: Frames;
    }
  /** `index` among the layers of `parent`, which may be any element that holds such layers, without the layer itself. */
  | { readonly type: 'layer/move'; readonly layer: NodeId; readonly parent: NodeId; readonly index: number }
  | {
      readonly type: 'layer/set';
      readonly layers: readonly NodeId[];
      readonly source?: MediaSource;
      readonly audio?: boolean;
      readonly skip?: number;
      readonly fit?: Fit;
      readonly enabled?: boolean;
    }
  /** How much faster than its source it goes; with `keepsLength` another part of the source is shown, else its length changes. */
  | {
      readonly type: 'layer/set-speed';
      readonly layers: readonly NodeId[];
      readonly speed: number;
      readonly keepsLength?: boolean;
    }
  /** A layer, a sound or an overlay; without a name it is called by what it shows. */
  | { readonly type: 'layer/rename'; readonly layer: NodeId; readonly name: string }
  /** When layers and sounds are there, and what of their sources they show; `as` names the step. */
  | { readonly type: 'layer/set-times'; readonly times: readonly PartTimes[]; readonly as: 'move' | 'trim' | 'slip' }
  /** Two layers or sounds for each, alike in all but their times. */
  | { readonly type: 'layer/split'; readonly cuts: readonly PartCut[] }
  /** Copies of layers and sounds, each in front of its original. */
  | { readonly type: 'layer/duplicate'; readonly layers: readonly NodeId[] }
  /** Layers of one parent become those of a group, which stands where the topmost of them stood. */
  | { readonly type: 'layer/group'; readonly layers: readonly NodeId[] }
  /** The layers of a group take its place; refused where it does more than hold them. */
  | { readonly type: 'layer/ungroup'; readonly groups: readonly NodeId[] }
  /** Every layer that shows `from` shows `to`. */
  | { readonly type: 'layer/relink'; readonly from: MediaSource; readonly to: MediaSource };

export type EffectCommand =
  /** To every one of the layers; last without an index, which counts effects. */
  | {
      readonly type: 'effect/add';
      readonly layers: readonly NodeId[];
      readonly effect: EffectType;
      readonly index?: number;
      /** The name of the file that the effect needs, written as its `src`. */
      readonly file?: string;
    }
  /** `index` among the effects of `layer`, counted when the effect has been taken out. */
  | { readonly type: 'effect/move'; readonly effect: NodeId; readonly layer: NodeId; readonly index: number }
  /** As the language writes the value; null removes the attribute, so that its default holds. */
  | {
      readonly type: 'effect/set-attribute';
      readonly effects: readonly NodeId[];
      readonly name: string;
      readonly value: string | null;
    }
  /** One attribute, or without a name all of them, as they were when the effect was added. */
  | { readonly type: 'effect/reset'; readonly effects: readonly NodeId[]; readonly name?: string }
  | { readonly type: 'effect/set-enabled'; readonly effects: readonly NodeId[]; readonly enabled: boolean };

export type AnimationCommand =
  /** To every one of the layers, behind those that it has. */
  | { readonly type: 'animation/add'; readonly layers: readonly NodeId[]; readonly preset: PresetType }
  /** `index` among the animations of what holds it, counted when it has been taken out. */
  | { readonly type: 'animation/move'; readonly animation: NodeId; readonly index: number };

export type VariableCommand =
  /** The value becomes `${variable, default}`; without a default given, the value that it has now. */
  | {
      readonly type: 'variable/bind';
      readonly node: NodeId;
      readonly attribute: ValueName;
      readonly variable: string;
      readonly default?: string;
    }
  /** Back to a fixed value: `value`, or what the placeholders give now. */
  | { readonly type: 'variable/unbind'; readonly node: NodeId; readonly attribute: ValueName; readonly value?: string }
  | { readonly type: 'variable/rename'; readonly from: string; readonly to: string }
  /** At every place that states one, and in its declaration; without either at every place that uses it. */
  | { readonly type: 'variable/set-default'; readonly variable: string; readonly default: string }
  /**
   * Writes attributes of its declaration, which is made where there is none and removed when nothing is left that it says;
   * null removes one.
   */
  | {
      readonly type: 'variable/declare';
      readonly variable: string;
      readonly attributes: Readonly<Record<string, string | null>>;
    }
  /** Every place that uses it gets a fixed value: what it has now; its declaration goes. */
  | { readonly type: 'variable/remove'; readonly variable: string };

export type PasteCommand =
  /** What `scenesToClipboard` wrote, or any XML with scenes in it. */
  | { readonly type: 'scenes/paste'; readonly text: string; readonly at: ScenePosition }
  /** Layers and sounds that `layersToClipboard` wrote, in front of all else that an element holds. */
  | { readonly type: 'layers/paste'; readonly text: string; readonly parent: NodeId }
  /** Onto layers, and onto all layers of scenes. */
  | {
      readonly type: 'effects/paste';
      readonly text: string;
      readonly targets: readonly NodeId[];
      readonly mode: 'append' | 'replace';
    };
