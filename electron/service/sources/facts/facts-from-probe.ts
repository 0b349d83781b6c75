import { err, ok, type Result } from '#shared/lib/result.ts';
import type { MediaMessage } from '#shared/messages/media.en.ts';
import { message } from '#shared/messages/message.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { Demuxer } from '../containers/demuxer.ts';
import type { SyncFrames } from '../containers/sync-frames.ts';
import { misreadJumps, SAME_JUMP_SECONDS, withoutJumps } from './clock-jumps.ts';
import { claimIn, damageIn, decodingFacts, joinedFilesDamage } from './damage-facts.ts';
import type { AudioFacts, CommonJump, MediaFacts, SourceChange, TimeSpan, VideoFacts } from './media-facts.ts';
import { clockCanJump } from './media-input.ts';
import { countedEnd, differsFrom, END_TOLERANCE_SECONDS, type MeasuredStream } from './packet-ends.ts';
import {
  alphaDecoder,
  colorFacts,
  hasAlpha,
  isStill,
  otherTracks,
  reorderDelay,
  rotationOf,
  squarePixelSize,
  timingFacts,
} from './picture-facts.ts';
import { clockText, numberField, type Probe, type ProbedStream, samplesByTag, textField } from './probe-json.ts';
import type { FormRecord } from './stream-forms.ts';

/** The measured packets of each stream, by stream index. */
export type MeasuredStreams = ReadonlyMap<number, MeasuredStream>;

/** The facts that were read from a file in addition to ffprobe's answer. */
export interface FileTimes extends FormRecord {
  readonly measured: MeasuredStreams;
  readonly keyFrames: SyncFrames;
  /** Whether the file has fewer bytes than it states. */
  readonly isCut: boolean;
  /** Whether a second file of the same kind follows within the file. FFmpeg does not read it. */
  readonly isFollowed: boolean;
  readonly fragments?: MediaFacts['fragments'];
}

const NOTHING_READ: FileTimes = {
  ...{ measured: new Map(), keyFrames: new Map(), forms: new Map(), fields: new Map() },
  ...{ isCut: false, isFollowed: false, faults: [] },
};

/** The limits of decoded pictures: the longest side in browsers, and the pixels of a frame in memory. */
const MAX_SIDE = 16_384;
const MAX_PIXELS = 2 ** 27;

/**
 * Interprets ffprobe's answer for rendering. Picks the picture and the sound that a player would choose: among the
 * streams marked as default, the largest picture and the first sound. Cover art is not video. The error states why the
 * file cannot be used.
 */
export function factsFromProbe(
  probed: Probe,
  demuxer: Demuxer,
  tools: Pick<MediaTools, 'decoders' | 'readableCodecs'>,
  times: FileTimes = NOTHING_READ,
): Result<MediaFacts, MediaMessage> {
  const { picture, sound } = usedStreams(probed, tools);
  if (picture === undefined && sound === undefined) return err(message('media/nothing-in-it'));
  const { measured, isCut, isFollowed } = times;
  // The measurement leaves out the packets outside of an edit list.
  const isShown = (stream: ProbedStream) =>
    demuxer !== 'mov' ||
    isCut ||
    times === NOTHING_READ ||
    measured.has(indexOf(stream)) ||
    !numberField(stream.fields, 'nb_frames');
  const isPresent = (stream: ProbedStream) => isShown(stream) && (!isCut || measured.has(indexOf(stream)));
  const hidden = whyHidden(picture ?? sound, isShown);
  if (hidden !== null) return err(hidden);
  if (picture !== undefined && !isPresent(picture)) return err(message('media/cut-short'));
  const used = [picture, sound].filter((stream) => stream !== undefined);
  const [reason] = used.map((stream) => whyUnreadable(stream, tools)).filter((why) => why !== null);
  if (reason !== undefined) return err(reason);

  // Compare only with lengths that the file states, because a wrong guess of FFmpeg is not damage.
  const mayBeDamaged = isCut || FACTS_BY_PACKETS.has(demuxer);
  const presentSound = sound === undefined || !isPresent(sound) ? undefined : sound;
  const clock = clockOf(probed, demuxer, { picture, sound: presentSound }, times);
  const video = picture === undefined ? null : videoFacts(picture, clock, times, tools);
  const audio = presentSound === undefined ? null : audioFacts(presentSound, clock, times);
  const durationSeconds = Math.max(video?.endSeconds ?? 0, audio?.endSeconds ?? 0);
  if (durationSeconds <= 0) return err(message('media/no-length'));
  const claimOf = (stream: ProbedStream | undefined) =>
    stream === undefined || (isCut && losesLength(stream, demuxer, probed, measured))
      ? { endSeconds: null, frames: null, packets: packetsIn(stream, measured)?.packets ?? 0 }
      : claimIn(stream, demuxer, claimedEnd(stream, used, probed, measured), clock.time, packetsIn(stream, measured));
  const claims = { video: claimOf(picture), audio: claimOf(sound) };
  const cutDamage = mayBeDamaged && measured.size > 0 ? damageIn(video, audio, claims, isCut) : null;
  const damage = isFollowed ? joinedFilesDamage(durationSeconds) : cutDamage;
  const changes = [picture, presentSound].flatMap((stream) =>
    stream === undefined ? [] : changesOf(stream, clock, times),
  );
  const clockJumps = misreadClock(demuxer, picture, presentSound, measured);
  const read = { picture: packetsIn(picture, measured), sound: packetsIn(sound, measured) };
  return ok({
    ...{ demuxer, durationSeconds, video, audio, damage },
    changes: sortedChanges(changes),
    ...(clockJumps.length > 0 ? { clockJumps } : {}),
    ...decodingFacts(demuxer, video, read, times.faults, clock.time),
    ...otherTracks(probed, [picture, sound]),
    ...(times.fragments && { fragments: times.fragments }),
  });
}

function whyHidden(main: ProbedStream | undefined, isShown: (stream: ProbedStream) => boolean): MediaMessage | null {
  if (main === undefined || isShown(main)) return null;
  return message('media/cut-out', { of: textField(main.fields, 'codec_type') === 'video' ? 'picture' : 'sound' });
}

function packetsIn(stream: ProbedStream | undefined, measured: MeasuredStreams): MeasuredStream | undefined {
  return stream === undefined ? undefined : measured.get(indexOf(stream));
}

/** Returns the jumps that FFmpeg would correct wrongly, if they can be removed beforehand. */
function misreadClock(
  demuxer: Demuxer,
  picture: ProbedStream | undefined,
  sound: ProbedStream | undefined,
  measured: MeasuredStreams,
): readonly CommonJump[] {
  if (picture === undefined || sound === undefined || !clockCanJump(demuxer)) return [];
  // The steady clock is written as a transport stream, which cannot contain PCM or the codecs of Ogg.
  if (demuxer === 'ogg' || textField(sound.fields, 'codec_name').startsWith('pcm_')) return [];
  return misreadJumps(measured, indexOf(picture), indexOf(sound));
}

/** Returns the changes by time. A clock jump that occurs in both picture and sound is listed once. */
function sortedChanges(changes: readonly SourceChange[]): readonly SourceChange[] {
  const byTime = changes.toSorted((one, other) => one.at - other.at);
  const isFirst = ({ of, at }: SourceChange, index: number) =>
    of !== 'clock' ||
    !byTime.slice(0, index).some((other) => other.of === 'clock' && at - other.at < SAME_JUMP_SECONDS);
  return byTime.filter(isFirst);
}

function changesOf(stream: ProbedStream, clock: Clock, { forms, measured }: FileTimes): readonly SourceChange[] {
  const index = indexOf(stream);
  const of = textField(stream.fields, 'codec_type') === 'video' ? 'picture' : 'sound';
  const later = forms.get(index)?.slice(1) ?? [];
  const jumps = measured.get(index)?.jumps ?? [];
  return [
    ...later.map(({ at, form }): SourceChange => ({ of, at: clock.time(withoutJumps(at, jumps)), form })),
    ...jumps.map(({ at }): SourceChange => ({ of: 'clock', at: clock.time(at), form: '' })),
  ];
}

/** The containers of bare sound, which state no length. FFmpeg guesses it from the bit rate of the first frames. */
export const BARE_SOUND: ReadonlySet<Demuxer> = new Set(['aac', 'ac3', 'amr', 'mp3']);
/** The containers for which FFmpeg reports only the length of the existing bytes if the file is cut. */
const SHORTENED: ReadonlySet<Demuxer> = new Set([
  ...(['aac', 'ac3', 'amr', 'caf', 'dv', 'gif', 'mpeg', 'mpegts', 'ogg', 'wav', 'w64', 'yuv4mpegpipe'] as const),
]);
/**
 * The containers that divide packets and interleave the parts. The position of a packet therefore does not show its
 * end. FFmpeg reads the length of these files from their last packets.
 */
export const PACKETS_ARE_SPREAD: ReadonlySet<Demuxer> = new Set(['mpeg', 'mpegts', 'ogg']);

/**
 * Checks whether the original length of a stream is lost in a cut file. Fragments without a frame count state only
 * their own length. FFmpeg guesses the length of an MP3 without a Xing header from the existing bytes.
 */
function losesLength(stream: ProbedStream, demuxer: Demuxer, probed: Probe, measured: MeasuredStreams): boolean {
  if (demuxer === 'mov')
    return numberField(stream.fields, 'nb_frames') === null || packetsIn(stream, measured)?.continued === true;
  if (demuxer !== 'mp3') return SHORTENED.has(demuxer);
  const end = measured.get(indexOf(stream))?.end ?? 0;
  return (containerEnd(stream, probed) ?? 0) - end < END_TOLERANCE_SECONDS;
}

/** The containers that state their duration but not their size in bytes. Only their packets reveal a cut. */
const FACTS_BY_PACKETS: ReadonlySet<Demuxer> = new Set(['flac', 'flv', 'ivf']);

/** Returns the streams that a player would choose. They may be unreadable. */
export function usedStreams(
  { streams }: Probe,
  tools: Pick<MediaTools, 'readableCodecs'>,
): { readonly picture: ProbedStream | undefined; readonly sound: ProbedStream | undefined } {
  const ofKind = (kind: string) =>
    streams.filter((stream) => textField(stream.fields, 'codec_type') === kind && !isStill(stream));
  const area = ({ fields }: ProbedStream) => (numberField(fields, 'width') ?? 0) * (numberField(fields, 'height') ?? 0);
  const isDefault = ({ disposition }: ProbedStream) => numberField(disposition, 'default') ?? 0;
  const pictures = ofKind('video').sort(
    (left, right) => isDefault(right) - isDefault(left) || area(right) - area(left),
  );
  const sounds = ofKind('audio').sort((left, right) => isDefault(right) - isDefault(left));
  const best = (all: readonly ProbedStream[]) => all.find((stream) => isReadable(stream, tools)) ?? all[0];
  return { picture: best(pictures), sound: best(sounds) };
}

function isReadable(stream: ProbedStream, tools: Pick<MediaTools, 'readableCodecs'>): boolean {
  return whyUnreadable(stream, tools) === null;
}

function whyUnreadable({ fields }: ProbedStream, tools: Pick<MediaTools, 'readableCodecs'>): MediaMessage | null {
  const isPicture = textField(fields, 'codec_type') === 'video';
  const codec = textField(fields, 'codec_name');
  if (/^(?:enc[av]|drm[is])$/.test(textField(fields, 'codec_tag_string'))) return message('media/protected', {});
  const of = isPicture ? 'picture' : 'sound';
  if (codec === '' || codec === 'unknown') return message('media/unknown-coding', { of });
  if (!tools.readableCodecs.has(codec)) return message('media/no-decoder', { of, codec });
  if (!isPicture) return soundProblem(fields);
  const width = numberField(fields, 'width') ?? 0;
  const height = numberField(fields, 'height') ?? 0;
  if (width < 1 || height < 1 || textField(fields, 'pix_fmt') === '') return message('media/undecodable', { of });
  const tooLarge = width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS;
  return tooLarge ? message('media/too-large', { width, height }) : null;
}

function soundProblem(fields: ProbedStream['fields']): MediaMessage | null {
  const channels = numberField(fields, 'channels') ?? 0;
  const sampleRate = numberField(fields, 'sample_rate') ?? 0;
  return channels < 1 || sampleRate < 1 ? message('media/undecodable', { of: 'sound' }) : null;
}

/** Converts times of the container to the file's own time, which starts at 0 and is the reference of FFmpeg's `-ss`. */
interface Clock {
  /** The seconds by which FFmpeg's clock starts before the first sample of a file without a picture. */
  readonly leadSeconds: number;
  span(stream: ProbedStream): { readonly startSeconds: number; readonly endSeconds: number };
  time(containerSeconds: number): number;
}

function clockOf(
  probed: Probe,
  demuxer: Demuxer,
  { picture, sound }: ReturnType<typeof usedStreams>,
  { measured, isCut, isFollowed }: FileTimes,
): Clock {
  const origin = numberField(probed.format, 'start_time') ?? 0;
  const leadSeconds = picture === undefined && sound !== undefined ? leadOf(sound, demuxer, origin, measured) : 0;
  const time = (seconds: number) => roundMicroseconds(seconds - origin - leadSeconds);
  const startOf = ({ fields }: ProbedStream) => numberField(fields, 'start_time') ?? origin;
  return {
    leadSeconds,
    time,
    span: (stream) => {
      const packets = measured.get(indexOf(stream));
      const stated = containerEnd(stream, probed, packets);
      const isMeasured =
        (isCut && !PACKETS_ARE_SPREAD.has(demuxer)) ||
        BARE_SOUND.has(demuxer) ||
        // The packets of a second file have wrong times.
        (FACTS_BY_PACKETS.has(demuxer) && !isFollowed);
      const end =
        (isMeasured ? packets?.end : null) ?? exactEnd(stream, packets, stated, demuxer, probed) ?? stated ?? origin;
      const startSeconds = leadSeconds > 0 ? 0 : time(startOf(stream));
      return { startSeconds, endSeconds: Math.max(startSeconds, time(end + reorderDelay(stream, demuxer))) };
    },
  };
}

/** The ticks per second of Matroska, unless it states another scale. */
const MILLISECONDS = 1000;

/**
 * Returns the seconds before the first sample that a player presents. In a Matroska file, FFmpeg counts the priming as
 * time.
 */
function leadOf(sound: ProbedStream, demuxer: Demuxer, origin: number, measured: MeasuredStreams): number {
  const packets = measured.get(indexOf(sound));
  const rate = numberField(sound.fields, 'sample_rate') ?? 0;
  if (demuxer !== 'matroska' || packets === undefined || packets.priming === 0 || rate === 0) return 0;
  const skipped = Math.round((packets.priming * MILLISECONDS) / rate) / MILLISECONDS;
  return roundMicroseconds(Math.max(0, packets.start + skipped - origin));
}

/**
 * Returns the exact end of a stream, computed from its packets; null if it agrees with the stated length or is unknown.
 */
function exactEnd(
  { fields }: ProbedStream,
  packets: MeasuredStream | undefined,
  stated: number | null,
  demuxer: Demuxer,
  { format }: Probe,
): number | null {
  if (packets === undefined) return null;
  const rate = numberField(fields, 'sample_rate') ?? 0;
  const isSound = textField(fields, 'codec_type') === 'audio' && rate > 0;
  const gapless = isSound && demuxer === 'mov' ? samplesByTag(format) : null;
  if (gapless !== null && Math.abs(packets.start + gapless / rate - packets.end) < 2 * END_TOLERANCE_SECONDS)
    return packets.start + gapless / rate;
  if (stated === null || packets.jumps.length > 0) return packets.end;
  // FFmpeg estimates the length of a program stream from the stated times, which can exclude the last picture.
  // The length of a Windows Media file counts from zero, also for a picture that starts later.
  if (!isSound && (demuxer === 'mpeg' || (demuxer === 'asf' && packets.end < stated))) return packets.end;
  if (isSound && packets.priming + packets.padding > 0 && demuxer !== 'mov')
    return demuxer === 'matroska' && textField(fields, 'codec_name') === 'opus'
      ? countedEnd(packets, rate, numberField(format, 'start_time') ?? 0)
      : packets.end;
  return differsFrom(stated, packets, isSound) ? packets.end : null;
}

/** Returns the end of a stream on the container's clock, from its most specific statement; null without one. */
function containerEnd(stream: ProbedStream, probed: Probe, packets?: MeasuredStream): number | null {
  const whole = numberField(probed.format, 'duration') ?? 0;
  return (
    ownEnd(stream, probed, packets) ?? (whole > 0 ? (numberField(probed.format, 'start_time') ?? 0) + whole : null)
  );
}

/**
 * Returns the end of a stream that the container claims, on the container's clock. The length of a whole file is the
 * length of its longest stream. If another stream reaches it, the file is complete and claims nothing about this one.
 */
function claimedEnd(
  stream: ProbedStream,
  used: readonly ProbedStream[],
  probed: Probe,
  measured: MeasuredStreams,
): number | null {
  const packets = packetsIn(stream, measured);
  const end = containerEnd(stream, probed, packets);
  const own = ownEnd(stream, probed, packets);
  if (own !== null || end === null) return own;
  const reached = used.map((other) => (other === stream ? 0 : (packetsIn(other, measured)?.end ?? 0)));
  return Math.max(...reached) > end - END_TOLERANCE_SECONDS ? null : end;
}

/** Returns the end of a stream that the container states for this stream alone; null if it states none. */
function ownEnd({ fields, tags }: ProbedStream, { format }: Probe, packets?: MeasuredStream): number | null {
  const start = numberField(fields, 'start_time') ?? numberField(format, 'start_time') ?? 0;
  const duration = numberField(fields, 'duration');
  if (duration !== null && duration > 0) return start + duration - (packets?.editDelay ?? 0);
  const tagged = clockText(textField(tags, 'DURATION'));
  return tagged !== null && tagged > start ? tagged : null;
}

function videoFacts(
  stream: ProbedStream,
  clock: Clock,
  { keyFrames, measured, fields: orders }: FileTimes,
  tools: Pick<MediaTools, 'decoders'>,
): VideoFacts {
  const { fields } = stream;
  const codedWidth = numberField(fields, 'width') ?? 0;
  const codedHeight = numberField(fields, 'height') ?? 0;
  const decoder = alphaDecoder(stream, tools.decoders);
  const probedFormat = textField(fields, 'pix_fmt');
  // ffprobe reports the format of the default decoder, which drops the alpha.
  const pixelFormat = decoder !== null && probedFormat === 'yuv420p' ? 'yuva420p' : probedFormat;
  const rotation = rotationOf(stream);
  return {
    streamIndex: indexOf(stream),
    codec: textField(fields, 'codec_name'),
    decoder,
    codedWidth,
    codedHeight,
    ...squarePixelSize(stream, codedWidth, codedHeight, rotation),
    rotation,
    pixelFormat,
    hasAlpha: hasAlpha(pixelFormat),
    ...timingFacts(stream),
    ...clock.span(stream),
    gaps: gapsIn(measured.get(indexOf(stream)), clock),
    fields: orders.get(indexOf(stream)) ?? null,
    keyFrames: (keyFrames.get(numberField(fields, 'id') ?? 0) ?? []).map(clock.time),
    ...colorFacts(stream, pixelFormat, codedWidth, codedHeight),
  };
}

function gapsIn(packets: MeasuredStream | undefined, clock: Clock): readonly TimeSpan[] {
  return packets?.gaps.map(({ from, until }) => ({ from: clock.time(from), until: clock.time(until) })) ?? [];
}

function audioFacts(stream: ProbedStream, clock: Clock, { measured }: FileTimes): AudioFacts {
  const packets = measured.get(indexOf(stream));
  return {
    streamIndex: indexOf(stream),
    codec: textField(stream.fields, 'codec_name'),
    channels: numberField(stream.fields, 'channels') ?? 0,
    channelLayout: layoutOf(stream),
    sampleRate: numberField(stream.fields, 'sample_rate') ?? 0,
    ...clock.span(stream),
    gaps: gapsIn(packets, clock),
    priming: packets?.priming ?? 0,
    padding: packets?.padding ?? 0,
    leadSeconds: clock.leadSeconds,
  };
}

/** Returns the channel layout; null if it is unknown. ffprobe then reports `unknown`, an empty text, or nothing. */
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
