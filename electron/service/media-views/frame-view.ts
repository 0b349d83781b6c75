import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { Part } from '../engine/parts/part.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import type { FrameForm } from './film-frame.ts';
import {
  frameFilters,
  halfFrameSeconds,
  JPEG_ENCODING,
  JPEG_FILTERS,
  opaqueBt709Chains,
  type PictureSource,
  picturePart,
  RATING_ENCODING,
  RATING_FILTERS,
  seekTo,
  sizeWithin,
} from './view-picture.ts';
import { toneMaps } from './view-run.ts';

export interface FrameRequest {
  readonly at?: number | undefined;
  readonly width?: number | undefined;
}

const DEFAULT_WIDTH = 640;
/** The maximum height of pictures with an extreme aspect ratio, in pixels. */
const MAX_HEIGHT = serviceLimits.mediaViews.frameWidth;

/** Returns a part for the frame that the engine shows at this time, as JPEG. */
export function framePart(
  source: PictureSource,
  { at = 0, width = DEFAULT_WIDTH }: FrameRequest,
  tools: MediaTools,
): Part {
  const size = sizeWithin(source.facts.video, width, MAX_HEIGHT);
  const seek = seekTo(Math.min(at, source.facts.video.endSeconds), source);
  const around = { before: frameFilters(seek, source), after: JPEG_FILTERS };
  return picturePart(source, seek, opaqueBt709Chains(source, size, toneMaps(tools), around), [...JPEG_ENCODING]);
}

/** Returns a part for the frame at a time as a small gray picture for choosing a poster. */
export function ratingPart(source: PictureSource, at: number, tools: MediaTools): Part {
  const size = sizeWithin(source.facts.video, LOOK_SOURCE_WIDTH, LOOK_SOURCE_WIDTH);
  const seek = seekTo(Math.min(at, source.facts.video.endSeconds), source);
  const around = { before: frameFilters(seek, source), after: RATING_FILTERS };
  return picturePart(source, seek, opaqueBt709Chains(source, size, toneMaps(tools), around), [...RATING_ENCODING]);
}

/** The width in pixels to which a frame is scaled for its color conversion, before it is scaled down for rating. */
const LOOK_SOURCE_WIDTH = 320;

/**
 * The positions for a poster, in order of preference. The first frame is omitted and the end comes last, because films
 * often start and end with black.
 */
const POSTER_SHARES = [0.1, 0.25, 0.5, 0.75, 0.9] as const;
/** The maximum time of the first candidate, in seconds. The first seconds of a long film are usually typical. */
const FIRST_POSTER_SECONDS = 2;

/** Returns the times for a poster in seconds, in order of preference. A single picture has only the time 0. */
export function posterMoments({ facts }: PictureSource): readonly number[] {
  const { endSeconds } = facts.video;
  const halfFrame = halfFrameSeconds(facts.video);
  if (endSeconds <= 2 * halfFrame) return [0];
  const [first, ...others] = POSTER_SHARES.map((share) => share * endSeconds);
  return [Math.min(FIRST_POSTER_SECONDS, first ?? 0), ...others];
}

/** The minimum side length of a film in pixels. */
const MIN_SIDE = 16;

/**
 * Returns a one-frame film that shows an SVG, HEIC, or AVIF image. The page displays the engine's picture of this
 * film, because most browsers cannot display HEIC and opening an SVG is a risk. On the gray background of the film,
 * both black and white are visible.
 */
export function imageFilm(name: string, size: Size, requestedWidth = DEFAULT_WIDTH): FrameForm {
  const width = Math.max(MIN_SIDE, requestedWidth);
  const height = Math.min(MAX_HEIGHT, Math.max(MIN_SIDE, Math.round((width * size.height) / size.width)));
  const image = '<image src="${image}" width="100%" height="100%"/>';
  const scene = `<scene duration="1" background="#808080">${image}</scene>`;
  return {
    template: `<movie width="${width}" height="${height}" framerate="25">${scene}</movie>`,
    variables: JSON.stringify({ image: name }),
    picture: 'jpeg',
  };
}
