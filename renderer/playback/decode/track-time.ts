import type { Ticks } from '#shared/timeline/layer-state.ts';
import type { PictureTrack } from './open-media.ts';

/**
 * Returns a source time in the time of the container. It points to the middle of a tick, so rounding cannot select the
 * previous frame.
 */
export function secondsAt({ offset, resolution }: Pick<PictureTrack, 'offset' | 'resolution'>, at: Ticks): number {
  return (at + offset + 0.5) / resolution;
}

/** Returns a container time in ticks of the source's time. */
export function ticksAt({ offset, resolution }: Pick<PictureTrack, 'offset' | 'resolution'>, seconds: number): Ticks {
  return Math.round(seconds * resolution) - offset;
}
