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
  LOOK_ENCODING,
  LOOK_FILTERS,
  type PictureSource,
  picturePart,
  seekTo,
  shownChains,
  sizeWithin,
} from './view-picture.ts';
import { toneMaps } from './view-run.ts';

export interface FrameRequest {
  readonly at?: number | undefined;
  readonly width?: number | undefined;
}

const USUAL_WIDTH = 640;
/** Sides that are far from each other must not make a picture of any size. */
const MOST_HEIGHT = serviceLimits.mediaViews.frameWidth;

/** The frame that the engine shows at a time, as JPEG. */
export function framePart(
  source: PictureSource,
  { at = 0, width = USUAL_WIDTH }: FrameRequest,
  tools: MediaTools,
): Part {
  const size = sizeWithin(source.facts.video, width, MOST_HEIGHT);
  const seek = seekTo(Math.min(at, source.facts.video.endSeconds), source);
  const around = { before: frameFilters(seek, source), after: JPEG_FILTERS };
  return picturePart(source, seek, shownChains(source, size, toneMaps(tools), around), [...JPEG_ENCODING]);
}

/** The frame at a time as a small grey picture, by which a poster is chosen. */
export function lookPart(source: PictureSource, at: number, tools: MediaTools): Part {
  const size = sizeWithin(source.facts.video, LOOK_SOURCE_WIDTH, LOOK_SOURCE_WIDTH);
  const seek = seekTo(Math.min(at, source.facts.video.endSeconds), source);
  const around = { before: frameFilters(seek, source), after: LOOK_FILTERS };
  return picturePart(source, seek, shownChains(source, size, toneMaps(tools), around), [...LOOK_ENCODING]);
}

/** What a look is scaled from: colours are converted before. */
const LOOK_SOURCE_WIDTH = 320;

/** Not the very first picture, because films like to begin with black; the end comes last, for the same reason. */
const POSTER_SHARES = [0.1, 0.25, 0.5, 0.75, 0.9] as const;
/** Of a long film the first seconds tell what it is. */
const FIRST_POSTER_SECONDS = 2;

/** The moments that a source's poster is chosen from, in seconds, the likeliest first; one where it is a picture. */
export function posterMoments({ facts }: PictureSource): readonly number[] {
  const { endSeconds } = facts.video;
  const halfFrame = halfFrameSeconds(facts.video);
  if (endSeconds <= 2 * halfFrame) return [0];
  const [first, ...others] = POSTER_SHARES.map((share) => share * endSeconds);
  return [Math.min(FIRST_POSTER_SECONDS, first ?? 0), ...others];
}

/** Of a film. */
const LEAST_SIDE = 16;

/**
 * The film of one frame that shows an image of a project which browsers cannot show, or may not open: SVG, HEIC, and AVIF.
 * Its picture in the editor is therefore the engine’s. Grey, so that what is black or white is seen.
 */
export function imageFilm(name: string, size: Size, asked = USUAL_WIDTH): FrameForm {
  const width = Math.max(LEAST_SIDE, asked);
  const height = Math.min(MOST_HEIGHT, Math.max(LEAST_SIDE, Math.round((width * size.height) / size.width)));
  const image = '<image src="${image}" width="100%" height="100%"/>';
  const scene = `<scene duration="1" background="#808080">${image}</scene>`;
  return {
    template: `<movie width="${width}" height="${height}" framerate="25">${scene}</movie>`,
    variables: JSON.stringify({ image: name }),
    picture: 'jpeg',
  };
}
