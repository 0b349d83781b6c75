import { rowAt } from '#shared/film/rows/row.ts';
import { lastStart, type Ticks } from '#shared/film/rows/source-moment.ts';
import { type FrameRate, frames } from '#shared/template/values/frame-rate.ts';
import type { PageVideo } from './page-plan.ts';

/** What of a video a frame shows. */
export interface VideoMoment {
  readonly video: PageVideo;
  /** Which of the plan's. */
  readonly index: number;
  /** The time of the picture that is on screen, by the ticks of its track in a second. */
  readonly last: (resolution: number) => Ticks;
}

/** What the videos of a part show in a frame of it, counted from the part's first; those that are not there are left out. */
export function momentsAt(videos: readonly PageVideo[], number: number, rate: FrameRate): readonly VideoMoment[] {
  return videos.flatMap((video, index) => {
    const own = ownFrameOf(video, number);
    return own === null ? [] : [{ video, index, last: lastOf(video, own, rate) }];
  });
}

/** The layer's own frame that a frame of the part shows, counted anew where its source begins again; null where it is not there. */
function ownFrameOf({ turns }: PageVideo, number: number): number | null {
  for (const { from, first, length } of turns)
    if (number >= first && number < first + length) return from + number - first;
  return null;
}

function lastOf({ layer }: PageVideo, own: number, rate: FrameRate): (resolution: number) => Ticks {
  const row = rowAt(layer, frames(Math.max(0, Math.floor(own + 1e-9))));
  return (resolution) => lastStart(row, rate, resolution);
}
