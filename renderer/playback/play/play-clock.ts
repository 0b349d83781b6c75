/** The clock that schedules sound. */
export interface PlayClock {
  /** Returns the time in seconds of the sound that the speakers play now. */
  readonly now: () => number;
  /** Returns the earliest time at which sound that is scheduled now can begin. */
  readonly soon: () => number;
  /** Returns whether the clock runs. After it has stopped, the player takes another clock. */
  readonly runs: () => boolean;
}

/** The lead in seconds to decode the first sound. */
const LEAD_SECONDS = 0.06;

/**
 * Returns the clock of an audio device. The time of an audio context is the time at which samples are processed, and it
 * advances in steps of a few milliseconds. The output timestamp is the time at which samples are heard, and it advances
 * smoothly.
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
 * Returns the clock of the page for playback while an audio device is slow to start. It stops when the device runs, so
 * that the player starts again with sound.
 */
export function clockUntilSound(context: Pick<AudioContext, 'state'>): PlayClock {
  return { ...silentClock, runs: () => context.state !== 'running' };
}

/** The clock of the page, for playback without an audio device. */
export const silentClock: PlayClock = {
  now: () => performance.now() / 1000,
  soon: () => performance.now() / 1000,
  runs: () => true,
};
