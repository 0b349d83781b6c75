import { RATED_HEIGHT, RATED_WIDTH } from '#shared/film-check/picture-interest.ts';
import { type FrameRate, frameRate, frames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import {
  type Chain,
  decimal,
  type Filter,
  filter,
  inputPad,
  link,
  OUT,
  placedFilter,
} from '../engine/parts/filter-graph.ts';
import type { Part } from '../engine/parts/part.ts';
import { type SeekPoint, seekPoint, sourceInput } from '../engine/parts/scene-source.ts';
import {
  type Canvas,
  colorFilters,
  deinterlaceFilters,
  LAST_FRAME_HELD,
  nearestFrames,
  pixelFormat,
} from '../engine/plan/picture-graph.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { VideoFacts } from '../sources/facts/media-facts.ts';
import type { ViewSource } from './view-sources.ts';

export interface PictureSource extends ViewSource {
  readonly facts: ViewSource['facts'] & { readonly video: VideoFacts };
}

/** Returns the source, typed with its picture. Throws `media/no-picture` if it has none. */
export function withPicture(source: ViewSource): PictureSource {
  const { video } = source.facts;
  if (video === null) throw new ServiceError('media/no-picture');
  return { ...source, facts: { ...source.facts, video } };
}

/**
 * Returns the largest even size within the limits that has the displayed aspect ratio of the picture. Never enlarges
 * the picture.
 */
export function sizeWithin({ displayWidth, displayHeight }: VideoFacts, width: number, height: number): Size {
  const factor = Math.min(1, width / displayWidth, height / displayHeight);
  return { width: evenPixels(displayWidth * factor), height: evenPixels(displayHeight * factor) };
}

/** Returns the nearest even number of pixels, but at least two, because a 4:2:0 chroma sample covers two pixels. */
export function evenPixels(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2));
}

/** The frame rate for a source whose container states none. */
const ASSUMED_RATE = frameRate(30);

/** Returns half of a frame's duration in seconds. The engine shows the frame nearest in time. */
export function halfFrameSeconds({ frameRate: rate }: VideoFacts): number {
  const { numerator, denominator } = rate ?? ASSUMED_RATE;
  return denominator / numerator / 2;
}

/** Returns the position at which reading starts for the frame at a time. */
export function seekTo(seconds: number, { facts }: PictureSource): SeekPoint {
  const microseconds = frames(Math.round(seconds * 1e6));
  const { endSeconds } = facts.video;
  return seekPoint(microseconds, MICROSECONDS, { endSeconds, demuxer: facts.demuxer });
}

const MICROSECONDS: FrameRate = { numerator: 1_000_000, denominator: 1 };

/**
 * Returns the filters that select the single frame at a time. If the source ends earlier, they select its last frame.
 */
export function frameFilters({ aheadSeconds }: SeekPoint, { facts }: PictureSource): readonly Filter[] {
  return [
    LAST_FRAME_HELD,
    ...(aheadSeconds > 0 ? [placedFilter('setpts', [`PTS-${decimal(aheadSeconds)}/TB`])] : []),
    nearestFrames(facts.video.frameRate ?? ASSUMED_RATE),
    filter('trim', { end_frame: 1 }),
  ];
}

/** The filters before and after the conversion of a source's frames. */
interface AddedFilters {
  readonly before: readonly Filter[];
  readonly after: readonly Filter[];
}

/**
 * Returns the chains that convert the picture of the first input to opaque 8-bit BT.709 of this size, as the engine
 * does. Transparent areas become black.
 */
export function opaqueBt709Chains(
  { facts: { video }, fieldChoice: named }: PictureSource,
  size: Size,
  toneMaps: boolean,
  { before, after }: AddedFilters,
): readonly Chain[] {
  const canvas: Canvas = { ...size, frameRate: ASSUMED_RATE, pixelFormat: 'yuv420p', toneMaps };
  const from = [inputPad(0, video.streamIndex)];
  const converted = [
    ...deinterlaceFilters(video, named),
    ...before,
    ...colorFilters(video, size, canvas),
    placedFilter('setsar', [1]),
  ];
  if (!video.hasAlpha) return [{ from, filters: [...converted, ...after], to: [OUT] }];
  const [below, above, black] = [link(0), link(1), link(2)];
  // Derive the black background from the picture, so that its frames have the same times.
  return [
    { from, filters: [...converted, filter('split')], to: [below, above] },
    { from: [below], filters: [pixelFormat('yuv420p'), filter('lutyuv', { y: 16, u: 128, v: 128 })], to: [black] },
    { from: [black, above], filters: [filter('overlay', { format: 'yuv420' }), ...after], to: [OUT] },
  ];
}

/** Converts to the matrix and the range of JPEG. */
export const JPEG_FILTERS: readonly Filter[] = [
  filter('scale', { in_color_matrix: 'bt709', in_range: 'limited', out_color_matrix: 'bt601', out_range: 'full' }),
  pixelFormat('yuvj420p'),
];
export const JPEG_ENCODING = ['-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe'] as const;

/** Converts to the small gray picture for rating a frame, with one byte per pixel. */
export const RATING_FILTERS: readonly Filter[] = [
  placedFilter('scale', [RATED_WIDTH, RATED_HEIGHT], { flags: 'area' }),
  pixelFormat('gray'),
];
export const RATING_ENCODING = ['-c:v', 'rawvideo', '-pix_fmt', 'gray', '-f', 'rawvideo'] as const;

/** Returns a part that reads one picture of a source. Its chains come from {@link opaqueBt709Chains}. */
export function picturePart(
  source: PictureSource,
  seek: SeekPoint,
  chains: readonly Chain[],
  encoding: readonly string[],
  options: readonly string[] = [],
): Part {
  const { streamIndex } = source.facts.video;
  const input = sourceInput(source, seek, streamIndex);
  return {
    kind: 'picture',
    inputs: [input.kind === 'source' ? { ...input, options: [...options, ...input.options] } : input],
    chains,
    encoding,
    length: 1,
  };
}
