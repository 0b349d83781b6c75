import { type Frames, frames } from '../values/frame-rate.ts';
import type { Scene } from './movie.ts';

/** Returns the number of frames of a scene in the film; 0 for a disabled scene. */
export function playedLength({ enabled, duration }: Pick<Scene, 'enabled' | 'duration'>): Frames {
  return enabled ? duration : frames(0);
}

/** Returns the total duration of scenes, including disabled ones. */
export function totalLength(scenes: readonly Pick<Scene, 'duration'>[]): Frames {
  return startsOf(scenes.map(({ duration }) => duration)).at(-1) ?? frames(0);
}

/**
 * Returns the starts of consecutive items with these lengths, followed by the end of the last item. All results after
 * the first unknown length are null.
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
