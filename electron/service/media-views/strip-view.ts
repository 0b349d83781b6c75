import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { message } from '#shared/messages/message.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { decimal, type Filter, filter, placedFilter, printFilters } from '../engine/parts/filter-graph.ts';
import type { Part } from '../engine/parts/part.ts';
import { reserveViewMemory } from '../engine/plan/memory-queue.ts';
import { LAST_FRAME_HELD } from '../engine/plan/picture-graph.ts';
import { ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import {
  frameFilters,
  halfFrameSeconds,
  JPEG_ENCODING,
  JPEG_FILTERS,
  opaqueBt709Chains,
  type PictureSource,
  picturePart,
  seekTo,
  sizeWithin,
} from './view-picture.ts';
import { makePictures, toneMaps } from './view-run.ts';

export interface StripRequest {
  readonly count: number;
  readonly width?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly exact?: 'true' | 'false' | undefined;
}

/** The plan of a filmstrip. */
export interface StripPlan {
  readonly tile: Size;
  /** The times of the tiles, in seconds of the source. */
  readonly times: readonly number[];
  /** The time between two tiles in seconds. */
  readonly stepSeconds: number;
  /** Whether the tiles show only sync frames. */
  readonly keyFrames: boolean;
  /** Whether the range is read in one pass. Otherwise each tile needs a seek. */
  readonly inOnePass: boolean;
}

const DEFAULT_WIDTH = 120;
const MAX_HEIGHT = 480;
/**
 * The maximum length in seconds of a range that is decoded completely. Decoding it takes about as long as finding its
 * sync frames.
 */
const EXACT_SECONDS = 30;
/**
 * The limits for reading in one pass: the time between two tiles, and the length of a range whose sync frames are read.
 * Above these limits, seeking is cheaper than reading.
 */
const PASS_STEP_SECONDS = 4;
const PASS_SECONDS = 120;
/** The maximum number of tiles per process. Each tile has a separate decoder. */
const TILES_IN_PROCESS = 6;

/** Plans a filmstrip: the times of its tiles, and the way to read them. Throws `request/invalid` for an empty range. */
export function planStrip(source: PictureSource, request: StripRequest): StripPlan {
  const { video } = source.facts;
  const { count } = request;
  const from = Math.min(request.from ?? 0, video.endSeconds);
  const to = Math.min(request.to ?? video.endSeconds, video.endSeconds);
  if ((request.to ?? Number.POSITIVE_INFINITY) <= (request.from ?? 0))
    throw new ServiceError('request/invalid', message('strip/empty-range'));
  const stepSeconds = Math.max(to - from, 1e-6) / count;
  const width = Math.min(request.width ?? DEFAULT_WIDTH, Math.floor(serviceLimits.mediaViews.stripWidth / count));
  const keyFrames = request.exact !== 'true' && to - from > EXACT_SECONDS;
  return {
    tile: sizeWithin(video, evenFloor(width), MAX_HEIGHT),
    times: Array.from({ length: count }, (_, index) => from + (index + 0.5) * stepSeconds),
    stepSeconds,
    keyFrames,
    inOnePass: keyFrames ? to - from <= PASS_SECONDS : stepSeconds <= PASS_STEP_SECONDS,
  };
}

/** Rounds down to an even number, so that the total of all tiles stays within the limit. */
function evenFloor(pixels: number): number {
  return Math.max(2, 2 * Math.floor(pixels / 2));
}

const SYNC_FRAMES_ONLY = ['-skip_frame', 'nokey'] as const;

/** Returns a part that reads the whole filmstrip in one pass. */
function stripPart(source: PictureSource, plan: StripPlan, tools: MediaTools): Part {
  const { times, stepSeconds, tile, keyFrames } = plan;
  const seek = seekTo(times[0] ?? 0, source);
  // Each tile shows the last frame that starts at most half a frame after the time of the tile. This shift makes that
  // frame the last one before the next multiple of the step.
  const shift = seek.aheadSeconds + halfFrameSeconds(source.facts.video) - stepSeconds;
  const before = [
    LAST_FRAME_HELD,
    placedFilter('setpts', [`PTS-(${decimal(shift)})/TB`]),
    filter('fps', { fps: `1/${decimal(stepSeconds)}`, start_time: 0, round: 'down' }),
    filter('trim', { end_frame: times.length }),
  ];
  const chains = opaqueBt709Chains(source, tile, toneMaps(tools), { before, after: tiled(times.length) });
  return picturePart(source, seek, chains, [...JPEG_ENCODING], keyFrames ? SYNC_FRAMES_ONLY : []);
}

const RAW_ENCODING = ['-c:v', 'rawvideo', '-pix_fmt', 'yuv420p', '-f', 'rawvideo'] as const;

/** Returns the filters that place pictures side by side in one JPEG. */
function tiled(count: number): readonly Filter[] {
  return [placedFilter('tile', [`${count}x1`]), ...JPEG_FILTERS];
}

/** Returns a part for one tile as raw planes. */
function tilePart(source: PictureSource, seconds: number, plan: StripPlan, tools: MediaTools): Part {
  const seek = seekTo(seconds, source);
  const around = { before: frameFilters(seek, source), after: [] };
  const chains = opaqueBt709Chains(source, plan.tile, toneMaps(tools), around);
  return picturePart(source, seek, chains, [...RAW_ENCODING], plan.keyFrames ? SYNC_FRAMES_ONLY : []);
}

/** Makes a filmstrip as JPEG at `path`. The folder contains the temporary files. */
export async function makeStrip(
  source: PictureSource,
  plan: StripPlan,
  { path, folder }: { readonly path: string; readonly folder: string },
  tools: MediaTools,
  signal: AbortSignal,
): Promise<void> {
  if (plan.inOnePass) return makePictures([{ part: stripPart(source, plan, tools), path }], source.path, tools, signal);
  const targets = plan.times.map((seconds, index) => ({
    part: tilePart(source, seconds, plan, tools),
    path: join(folder, `tile-${index}`),
  }));
  for (let start = 0; start < targets.length; start += TILES_IN_PROCESS)
    await makePictures(targets.slice(start, start + TILES_IN_PROCESS), source.path, tools, signal);
  const { width, height } = plan.tile;
  using _memory = reserveViewMemory();
  await runTool({
    program: tools.ffmpeg,
    arguments: [
      ...['-protocol_whitelist', 'file,pipe', '-f', 'rawvideo', '-pixel_format', 'yuv420p'],
      ...['-video_size', `${width}x${height}`, '-framerate', '1', '-i', 'pipe:0'],
      ...['-vf', printFilters(tiled(targets.length)), ...JPEG_ENCODING, '-frames:v', '1', '-y', `file:${path}`],
    ],
    signal,
    stdin: readTiles(
      targets.map((target) => target.path),
      plan.tile,
    ),
    durationSeconds: targets.length,
  });
}

/** Yields the planes of all tiles in order. A tile that cannot be read is black. */
async function* readTiles(paths: readonly string[], { width, height }: Size): AsyncGenerator<Uint8Array> {
  const luma = width * height;
  for (const path of paths) {
    const tile = Buffer.alloc((luma * 3) / 2, 128).fill(16, 0, luma);
    await using file = await open(path, 'r').catch(() => null);
    const planes = file === null ? null : await file.readFile();
    yield planes?.length === tile.length ? planes : tile;
  }
}
