import { assertNever } from '../../lib/assert.ts';

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
}

/** What a scene's sound is multiplied with in a transition, at one sample. Before and behind it a sound is as it is. */
export function crossingFactor({ kind, isOutgoing, from, length }: Crossing, sample: number): number {
  const progress = (sample - from) / length;
  if (progress < 0 || progress >= 1) return 1;
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
