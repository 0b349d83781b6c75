import { TRANSITION_DIRECTIONS } from '#shared/template/tables/transition-attributes.ts';
import type { PlacedTransition } from '#shared/timeline/timeline.ts';
import { transitionEasing, transitionProgress } from '#shared/timeline/transitions.ts';

/** The sides and corners from which an incoming scene can come. */
export type TransitionSide = Exclude<(typeof TRANSITION_DIRECTIONS)[number], 'in' | 'out'>;

/** The progress of a transition at a frame of the timeline. */
export interface TransitionProgress {
  /** The frame within the transition, from 1. */
  readonly frame: number;
  readonly length: number;
  /** The eased progress from 0 to 1. */
  readonly progress: number;
}

/** Returns the progress of a transition at a frame of the timeline; null outside the transition. */
export function transitionProgressAt(
  { transition, start, length }: PlacedTransition,
  frame: number,
): TransitionProgress | null {
  const localFrame = frame - start;
  if (localFrame < 0 || localFrame >= length) return null;
  return {
    frame: localFrame + 1,
    length,
    progress: transitionProgress(transitionEasing(transition), localFrame, length),
  };
}

/** The vectors from the center to each side and corner. */
const DIRECTIONS: Readonly<Record<TransitionSide, readonly [x: number, y: number]>> = {
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

type Corner = 'topLeft' | 'topRight' | 'bottomLeft';

/**
 * Returns the corners for the names of the outgoing and incoming scenes, by the side from which the incoming scene
 * comes.
 */
export function labelCorners(from: TransitionSide): readonly [outgoing: Corner, incoming: Corner] {
  const [x, y] = DIRECTIONS[from];
  if (x !== 0) return x < 0 ? ['topRight', 'topLeft'] : ['topLeft', 'topRight'];
  return y < 0 ? ['bottomLeft', 'topLeft'] : ['topLeft', 'bottomLeft'];
}

/**
 * Returns the center of a wipe's edge between both scenes, as fractions of the frame's width and height. At this point,
 * the factor g in `mix-frames.ts` is 0.5.
 */
export function edgeOf(
  from: TransitionSide,
  softness: number,
  progress: number,
): { readonly x: number; readonly y: number } {
  const position = Math.min(1, Math.max(0, progress * (1 + softness) - softness / 2));
  const [x, y] = DIRECTIONS[from];
  return { x: 0.5 + x * (0.5 - position), y: 0.5 + y * (0.5 - position) };
}

/**
 * Returns the side or corner closest to the direction from the center to a point. The point is in fractions of the
 * frame.
 */
export function directionToward(
  { x, y }: { readonly x: number; readonly y: number },
  hasCorners: boolean,
): TransitionSide {
  const [across, down] = [x - 0.5, y - 0.5];
  const sides = SIDES.filter((side) => hasCorners || DIRECTIONS[side].includes(0));
  const length = Math.hypot(across, down) || 1;
  const alignmentOf = (side: TransitionSide) => {
    const [wayX, wayY] = DIRECTIONS[side];
    return (wayX * across + wayY * down) / (Math.hypot(wayX, wayY) * length);
  };
  return sides.reduce((best, side) => (alignmentOf(side) > alignmentOf(best) ? side : best), sides[0] ?? 'left');
}
