import type { NodeId } from '../document/document.ts';
import type { Easing } from './easing.ts';
import type { Frames } from './frame-rate.ts';
import type { Length, Pair, Point } from './lengths.ts';
import type { Paint } from './paint.ts';

/** A time that may be a part of what it stands in: whole frames of the movie, or a percentage. */
export interface RelativeTime {
  readonly amount: number;
  readonly unit: 'frames' | '%';
}

/** What a key can name, and what its values are. */
export interface KeyValues {
  readonly position: Point;
  readonly scale: Pair;
  readonly rotation: number;
  readonly anchor: Point;
  readonly opacity: number;
  readonly color: Paint;
  readonly fill: Paint;
  readonly stroke: Paint;
  readonly fontsize: number;
  /** Factor of the amplitude. */
  readonly volume: number;
  readonly pan: number;
}

export type KeyProperty = keyof KeyValues;

/** A moment of an animation, from its beginning, and the values that its properties have then. */
export interface Key {
  readonly id: NodeId;
  readonly time: RelativeTime;
  readonly values: Partial<KeyValues>;
  /** How it goes on to the next key that names the property; null where the animation's own holds. */
  readonly easing: Easing | null;
}

/** One end of a segment: how far its handle reaches, and the speed there as a part of the mean. */
export interface Handle {
  readonly reach: number;
  readonly speed: number;
}

interface AnimationTimes {
  readonly id: NodeId;
  readonly enabled: boolean;
  readonly offset: Frames;
  readonly duration: RelativeTime | null;
  /** Null where none is written: then what is usual for its type holds. */
  readonly easing: Easing | null;
  readonly easeIn: Handle | null;
  readonly easeOut: Handle | null;
  /** How often it is played; infinite for `forever`. */
  readonly repeat: number;
  /** Whether every second time goes backwards. */
  readonly alternate: boolean;
}

/** Values at keys, in the order of their times. */
export interface CustomAnimation extends AnimationTimes {
  readonly kind: 'custom';
  readonly keys: readonly Key[];
}

export type Side = 'left' | 'right' | 'top' | 'bottom';

/** A movement that has a name. */
export interface PresetAnimation extends AnimationTimes {
  readonly kind: 'preset';
  readonly preset: PresetValues;
}

/** A preset's name and what says how strong it is. */
export type PresetValues =
  | { readonly type: 'fadein' | 'fadeout' }
  | { readonly type: 'slidein' | 'slideout'; readonly side: Side; readonly distance: Length | null }
  | { readonly type: 'zoomin' | 'zoomout' | 'pop'; readonly from: number }
  | { readonly type: 'spinin' | 'spinout' | 'spin'; readonly angle: number }
  | { readonly type: 'kenburns'; readonly way: 'in' | 'out'; readonly zoom: number; readonly focus: Pair }
  | { readonly type: 'pan'; readonly side: Side; readonly zoom: number };

export type PresetType = PresetValues['type'];

export type Animation = CustomAnimation | PresetAnimation;
