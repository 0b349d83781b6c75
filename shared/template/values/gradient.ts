import type { Length } from './lengths.ts';
import type { Paint } from './paint.ts';

/** A linear gradient of CSS Images 3. */
export interface Gradient {
  /** Degrees: 0 is upwards, 90 to the right. */
  readonly angle: number;
  /** Two at least, in the order in which they are written. */
  readonly stops: readonly GradientStop[];
}

export interface GradientStop {
  readonly color: Paint;
  /** Where on the way; a percentage is of all of it. Null where the others say it. */
  readonly at: Length | null;
}
