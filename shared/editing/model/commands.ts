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

/**
 * A keyframe of one property. The element alone is ambiguous, because it can contain keyframes of several properties.
 */
export interface KeyframeRef {
  /** The layer, sound, or effect. */
  readonly node: NodeId;
  readonly property: string;
  /** The element of the keyframe. */
  readonly key: NodeId;
}

export interface CopiedKey {
  /** The distance in frames from the first copied keyframe. */
  readonly after: number;
  /** The value in the notation of the template language. */
  readonly value: string;
  readonly easing: string | null;
}

/**
 * The commands that change keyframes. Frames are local frames of the layer or sound; `length` is its number of frames.
 * Times in the template keep their notation.
 */
export type KeyCommand =
  /**
   * Sets the value of a property at a frame. Creates the keyframe if there is none, even if it is the first keyframe of
   * the property.
   */
  | {
      readonly type: 'key/set';
      readonly node: NodeId;
      readonly property: string;
      readonly frame: number;
      readonly length: number;
      readonly value: string;
    }
  /**
   * Removes keyframes, and animations that have no other keyframes. If no keyframe of a property remains, its attribute
   * gets the value of its last keyframe.
   */
  | { readonly type: 'key/remove'; readonly keys: readonly KeyframeRef[]; readonly length: number }
  /** Removes all keyframes of a property. Sets the attribute to `value` if it is present. */
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
   * Reverses keyframes in time: mirrors each property between its first and its last keyframe, and reverses the
   * easings.
   */
  | { readonly type: 'key/reverse'; readonly keys: readonly KeyframeRef[]; readonly length: number }
  /** Sets the easing from each keyframe to the next keyframe of its property. */
  | {
      readonly type: 'key/ease';
      readonly keys: readonly KeyframeRef[];
      readonly length: number;
      readonly easing: string;
    }
  /** Replaces a preset with equivalent keyframes. `whole` is the size to which percentages of the layer refer. */
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
  /** A new scene for the element at the position `at`; without `at`, the scene becomes the last one. */
  | { readonly in: 'new-scene'; readonly duration: Frames; readonly at?: ScenePosition }
  /** The resources of the movie. If they are missing, they are created as its first element. */
  | { readonly in: 'resources' }
  /** A captions layer. The element follows its child `after`, or becomes its first child if `after` is absent. */
  | { readonly in: 'captions'; readonly captions: NodeId; readonly after?: NodeId }
  /** An overlay over all scenes, which is created if necessary. A sound is inserted into the movie instead. */
  | { readonly in: 'film' };

/**
 * A position among all scenes of the document, including unreadable ones. A number is an index from 0 to the number of
 * scenes, before the command removes any scene. An object is a position next to a scene.
 */
export type ScenePosition = number | { readonly before: NodeId } | { readonly after: NodeId };

/**
 * A change of a template as data. Frames use the rate of the movie; `by` can be negative. Values out of range are
 * clamped: a trimmed scene keeps at least one frame, and an in-point is never before the start of the source. An
 * impossible command is refused with a message.
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
      /** The initial attributes in the notation of the template language; absent for the defaults. */
      readonly like?: Readonly<Record<string, string>>;
    }
  /** Adds a mask to each layer: a shape in the middle of the layer that limits its visible part. */
  | { readonly type: 'mask/add'; readonly layers: readonly NodeId[]; readonly shape: 'rectangle' | 'ellipse' }
  /** Sets the number of frames in which both scenes are visible. */
  | { readonly type: 'transition/set-duration'; readonly transition: NodeId; readonly duration: number }
  /** Adds a sound to a scene. If `parent` is the movie, the sound can play across all scenes. */
  | { readonly type: 'sound/add'; readonly parent: NodeId; readonly source: MediaSource }
  | InsertElement
  /** Removes elements of any role, including their content. */
  | { readonly type: 'node/remove'; readonly nodes: readonly NodeId[] }
  /**
   * Sets an attribute or the text of an element, in the notation of the template language. Null removes the attribute
   * or the text.
   */
  | { readonly type: 'attribute/set'; readonly node: NodeId; readonly name: ValueName; readonly value: string | null }
  /**
   * Applies several commands as one step. Each command is planned on the result of the previous one. If a command is
   * refused, none is applied.
   */
  | { readonly type: 'batch'; readonly label: Message; readonly commands: readonly PlannableCommand[] };

/** A value of an element: the name of an attribute, or null for the text of the element. */
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

/** Changes the size of the frame and adapts every layer. */
export interface ResizeMovieCommand {
  readonly type: 'movie/reshape';
  /** An aspect ratio or a size in pixels. An aspect ratio keeps the length of the shorter side. */
  readonly to: FrameShape | FrameSize;
  /** A new frame rate; durations in seconds stay the same. */
  readonly frameRate?: FrameRate;
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
   * Creates a choice from scenes. A variable selects one scene of the choice. A single scene becomes a choice between
   * the scene and its copy.
   */
  | { readonly type: 'scene/make-choice'; readonly scenes: readonly NodeId[] }
  /** Splits a scene. `at` is the frame of the scene that becomes the first frame of the second half. */
  | { readonly type: 'scene/split'; readonly scene: NodeId; readonly at: Frames }
  /**
   * Trims the start of a scene and moves the following scenes (ripple trim). Its layers start `by` frames later in
   * their sources. A negative `by` extends the scene.
   */
  | { readonly type: 'scene/trim-start'; readonly scene: NodeId; readonly by: number }
  | { readonly type: 'scene/trim-end'; readonly scene: NodeId; readonly duration: number }
  /**
   * Moves the sources in a scene (slip): each layer with a running source starts `by` frames later in it. A negative
   * `by` starts it earlier.
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
      /** The index among the layers of the parent, from the lowest layer; absent for the top. */
      readonly index?: number;
      readonly audio?: boolean;
      readonly skip?: Frames;
    }
  /**
   * Moves a layer. `parent` is any element that can contain the layer. `index` is the index among the layers of
   * `parent` without the moved layer.
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
   * Sets the speed relative to the source. This changes the length of the layer. With `keepsLength`, it changes the
   * visible part of the source instead.
   */
  | {
      readonly type: 'layer/set-speed';
      readonly layers: readonly NodeId[];
      readonly speed: number;
      readonly keepsLength?: boolean;
      /**
       * The end of the source in seconds; absent if unknown. A layer that ends with its source then still ends with it.
       */
      readonly sourceEnd?: number;
    }
  /**
   * Renames a layer, a sound, or an overlay. An empty name removes the attribute; the label then follows from the
   * content.
   */
  | { readonly type: 'layer/rename'; readonly layer: NodeId; readonly name: string }
  /** Sets the times of layers and sounds, and the used parts of their sources. `as` selects the label of the step. */
  | { readonly type: 'layer/set-times'; readonly times: readonly PartTimes[]; readonly as: 'move' | 'trim' | 'slip' }
  /** Splits each layer or sound into two that differ only in their times. */
  | { readonly type: 'layer/split'; readonly cuts: readonly PartCut[] }
  /** Copies layers and sounds. Each copy is directly above its original. */
  | { readonly type: 'layer/duplicate'; readonly layers: readonly NodeId[] }
  /** Groups layers of one parent. The group replaces the topmost layer. */
  | { readonly type: 'layer/group'; readonly layers: readonly NodeId[] }
  /** Replaces a group with its layers. Refused if the group affects the appearance of its layers. */
  | { readonly type: 'layer/ungroup'; readonly groups: readonly NodeId[] }
  /** Replaces the source `from` with the source `to` in all elements. */
  | { readonly type: 'layer/relink'; readonly from: MediaSource; readonly to: MediaSource };

export type EffectCommand =
  /** Adds an effect to each layer, at `index` among its effects; without `index`, as the last effect. */
  | {
      readonly type: 'effect/add';
      readonly layers: readonly NodeId[];
      readonly effect: EffectType;
      readonly index?: number;
      /** The name of the file that the effect needs, which is written to `src`. */
      readonly file?: string;
    }
  /** Moves an effect. `index` is the index among the effects of `layer` without the moved effect. */
  | { readonly type: 'effect/move'; readonly effect: NodeId; readonly layer: NodeId; readonly index: number }
  /**
   * Sets an attribute in the notation of the template language. Null removes the attribute, and its default applies.
   */
  | {
      readonly type: 'effect/set-attribute';
      readonly effects: readonly NodeId[];
      readonly name: string;
      readonly value: string | null;
    }
  /** Resets an attribute to its value in a new effect. Resets all attributes if `name` is absent. */
  | { readonly type: 'effect/reset'; readonly effects: readonly NodeId[]; readonly name?: string }
  | { readonly type: 'effect/set-enabled'; readonly effects: readonly NodeId[]; readonly enabled: boolean };

export type AnimationCommand =
  /** Adds a preset to each layer, after its other animations. */
  | { readonly type: 'animation/add'; readonly layers: readonly NodeId[]; readonly preset: PresetType }
  /** Moves an animation. `index` is the index among the animations of its element without the moved animation. */
  | { readonly type: 'animation/move'; readonly animation: NodeId; readonly index: number };

export type VariableCommand =
  /** Replaces a value with `${variable, default}`. If `default` is absent, the current value becomes the default. */
  | {
      readonly type: 'variable/bind';
      readonly node: NodeId;
      readonly attribute: ValueName;
      readonly variable: string;
      readonly default?: string;
    }
  /** Replaces placeholders with a fixed value: `value`, or the current value if `value` is absent. */
  | { readonly type: 'variable/unbind'; readonly node: NodeId; readonly attribute: ValueName; readonly value?: string }
  | { readonly type: 'variable/rename'; readonly from: string; readonly to: string }
  /**
   * Sets the default in the declaration and at every use that has a default. If there is neither, sets it at every use.
   */
  | { readonly type: 'variable/set-default'; readonly variable: string; readonly default: string }
  /**
   * Sets attributes of a declaration. Null removes an attribute. Creates a missing declaration, and removes an empty
   * one.
   */
  | {
      readonly type: 'variable/declare';
      readonly variable: string;
      readonly attributes: Readonly<Record<string, string | null>>;
    }
  /** Replaces every use with the current value of the variable, and removes the declaration. */
  /**
   * Declares a list. `items` are the default items, each with texts by field. If `fields` is absent, the fields stay
   * unchanged.
   */
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
  /** The type in the notation of the attribute `type` of a field. */
  readonly type: string;
  /** The label in forms; null to use the name. */
  readonly label: string | null;
  /** The choices in the notation of the attribute `choices`; absent to keep the choices. */
  readonly choices?: string;
  /** The fields of nested items, if the field is a list; absent to keep the fields. */
  readonly fields?: readonly ListField[];
}

export type PasteCommand =
  /** Pastes the text from `scenesToClipboard`, or any XML that contains scenes. */
  | { readonly type: 'scenes/paste'; readonly text: string; readonly at: ScenePosition }
  /** Pastes layers and sounds from `layersToClipboard` on top of the other layers of the parent. */
  | { readonly type: 'layers/paste'; readonly text: string; readonly parent: NodeId }
  /** Pastes effects into layers, and into all layers of scenes. */
  | {
      readonly type: 'effects/paste';
      readonly text: string;
      readonly targets: readonly NodeId[];
      readonly mode: 'append' | 'replace';
    };
