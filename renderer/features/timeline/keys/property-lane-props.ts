import type { AnimatedProperty, Clock } from '#shared/editing/keyframes/animated.ts';

/** A property in time. */
export interface PropertyLaneProps {
  readonly property: AnimatedProperty;
  readonly clock: Clock;
  readonly height: number;
}
