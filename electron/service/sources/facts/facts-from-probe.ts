import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { MediaStatements } from '../../../../shared/statements/films/media-statements.ts';
import { statement } from '../../../../shared/statements/statement.ts';
import type { StatementIn } from '../../../../shared/statements/statement-in.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { Demuxer } from '../containers/demuxer.ts';
import type { KeyFrames } from '../containers/key-frames.ts';
import { colorFacts } from './color-facts.ts';
import { damageIn, type StreamClaim } from './damage-facts.ts';
import type { AudioFacts, MediaFacts, VideoFacts } from './media-facts.ts';
import type { MeasuredStream } from './packet-ends.ts';
import { alphaDecoder, hasAlpha, likelyFrameRate, shownSize, turnOf } from './picture-facts.ts';
import { numberField, type Probed, type ProbedStream, textField } from './probe-json.ts';

/** What is there of each stream, by index; only of files whose containers do not say it, or not the truth. */
export type MeasuredStreams = ReadonlyMap<number, MeasuredStream>;

/** What was read of a file beside ffprobe's answer. */
export interface FileTimes {
  readonly measured: MeasuredStreams;
  readonly keyFrames: KeyFrames;
  /** Whether it has fewer bytes than it says. */
  readonly isCut: boolean;
}

const NOTHING_READ: FileTimes = { measured: new Map(), keyFrames: new Map(), isCut: false };

type NotMedia = StatementIn<MediaStatements>;

/** The greatest pictures that are decoded: sides as browsers have it, and what one frame may take of memory. */
const LONGEST_SIDE = 16_384;
const MOST_PIXELS = 2 ** 27;

/**
 * What ffprobe's answer means for rendering. Picks the picture and the sound that a player would: of those marked as
 * default, the largest picture and the first sound; cover art is no video. The error says why none.
 */
export function factsFromProbe(
  probed: Probed,
  demuxer: Demuxer,
  tools: Pick<MediaTools, 'decoders' | 'readableCodecs'>,
  times: FileTimes = NOTHING_READ,
): Result<MediaFacts, NotMedia> {
  const { pictures, sounds } = usedStreams(probed);
  if (pictures.length === 0 && sounds.length === 0) return err(statement('media/nothing-in-it'));
  const readable = (stream: ProbedStream) => isReadable(stream, tools);
  const picture = pictures.find(readable) ?? pictures[0];
  const sound = sounds.find(readable) ?? sounds[0];
  const { measured, isCut } = times;
  const isThere = (stream: ProbedStream) => !isCut || measured.has(indexOf(stream));
  if (picture !== undefined && !isThere(picture)) return err(statement('media/cut-short'));
  for (const stream of [picture, sound]) {
    const reason = stream === undefined ? null : whyUnreadable(stream, tools);
    if (reason !== null) return err(reason);
  }

  // A guess of FFmpeg's that was wrong is nothing that the file has said.
  const mayBeDamaged = isCut || TOLD_BY_PACKETS.has(demuxer);
  const clock = clockOf(probed, measured);
  const video = picture === undefined ? null : videoFacts(picture, clock, times.keyFrames, tools);
  const audio = sound === undefined || !isThere(sound) ? null : audioFacts(sound, clock);
  const durationSeconds = Math.max(video?.endSeconds ?? 0, audio?.endSeconds ?? 0);
  if (durationSeconds <= 0) return err(statement('media/no-length'));
  const claimedEnd = (stream: ProbedStream) =>
    isCut && forgets(stream, demuxer) ? null : containerEnd(stream, probed);
  const claimOf = (stream: ProbedStream | undefined) => claimIn(stream, claimedEnd, clock, measured);
  const claims = { video: claimOf(picture), audio: claimOf(sound) };
  const damage = mayBeDamaged && measured.size > 0 ? damageIn(video, audio, claims, isCut) : null;
  return ok({ demuxer, durationSeconds, video, audio, damage });
}

/** What the container says of a stream beside what is there of it. */
function claimIn(
  stream: ProbedStream | undefined,
  endIn: (stream: ProbedStream) => number | null,
  clock: Clock,
  measured: MeasuredStreams,
): StreamClaim {
  if (stream === undefined) return { endSeconds: null, frames: null, packets: 0 };
  const end = endIn(stream);
  const frames = numberField(stream.fields, 'nb_frames') ?? numberField(stream.tags, 'NUMBER_OF_FRAMES');
  const packets = measured.get(indexOf(stream))?.packets ?? 0;
  return { endSeconds: end === null ? null : clock.time(end), frames, packets };
}

/** Bare sound has no length written anywhere: FFmpeg guesses it from the bit rate of the first frames. */
const GUESSED: ReadonlySet<Demuxer> = new Set(['aac', 'ac3', 'amr', 'mp3']);
/** FFmpeg makes these out to be as long as what is left of them. */
const SHORTENED: ReadonlySet<Demuxer> = new Set(['wav', 'w64']);

/**
 * Whether it is not known any more how long a stream of a cut file was: fragments, which are not counted, speak of
 * themselves.
 */
function forgets({ fields }: ProbedStream, demuxer: Demuxer): boolean {
  return SHORTENED.has(demuxer) || (demuxer === 'mov' && numberField(fields, 'nb_frames') === null);
}

/** They say how long they are and not how large, so that only their packets tell whether they are cut short. */
const TOLD_BY_PACKETS: ReadonlySet<Demuxer> = new Set(['flac', 'flv', 'ivf']);

/**
 * Whether the packets of a file have to be looked at: its container leaves the end of a stream that is used to
 * guessing, or may speak of more than is there.
 */
export function needsMeasuring(probed: Probed, demuxer: Demuxer): boolean {
  if (GUESSED.has(demuxer) || TOLD_BY_PACKETS.has(demuxer)) return true;
  const { pictures, sounds } = usedStreams(probed);
  return [...pictures, ...sounds].some((stream) => containerEnd(stream, probed) === null);
}

/** Pictures and sounds that may be used, best first. */
function usedStreams({ streams }: Probed): {
  readonly pictures: readonly ProbedStream[];
  readonly sounds: readonly ProbedStream[];
} {
  const ofKind = (kind: string) =>
    streams.filter((stream) => textField(stream.fields, 'codec_type') === kind && !isStill(stream));
  const area = ({ fields }: ProbedStream) => (numberField(fields, 'width') ?? 0) * (numberField(fields, 'height') ?? 0);
  const isDefault = ({ disposition }: ProbedStream) => numberField(disposition, 'default') ?? 0;
  return {
    pictures: ofKind('video').sort((left, right) => isDefault(right) - isDefault(left) || area(right) - area(left)),
    sounds: ofKind('audio').sort((left, right) => isDefault(right) - isDefault(left)),
  };
}

/** Cover art and thumbnails are streams of their own to FFmpeg. */
function isStill({ disposition }: ProbedStream): boolean {
  return ['attached_pic', 'timed_thumbnails', 'still_image'].some((flag) => numberField(disposition, flag) === 1);
}

function isReadable(stream: ProbedStream, tools: Pick<MediaTools, 'readableCodecs'>): boolean {
  return whyUnreadable(stream, tools) === null;
}

function whyUnreadable({ fields }: ProbedStream, tools: Pick<MediaTools, 'readableCodecs'>): NotMedia | null {
  const isPicture = textField(fields, 'codec_type') === 'video';
  const codec = textField(fields, 'codec_name');
  if (/^(?:enc[av]|drm[is])$/.test(textField(fields, 'codec_tag_string'))) return statement('media/protected');
  const of = isPicture ? 'picture' : 'sound';
  if (codec === '' || codec === 'unknown') return statement('media/unknown-coding', { of });
  if (!tools.readableCodecs.has(codec)) return statement('media/no-decoder', { of, codec });
  if (!isPicture) return soundProblem(fields);
  const width = numberField(fields, 'width') ?? 0;
  const height = numberField(fields, 'height') ?? 0;
  if (width < 1 || height < 1 || textField(fields, 'pix_fmt') === '') return statement('media/undecodable', { of });
  const tooLarge = width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS;
  return tooLarge ? statement('media/too-large', { width, height }) : null;
}

function soundProblem(fields: ProbedStream['fields']): NotMedia | null {
  const channels = numberField(fields, 'channels') ?? 0;
  const sampleRate = numberField(fields, 'sample_rate') ?? 0;
  return channels < 1 || sampleRate < 1 ? statement('media/undecodable', { of: 'sound' }) : null;
}

/** Turns the container's times into the file's own, which starts at 0: what FFmpeg's `-ss` counts by. */
interface Clock {
  span(stream: ProbedStream): { readonly startSeconds: number; readonly endSeconds: number };
  time(containerSeconds: number): number;
}

function clockOf(probed: Probed, measured: MeasuredStreams): Clock {
  const origin = numberField(probed.format, 'start_time') ?? 0;
  const time = (seconds: number) => roundMicroseconds(seconds - origin);
  return {
    time,
    span: (stream) => {
      const end = measured.get(indexOf(stream))?.end ?? containerEnd(stream, probed) ?? origin;
      const startSeconds = time(numberField(stream.fields, 'start_time') ?? origin);
      return { startSeconds, endSeconds: Math.max(startSeconds, time(end)) };
    },
  };
}

/**
 * When a stream ends by the container's clock, from the most to the least particular thing it says; null if nothing.
 */
function containerEnd({ fields, tags }: ProbedStream, { format }: Probed): number | null {
  const origin = numberField(format, 'start_time') ?? 0;
  const start = numberField(fields, 'start_time') ?? origin;
  const duration = numberField(fields, 'duration');
  if (duration !== null && duration > 0) return start + duration;
  const tagged = clockText(textField(tags, 'DURATION'));
  if (tagged !== null && tagged > start) return tagged;
  const whole = numberField(format, 'duration');
  return whole !== null && whole > 0 ? origin + whole : null;
}

/** Seconds of `HH:MM:SS.fraction`, as Matroska files are tagged. */
function clockText(text: string): number | null {
  const match = /^(\d{1,4}):(\d\d):(\d\d(?:\.\d{1,12})?)$/.exec(text);
  return match === null ? null : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}

function videoFacts(
  stream: ProbedStream,
  clock: Clock,
  keyFrames: KeyFrames,
  tools: Pick<MediaTools, 'decoders'>,
): VideoFacts {
  const { fields } = stream;
  const codedWidth = numberField(fields, 'width') ?? 0;
  const codedHeight = numberField(fields, 'height') ?? 0;
  const decoder = alphaDecoder(stream, tools.decoders);
  const probedFormat = textField(fields, 'pix_fmt');
  // ffprobe asked the usual decoder, which drops the alpha.
  const pixelFormat = decoder !== null && probedFormat === 'yuv420p' ? 'yuva420p' : probedFormat;
  const rotation = turnOf(stream);
  return {
    streamIndex: indexOf(stream),
    codec: textField(fields, 'codec_name'),
    decoder,
    codedWidth,
    codedHeight,
    ...shownSize(stream, codedWidth, codedHeight, rotation),
    rotation,
    pixelFormat,
    hasAlpha: hasAlpha(pixelFormat),
    frameRate: likelyFrameRate(stream),
    ...clock.span(stream),
    keyFrames: (keyFrames.get(numberField(fields, 'id') ?? 0) ?? []).map(clock.time),
    ...colorFacts(stream, pixelFormat, codedWidth, codedHeight),
  };
}

function audioFacts(stream: ProbedStream, clock: Clock): AudioFacts {
  return {
    streamIndex: indexOf(stream),
    codec: textField(stream.fields, 'codec_name'),
    channels: numberField(stream.fields, 'channels') ?? 0,
    channelLayout: layoutOf(stream),
    sampleRate: numberField(stream.fields, 'sample_rate') ?? 0,
    ...clock.span(stream),
  };
}

/** An order that ffprobe does not know is `unknown`, empty, or not in its answer. */
function layoutOf({ fields }: ProbedStream): string | null {
  const layout = textField(fields, 'channel_layout');
  return layout === '' || layout === 'unknown' ? null : layout;
}

function indexOf(stream: ProbedStream): number {
  return numberField(stream.fields, 'index') ?? 0;
}

function roundMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
