import { transitionEasing, transitionProgress } from '#shared/film/motion/transition-progress.ts';
import type { PlacedTransition } from '#shared/film/scenes/film.ts';
import { TRANSITION_DIRECTIONS } from '#shared/template/tables/transition-attributes.ts';

/** The sides and corners that an incoming scene can come from. */
export type TransitionSide = Exclude<(typeof TRANSITION_DIRECTIONS)[number], 'in' | 'out'>;

/** How far a transition is in a frame of the film. */
export interface TransitionMoment {
  /** Counted from 1. */
  readonly frame: number;
  readonly length: number;
  /** 0 to 1, by its easing. */
  readonly progress: number;
}

/** Where a transition stands in a frame of the film; null where the frame is none of its. */
export function momentOf({ transition, start, length }: PlacedTransition, frame: number): TransitionMoment | null {
  const own = frame - start;
  if (own < 0 || own >= length) return null;
  return { frame: own + 1, length, progress: transitionProgress(transitionEasing(transition), own, length) };
}

/** Across and down from the middle, of the side or corner. */
const WAYS: Readonly<Record<TransitionSide, readonly [x: number, y: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  top: [0, -1],
  bottom: [0, 1],
  topleft: [-1, -1],
  topright: [1, -1],
  bottomleft: [-1, 1],
  bottomright: [1, 1],
};
const SIDES = TRANSITION_DIRECTIONS.filter((each): each is TransitionSide => each !== 'in' && each !== 'out');

/**
 * The middle of the edge between both scenes of a wipe, from 0 to 1 across and down: g of `wipe-plane.ts` is a half there.
 */
export function edgeOf(
  from: TransitionSide,
  softness: number,
  progress: number,
): { readonly x: number; readonly y: number } {
  const way = Math.min(1, Math.max(0, progress * (1 + softness) - softness / 2));
  const [x, y] = WAYS[from];
  return { x: 0.5 + x * (0.5 - way), y: 0.5 + y * (0.5 - way) };
}

/** The side or corner that a place lies towards, seen from the middle; places from 0 to 1 across and down. */
export function sideTowards({ x, y }: { readonly x: number; readonly y: number }, hasCorners: boolean): TransitionSide {
  const [across, down] = [x - 0.5, y - 0.5];
  const sides = SIDES.filter((side) => hasCorners || WAYS[side].includes(0));
  const length = Math.hypot(across, down) || 1;
  const towards = (side: TransitionSide) => {
    const [wayX, wayY] = WAYS[side];
    return (wayX * across + wayY * down) / (Math.hypot(wayX, wayY) * length);
  };
  return sides.reduce((best, side) => (towards(side) > towards(best) ? side : best), sides[0] ?? 'left');
}
