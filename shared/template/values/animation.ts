import type { NodeId } from '../document/document.ts';
import type { Color, Paint } from './color.ts';
import type { Frames } from './frame-rate.ts';
import type { Length, Pair, Point } from './lengths.ts';

/** The function that maps the elapsed fraction of the time between two keyframes to the fraction of the change. */
export type Easing =
  | { readonly kind: 'linear' }
  | { readonly kind: 'bezier'; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }
  | { readonly kind: 'steps'; readonly count: number }
  | { readonly kind: EasingCurve };

/** Curves with special formulas. */
export type EasingCurve = 'back-in' | 'back-out' | 'back-in-out' | 'elastic-out' | 'bounce-out';

/** A time in whole frames of the movie, or in percent of the parent's duration. */
export interface RelativeTime {
  readonly amount: number;
  readonly unit: 'frames' | '%';
}

/** The types of the properties that keyframes can animate. */
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
  /** The number in a text. */
  readonly value: number;
  readonly width: Length;
  readonly height: Length;
  /** The amplitude factor. */
  readonly volume: number;
  readonly pan: number;
}

export type KeyProperty = keyof KeyValues;

/** A value in a keyframe of an effect. */
export type EffectValue = number | Color | Paint | Length | Point | readonly number[];

/** The values in a keyframe of an effect, by attribute name. The table of the effect defines the permitted names. */
export type EffectValues = Readonly<Record<string, EffectValue>>;

/** A keyframe: a time relative to the start of the animation, and the values of properties at this time. */
export interface Key<Values = KeyValues> {
  readonly id: NodeId;
  readonly time: RelativeTime;
  readonly values: Partial<Values>;
  /** The decimal in `value`, exactly as written; absent without `value`. */
  readonly exactValue?: string;
  /** The easing to the next keyframe of the same property; null to use the easing of the animation. */
  readonly easing: Easing | null;
}

/**
 * One end of an easing curve: the length of its handle, and the slope of the curve there relative to the mean speed.
 */
export interface EasingHandle {
  readonly reach: number;
  readonly speed: number;
}

interface AnimationTimes {
  readonly id: NodeId;
  readonly enabled: boolean;
  readonly offset: Frames;
  readonly duration: RelativeTime | null;
  /** The easing; null for the default of the animation type. */
  readonly easing: Easing | null;
  readonly easeIn: EasingHandle | null;
  readonly easeOut: EasingHandle | null;
  /** The number of repetitions; infinite for `forever`. */
  readonly repeat: number;
  /** Whether every second repetition is played backward. */
  readonly alternate: boolean;
}

/** A keyframe animation. Its keyframes are sorted by time. */
export interface CustomAnimation<Values = KeyValues> extends AnimationTimes {
  readonly kind: 'custom';
  readonly keys: readonly Key<Values>[];
}

/** A keyframe animation of an effect. Its times are in frames of the layer. */
export type EffectAnimation = CustomAnimation<EffectValues>;

export type Side = 'left' | 'right' | 'top' | 'bottom';

/** An animation by a named preset. */
export interface PresetAnimation extends AnimationTimes {
  readonly kind: 'preset';
  readonly preset: PresetValues;
}

/** The name of a preset and its parameters. */
export type PresetValues =
  | { readonly type: 'fadein' | 'fadeout' }
  | { readonly type: 'slidein' | 'slideout'; readonly side: Side; readonly distance: Length | null }
  | { readonly type: 'zoomin' | 'zoomout' | 'pop'; readonly from: number }
  | { readonly type: 'spinin' | 'spinout' | 'spin'; readonly angle: number }
  | { readonly type: 'kenburns'; readonly way: 'in' | 'out'; readonly zoom: number; readonly focus: Pair }
  | { readonly type: 'pan'; readonly side: Side; readonly zoom: number }
  | UnitPresetValues
  /** Counts from `start` to the `value` of a text. */
  | { readonly type: 'countup'; readonly start: number };

/** Presets that reveal or move the units of a text in sequence. */
export type UnitPresetValues =
  | { readonly type: 'typewriter'; readonly unit: TextUnit }
  | {
      readonly type: 'textin' | 'textout';
      readonly unit: TextUnit;
      /**
       * The overlap of consecutive units as a fraction of their duration. With 0, each unit starts when the previous
       * one ends. With 1, all units start at the same time.
       */
      readonly overlap: number;
      readonly each: UnitEffect;
    };

/** The units into which a text is divided. */
export type TextUnit = 'letter' | 'word' | 'line';

/** The movement of each unit. */
export type UnitEffect =
  | { readonly type: 'fade' }
  | { readonly type: 'slide'; readonly side: Side; readonly distance: Length | null }
  | { readonly type: 'zoom' | 'pop'; readonly from: number }
  | { readonly type: 'spin'; readonly angle: number };

export type PresetType = PresetValues['type'];

/** A preset that animates the units of a text. */
export interface UnitAnimation extends AnimationTimes {
  readonly kind: 'preset';
  readonly preset: UnitPresetValues;
}

export type Animation = CustomAnimation | PresetAnimation;
