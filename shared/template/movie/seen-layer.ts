import type { NodeId } from '../document/document.ts';
import type { Effect } from '../effects/effects.ts';
import type { Animation } from '../values/animation.ts';
import type { BlendMode } from '../values/blend-mode.ts';
import type { Frames } from '../values/frame-rate.ts';
import type { Length, Pair, Point } from '../values/lengths.ts';

/** Where a layer's picture comes to lie. */
export interface LayerPlacement {
  /** Where the pivot comes to lie, from the origin; percentages are of the frame. */
  readonly position: Point;
  /** The place of the frame that the position is measured from, from the frame's upper left corner. */
  readonly origin: Point;
  /** The pivot, from the middle of the picture; percentages are of the picture. */
  readonly anchor: Point;
  /** Size around the pivot; below 0 it is mirrored. */
  readonly scale: Pair;
  /** Degrees, clockwise, around the pivot. */
  readonly rotation: number;
}

/** What every layer has that is seen. */
export interface SeenLayer {
  readonly id: NodeId;
  /** Whether it is played: it is switched on, and its condition holds. */
  readonly enabled: boolean;
  /** A name for people. */
  readonly name: string | null;
  readonly placement: LayerPlacement;
  /** 0 to 1. */
  readonly opacity: number;
  readonly blendMode: BlendMode;
  /** When it begins in its scene. */
  readonly offset: Frames;
  /** How long it is there; null for as long as the scene lasts. */
  readonly duration: Frames | null;
  /** Frames that it ends sooner, where below 0; above 0, frames of its own beginning that are left out. */
  readonly overlap: number;
  /** In the order in which they are applied. */
  readonly effects: readonly Effect[];
  readonly animations: readonly Animation[];
}

/** The box that a layer is drawn in; null for the side that nothing is said of. Percentages are of the frame. */
export interface Box {
  readonly width: Length | null;
  readonly height: Length | null;
}
