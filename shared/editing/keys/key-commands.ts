import type { NodeId } from '../../template/document/document.ts';
import type { PresetAnimation } from '../../template/values/animation.ts';
import type { Size } from '../../template/values/placement.ts';
import type { KeyRef } from './animated.ts';

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
  | { readonly type: 'key/remove'; readonly keys: readonly KeyRef[]; readonly length: number }
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
  | { readonly type: 'key/reverse'; readonly keys: readonly KeyRef[]; readonly length: number }
  /** How each of them goes on to the next key of its property. */
  | {
      readonly type: 'key/ease';
      readonly keys: readonly KeyRef[];
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
  readonly key: KeyRef;
  readonly frame: number;
}
