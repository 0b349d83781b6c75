import type { Ticks } from '#shared/film/rows/source-moment.ts';
import type { PictureTrack } from './open-media.ts';

/** A moment of a source on its container's clock: in the middle of a tick, so that no rounding leads to the frame before. */
export function secondsAt({ offset, resolution }: Pick<PictureTrack, 'offset' | 'resolution'>, at: Ticks): number {
  return (at + offset + 0.5) / resolution;
}

/** What is on the container's clock, in the source's own time. */
export function ticksAt({ offset, resolution }: Pick<PictureTrack, 'offset' | 'resolution'>, seconds: number): Ticks {
  return Math.round(seconds * resolution) - offset;
}
