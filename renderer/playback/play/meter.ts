/** How loud the two sides of what is heard are at a moment, as parts of full scale. */
export interface SideLevels {
  readonly peak: number;
  readonly rms: number;
}

/** What a meter shows of one side, in decibels of full scale. */
export interface MeterSide {
  readonly peak: number;
  readonly rms: number;
  /** The highest peak of the last seconds. */
  readonly held: number;
  /** When it was, in seconds. */
  readonly heldAt: number;
  /** Whether it ever reached full scale, until that is taken back. */
  readonly clipped: boolean;
}

/** The lowest that a meter shows. */
export const METER_FLOOR = -60;
/** Decibels a second, as peak meters fall that can be read (after IEC 60268-10, type I). */
const FALL = 20;
const HOLD_SECONDS = 2;

export const SILENT_SIDE: MeterSide = {
  ...{ peak: METER_FLOOR, rms: METER_FLOOR, held: METER_FLOOR },
  ...{ heldAt: Number.NEGATIVE_INFINITY, clipped: false },
};

/** A part of full scale in decibels, not below the floor. */
export function decibelsOf(part: number): number {
  return part <= 0 ? METER_FLOOR : Math.max(METER_FLOOR, 20 * Math.log10(part));
}

/** What a meter shows next: it rises at once and falls slowly. `now` and `before` are moments in seconds. */
export function nextSide(shown: MeterSide, { peak, rms }: SideLevels, before: number, now: number): MeterSide {
  const fallen = FALL * Math.max(0, now - before);
  const [peakNow, rmsNow] = [decibelsOf(peak), decibelsOf(rms)];
  const shownPeak = Math.max(peakNow, shown.peak - fallen, METER_FLOOR);
  const isHigher = peakNow >= shown.held;
  const isOver = now - shown.heldAt > HOLD_SECONDS;
  return {
    peak: shownPeak,
    rms: Math.max(rmsNow, shown.rms - fallen, METER_FLOOR),
    held: isHigher ? peakNow : isOver ? shownPeak : shown.held,
    heldAt: isHigher ? now : shown.heldAt,
    clipped: shown.clipped || peak >= 1,
  };
}

/** Peak and root mean square of samples. */
export function levelsOf(samples: Float32Array): SideLevels {
  let [peak, squares] = [0, 0];
  for (const sample of samples) {
    peak = Math.max(peak, Math.abs(sample));
    squares += sample * sample;
  }
  return { peak, rms: samples.length === 0 ? 0 : Math.sqrt(squares / samples.length) };
}
