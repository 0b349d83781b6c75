import type { Loudness } from '#shared/template/movie/sound-layer.ts';
import type { DuckedSpan } from '../model/ducked-spans.ts';

/** The first frame of a sound in the film and the frame behind its last. */
interface Heard {
  readonly start: number;
  readonly end: number;
}

type Fades = Pick<Loudness, 'fadeIn' | 'fadeOut'>;

/**
 * The corners of the line that shows how fades and ducking change a sound, in order. The factor multiplies its volume,
 * as in the mix of the film.
 */
export function levelLine(
  heard: Heard,
  fades: Fades,
  spans: readonly DuckedSpan[],
): readonly { readonly frame: number; readonly factor: number }[] {
  const { start, end } = heard;
  const corners = [
    start,
    start + fades.fadeIn,
    end - fades.fadeOut,
    end,
    ...spans.flatMap(({ from, until, ramp }) => [from - ramp, from, until, until + ramp]),
  ];
  // A dip without a ramp is a step: the line needs the level on both sides of it.
  const steps = spans.filter(({ ramp }) => ramp === 0).flatMap(({ from, until }) => [from - STEP, until + STEP]);
  const frames = [...new Set([...corners, ...steps])]
    .filter((frame) => frame >= start && frame <= end)
    .toSorted((one, other) => one - other);
  return frames.map((frame) => ({ frame, factor: levelFactor(heard, fades, spans, frame) }));
}

/** Frames beside a step at which the line leaves its level; too few to be seen. */
const STEP = 0.001;

/** The share of a sound that its fades and ducking leave in a frame of the film. */
export function levelFactor(
  { start, end }: Heard,
  { fadeIn, fadeOut }: Fades,
  spans: readonly DuckedSpan[],
  frame: number,
): number {
  const up = fadeIn > 0 ? Math.min(1, (frame - start) / fadeIn) : 1;
  const down = fadeOut > 0 ? Math.min(1, (end - frame) / fadeOut) : 1;
  return spans.reduce((factor, { from, until, ramp, to }) => {
    const beside = Math.max(from - frame, frame - until, 0);
    const depth = ramp > 0 ? Math.max(0, 1 - beside / ramp) : beside > 0 ? 0 : 1;
    return factor * (1 - depth * (1 - to));
  }, Math.max(0, up) * Math.max(0, down));
}
