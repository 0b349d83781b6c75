/** Which frames will be wanted next. */
export interface ScrubProspect {
  readonly ahead: number;
  readonly backwards: boolean;
}

/** Beside a playhead that stands: a step must not be waited for. */
const STANDING_AHEAD = 2;

/**
 * What comes after a playhead went from one frame to another while nothing plays. Small steps go on in their direction,
 * and twice as far; of a jump nobody knows where the next one goes.
 *
 * @param before The frame that was looked at before; null if there is none.
 * @param perSecond Frames of the film in a second: a longer step is a jump.
 * @param isChanging Whether the film itself is being changed: what is made ahead of a playhead that stands would be of
 *   no use then.
 */
export function scrubProspect(
  before: number | null,
  frame: number,
  perSecond: number,
  isChanging = false,
): ScrubProspect {
  const step = before === null ? 0 : frame - before;
  if (isChanging && step === 0) return { ahead: 0, backwards: false };
  if (Math.abs(step) > perSecond) return { ahead: STANDING_AHEAD, backwards: false };
  const ahead = Math.min(Math.ceil(perSecond), Math.max(STANDING_AHEAD, 2 * Math.abs(step)));
  return { ahead, backwards: step < 0 };
}
