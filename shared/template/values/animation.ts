import type { NodeId } from '../document/document.ts';
import type { Color, Paint } from './color.ts';
import type { Frames } from './frame-rate.ts';
import type { Length, Pair, Point } from './lengths.ts';

/** How a value goes from one key to the next: what part of the way lies behind it at which part of the time. */
export type Easing =
  | { readonly kind: 'linear' }
  | { readonly kind: 'bezier'; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }
  | { readonly kind: 'steps'; readonly count: number }
  | { readonly kind: EasingCurve };

/** Curves that are formulas of their own. */
export type EasingCurve = 'back-in' | 'back-out' | 'back-in-out' | 'elastic-out' | 'bounce-out';

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
  readonly width: Length;
  readonly height: Length;
  /** Factor of the amplitude. */
  readonly volume: number;
  readonly pan: number;
}

export type KeyProperty = keyof KeyValues;

/** What a key of an effect can hold: a number, a colour, a length, a place, or a matrix. */
export type EffectValue = number | Color | Paint | Length | Point | readonly number[];

/** What a key of an effect can name is what its table says: names of its attributes. */
export type EffectValues = Readonly<Record<string, EffectValue>>;

/** A moment of an animation, from its beginning, and the values that its properties have then. */
export interface Key<Values = KeyValues> {
  readonly id: NodeId;
  readonly time: RelativeTime;
  readonly values: Partial<Values>;
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
  /** Whether every second repetition plays backward. */
  readonly alternate: boolean;
}

/** Values at keys, in the order of their times. */
export interface CustomAnimation<Values = KeyValues> extends AnimationTimes {
  readonly kind: 'custom';
  readonly keys: readonly Key<Values>[];
}

/** Values of an effect's attributes at keys, which count its layer's frames. */
export type EffectAnimation = CustomAnimation<EffectValues>;

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
  | { readonly type: 'pan'; readonly side: Side; readonly zoom: number }
  | UnitPresetValues;

/** Those that show or move the units of a text one after another. */
export type UnitPresetValues =
  | { readonly type: 'typewriter'; readonly unit: TextUnit }
  | {
      readonly type: 'textin' | 'textout';
      readonly unit: TextUnit;
      /** How much of the time of one unit lies in that of the one before: 0 for none, 1 for all. */
      readonly overlap: number;
      readonly each: UnitEffect;
    };

/** What a text is parted into. */
export type TextUnit = 'letter' | 'word' | 'line';

/** What each unit does on its way. */
export type UnitEffect =
  | { readonly type: 'fade' }
  | { readonly type: 'slide'; readonly side: Side; readonly distance: Length | null }
  | { readonly type: 'zoom' | 'pop'; readonly from: number }
  | { readonly type: 'spin'; readonly angle: number };

export type PresetType = PresetValues['type'];

/** A preset that parts a text into units. */
export interface UnitAnimation extends AnimationTimes {
  readonly kind: 'preset';
  readonly preset: UnitPresetValues;
}

export type Animation = CustomAnimation | PresetAnimation;
