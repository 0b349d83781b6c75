import { type FrameRate, framesToSeconds } from '../../template/values/frame-rate.ts';
import { speedRatio } from '../time/source-run.ts';
import type { LayerRow } from './row.ts';

/** A moment of a source in units of its own clock: whole ticks, of which `resolution` make a second. */
export type Ticks = number;

/** What of a row decides which moment of its source is seen. */
type Moment = Pick<LayerRow, 'inPoint' | 'frame' | 'speed'>;

/**
 * The last moment at which a frame of the source may begin to be the one that a row shows in a film of that rate: of all
 * that begin by then, it is the last one; before all of them the first.
 *
 * It is what the engine does, to the tick. FFmpeg takes the in-point from every time stamp (whole microseconds, rounded
 * to the source's clock), and `fps=round=near` puts each source frame on the nearest frame of the film, halves up;
 * a later one on the same place wins. So a frame at time t is shown from the film's frame round(t × rate) on, and
 * round(t × rate) ≤ n is t < (n + ½) / rate. A source that goes faster has its times divided by the speed before.
 */
export function lastStart({ inPoint, frame, speed }: Moment, rate: FrameRate, resolution: number): Ticks {
  const { times, per } = speedRatio(speed);
  const begin = divideRounded(BigInt(microseconds(framesToSeconds(inPoint, rate))) * BigInt(resolution), 1_000_000n);
  const dividend = BigInt(2 * frame + 1) * BigInt(times) * BigInt(resolution) * BigInt(rate.denominator);
  const divisor = 2n * BigInt(per) * BigInt(rate.numerator);
  const ceiling = (dividend + divisor - 1n) / divisor;
  return Number(begin + ceiling - 1n);
}

/** Seconds of the source that a row shows in a film of that rate: to look something up, not to choose a frame. */
export function sourceSeconds({ inPoint, frame, speed }: Moment, rate: FrameRate): number {
  return ((inPoint + frame * speed) * rate.denominator) / rate.numerator;
}

/** As FFmpeg reads the decimal that the engine writes: nine digits, of which it cuts off all behind the sixth. */
function microseconds(seconds: number): number {
  const [whole = '0', fraction = ''] = seconds.toFixed(9).split('.');
  return Number(whole) * 1_000_000 + Number(fraction.slice(0, 6));
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
