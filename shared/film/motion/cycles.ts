/** When something is played, how long once, and how often. */
export interface Cycles {
  /** The layer's own frame with which it begins. */
  readonly begin: number;
  /** In frames. */
  readonly length: number;
  /** Infinite for ever. */
  readonly repeat: number;
  /** Whether every second repetition plays backward. */
  readonly alternate: boolean;
}

/** How far the playing of something is. */
export interface CycleMoment {
  /** Since this time began, from 0 to the length. */
  readonly within: number;
  /** Whether this time it goes backwards. */
  readonly isBack: boolean;
}

/** How far something is in the layer's own frame; before it begins at its first moment, behind its end at its last. */
export function cycleAt({ begin, length, repeat, alternate }: Cycles, frame: number): CycleMoment {
  const local = frame - begin;
  if (local <= 0) return { within: 0, isBack: false };
  const isOver = local >= length * repeat;
  const cycle = isOver ? repeat - 1 : Math.floor(local / length);
  const isBack = alternate && cycle % 2 === 1;
  return { within: isOver ? length : local - cycle * length, isBack };
}
