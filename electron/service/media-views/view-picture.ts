import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { frameRate, frames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { ServiceError } from '../errors/service-error.ts';
import {
  type Chain,
  decimal,
  type Filter,
  filter,
  inputPad,
  link,
  OUT,
  placedFilter,
} from '../render/graph/filter-graph.ts';
import type { Part } from '../render/parts/part.ts';
import { type SeekPoint, seekPoint, sourceInput } from '../render/parts/scene-source.ts';
import {
  type Canvas,
  colorFilters,
  deinterlaced,
  LAST_FRAME_HELD,
  nearestFrames,
  pixelFormat,
} from '../render/plan/picture-graph.ts';
import type { VideoFacts } from '../sources/facts/media-facts.ts';
import { LOOK_HEIGHT, LOOK_WIDTH } from './picture-interest.ts';
import type { ViewSource } from './view-sources.ts';

/** Of a source with a picture. */
export interface PictureSource extends ViewSource {
  readonly facts: ViewSource['facts'] & { readonly video: VideoFacts };
}

/** The source, which has to have a picture. */
export function withPicture(source: ViewSource): PictureSource {
  const { video } = source.facts;
  if (video === null) throw new ServiceError('media/no-picture');
  return { ...source, facts: { ...source.facts, video } };
}

/**
 * The largest size of even sides within the limits that has the shape of the picture as it is shown; never larger than
 * that.
 */
export function sizeWithin({ displayWidth, displayHeight }: VideoFacts, width: number, height: number): Size {
  const factor = Math.min(1, width / displayWidth, height / displayHeight);
  return { width: evenPixels(displayWidth * factor), height: evenPixels(displayHeight * factor) };
}

/** The nearest even number of pixels, at least two, because chroma is shared by two. */
export function evenPixels(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2));
}

/** Frames a second that are taken for the source's own where its container knows none. */
const ASSUMED_RATE = frameRate(30);

/** Half of what a frame lasts: the engine shows the frame that is nearest in time. */
export function halfFrameSeconds({ frameRate: rate }: VideoFacts): number {
  const { numerator, denominator } = rate ?? ASSUMED_RATE;
  return denominator / numerator / 2;
}

/** Where to begin reading for the frame at a time. */
export function seekTo(seconds: number, { facts }: PictureSource): SeekPoint {
  const microseconds = frames(Math.round(seconds * 1e6));
  const { endSeconds } = facts.video;
  return seekPoint(microseconds, MICROSECONDS, { endSeconds, demuxer: facts.demuxer });
}

const MICROSECONDS: FrameRate = { numerator: 1_000_000, denominator: 1 };

/** Filters that leave the single frame of a time, held if the source ends before. */
export function frameFilters({ aheadSeconds }: SeekPoint, { facts }: PictureSource): readonly Filter[] {
  return [
    ...(aheadSeconds > 0 ? [placedFilter('setpts', [`PTS-${decimal(aheadSeconds)}/TB`])] : []),
    LAST_FRAME_HELD,
    nearestFrames(facts.video.frameRate ?? ASSUMED_RATE),
    filter('trim', { end_frame: 1 }),
  ];
}

/** What is done with a source's frames before and after they are converted. */
interface Surroundings {
  readonly before: readonly Filter[];
  readonly after: readonly Filter[];
}

/**
 * Chains from the picture of a graph's first input to opaque 8-bit BT.709 of that size, by the engine's own conversion.
 * What is transparent is black.
 */
export function shownChains(
  { facts: { video }, named }: PictureSource,
  size: Size,
  toneMaps: boolean,
  { before, after }: Surroundings,
): readonly Chain[] {
  const canvas: Canvas = { ...size, frameRate: ASSUMED_RATE, pixelFormat: 'yuv420p', toneMaps };
  const from = [inputPad(0, video.streamIndex)];
  const converted = [
    ...deinterlaced(video, named),
    ...before,
    ...colorFilters(video, size, canvas),
    placedFilter('setsar', [1]),
  ];
  if (!video.hasAlpha) return [{ from, filters: [...converted, ...after], to: [OUT] }];
  const [below, above, black] = [link(0), link(1), link(2)];
  // On a black copy of itself, so that its frames keep their times.
  return [
    { from, filters: [...converted, filter('split')], to: [below, above] },
    { from: [below], filters: [pixelFormat('yuv420p'), filter('lutyuv', { y: 16, u: 128, v: 128 })], to: [black] },
    { from: [black, above], filters: [filter('overlay', { format: 'yuv420' }), ...after], to: [OUT] },
  ];
}

/** JPEG has a matrix and a range of its own. */
export const JPEG_FILTERS: readonly Filter[] = [
  filter('scale', { in_color_matrix: 'bt709', in_range: 'limited', out_color_matrix: 'bt601', out_range: 'full' }),
  pixelFormat('yuvj420p'),
];
export const JPEG_ENCODING = ['-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe'] as const;

/** The small grey picture that a frame is judged by, as it is: a byte for each pixel. */
export const LOOK_FILTERS: readonly Filter[] = [
  placedFilter('scale', [LOOK_WIDTH, LOOK_HEIGHT], { flags: 'area' }),
  pixelFormat('gray'),
];
export const LOOK_ENCODING = ['-c:v', 'rawvideo', '-pix_fmt', 'gray', '-f', 'rawvideo'] as const;

/** A part that reads one picture of a source; its chains are those of {@link shownChains}. */
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
