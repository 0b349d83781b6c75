import type { NodeId } from '#shared/template/document/document.ts';
import { type FrameRate, type Frames, framesToSeconds } from '#shared/template/values/frame-rate.ts';
import type { Demuxer } from '../../sources/containers/demuxer.ts';
import type { MediaFacts, VideoFacts } from '../../sources/facts/media-facts.ts';
import { clockStream } from '../../sources/facts/media-input.ts';
import { decimal } from './filter-graph.ts';
import type { PartInput } from './part-input.ts';

/** The source of a layer: its digest and its facts. */
export interface SceneSource {
  readonly sha256: string;
  readonly facts: MediaFacts;
}

export type SceneSources = ReadonlyMap<NodeId, SceneSource>;

/** The position where reading starts, and the distance from it to the in-point, in seconds of the source. */
export interface SeekPoint {
  readonly seekSeconds: number;
  readonly aheadSeconds: number;
  /** Whether other in-points share this seek point. */
  readonly isCommon: boolean;
  /** Whether the in-point lies between two ticks of the source's clock, so that a shift to it needs a finer clock. */
  readonly isBetweenTicks?: boolean;
}

/** The distance to the end, in seconds, below which a seek may find no frame. */
const END_MARGIN_SECONDS = 0.5;
/** The distance to the end, in seconds, from which a seek always finds the last frame. */
const LAST_FRAME_SECONDS = 10;

/**
 * The containers without an index. A seek in them can land anywhere, and decoding can start only at the next sync
 * frame.
 */
const UNINDEXED: ReadonlySet<Demuxer> = new Set(['mpegts', 'mpeg']);
/**
 * The distance of a seek before the in-point in such containers, in seconds. Sync frames in broadcasts are closer
 * together.
 */
const UNINDEXED_LEAD_SECONDS = 10;

/** The containers whose clock has one tick per frame. FFmpeg rounds seeks and shifts to whole ticks. */
const TICK_PER_FRAME: ReadonlySet<Demuxer> = new Set(['avi', 'dv', 'ivf', 'mxf', 'yuv4mpegpipe']);

/** Returns the seconds of a tick of such a clock; null for all other clocks, whose ticks are too short to matter. */
function tickOf({ demuxer, frameRate, tickSeconds }: SeekableSource): number | null {
  if (demuxer === 'mov') return tickSeconds ?? null;
  if (!TICK_PER_FRAME.has(demuxer) || !frameRate) return null;
  return frameRate.denominator / frameRate.numerator;
}

/** Returns the last tick that is not after a time. */
function tickBefore(seconds: number, tick: number | null): number {
  if (tick === null) return seconds;
  const before = Math.floor(seconds / tick + SECONDS_TOLERANCE) * tick;
  return seconds - before < SECONDS_TOLERANCE ? seconds : before;
}

function leadOf(demuxer: Demuxer): number {
  return UNINDEXED.has(demuxer) ? UNINDEXED_LEAD_SECONDS : 0;
}

/** The facts about a source that determine where reading starts. */
export interface SeekableSource {
  readonly endSeconds: number;
  readonly demuxer: Demuxer;
  /** The times of the sync frames: `VideoFacts.keyFrames`. */
  readonly keyFrames?: readonly number[];
  readonly frameRate?: FrameRate | null;
  /** The tick of a coarse clock: `VideoFacts.tickSeconds`. */
  readonly tickSeconds?: number | undefined;
}

/**
 * Returns the position from which reading finds the frame at the in-point. An in-point after the end gives the last
 * frame.
 */
export function seekPoint(skip: Frames, rate: FrameRate, readable: SeekableSource): SeekPoint {
  return seekPointAt(framesToSeconds(skip, rate), readable);
}

/** Returns the seek point, as {@link seekPoint} does, for an in-point in seconds of the source. */
export function seekPointAt(inPoint: number, readable: SeekableSource): SeekPoint {
  const { endSeconds, demuxer, keyFrames = [] } = readable;
  const tick = tickOf(readable);
  const lead = leadOf(demuxer);
  const latest = inPoint <= endSeconds - END_MARGIN_SECONDS ? inPoint : endSeconds - LAST_FRAME_SECONDS;
  const latestStart = Math.max(0, Math.min(inPoint, latest) - lead);
  const common = commonStart(latestStart, keyFrames);
  const seekSeconds = common ?? tickBefore(latestStart, tick);
  const isBetween = tick !== null && tickBefore(inPoint, tick) !== inPoint;
  return {
    ...{ seekSeconds, aheadSeconds: inPoint - seekSeconds, isCommon: common !== null },
    ...(isBetween ? { isBetweenTicks: true } : {}),
  };
}

/** A tolerance in seconds. It is less than the difference between any two frames, and more than any rounding error. */
const SECONDS_TOLERANCE = 1e-6;

/**
 * Returns the start time that the scenes after a sync frame share: the first whole second after it. Decoding starts at
 * the sync frame anyway, so one decoder can serve all these scenes. With a whole second, every time stamp is rounded in
 * the same way. Returns null if that second is after the frame at `seconds`; reading then starts at the frame itself.
 */
function commonStart(seconds: number, keyFrames: readonly number[]): number | null {
  const syncFrame = keyFrames.findLast((keyFrame) => keyFrame <= seconds + SECONDS_TOLERANCE);
  const second =
    syncFrame === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Math.ceil(syncFrame - SECONDS_TOLERANCE));
  return second <= seconds ? second : null;
}

/** The minimum distance of a later position from the frame, in seconds. It is enough for any reordering. */
const MARGIN_SECONDS = 1;
/** The frames by which a sync frame can be displayed after the position at which FFmpeg finds it. */
const REORDERED_FRAMES = 5;

/**
 * Returns the minimum distance for a single frame in seconds. The picture is decoded from the sync frame before it, so
 * a shorter distance often saves a whole group of pictures. Only for progressive pictures with an index.
 */
export function marginOfOne({
  demuxer,
  fields,
  frameRate,
}: Pick<VideoFacts, 'fields' | 'frameRate'> & SeekableSource): number {
  if (demuxer !== 'mov' || fields !== null || frameRate === null) return MARGIN_SECONDS;
  return Math.min(MARGIN_SECONDS, (REORDERED_FRAMES * frameRate.denominator) / frameRate.numerator);
}

interface LaterOptions {
  /** The minimum distance of the position from the frame, in seconds. */
  readonly marginSeconds?: number | undefined;
  readonly isShared?: boolean;
}

/**
 * Returns the position at which reading starts for a later frame, and the distance from the earlier position in
 * seconds. The distance is whole seconds, or whole ticks of a coarse clock, so every time stamp is rounded in the same
 * way and the same frames are chosen. With `isShared`, frames after the same sync frame get the same position, so that
 * one decoder can serve them.
 */
export function seekLater(
  { seekSeconds, aheadSeconds, ...others }: SeekPoint,
  frameSeconds: number,
  readable: SeekableSource,
  { marginSeconds = MARGIN_SECONDS, isShared = false }: LaterOptions = {},
): { readonly seek: SeekPoint; readonly laterSeconds: number } {
  const spareSeconds = aheadSeconds + frameSeconds - marginSeconds - leadOf(readable.demuxer);
  const latest = readable.endSeconds - LAST_FRAME_SECONDS - seekSeconds;
  const farthest = Math.max(0, Math.floor(Math.min(spareSeconds, latest)));
  const syncFrame = isShared ? readable.keyFrames?.findLast((each) => each <= seekSeconds + farthest) : undefined;
  // Decoding starts at the sync frame anyway. The margin ensures that FFmpeg doesn't find the sync frame before it.
  const nearest = syncFrame === undefined ? farthest : Math.ceil(syncFrame + marginSeconds - seekSeconds);
  const wholeSeconds = Math.min(farthest, Math.max(0, nearest));
  const laterSeconds = tickBefore(wholeSeconds, tickOf(readable));
  const seek = { seekSeconds: seekSeconds + laterSeconds, aheadSeconds: aheadSeconds - laterSeconds, ...others };
  return { seek, laterSeconds };
}

/**
 * Returns the FFmpeg input of a source. Reading starts at the sync frame before the seek point (`-noaccurate_seek`). It
 * thus includes a frame that starts before the in-point and is visible there.
 * @param lastBefore The property of {@link PartInput} with this name; null for frames of a film.
 */
export function sourceInput(
  { sha256, facts }: SceneSource,
  seek: SeekPoint,
  streamIndex: number,
  lastBefore: number | null = null,
): PartInput {
  const { demuxer, video } = facts;
  const options: string[] = [];
  if (seek.seekSeconds > 0) options.push('-noaccurate_seek', '-ss', decimal(seek.seekSeconds));
  if (video?.decoder) options.push(`-c:${video.streamIndex}`, video.decoder);
  const clock = clockStream(facts, streamIndex);
  const { isCommon } = seek;
  return { kind: 'source', sha256, demuxer, options, clock, isCommon, ...(lastBefore !== null && { lastBefore }) };
}
