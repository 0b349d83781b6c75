import { METER_FLOOR } from '#renderer/film/play/meter.ts';
import { formatFixed } from '#renderer/ui/format/number.ts';

/** Decibels of full scale that are written beside a meter. */
export const MARKS = [0, -6, -12, -18, -24, -36, -48, -60] as const;

/** Red from here, yellow from there. */
export const HOT = -1;
export const WARM = -12;

/** How high a level stands on a meter, from 0 at its foot to 1 at full scale. */
export function shareOf(level: number): number {
  return Math.min(1, Math.max(0, 1 - level / METER_FLOOR));
}

/** A level in words short enough to stand under a meter: a tenth, and −∞ for what is not heard. */
export function shortLevel(level: number): string {
  return level <= METER_FLOOR ? '−∞' : formatFixed(level, 1).replace('-', '−');
}
