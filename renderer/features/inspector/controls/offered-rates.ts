import { type FrameRate, parseFrameRate, sameFrameRate } from '../../../../shared/template/values/frame-rate.ts';

/** Usual frame rates, as exact fractions. */
const usual = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60000/1001', '60'];

/** The frame rates to choose from: the usual ones, and the one that there is, where it is none of those. */
export function offeredRates(now: FrameRate | null): readonly FrameRate[] {
  const known = usual.flatMap((each) => readRate(each) ?? []);
  return now === null || known.some((each) => sameFrameRate(each, now)) ? known : [...known, now];
}

/** A frame rate as it is written; null where it cannot be read, or nothing is written. */
export function readRate(text: string | null): FrameRate | null {
  const rate = text === null ? null : parseFrameRate(text);
  return rate?.ok ? rate.value : null;
}
