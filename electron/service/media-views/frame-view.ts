import { serviceLimits } from '../../../shared/contract/limits.ts';
import type { MediaTools } from '../media/tools.ts';
import type { Part } from '../render/part.ts';
import {
  frameFilters,
  JPEG_ENCODING,
  JPEG_FILTERS,
  type PictureSource,
  picturePart,
  seekTo,
  shownFilters,
  sizeWithin,
} from './view-picture.ts';
import { toneMaps } from './view-run.ts';

export interface FrameWish {
  readonly at?: number | undefined;
  readonly width?: number | undefined;
}

const USUAL_WIDTH = 640;
/** Sides that are far from each other must not make a picture of any size. */
const MOST_HEIGHT = serviceLimits.mediaViews.frameWidth;

/** The frame that the engine shows at a time, as JPEG. */
export function framePart(source: PictureSource, { at = 0, width = USUAL_WIDTH }: FrameWish, tools: MediaTools): Part {
  const size = sizeWithin(source.facts.video, width, MOST_HEIGHT);
  const seek = seekTo(Math.min(at, source.facts.video.endSeconds), source);
  const chosen = frameFilters(seek, source).join(',');
  return picturePart(source, seek, `${chosen},${shownFilters(source, size, toneMaps(tools), 't')},${JPEG_FILTERS}`, [
    ...JPEG_ENCODING,
  ]);
}
