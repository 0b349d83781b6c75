/** A clock for scheduling sound. */
export interface PlayClock {
  /** Returns the time in seconds of the sound that is audible now. */
  readonly now: () => number;
  /** Returns the earliest time for which sound can be scheduled now. */
  readonly soon: () => number;
  /** Returns whether the clock is running. If it has stopped, the player restarts with another clock. */
  readonly runs: () => boolean;
}

/** The lead in seconds for decoding the first sound. */
const LEAD_SECONDS = 0.06;

/**
 * Returns the clock of an audio device. It is based on the output timestamp, which is the time of audible samples and
 * advances smoothly. The context's own time refers to the samples being processed, and advances in steps of a few
 * milliseconds.
 */
export function audioClock(context: AudioContext): PlayClock {
  return {
    now() {
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
      if (performanceTime <= 0) return context.currentTime - context.outputLatency;
      return Math.min(context.currentTime, contextTime + (performance.now() - performanceTime) / 1000);
    },
    soon: () => context.currentTime + LEAD_SECONDS,
    runs: () => context.state === 'running',
  };
}

/**
 * Returns a page clock for playback until a slow audio device has started. The clock then stops, so that the player
 * restarts with sound.
 */
export function clockUntilSound(context: Pick<AudioContext, 'state'>): PlayClock {
  return { ...silentClock, runs: () => context.state !== 'running' };
}

/** The page clock. It is used for playback without an audio device. */
export const silentClock: PlayClock = {
  now: () => performance.now() / 1000,
  soon: () => performance.now() / 1000,
  runs: () => true,
};
