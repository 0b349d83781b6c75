import type { SourceDamage } from '#shared/timeline/damaged-source.ts';
import type { Demuxer } from '../containers/demuxer.ts';
import type { AudioFacts, MediaFacts, VideoFacts } from './media-facts.ts';
import type { MeasuredStream } from './packet-ends.ts';
import { fractionField, numberField, type ProbedStream } from './probe-json.ts';
import { mergedFaults } from './source-faults.ts';

/** The stated length of a stream, and the number of its packets in the file. */
export interface StreamClaim {
  /** The end in seconds of the file's own time; null if the container states none. */
  readonly endSeconds: number | null;
  /** The number of frames; null if the container does not state it. */
  readonly frames: number | null;
  /** The number of packets in the file. */
  readonly packets: number;
}

/** Returns the length that the container states for a stream, and the number of its packets that are present. */
export function claimIn(
  stream: ProbedStream,
  demuxer: Demuxer,
  end: number | null,
  time: (containerSeconds: number) => number,
  packets: MeasuredStream | undefined,
): StreamClaim {
  const counted = numberField(stream.fields, 'nb_frames') ?? numberField(stream.tags, 'NUMBER_OF_FRAMES');
  const frames = counted === null || demuxer !== 'avi' ? counted : counted - emptyChunks(stream, packets);
  return { endSeconds: end === null ? null : time(end), frames, packets: packets?.packets ?? 0 };
}

/**
 * Returns the number of empty chunks before the last packet of an AVI stream. An empty chunk repeats the last picture.
 * The header counts it as a frame, and FFmpeg reads no packet for it.
 */
function emptyChunks(stream: ProbedStream, packets: MeasuredStream | undefined): number {
  const chunk = fractionField(stream.fields, 'time_base');
  if (packets === undefined || chunk === null) return 0;
  return Math.max(0, Math.round((packets.end * chunk.denominator) / chunk.numerator) - packets.packets);
}

/**
 * The minimum difference in seconds that counts as damage. Smaller differences are caused by rounding in containers, or
 * by samples that encoders add or omit.
 */
const TOLERANCE_SECONDS = 0.25;

/**
 * Returns the missing part of a file whose packets were read; null if the file is complete.
 * @param isCut Whether the file has fewer bytes than it states.
 */
export function damageIn(
  video: VideoFacts | null,
  audio: AudioFacts | null,
  claims: { readonly video: StreamClaim; readonly audio: StreamClaim },
  isCut: boolean,
): SourceDamage | null {
  const used = video === null ? audio : video;
  if (used === null) return null;
  const endOfSound = isCut && video !== null ? earlySoundEnd(video, audio, claims.video) : null;
  if (endOfSound !== null) return { from: endOfSound, until: used.endSeconds, there: null, lacking: null, of: 'sound' };
  const from = used.endSeconds;
  const claim = video === null ? claims.audio : claims.video;
  const presentFrames = video === null ? null : claim.packets;
  const missingFrames = video === null ? null : missingFramesOf(video, claim, from);
  const until = untilOf(video, claim, from, missingFrames);
  const isShort = until !== null && until - from > TOLERANCE_SECONDS;
  // Ignore a cut after the last picture, because nothing visible is missing. If the container states no length, a cut
  // always counts as damage.
  const isIncomplete = isCut && (missingFrames === null ? claim.endSeconds === null : missingFrames > 0);
  return isShort || isIncomplete ? { from, until, there: presentFrames, lacking: missingFrames } : null;
}

/**
 * Returns the end of the sound of a cut file if it is before the end of the picture. Returns null if the container
 * states the length of the picture, because the missing pictures are then the damage. In a fragment of MP4, the picture
 * precedes the sound.
 */
function earlySoundEnd(video: VideoFacts, audio: AudioFacts | null, claim: StreamClaim): number | null {
  if (audio === null || claim.endSeconds !== null || claim.frames !== null) return null;
  return video.endSeconds - audio.endSeconds > TOLERANCE_SECONDS ? audio.endSeconds : null;
}

/** Returns the damage of a file that contains further files, because FFmpeg reads only the first. */
export function joinedFilesDamage(from: number): SourceDamage {
  return { from, until: null, there: null, lacking: null, several: true };
}

/**
 * Returns the number of missing frames, from the container's count or otherwise from its length; null if the container
 * states neither. The length can be the length of the sound, so the result can be a few frames too high.
 */
function missingFramesOf({ frameRate, startSeconds }: VideoFacts, claim: StreamClaim, from: number): number | null {
  if (claim.frames !== null) return Math.max(0, claim.frames - claim.packets);
  if (frameRate === null || claim.endSeconds === null) return null;
  if (claim.endSeconds <= from) return 0;
  const all = Math.round(((claim.endSeconds - startSeconds) * frameRate.numerator) / frameRate.denominator);
  return Math.max(0, all - claim.packets);
}

function untilOf(
  video: VideoFacts | null,
  claim: StreamClaim,
  from: number,
  missingFrames: number | null,
): number | null {
  const rate = video?.frameRate ?? null;
  const byFrames =
    missingFrames === null || rate === null ? 0 : from + (missingFrames * rate.denominator) / rate.numerator;
  const until = Math.max(claim.endSeconds ?? 0, byFrames);
  return until > from ? until : null;
}

/**
 * The longest beginning in seconds during which films hold the first sync frame. Films skip a longer beginning. They
 * skip any beginning of HEVC, because FFmpeg decodes its first frames with gray references.
 */
const MAX_HELD_SECONDS = 1;

/**
 * Returns the facts about data that cannot be decoded, from the packets of a file.
 * @param faults The times of damaged packets on the container's clock.
 * @param time Converts a time of the container's clock to the file's own time.
 */
export function decodingFacts(
  demuxer: Demuxer,
  video: VideoFacts | null,
  packets: { readonly picture: MeasuredStream | undefined; readonly sound: MeasuredStream | undefined },
  faults: readonly number[],
  time: (seconds: number) => number,
): Pick<MediaFacts, 'faults' | 'lateStart' | 'miscounted'> {
  const places = faults.map((at) => ({ from: time(at), until: time(at) }));
  const key = demuxer === 'mpegts' || demuxer === 'mpeg' ? (packets.picture?.lateKey ?? null) : null;
  const late = key === null ? null : time(key);
  const isSkipped = late !== null && (late > MAX_HELD_SECONDS || video?.codec === 'hevc');
  if (late !== null) places.push({ from: 0, until: late, ...(isSkipped && { skipped: true as const }) });
  const isMiscounted = demuxer === 'mp3' && typeof packets.sound?.paddedAt === 'number';
  return {
    ...(places.length > 0 ? { faults: mergedFaults(places) } : {}),
    ...(isSkipped ? { lateStart: late } : {}),
    ...(isMiscounted ? { miscounted: true } : {}),
  };
}
