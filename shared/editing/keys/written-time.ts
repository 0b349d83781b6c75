import { decimalSecondsToFrames, type FrameRate } from '../../template/values/frame-rate.ts';
import { formatDecimal } from '../../template/values/lengths.ts';

/** How a time is written: bare frames, seconds, or a percentage of the animation. */
export type TimeNotation = 'frames' | 'seconds' | '%';

/** How far a frame may lie behind the moment that is written as a percentage: nothing that is seen, however steep a curve is. */
const CLOSE = 0.0001;
/** How far a moment that people wrote, with few digits, may lie from the frame that is meant. */
const MEANT = 0.002;
const MOST_DIGITS = 9;

/** The notation of a written time. */
export function notationOf(written: string): TimeNotation {
  const text = written.trim();
  if (text.endsWith('%')) return '%';
  return text.endsWith('s') ? 'seconds' : 'frames';
}

/**
 * A whole number of frames as a time in that notation, with as few digits as say it. Where the notation cannot say it, it is
 * in frames. A percentage is never later than its frame, so that a value that jumps has jumped in it.
 * @param length How many frames a percentage is of.
 */
export function writeTime(count: number, notation: TimeNotation, length: number, rate: FrameRate | null): string {
  const inFrames = formatDecimal(count);
  if (notation === 'frames') return inFrames;
  if (notation === 'seconds') {
    if (rate === null) return inFrames;
    for (let digits = 0; digits <= MOST_DIGITS; digits++) {
      const seconds = trimmed(((count * rate.denominator) / rate.numerator).toFixed(digits));
      if (decimalSecondsToFrames(seconds, rate) === count) return `${seconds}s`;
    }
    return inFrames;
  }
  const exact = (count * 100) / length;
  if (!(length > 0) || exact > 100) return inFrames;
  for (let digits = 0; digits <= MOST_DIGITS; digits++) {
    const unit = 10 ** digits;
    const units = Math.floor(exact * unit + 1e-6);
    const isLater = ((units / unit) * length) / 100 > count;
    const percent = (isLater ? units - 1 : units) / unit;
    const moment = (percent * length) / 100;
    if (moment <= count && count - moment < CLOSE) return `${formatDecimal(percent)}%`;
  }
  return inFrames;
}

/**
 * A moment of a key as a frame: one that is as good as whole is whole. Others are rounded to a millionth, so that moments
 * that are the same but for how they were computed are one.
 */
export function nearFrame(moment: number): number {
  const whole = Math.round(moment);
  return Math.abs(moment - whole) < MEANT ? whole : Math.round(moment * 1e6) / 1e6;
}

function trimmed(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
