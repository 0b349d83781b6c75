import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { StreamTrack } from '../engine/mp4/stream-segments.ts';

/** The tracks of a stream, by the names of their playlists and segments. */
export const trackNames = ['picture', 'sound'] as const;
export type TrackName = (typeof trackNames)[number];

/** A file of a stream: the start of a track (`EXT-X-MAP`) or a segment. */
export interface StreamFile {
  /**
   * The last segment of its address. It contains a digest of the bytes, so an address always returns the same bytes.
   */
  readonly name: string;
  readonly bytes: number;
}

export interface StreamSegment extends StreamFile {
  readonly seconds: number;
}

/** A track of a film that is finished or being made. */
export interface StreamedTrack {
  readonly track: StreamTrack;
  readonly init: StreamFile;
  readonly segments: readonly StreamSegment[];
}

/** The content of the playlists of a film. */
export interface StreamedFilm {
  readonly picture: StreamedTrack | null;
  readonly sound: StreamedTrack | null;
  /** Whether no further segments follow, because the film is finished or has failed. */
  readonly hasEnded: boolean;
}

/** The parts of addresses in playlists: the encoded name of the film with its ending, and the signed query. */
export interface StreamAddress {
  readonly film: string;
  readonly query: string;
}

/** The protocol version with fragmented MP4 and `EXT-X-MAP` (RFC 8216, 7). */
const VERSION = 7;
/** The target duration in seconds. Pieces have about two seconds; a frame at a very low rate can be longer. */
const TARGET_SECONDS = 2;
const DIGEST_CHARACTERS = 24;

/**
 * Returns the file name for the start of a track or for a segment, with a digest of its bytes. `number` counts segments
 * from 0; null means the start.
 */
export function streamFileName(track: TrackName, number: number | null, bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_CHARACTERS);
  return number === null ? `${track}-${digest}.mp4` : `${track}-${number}-${digest}.m4s`;
}

const listHead = z.strictObject({
  kind: z.enum(trackNames),
  description: z.base64(),
  ...{ ticksPerSecond: z.int(), sampleTicks: z.int(), skippedTicks: z.int() },
  size: z.strictObject({ width: z.int(), height: z.int() }).nullable(),
});
const listEntry = z.strictObject({ number: z.int(), name: z.string(), seconds: z.number(), bytes: z.int() });

/** Returns the first line of the list of a track. */
export function trackLine(track: StreamTrack): string {
  return `${JSON.stringify({ ...track, description: Buffer.from(track.description).toString('base64') })}\n`;
}

/** Returns the line of a segment. It replaces earlier lines with its number and the segments after them. */
export function segmentLine(number: number, segment: StreamSegment): string {
  return `${JSON.stringify({ number, ...segment })}\n`;
}

/** Reads the list of a track up to the first damaged line. Returns null if the first line is damaged. */
export function readTrackList(
  text: string,
): { readonly track: StreamTrack; readonly segments: readonly StreamSegment[] } | null {
  // A kill can cut off the last line.
  const [first, ...rest] = text.split('\n').slice(0, -1).map(parsed);
  const head = listHead.safeParse(first);
  if (!head.success) return null;
  const segments: StreamSegment[] = [];
  for (const line of rest) {
    const read = listEntry.safeParse(line);
    if (!read.success || read.data.number > segments.length) break;
    const { number, ...segment } = read.data;
    segments.splice(number, segments.length, segment);
  }
  return { track: { ...head.data, description: Buffer.from(head.data.description, 'base64') }, segments };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The file that an address names. */
export type NamedFile =
  | { readonly kind: 'playlist'; readonly track: TrackName }
  | { readonly kind: 'init'; readonly track: TrackName }
  | { readonly kind: 'segment'; readonly track: TrackName; readonly number: number };

/** Parses the last segment of an address. Returns null for other names. */
export function readStreamName(name: string): NamedFile | null {
  const [, track, number, digest, ending] =
    /^(picture|sound)(?:-(\d{1,7}))?(?:-([0-9a-f]{24}))?\.(m3u8|mp4|m4s)$/.exec(name) ?? [];
  const named = trackNames.find((each) => each === track);
  if (named === undefined) return null;
  if (ending === 'm3u8')
    return number === undefined && digest === undefined ? { kind: 'playlist', track: named } : null;
  if (digest === undefined) return null;
  if (ending === 'mp4') return number === undefined ? { kind: 'init', track: named } : null;
  return number === undefined ? null : { kind: 'segment', track: named, number: Number(number) };
}

/**
 * Returns the master playlist: one rendition of the picture, and the sound as a group (RFC 8216, 4.3.4). Its bit rate
 * is the highest rate of the existing segments. While the film is made, it is twice this rate, which leaves room for
 * later segments.
 */
export function masterPlaylist(
  { picture, sound, hasEnded }: StreamedFilm & { readonly picture: StreamedTrack; readonly sound: StreamedTrack },
  { film, query }: StreamAddress,
): string {
  const { size, ticksPerSecond, sampleTicks } = picture.track;
  const peak = peakRate(picture.segments) + peakRate(sound.segments);
  const stream = [
    `BANDWIDTH=${Math.ceil(hasEnded ? peak : 2 * peak)}`,
    `CODECS="${codecOf(picture.track)},mp4a.40.2"`,
    `RESOLUTION=${size?.width ?? 0}x${size?.height ?? 0}`,
    `FRAME-RATE=${(ticksPerSecond / sampleTicks).toFixed(3)}`,
    'AUDIO="sound"',
  ];
  const address = (track: TrackName) => `${film}/${track}.m3u8?${query}`;
  return lines(
    '#EXTM3U',
    `#EXT-X-VERSION:${VERSION}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="${address('sound')}"`,
    `#EXT-X-STREAM-INF:${stream.join(',')}`,
    address('picture'),
  );
}

/**
 * Returns the playlist of a track. It grows until the film has ended (`EVENT`; RFC 8216, 4.3.3.5), and players start at
 * its beginning.
 */
export function mediaPlaylist(
  { init, segments }: StreamedTrack,
  hasEnded: boolean,
  { query }: Pick<StreamAddress, 'query'>,
): string {
  const longest = Math.max(TARGET_SECONDS, ...segments.slice(0, 1).map(({ seconds }) => Math.round(seconds)));
  return lines(
    '#EXTM3U',
    `#EXT-X-VERSION:${VERSION}`,
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-START:TIME-OFFSET=0',
    `#EXT-X-MAP:URI="${init.name}?${query}"`,
    ...segments.flatMap(({ name, seconds }) => [`#EXTINF:${seconds.toFixed(5)},`, `${name}?${query}`]),
    ...(hasEnded ? ['#EXT-X-ENDLIST'] : []),
  );
}

/** The progress of a film that is being made. */
export interface MakingPace {
  /** The duration of the film in seconds. */
  readonly seconds: number;
  /** The duration that a player can play now, in seconds. */
  readonly made: number;
  /** The seconds of film that were made per second; null while this is unknown. */
  readonly speed: number | null;
}

/** The time in milliseconds in which FFmpeg starts and reads ahead. It is excluded from the speed. */
const START_MILLISECONDS = 500;

/** Measures the progress of an attempt to make a film of `seconds` seconds. */
export function createPaceMeter(seconds: number) {
  const beganAt = performance.now();
  const counts = { picture: 0, sound: 0 };
  const made = { picture: 0, sound: 0 };
  let first: { readonly made: number; readonly at: number } | null = null;
  let latest = 0;
  return {
    /** The numbers of segments. */
    counts,
    /** Counts a segment. */
    add: (track: TrackName, duration: number): void => {
      counts[track] += 1;
      made[track] += duration;
      if (track !== 'picture') return;
      latest = performance.now();
      first ??= { made: duration, at: latest };
    },
    pace: (): MakingPace => {
      const isFirst = first === null || latest === first.at;
      const length = isFirst ? made.picture : made.picture - (first?.made ?? 0);
      const milliseconds = isFirst ? latest - beganAt - START_MILLISECONDS : latest - (first?.at ?? 0);
      const speed = latest > 0 ? (1000 * length) / Math.max(1, milliseconds) : null;
      return { seconds, made: Math.min(made.picture, made.sound), speed };
    },
  };
}

/** The minimum speed at which a film can be played while it is made. */
const PLAYABLE_SPEED = 1.2;

/**
 * Checks whether a player would catch up with the render. A slow film is held back until the rest of its render takes
 * less time than the finished part plays.
 */
export function isHeldBack({ seconds, made, speed }: MakingPace): boolean {
  const remaining = Math.max(0, seconds - made);
  if (remaining === 0) return false;
  if (made < Math.min(TARGET_SECONDS, seconds) - 0.1) return true;
  if (speed === null || speed >= PLAYABLE_SPEED) return false;
  return remaining / speed > made;
}

/** Returns the time in seconds after which {@link isHeldBack} is false at the current speed; null if it is unknown. */
export function secondsHeldBack({ seconds, made, speed }: MakingPace): number | null {
  if (speed === null || speed <= 0) return null;
  // After `wait` seconds, the remaining duration is `seconds - made - speed * wait`, and the finished part is
  // `made + speed * wait`.
  return Math.max(0, (seconds - made - speed * made) / (speed * (1 + speed)));
}

function peakRate(segments: readonly StreamSegment[]): number {
  return Math.max(0, ...segments.map(({ bytes, seconds }) => (8 * bytes) / Math.max(seconds, 0.5)));
}

/** Returns the codec of a picture by its profile, its constraints, and its level (RFC 6381, 3.3). */
function codecOf({ description }: StreamTrack): string {
  const start = Buffer.from(description).indexOf('avcC') + 5;
  return `avc1.${Buffer.from(description.subarray(start, start + 3)).toString('hex')}`;
}

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
