import { type FrameRate, parseFrameRate, sameFrameRate, USUAL_RATES } from '#shared/template/values/frame-rate.ts';

/** The frame rates to choose from: the usual ones, and the one that there is, where it is none of those. */
export function offeredRates(now: FrameRate | null): readonly FrameRate[] {
  const known = USUAL_RATES.flatMap((each) => readRate(each) ?? []);
  return now === null || known.some((each) => sameFrameRate(each, now)) ? known : [...known, now];
}

/** A frame rate as it is written; null where it cannot be read, or nothing is written. */
export function readRate(text: string | null): FrameRate | null {
  const rate = text === null ? null : parseFrameRate(text);
  return rate?.ok ? rate.value : null;
}
