import { type Frames, frames } from '../values/frame-rate.ts';
import type { Scene } from './movie.ts';

/** How many frames of the film a scene takes. */
export function playedLength({ enabled, duration }: Pick<Scene, 'enabled' | 'duration'>): Frames {
  return enabled ? duration : frames(0);
}

/** How long scenes last one after another, those that are switched off too. */
export function lengthTogether(scenes: readonly Pick<Scene, 'duration'>[]): Frames {
  return startsOf(scenes.map(({ duration }) => duration)).at(-1) ?? frames(0);
}

/**
 * Where things of these lengths start that follow one another, and behind them where the last one ends. Null from the
 * first length on that is not known.
 */
export function startsOf<Length extends Frames | null>(lengths: readonly Length[]): readonly (Frames | Length)[] {
  const starts: (Frames | Length)[] = [frames(0)];
  let end: Frames | Length = frames(0);
  for (const length of lengths) {
    end = end === null ? end : length === null ? length : frames(end + length);
    starts.push(end);
  }
  return starts;
}
