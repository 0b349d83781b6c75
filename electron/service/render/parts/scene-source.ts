import type { NodeId } from '#shared/template/document/document.ts';
import { type FrameRate, type Frames, framesToSeconds } from '#shared/template/values/frame-rate.ts';
import type { Demuxer } from '../../sources/containers/demuxer.ts';
import type { MediaFacts } from '../../sources/facts/media-facts.ts';
import { clockStream } from '../../sources/facts/media-input.ts';
import { decimal } from '../graph/filter-graph.ts';
import type { PartInput } from './part-input.ts';

/** A layer's source: what it is and which bytes it is. */
export interface SceneSource {
  readonly sha256: string;
  readonly facts: MediaFacts;
}

export type SceneSources = ReadonlyMap<NodeId, SceneSource>;

/** Where reading begins, in seconds of the source, and how far the in-point lies behind it. */
export interface SeekPoint {
  readonly seekSeconds: number;
  readonly aheadSeconds: number;
  /** Whether it is that of other in-points as well. */
  readonly isCommon: boolean;
}

/** A seek that lands this close to the end may find no frame. */
const END_MARGIN_SECONDS = 0.5;
/** A seek to this far before the end always finds the last frame. */
const LAST_FRAME_SECONDS = 10;

/** Streams without an index: a seek lands anywhere, and nothing can be decoded before the next key frame. */
const UNINDEXED: ReadonlySet<Demuxer> = new Set(['mpegts', 'mpeg']);
/** Longer than the distance of key frames in any broadcast. */
const UNINDEXED_LEAD_SECONDS = 10;

function leadOf(demuxer: Demuxer): number {
  return UNINDEXED.has(demuxer) ? UNINDEXED_LEAD_SECONDS : 0;
}

/** What of a source it takes to know where to begin reading it. */
export interface Readable {
  readonly endSeconds: number;
  readonly demuxer: Demuxer;
  /** As {@link VideoFacts.keyFrames}. */
  readonly keyFrames?: readonly number[];
}

/** Where to begin reading so that the frame at the in-point, or the last one if it lies past the end, is met. */
export function seekPoint(skip: Frames, rate: FrameRate, readable: Readable): SeekPoint {
  return seekPointAt(framesToSeconds(skip, rate), readable);
}

/** As {@link seekPoint}, for an in-point in seconds of the source. */
export function seekPointAt(inPoint: number, { endSeconds, demuxer, keyFrames = [] }: Readable): SeekPoint {
  const lead = leadOf(demuxer);
  const latest = inPoint <= endSeconds - END_MARGIN_SECONDS ? inPoint : endSeconds - LAST_FRAME_SECONDS;
  const latestStart = Math.max(0, Math.min(inPoint, latest) - lead);
  const common = commonStart(latestStart, keyFrames);
  const seekSeconds = common ?? latestStart;
  return { seekSeconds, aheadSeconds: inPoint - seekSeconds, isCommon: common !== null };
}

/** Less than any two frames differ by, and more than any rounding. */
const SAME_SECONDS = 1e-6;

/**
 * From the key frame before a time everything has to be decoded anyway, so all scenes behind one key frame are read from
 * the same second on, and can be by one decoder. It is a whole one, so that every time stamp is rounded as it would be
 * otherwise. Null if there is none in between: then reading begins at the time itself.
 */
function commonStart(seconds: number, keyFrames: readonly number[]): number | null {
  const key = keyFrames.findLast((each) => each <= seconds + SAME_SECONDS);
  const second = key === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Math.ceil(key - SAME_SECONDS));
  return second <= seconds ? second : null;
}

/**
 * Where to begin reading if only a frame further on is wanted, and by how many seconds that is later. They are whole, so
 * that every time stamp is rounded as it would be otherwise and the same frames are chosen.
 */
export function seekLater(
  { seekSeconds, aheadSeconds, isCommon }: SeekPoint,
  frameSeconds: number,
  { endSeconds, demuxer }: Readable,
): { readonly seek: SeekPoint; readonly laterSeconds: number } {
  const wished = aheadSeconds + frameSeconds - 1 - leadOf(demuxer);
  const latest = endSeconds - LAST_FRAME_SECONDS - seekSeconds;
  const laterSeconds = Math.max(0, Math.floor(Math.min(wished, latest)));
  const seek = { seekSeconds: seekSeconds + laterSeconds, aheadSeconds: aheadSeconds - laterSeconds, isCommon };
  return { seek, laterSeconds };
}

/**
 * A source as FFmpeg's input. It is read from the key frame before the seek point on (`-noaccurate_seek`), so that the
 * frame that is still on screen at the in-point is there even if it began before.
 */
export function sourceInput({ sha256, facts }: SceneSource, seek: SeekPoint, streamIndex: number): PartInput {
  const { demuxer, video } = facts;
  const options: string[] = [];
  if (seek.seekSeconds > 0) options.push('-noaccurate_seek', '-ss', decimal(seek.seekSeconds));
  if (video?.decoder) options.push(`-c:${video.streamIndex}`, video.decoder);
  return { kind: 'source', sha256, demuxer, options, clock: clockStream(facts, streamIndex), isCommon: seek.isCommon };
}
