import { assertNever } from '../../lib/assert.ts';
import type { Easing } from '../../template/values/easing.ts';
import { eased } from '../motion/eased.ts';

/** How two scenes' sounds go over into each other: by equal power, through silence, at once in the middle, or not at all. */
export type CrossingKind = 'crossfade' | 'fade' | 'cut' | 'both';

/** A transition as one of its two scenes' sounds is heard in it. */
export interface Crossing {
  readonly kind: CrossingKind;
  /** Whether the sound is the outgoing scene's. */
  readonly isOutgoing: boolean;
  /** The sample at which the transition begins; below 0 where the sound begins in its middle. */
  readonly from: number;
  readonly length: number;
  readonly easing: Easing;
}

/** What a scene's sound is multiplied with in a transition, at one sample. Before and behind it a sound is as it is. */
export function crossingFactor({ kind, isOutgoing, from, length, easing }: Crossing, sample: number): number {
  const part = (sample - from) / length;
  if (part < 0 || part >= 1) return 1;
  // An easing that overshoots moves pictures; a sound is neither more than whole nor less than silent.
  const progress = Math.min(1, Math.max(0, eased(easing, part)));
  switch (kind) {
    case 'crossfade':
      return isOutgoing ? Math.cos((progress * Math.PI) / 2) : Math.sin((progress * Math.PI) / 2);
    case 'fade':
      return Math.max(0, isOutgoing ? 1 - 2 * progress : 2 * progress - 1);
    case 'cut':
      return isOutgoing === progress < 0.5 ? 1 : 0;
    case 'both':
      return 1;
    default:
      return assertNever(kind);
  }
}
