import type { AnimatedProperty } from '#shared/editing/keys/animated.ts';
import type { Clock } from '#shared/editing/keys/clocks.ts';

/** A property in time. */
export interface PropertyLaneProps {
  readonly property: AnimatedProperty;
  readonly clock: Clock;
  readonly height: number;
}
