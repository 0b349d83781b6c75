/** A clock that sound is heard by. */
export interface PlayClock {
  /** Seconds; what is scheduled for a time is heard at that time. */
  readonly now: () => number;
  /** Seconds of the same clock at which sound that is handed over now can begin at the earliest. */
  readonly soon: () => number;
  /** False when it has stopped and will not go on by itself. */
  readonly runs: () => boolean;
}

/** To decode the first of the sound before it is due. */
const LEAD_SECONDS = 0.06;

/**
 * The clock of an audio device. The context's own time is when samples are taken; the device plays them later, and
 * advances in jumps of a few milliseconds. What it says of its output is when they are heard, and smooth.
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

/** Where there is no sound to be had: the page's own clock. */
export const silentClock: PlayClock = {
  now: () => performance.now() / 1000,
  soon: () => performance.now() / 1000,
  runs: () => true,
};
