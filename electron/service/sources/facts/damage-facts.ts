import type { SourceDamage } from '#shared/film/checks/damaged-source.ts';
import type { AudioFacts, VideoFacts } from './media-facts.ts';

/** What a container says of a stream, and what of it is there. */
export interface StreamClaim {
  /** Seconds of the file's own time; null where nothing is said. */
  readonly endSeconds: number | null;
  /** Frames, where the container counts them. */
  readonly frames: number | null;
  /** Packets that are there. */
  readonly packets: number;
}

/** Less than this is what containers round by, and what encoders of sound add or leave out. */
const TOLERANCE_SECONDS = 0.25;

/**
 * What lacks of a file whose packets were looked at: null where everything is there that it speaks of.
 * @param isCut Whether the file has fewer bytes than it says.
 */
export function damageIn(
  video: VideoFacts | null,
  audio: AudioFacts | null,
  claims: { readonly video: StreamClaim; readonly audio: StreamClaim },
  isCut: boolean,
): SourceDamage | null {
  const used = video === null ? audio : video;
  if (used === null) return null;
  const from = used.endSeconds;
  const claim = video === null ? claims.audio : claims.video;
  const there = video === null ? null : claim.packets;
  const lacking = video === null ? null : lackingFrames(video, claim, from);
  const until = untilOf(video, claim, from, lacking);
  const lacksTime = until !== null && until - from > TOLERANCE_SECONDS;
  // A file that was cut behind its last picture lacks nothing that is seen; of one that does not say how long it was,
  // nobody can tell.
  const lacksPart = isCut && (lacking === null ? claim.endSeconds === null : lacking > 0);
  return lacksTime || lacksPart ? { from, until, there, lacking } : null;
}

/** The damage of a file whose first part is all that FFmpeg reads. */
export function followedBy(from: number): SourceDamage {
  return { from, until: null, there: null, lacking: null, several: true };
}

/** By the container's own count; else by its length, which may be that of the sound and so a few too many. */
function lackingFrames({ frameRate, startSeconds }: VideoFacts, claim: StreamClaim, from: number): number | null {
  if (claim.frames !== null) return Math.max(0, claim.frames - claim.packets);
  if (frameRate === null || claim.endSeconds === null) return null;
  if (claim.endSeconds <= from) return 0;
  const all = Math.round(((claim.endSeconds - startSeconds) * frameRate.numerator) / frameRate.denominator);
  return Math.max(0, all - claim.packets);
}

function untilOf(video: VideoFacts | null, claim: StreamClaim, from: number, lacking: number | null): number | null {
  const rate = video?.frameRate ?? null;
  const byFrames = lacking === null || rate === null ? 0 : from + (lacking * rate.denominator) / rate.numerator;
  const until = Math.max(claim.endSeconds ?? 0, byFrames);
  return until > from ? until : null;
}
