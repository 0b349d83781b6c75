import { join } from 'node:path';
import { composedSize } from '#shared/compositor/scene/composed-scene.ts';
import { type PictureFormat, pictureFormats } from '#shared/contract/shapes/picture-formats.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { createStillFolder } from '../engine/cache/still-folder.ts';
import { composePart } from '../engine/compose/compose-part.ts';
import { drawingFrom } from '../engine/compose/drawing-queue.ts';
import { framesOfStill } from '../engine/compose/still-frames.ts';
import { partArguments } from '../engine/make/job-arguments.ts';
import { appendFilters, type Filter, filter, placedFilter } from '../engine/parts/filter-graph.ts';
import type { AnyPart } from '../engine/parts/part.ts';
import { encodingTimeLimits, outputLimitBytes } from '../engine/plan/limits.ts';
import { type FoundSources, pathsByDigest } from '../engine/plan/locate-sources.ts';
import { reserveViewMemory } from '../engine/plan/memory-queue.ts';
import { pixelFormat } from '../engine/plan/picture-graph.ts';
import { type FrameOfSegment, type FramePlan, planFrame } from '../engine/plan/plan.ts';
import type { FilmSources } from '../engine/plan/planned-sources.ts';
import { ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { copyNeededPackets } from './needed-packets.ts';
import { evenPixels, JPEG_ENCODING, JPEG_FILTERS, RATING_ENCODING, RATING_FILTERS } from './view-picture.ts';

/** The format of a picture. `look` is a small raw gray picture for choosing a poster; `planes` is raw YUV 4:2:0. */
export type FilmPicture = PictureFormat | 'look' | 'planes';

/** The width of a picture in pixels; null for the width of the film. */
interface PictureSize {
  readonly width: number | null;
  readonly picture: FilmPicture;
  /** Whether a transparent film lies over its matte in every format; absent for false. */
  readonly isOverMatte?: boolean;
}

/** Plans a frame as a picture file, with the steps of the engine. Throws `render/format-unavailable`. */
export function framePart(
  at: FrameOfSegment,
  { movie, sources }: { readonly movie: Movie; readonly sources: FilmSources },
  { width: requested, picture, isOverMatte = false }: PictureSize,
  tools: Pick<MediaTools, 'encoders'>,
): AnyPart {
  const plan = planFrame(KEEPS_OPACITY.has(picture) && !isOverMatte ? withOpacity(at) : at, movie, sources);
  const width = requested ?? at.canvas.width;
  if (picture === 'look') return withEncoding(plan, RATING_FILTERS, RATING_ENCODING);
  if (picture === 'planes') return asPlanes(plan, composedSize(at.canvas, width / at.canvas.width));
  return asPicture(plan, width, pictureEncoding(picture, tools));
}

/** The picture formats that preserve the opacity of a transparent film. */
const KEEPS_OPACITY: ReadonlySet<string> = new Set(['png', 'webp']);

/** Returns a frame of a transparent film with its opacity instead of its matte. */
function withOpacity(at: FrameOfSegment): FrameOfSegment {
  const alpha = { output: { kind: 'kept' }, pixelFormat: 'yuva444p' } as const;
  return at.canvas.alpha === undefined ? at : { ...at, canvas: { ...at.canvas, alpha } };
}

/** The conversion from a film's frame to a picture file, with the encoder. */
interface PictureEncoding {
  /** Whether the file has RGB. Otherwise it has 4:2:0 chroma, so its sides are even. */
  readonly isRgb: boolean;
  readonly filters: readonly Filter[];
  readonly encoding: readonly string[];
  /** The minimum side in pixels. A smaller picture is enlarged. */
  readonly minSide?: number;
}

/**
 * Returns the encoding of a picture format. Throws `render/format-unavailable` if FFmpeg lacks the encoders of the
 * format.
 */
function pictureEncoding(picture: PictureFormat, { encoders }: Pick<MediaTools, 'encoders'>): PictureEncoding {
  switch (picture) {
    case 'png':
      return { isRgb: true, filters: [SRGB], encoding: [...PNG_ENCODING, '-f', 'image2pipe'] };
    case 'jpeg':
      return { isRgb: false, filters: JPEG_FILTERS, encoding: JPEG_ENCODING };
    case 'webp':
      // The encoder takes RGB and converts it to BT.601 itself.
      return {
        isRgb: true,
        filters: [pixelFormat('bgra')],
        encoding: ['-c:v', firstOf(pictureFormats.webp, encoders), '-quality', '90', '-f', 'webp'],
      };
    case 'avif': {
      const encoder = firstOf(pictureFormats.avif, encoders);
      return {
        isRgb: false,
        filters: [SRGB],
        encoding: ['-c:v', encoder, ...AVIF_ARGUMENTS[encoder], ...AVIF_COLOR],
        ...(encoder === 'libsvtav1' && { minSide: MIN_SVT_SIDE }),
      };
    }
    default:
      return assertNever(picture);
  }
}

/**
 * The PNG encoder, with options that take half the time of FFmpeg's defaults. They make a frame of footage a tenth
 * smaller, and a drawn frame a third smaller.
 */
const PNG_ENCODING = ['-c:v', 'png', '-compression_level', '2', '-pred', 'up'];

function firstOf<Name extends string>(
  { label, encoders: known }: { readonly label: string; readonly encoders: readonly Name[] },
  encoders: ReadonlySet<string>,
): Name {
  const encoder = known.find((name) => encoders.has(name));
  if (encoder !== undefined) return encoder;
  throw new ServiceError('render/format-unavailable', message('format/needs', { format: label, encoders: known }));
}

const AVIF_ARGUMENTS = {
  'libaom-av1': ['-still-picture', '1', '-cpu-used', '6', '-crf', '20'],
  libsvtav1: ['-preset', '6', '-crf', '20'],
} as const;

/** The minimum side in pixels. SVT-AV1 refuses smaller sides. */
const MIN_SVT_SIDE = 64;

const AVIF_COLOR = [
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'iec61966-2-1', '-color_range', 'tv'],
  ...['-f', 'avif'],
] as const;

/** Tags the picture as sRGB, because a browser would convert any other color space again. */
const SRGB = filter('setparams', { color_primaries: 'bt709', color_trc: 'iec61966-2-1' });

/**
 * Returns the frame as an encoded picture of this width. First converts the frame to the 8-bit 4:2:0 picture that the
 * encoder of an MP4 receives. If the requested format has RGB, then converts this picture in the same way as a screen; a
 * transparent frame keeps its alpha and full chroma resolution.
 */
function asPicture(
  plan: FramePlan,
  width: number,
  { isRgb, filters, encoding, minSide = 1 }: PictureEncoding,
): AnyPart {
  const { canvas } = plan;
  const height = (canvas.height * width) / canvas.width;
  if (!isRgb) {
    const factor = Math.max(1, minSide / width, minSide / height);
    const sides = [evenPixels(width * factor), evenPixels(height * factor)];
    const scaled = placedFilter('scale', sides, { flags: 'area' });
    return withEncoding(plan, [pixelFormat('yuv420p'), scaled, ...filters], encoding);
  }
  const screenConversion = {
    in_color_matrix: 'bt709',
    in_range: 'limited',
    out_range: 'full',
    flags: 'bicubic+accurate_rnd+full_chroma_int',
  };
  const size = [width, Math.max(1, Math.round(height))];
  const isTransparent = canvas.alpha?.output.kind === 'kept';
  const inRgb = [
    pixelFormat(isTransparent ? 'yuva444p' : 'yuv420p'),
    filter('scale', screenConversion),
    pixelFormat(isTransparent ? 'rgba' : 'rgb24'),
    ...(width === canvas.width ? [] : [placedFilter('scale', size, { flags: 'area' })]),
    ...filters,
  ];
  return withEncoding(plan, inRgb, encoding);
}

/** Returns the frame as the planes that the encoder of an MP4 receives, scaled to a size. */
function asPlanes(plan: FramePlan, { width, height }: Size): AnyPart {
  const isWhole = width === plan.canvas.width && height === plan.canvas.height;
  const scaled = isWhole ? [] : [placedFilter('scale', [width, height], { flags: 'area' })];
  return withEncoding(plan, [pixelFormat('yuv420p'), ...scaled], PLANES);
}

const PLANES = ['-c:v', 'rawvideo', '-pix_fmt', 'yuv420p', '-f', 'rawvideo'];

function withEncoding({ part }: FramePlan, filters: readonly Filter[], encoding: readonly string[]): AnyPart {
  return part.kind === 'composed'
    ? { ...part, filters: [...part.filters, ...filters], encoding }
    : { ...part, chains: appendFilters(part.chains, filters), encoding };
}

/** The files of a frame, and the values that determine its time and size limits. */
interface FrameToMake {
  readonly path: string;
  readonly folder: string;
  readonly found: FoundSources;
  readonly canvas: FramePlan['canvas'];
  readonly frame: number;
  /** The threads of each FFmpeg process; 2 by default. */
  readonly threads?: number;
}

/**
 * Writes a frame to a path. Throws the errors of `composePart` and `runTool`. After an error, the file may be
 * incomplete.
 */
export async function makeFrame(
  part: AnyPart,
  { path, folder, found, canvas, frame, threads: count = 2 }: FrameToMake,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<void> {
  const stills = createStillFolder(join(folder));
  for (const input of part.inputs) if (input.kind === 'still') await stills.draw(input.still);
  const sourcePath = pathsByDigest(found);
  const bounds = { limits: encodingTimeLimits(canvas, frame + 1, 1), outputLimitBytes: outputLimitBytes(canvas, 1, 0) };
  using _memory = reserveViewMemory();
  using cachedFrames = framesOfStill(tools);
  const decoded = part.kind === 'composed' ? part.decoders.filter((each) => cachedFrames.find(each) === null) : [part];
  const inputs = decoded.flatMap((each) => each.inputs);
  const shortPath = await copyNeededPackets(inputs, { sourcePath, folder, signal });
  const settings = { sourcePath, shortPath, stillPath: stills.pathOf };
  if (part.kind === 'composed') {
    const { draw } = drawingFrom(sourcePath);
    const threads = { decodingThreads: count, encodingThreads: count };
    const dependencies = { ...settings, draw, ...threads, ...bounds, cachedFrames, signal };
    await composePart(part, path, { ffmpeg: tools.ffmpeg, ...dependencies });
    cachedFrames.keep();
    return;
  }
  const threads = { decodingThreadsOf: () => count, encodingThreadsOf: () => count };
  await runTool({
    program: tools.ffmpeg,
    arguments: partArguments([{ part, path }], { ...settings, ...threads, toolsVersion: tools.version }),
    signal,
    ...bounds,
  });
}
