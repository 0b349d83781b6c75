import type { Ticks } from '#shared/timeline/layer-state.ts';
import type { PictureTrack } from './open-media.ts';

/**
 * Converts a source time to container time in seconds. The result is in the middle of a tick, so that rounding cannot
 * select the previous frame.
 */
export function secondsAt({ offset, resolution }: Pick<PictureTrack, 'offset' | 'resolution'>, at: Ticks): number {
  return (at + offset + 0.5) / resolution;
}

/** Converts a container time in seconds to source time in ticks. */
export function ticksAt({ offset, resolution }: Pick<PictureTrack, 'offset' | 'resolution'>, seconds: number): Ticks {
  return Math.round(seconds * resolution) - offset;
}
