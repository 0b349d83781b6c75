import type { Transition } from '../../template/movie/movie.ts';
import type { Easing } from '../../template/values/easing.ts';
import { eased, withHandles } from './eased.ts';

/** How a transition goes on in time: by its easing, or the handles of its ends. */
export function transitionEasing({
  easing,
  easeIn,
  easeOut,
}: Pick<Transition, 'easing' | 'easeIn' | 'easeOut'>): Easing {
  return withHandles(easing, easeIn, easeOut);
}

/**
 * How far a transition of `length` frames has come in its frame `frame`, whole or not: e((i + 1) ÷ (d + 1)), so that the
 * frame before it is all of the outgoing picture and the one behind it all of the incoming, in equal steps.
 */
export function transitionProgress(easing: Easing, frame: number, length: number): number {
  return eased(easing, (frame + 1) / (length + 1));
}
