import type { FrameRate, Frames } from '../../../shared/template/frame-rate.ts';
import { framesToSeconds } from '../../../shared/template/frame-rate.ts';

/** A moment of a source in units of its own clock: whole ticks, of which `resolution` make a second. */
export type Ticks = number;

/** What decides which frame of a source a layer shows. */
export interface LayerTime {
  /** In-point, in frames of the film. */
  readonly skip: Frames;
  /** Of the film. */
  readonly rate: FrameRate;
  /** Ticks of the source in a second. */
  readonly resolution: number;
}

/**
 * The last moment at which a frame of the source may begin to be the one that the layer shows in its frame number
 * `frame`, counted from the scene's first: of all that begin by then, it is the last one; before all of them the first.
 *
 * It is what the engine does, to the tick. FFmpeg takes the in-point from every time stamp (whole microseconds, rounded
 * to the source's clock), and `fps=round=near` puts each source frame on the nearest frame of the film, halves up;
 * a later one on the same place wins. So a frame at time t is shown from the film's frame round(t × rate) on, and
 * round(t × rate) ≤ n is t < (n + ½) / rate.
 */
export function lastStart(frame: number, { skip, rate, resolution }: LayerTime): Ticks {
  const inPoint = divideRounded(BigInt(microseconds(framesToSeconds(skip, rate))) * BigInt(resolution), 1_000_000n);
  const dividend = BigInt(2 * frame + 1) * BigInt(resolution) * BigInt(rate.denominator);
  const divisor = 2n * BigInt(rate.numerator);
  const ceiling = (dividend + divisor - 1n) / divisor;
  return Number(inPoint + ceiling - 1n);
}

/** Seconds of the source that the layer shows in its frame number `frame`: to look something up, not to choose a frame. */
export function sourceTimeOf(frame: number, { skip, rate }: Pick<LayerTime, 'skip' | 'rate'>): number {
  return ((skip + frame) * rate.denominator) / rate.numerator;
}

/** Which of the frames that begin at `starts` (increasing) is the one; −1 if there is none at all. */
export function chooseFrame(starts: readonly Ticks[], last: Ticks): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= last) low = middle + 1;
    else high = middle;
  }
  return starts.length === 0 ? -1 : Math.max(0, low - 1);
}

/** As FFmpeg reads the decimal that the engine writes: nine digits, of which it cuts off all behind the sixth. */
function microseconds(seconds: number): number {
  const [whole = '0', fraction = ''] = seconds.toFixed(9).split('.');
  return Number(whole) * 1_000_000 + Number(fraction.slice(0, 6));
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
