import type { FrameRate } from '../../../shared/template/frame-rate.ts';
import { formatFrameRate, frameRate, frames } from '../../../shared/template/frame-rate.ts';
import type { Size } from '../../../shared/template/placement.ts';
import type { VideoFacts } from '../media/media-facts.ts';
import { decimal } from '../render/effect-graphs.ts';
import type { Part } from '../render/part.ts';
import { type Canvas, colorFilters } from '../render/picture-graph.ts';
import { type SeekPoint, seekPoint, sourceInput } from '../render/scene-source.ts';
import { ServiceError } from '../service-error.ts';
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

/** The largest size of even sides within the limits that has the shape of the picture as it is shown; never larger than that. */
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
export function frameFilters({ aheadSeconds }: SeekPoint, { facts }: PictureSource): readonly string[] {
  const rate = formatFrameRate(facts.video.frameRate ?? ASSUMED_RATE);
  return [
    ...(aheadSeconds > 0 ? [`setpts=PTS-${decimal(aheadSeconds)}/TB`] : []),
    'tpad=stop=-1:stop_mode=clone',
    `fps=fps=${rate}:start_time=0:round=near`,
    'trim=end_frame=1',
  ];
}

/**
 * Filters from the source's frames to opaque 8-bit BT.709 of that size, by the engine's own conversion. What is
 * transparent is black.
 * @param label A label that no other chain of the graph begins with.
 */
export function shownFilters({ facts }: PictureSource, size: Size, toneMaps: boolean, label: string): string {
  const { video } = facts;
  const canvas: Canvas = { ...size, frameRate: ASSUMED_RATE, pixelFormat: 'yuv420p', toneMaps };
  const converted = [...colorFilters(video, size, canvas), 'setsar=1'].join(',');
  if (!video.hasAlpha) return converted;
  const [below, above, black] = [`[${label}1]`, `[${label}2]`, `[${label}3]`];
  // On a black copy of itself, so that its frames keep their times.
  return [
    `${converted},split${below}${above}`,
    `${below}format=yuv420p,lutyuv=y=16:u=128:v=128${black}`,
    `${black}${above}overlay=format=yuv420`,
  ].join(';');
}

/** JPEG has a matrix and a range of its own. */
export const JPEG_FILTERS =
  'scale=in_color_matrix=bt709:in_range=limited:out_color_matrix=bt601:out_range=full,format=yuvj420p';
export const JPEG_ENCODING = ['-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe'] as const;

/** The small grey picture that a frame is judged by, as it is: a byte for each pixel. */
export const LOOK_FILTERS = `scale=${LOOK_WIDTH}:${LOOK_HEIGHT}:flags=area,format=gray`;
export const LOOK_ENCODING = ['-c:v', 'rawvideo', '-pix_fmt', 'gray', '-f', 'rawvideo'] as const;

/** A part that reads one picture of a source. */
export function picturePart(
  source: PictureSource,
  seek: SeekPoint,
  graph: string,
  encoding: readonly string[],
  options: readonly string[] = [],
): Part {
  const { streamIndex } = source.facts.video;
  const input = sourceInput(source, seek, streamIndex);
  return {
    kind: 'picture',
    inputs: [input.kind === 'source' ? { ...input, options: [...options, ...input.options] } : input],
    graph: `[in0:${streamIndex}]${graph}[out]`,
    encoding,
    length: 1,
  };
}
