import type { Message } from '../../messages/message.ts';
import type { Attribute, NodeId } from '../../template/document/document.ts';
import type { EffectType } from '../../template/effects/effects.ts';
import type { MediaSource } from '../../template/movie/movie.ts';
import type { PresetAnimation, PresetType } from '../../template/values/animation.ts';
import type { FrameRate, Frames } from '../../template/values/frame-rate.ts';
import type { Fit, Size } from '../../template/values/placement.ts';
import type { ItemTexts } from '../../template/variables/item-texts.ts';
import type { FrameShape, FrameSize } from './frame-shapes.ts';
import type { PartCut, PartTimes } from './layer-moves.ts';

/** A keyframe of one property. The element is not sufficient, because it can be a keyframe of several properties. */
export interface KeyframeRef {
  /** The layer, sound, or effect. */
  readonly node: NodeId;
  readonly property: string;
  /** The element of the keyframe. */
  readonly key: NodeId;
}

export interface CopiedKey {
  /** The number of frames after the first copied keyframe. */
  readonly after: number;
  /** The value in the notation of the language. */
  readonly value: string;
  readonly easing: string | null;
}

/**
 * The commands that change keyframes. Frames are local frames of the layer or sound; `length` is its number of frames.
 * Times keep their notation in the template.
 */
export type KeyCommand =
  /** Sets the value at a frame in an existing or a new keyframe. Also creates the first keyframe of a property. */
  | {
      readonly type: 'key/set';
      readonly node: NodeId;
      readonly property: string;
      readonly frame: number;
      readonly length: number;
      readonly value: string;
    }
  /**
   * Removes keyframes. An animation without remaining keyframes is removed, too. If a property has no keyframes left,
   * its attribute gets the value of its last keyframe.
   */
  | { readonly type: 'key/remove'; readonly keys: readonly KeyframeRef[]; readonly length: number }
  /** Removes all keyframes of a property. If `value` is present, it becomes the value of the attribute. */
  | {
      readonly type: 'key/clear';
      readonly node: NodeId;
      readonly property: string;
      readonly length: number;
      readonly value: string | null;
    }
  /** Moves or copies keyframes to other frames. Replaces existing keyframes at these frames. */
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
  /**
   * Mirrors the keyframes of each property in time between its first and its last keyframe, and reverses their easings.
   */
  | { readonly type: 'key/reverse'; readonly keys: readonly KeyframeRef[]; readonly length: number }
  /** Sets the easing from each keyframe to the next keyframe of its property. */
  | {
      readonly type: 'key/ease';
      readonly keys: readonly KeyframeRef[];
      readonly length: number;
      readonly easing: string;
    }
  /** Replaces a preset by equivalent keyframes. `whole` is the size to which percentages of the layer refer. */
  | {
      readonly type: 'key/from-preset';
      readonly animation: NodeId;
      /** The resolved preset. */
      readonly played: PresetAnimation;
      readonly length: number;
      readonly whole: Size;
    };

/** A keyframe and its new frame. */
export interface KeyMove {
  readonly key: KeyframeRef;
  readonly frame: number;
}

/** An element that is not part of a document yet. */
export interface NewElement {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly children?: readonly NewElement[];
  /** The text in the element; none if absent. */
  readonly text?: string;
}

export interface InsertElement {
  readonly type: 'element/insert';
  readonly element: NewElement;
  readonly into: InsertInto;
}

/** The container of a new element. */
export type InsertInto =
  | { readonly in: 'scene'; readonly scene: NodeId }
  /** A new scene for the element, inserted at `at`, or as the last scene if `at` is absent. */
  | { readonly in: 'new-scene'; readonly duration: Frames; readonly at?: ScenePosition }
  /** The resources. They are created as the first element if they are missing. */
  | { readonly in: 'resources' }
  /** A layer of captions. The element becomes its first child, or follows `after`, which is one of its children. */
  | { readonly in: 'captions'; readonly captions: NodeId; readonly after?: NodeId }
  /** An overlay over all scenes, which is created if it is missing. A sound is inserted into the movie. */
  | { readonly in: 'film' };

/**
 * A position among the scenes of the document, including unreadable ones. A number is an index from 0 to the number of
 * scenes, counted before the command removes any scene. Otherwise, the position is next to a scene.
 */
export type ScenePosition = number | { readonly before: NodeId } | { readonly after: NodeId };

/**
 * A change of a template, as data. Frames are counted at the rate of the movie; `by` can be negative. Values out of
 * range are clamped: a trim leaves a scene at least one frame, and an in-point is never before the start of the source.
 * An impossible command is refused with a message.
 */
export type EditorCommand = PlannableCommand | TextCommand;

export type PlannableCommand =
  | MovieCommand
  | ResizeMovieCommand
  | SceneCommand
  | LayerCommand
  | EffectCommand
  | AnimationCommand
  | KeyCommand
  | VariableCommand
  | PasteCommand
  /** Adds a transition at a position, between the two adjacent scenes. */
  | {
      readonly type: 'transition/add';
      readonly at: ScenePosition;
      /** Initial attributes in the notation of the language; absent to use the defaults. */
      readonly like?: Readonly<Record<string, string>>;
    }
  /** Adds a mask to each layer. The mask is a shape in the middle of the layer and limits its visible part. */
  | { readonly type: 'mask/add'; readonly layers: readonly NodeId[]; readonly shape: 'rectangle' | 'ellipse' }
  /** Sets the number of frames in which both scenes are visible. */
  | { readonly type: 'transition/set-duration'; readonly transition: NodeId; readonly duration: number }
  /** Adds a sound to a scene. With the id of the movie as parent, adds it across all scenes. */
  | { readonly type: 'sound/add'; readonly parent: NodeId; readonly source: MediaSource }
  | InsertElement
  /** Removes elements of any role with their content. */
  | { readonly type: 'node/remove'; readonly nodes: readonly NodeId[] }
  /**
   * Sets an attribute or the text of an element, in the notation of the language. Null removes the attribute or the
   * text.
   */
  | { readonly type: 'attribute/set'; readonly node: NodeId; readonly name: ValueName; readonly value: string | null }
  /**
   * Applies several commands as one step. Each command is planned on the result of the previous one. If one command is
   * refused, the whole batch is refused.
   */
  | { readonly type: 'batch'; readonly label: Message; readonly commands: readonly PlannableCommand[] };

/** Identifies a value of an element: the name of an attribute, or null for the text of the element. */
export type ValueName = string | null;

export interface TextCommand {
  readonly type: 'text/replace';
  readonly text: string;
  /** The label of the step; by default `step/edit-xml`. */
  readonly label?: Message;
}

export interface MovieCommand {
  readonly type: 'movie/set';
  readonly width?: number;
  readonly height?: number;
  readonly frameRate?: FrameRate;
  /** Whether a new frame rate keeps durations in seconds (the default) or in frames. */
  readonly keep?: 'seconds' | 'frames';
}

/** Changes the size of the frame and fits every layer to it. */
export interface ResizeMovieCommand {
  readonly type: 'movie/reshape';
  /** An aspect ratio, which keeps the length of the narrower side, or a size in pixels. */
  readonly to: FrameShape | FrameSize;
}

export type SceneCommand =
  | {
      readonly type: 'scene/add';
      readonly at: ScenePosition;
      readonly duration: Frames;
      /** The source of the scene; null for a black and silent scene. */
      readonly source: MediaSource | null;
      readonly name?: string;
      readonly audio?: boolean;
      readonly skip?: Frames;
    }
  | { readonly type: 'scene/move'; readonly scenes: readonly NodeId[]; readonly to: ScenePosition }
  | { readonly type: 'scene/duplicate'; readonly scenes: readonly NodeId[] }
  /**
   * Makes a choice from scenes. A variable selects one scene of the choice. A single scene becomes a choice between
   * itself and a copy.
   */
  | { readonly type: 'scene/make-choice'; readonly scenes: readonly NodeId[] }
  /**
   * Splits a scene. `at` counts from the first frame of the scene, and this frame becomes the first frame of the second
   * half.
   */
  | { readonly type: 'scene/split'; readonly scene: NodeId; readonly at: Frames }
  /**
   * Trims the start of a scene and moves the scenes after it (ripple trim). Its layers start `by` frames later in their
   * sources. If `by` is negative, the scene gains frames.
   */
  | { readonly type: 'scene/trim-start'; readonly scene: NodeId; readonly by: number }
  | { readonly type: 'scene/trim-end'; readonly scene: NodeId; readonly duration: number }
  /**
   * Moves the sources in a scene (slip): every layer with a running source starts `by` frames later in its source, or
   * earlier if `by` is negative.
   */
  | { readonly type: 'scene/slip'; readonly scene: NodeId; readonly by: number }
  | { readonly type: 'scene/set-duration'; readonly scenes: readonly NodeId[]; readonly duration: number }
  | { readonly type: 'scene/rename'; readonly scene: NodeId; readonly name: string | null }
  | { readonly type: 'scene/set-enabled'; readonly scenes: readonly NodeId[]; readonly enabled: boolean };

export type LayerCommand =
  | {
      readonly type: 'layer/add';
      /** The scene or another element that can contain layers. */
      readonly parent: NodeId;
      readonly source: MediaSource;
      /** The index among the layers of the parent, from the lowest layer; absent to insert on top. */
      readonly index?: number;
      readonly audio?: boolean;
      readonly skip?: Frames;
    }
  /**
   * Moves a layer. `index` counts the layers of `parent` without the layer itself. `parent` is any element that can
   * contain the layer.
   */
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
  /**
   * Sets the speed relative to the source. With `keepsLength`, the layer shows another part of the source. Otherwise,
   * its length changes.
   */
  | {
      readonly type: 'layer/set-speed';
      readonly layers: readonly NodeId[];
      readonly speed: number;
      readonly keepsLength?: boolean;
      /** The end of the source in seconds. A layer that ends with its source then still does; absent if unknown. */
      readonly sourceEnd?: number;
    }
  /**
   * Renames a layer, a sound, or an overlay. An empty name removes the attribute, so that the label is taken from the
   * content.
   */
  | { readonly type: 'layer/rename'; readonly layer: NodeId; readonly name: string }
  /** Sets the times of layers and sounds, and the parts of their sources. `as` selects the label of the step. */
  | { readonly type: 'layer/set-times'; readonly times: readonly PartTimes[]; readonly as: 'move' | 'trim' | 'slip' }
  /** Splits layers and sounds into two that differ only in their times. */
  | { readonly type: 'layer/split'; readonly cuts: readonly PartCut[] }
  /** Copies layers and sounds. Each copy is directly above its original. */
  | { readonly type: 'layer/duplicate'; readonly layers: readonly NodeId[] }
  /** Groups layers of one parent. The group gets the position of the topmost layer. */
  | { readonly type: 'layer/group'; readonly layers: readonly NodeId[] }
  /** Replaces a group by its layers. Refused if the group changes the appearance of its layers. */
  | { readonly type: 'layer/ungroup'; readonly groups: readonly NodeId[] }
  /** Replaces the source `from` by the source `to` in every element. */
  | { readonly type: 'layer/relink'; readonly from: MediaSource; readonly to: MediaSource };

export type EffectCommand =
  /** Adds an effect to each layer, at `index` among its effects, or as the last effect if `index` is absent. */
  | {
      readonly type: 'effect/add';
      readonly layers: readonly NodeId[];
      readonly effect: EffectType;
      readonly index?: number;
      /** The name of the file that the effect needs; it is written to `src`. */
      readonly file?: string;
    }
  /** Moves an effect. `index` counts the effects of `layer` without the effect itself. */
  | { readonly type: 'effect/move'; readonly effect: NodeId; readonly layer: NodeId; readonly index: number }
  /** Sets an attribute in the notation of the language. Null removes the attribute, so that the default applies. */
  | {
      readonly type: 'effect/set-attribute';
      readonly effects: readonly NodeId[];
      readonly name: string;
      readonly value: string | null;
    }
  /** Resets an attribute to the value of a new effect; resets all attributes if `name` is absent. */
  | { readonly type: 'effect/reset'; readonly effects: readonly NodeId[]; readonly name?: string }
  | { readonly type: 'effect/set-enabled'; readonly effects: readonly NodeId[]; readonly enabled: boolean };

export type AnimationCommand =
  /** Adds a preset to each layer, after its other animations. */
  | { readonly type: 'animation/add'; readonly layers: readonly NodeId[]; readonly preset: PresetType }
  /** Moves an animation. `index` counts the animations of its element without the animation itself. */
  | { readonly type: 'animation/move'; readonly animation: NodeId; readonly index: number };

export type VariableCommand =
  /** Replaces a value by `${variable, default}`. If `default` is absent, the present value becomes the default. */
  | {
      readonly type: 'variable/bind';
      readonly node: NodeId;
      readonly attribute: ValueName;
      readonly variable: string;
      readonly default?: string;
    }
  /** Replaces the placeholders by a fixed value: `value`, or the present value if it is absent. */
  | { readonly type: 'variable/unbind'; readonly node: NodeId; readonly attribute: ValueName; readonly value?: string }
  | { readonly type: 'variable/rename'; readonly from: string; readonly to: string }
  /**
   * Sets the default at every use that states a default, and in the declaration. If there is neither, sets it at every
   * use.
   */
  | { readonly type: 'variable/set-default'; readonly variable: string; readonly default: string }
  /**
   * Sets attributes of a declaration. Null removes an attribute. A missing declaration is created, and an empty one is
   * removed.
   */
  | {
      readonly type: 'variable/declare';
      readonly variable: string;
      readonly attributes: Readonly<Record<string, string | null>>;
    }
  /** Replaces every use by the present value of the variable, and removes the declaration. */
  /** Declares a list. Without `fields`, it keeps its fields. `items` are the default items: texts by field. */
  | {
      readonly type: 'variable/set-list';
      readonly variable: string;
      readonly fields?: readonly ListField[];
      readonly items: readonly ItemTexts[];
    }
  | { readonly type: 'variable/remove'; readonly variable: string };

/** A field of the items of a list. */
export interface ListField {
  readonly name: string;
  /** The type, as the attribute `type` of a field has it. */
  readonly type: string;
  /** The label in forms; null for the name. */
  readonly label: string | null;
  /** The choices, as the attribute `choices` has them; without it, the field keeps its choices. */
  readonly choices?: string;
  /** The fields of the items of a list in the item; without it, the field keeps its fields. */
  readonly fields?: readonly ListField[];
}

export type PasteCommand =
  /** Pastes the text of `scenesToClipboard`, or any XML that contains scenes. */
  | { readonly type: 'scenes/paste'; readonly text: string; readonly at: ScenePosition }
  /** Pastes layers and sounds from `layersToClipboard` above the other layers of the parent. */
  | { readonly type: 'layers/paste'; readonly text: string; readonly parent: NodeId }
  /** Pastes effects to layers, and to all layers of scenes. */
  | {
      readonly type: 'effects/paste';
      readonly text: string;
      readonly targets: readonly NodeId[];
      readonly mode: 'append' | 'replace';
    };
