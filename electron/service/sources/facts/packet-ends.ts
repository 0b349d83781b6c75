import { StringDecoder } from 'node:string_decoder';
import type { Demuxer } from '../containers/demuxer.ts';
import type { SoundLink } from '../containers/ogg-links.ts';
import type { TimeSpan } from './media-facts.ts';
import { clockCanJump } from './media-input.ts';
import { listField, numberField, parseObject, textField } from './probe-json.ts';

export interface ClockJump {
  /** The time of the jump in seconds, after earlier jumps are removed. */
  readonly at: number;
  /** The size of the jump in seconds. */
  readonly by: number;
  /** The byte position of the first packet after the jump; null if it is unknown. */
  readonly position: number | null;
  /** The numbers of that packet and of the stream's packet before it, counted over all streams in file order. */
  readonly packet: number;
  readonly previous: number;
}

/** The packets of one stream. All times are in seconds of the container's clock, without its jumps. */
export interface MeasuredStream {
  /** The start of the first picture or sample that a player presents, without priming. */
  readonly start: number;
  /** The end of the last picture or sample, without padding. */
  readonly end: number;
  readonly packets: number;
  /** The sum of the durations of all packets, in seconds. It excludes gaps. */
  readonly lasting: number;
  /**
   * The numbers of samples that an encoder added at the start and at the end; 0 if the container does not signal them.
   */
  readonly priming: number;
  readonly padding: number;
  /** The first {@link MAX_LISTED} jumps of the clock, with their sizes. */
  readonly jumps: readonly ClockJump[];
  /** The first {@link MAX_LISTED} ranges without packets. */
  readonly gaps: readonly TimeSpan[];
  /** Whether a packet changes the description of the stream's coding (new extradata). */
  readonly redescribed: boolean;
  /** The start of the first sync frame if other packets precede it; otherwise null. */
  readonly lateKey: number | null;
  /** The end of the first packet with padding, or the first tag of a joined file, if sound follows; otherwise null. */
  readonly paddedAt: number | null;
  /** The seconds from the start of an edit list to its first picture, which FFmpeg removes; absent if there are none. */
  readonly editDelay?: number | undefined;
  /** Whether fragments of an MP4 can continue the stream after its table of samples; absent otherwise. */
  readonly continued?: true | undefined;
}

/** A reader of ffprobe's answer, which arrives in chunks. It measures the packets and collects the rest. */
interface AnswerReader {
  /** Throws {@link TooMuchMetadataError} if the answer is longer than {@link MeterOptions.mostCharacters}. */
  push(chunk: Buffer): void;
  /** Returns the JSON without its packets. */
  answer(): string;
  /**
   * Returns the measured streams by stream index. `sampleRates` contains the sample rate of each sound, also by stream
   * index.
   */
  streams(sampleRates: ReadonlyMap<number, number>): ReadonlyMap<number, MeasuredStream>;
}

/** The fields of packets that ffprobe prints, in the format `json=compact=1`. */
export const PACKET_FIELDS =
  'packet=codec_type,stream_index,pts_time,dts_time,duration_time,size,pos,flags:packet_side_data=side_data_type,skip_samples,discard_padding';

interface Span {
  /** The number of priming samples in the first packet. */
  skipped: number;
  /** The number of padding samples in the last packet. */
  cut: number;
  first: number;
  /** The decoding time of the first packet. */
  firstDecoded: number;
  /** The latest end in decoding time. */
  decodedEnd: number;
  /** Whether a packet has no presentation time. */
  hasUnknown: boolean;
  last: number;
  packets: number;
  lasting: number;
  end: number;
  /** The expected decoding time of the next packet, before `shift` is subtracted. */
  next: number | null;
  /** The sum of the clock's jumps so far. */
  shift: number;
  /** The number of the last packet, counted over all streams in file order. */
  number: number;
  priming: number;
  padding: number;
  redescribed: boolean;
  /** The duration of the last packet. */
  duration: number;
  hasKey: boolean;
  lateKey: number | null;
  paddedAt: number | null;
  readonly jumps: ClockJump[];
  readonly gaps: TimeSpan[];
}

/** The maximum number of bytes that a container adds to a packet. */
const PACKET_TAIL = 16;
/**
 * A tail of one byte, such as the padding of an AVI chunk. With this tail, a packet that ends exactly at the end of the
 * file counts as incomplete, because FFmpeg reports the available bytes as its size.
 */
const SHORT_TAIL = 1;
const SHORT_TAILED: ReadonlySet<Demuxer> = new Set(['amr', 'avi']);
/** The containers of raw sound. They add nothing to a packet, and the samples of an incomplete packet are usable. */
const RAW: ReadonlySet<Demuxer> = new Set(['aiff', 'caf', 'w64', 'wav']);
const MAX_LISTED = 100;
/**
 * The maximum duration of a sound packet of Ogg, in seconds. Vorbis and Opus packets last at most 0.12 s. FFmpeg
 * computes the duration of the last packet from the granule position, which may be wrong.
 */
const MAX_OGG_SECONDS = 2;
/** The maximum plausible time in seconds: about three years. A later time is an error in the file. */
const MAX_SECONDS = 1e8;
/** The difference in seconds above which FFmpeg assumes a jump of a clock that may jump (`-dts_delta_threshold`). */
export const JUMP_SECONDS = 10;
/**
 * The maximum time in seconds by which reordering and rounding make a clock run backward in containers whose clock may
 * jump.
 */
const BACKWARD_SECONDS = 0.1;
/**
 * The maximum disorder in other containers, in seconds. Each packet has a time, and some containers store packets out
 * of order.
 */
const DISORDER_SECONDS = 1;
/**
 * The minimum gap in a sound, in seconds. It exceeds the rounding of any container, and a lost packet of sound takes 20
 * ms or more.
 */
export const SOUND_GAP_SECONDS = 0.015;
/** The minimum gap in a picture, in seconds. A screen recording has pictures only when something moves. */
const PICTURE_GAP_SECONDS = 1;

export interface MeterOptions {
  readonly demuxer: Demuxer;
  /** The size of the file if it was cut. A packet that extends beyond this position is incomplete. */
  readonly cutAt?: number | undefined;
  /** The byte positions of packets that contain no picture or sound. */
  readonly headsAt?: ReadonlySet<number> | undefined;
  /** The links of chained sound. The times of later links count samples at the rate of the first link. */
  readonly links?: readonly SoundLink[] | null | undefined;
  readonly mostCharacters?: number;
}

/** The error for a file whose metadata exceeds the limit. */
export class TooMuchMetadataError extends Error {
  override readonly name = 'TooMuchMetadataError';
}

/** The maximum length of a packet with its side data, in characters. */
const MAX_PACKET = 4000;

export function createAnswerReader(options: MeterOptions): AnswerReader {
  const { cutAt = Number.POSITIVE_INFINITY, mostCharacters = Number.POSITIVE_INFINITY } = options;
  const tail = RAW.has(options.demuxer) ? 0 : SHORT_TAILED.has(options.demuxer) ? SHORT_TAIL : PACKET_TAIL;
  const decoder = new StringDecoder('utf8');
  const spans = new Map<number, Span>();
  const answer: string[] = [];
  const inOwnRate = rateCorrection(options.links ?? []);
  let packets = 0;
  let characters = 0;
  let inPackets = false;
  let packetText = '';
  let rest = '';

  const take = (read: Packet | null) => {
    packets += 1;
    const packet = read === null ? null : inOwnRate(read);
    if (packet === null || packet.until + tail > cutAt || options.headsAt?.has(packet.position ?? -1)) return;
    const span = spans.get(packet.index) ?? emptySpan();
    spans.set(packet.index, span);
    if (span.packets === 0) span.priming += packet.skipped;
    if (!packet.isDiscarded) addPacket(span, { ...packet, number: packets }, options);
  };
  /** Takes a line of a packet. A packet is a JSON object on one line, or on several lines if it has side data. */
  const takePacketLine = (line: string) => {
    if (line.startsWith('        { ')) packetText = line;
    else if (packetText.length < MAX_PACKET) packetText += line;
    const isWhole = /\},?$/.test(line) && (packetText === line || /^ {12}\]/.test(line));
    if (!isWhole) return;
    take(packetIn(packetText.replace(/,$/, '')));
    packetText = '';
  };
  const takeLine = (line: string) => {
    if (inPackets) {
      inPackets = !line.startsWith('    ]');
      if (inPackets) takePacketLine(line);
      return;
    }
    inPackets = line === '    "packets": [';
    if (inPackets) return;
    characters += line.length;
    answer.push(line);
  };
  return {
    push: (chunk) => {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) takeLine(line.trimEnd());
      if (characters + rest.length > mostCharacters) throw new TooMuchMetadataError();
    },
    answer: () => {
      takeLine(rest);
      rest = '';
      return answer.join('\n');
    },
    streams: (sampleRates) => {
      const nonEmpty = [...spans].filter(([, span]) => span.packets > 0);
      return new Map(nonEmpty.map(([index, span]) => [index, measured(span, sampleRates.get(index) ?? null, options)]));
    },
  };
}

interface Packet {
  readonly index: number;
  /** The byte position of the packet; null if it is unknown. */
  readonly position: number | null;
  readonly isSound: boolean;
  /** The presentation time in seconds, or the decoding time if the file does not state it. */
  readonly presented: number;
  /** Whether the file states the presentation time. */
  readonly isPresented: boolean;
  readonly decoded: number;
  readonly duration: number;
  /** The byte position after the packet; NaN if it is unknown. */
  readonly until: number;
  /** The numbers of priming and padding samples in the packet. */
  readonly skipped: number;
  readonly padding: number;
  /** Whether an edit list excludes the packet. */
  readonly isDiscarded: boolean;
  readonly isKey: boolean;
  readonly redescribes: boolean;
}

/**
 * Returns a function that corrects the times of packets for the sample rate of their link. It must get the packets in
 * file order.
 */
function rateCorrection(links: readonly SoundLink[]): (packet: Packet) => Packet {
  const [first] = links;
  let current = 0;
  return (packet) => {
    while ((links[current + 1]?.from ?? Number.POSITIVE_INFINITY) <= (packet.position ?? -1)) current += 1;
    const rate = links[current]?.rate;
    if (first === undefined || rate === undefined || rate === first.rate) return packet;
    const scale = first.rate / rate;
    const { presented, decoded, duration } = packet;
    return { ...packet, presented: presented * scale, decoded: decoded * scale, duration: duration * scale };
  };
}

/** A packet with its number, counted over all streams in file order. */
interface NumberedPacket extends Packet {
  readonly number: number;
}

/** Returns the packet in a line of ffprobe's JSON; null if it has no time. */
function packetIn(text: string): Packet | null {
  const fields = parseObject(text);
  if (fields === null) return null;
  const number = (name: string) => numberField(fields, name);
  const index = number('stream_index');
  const stated = number('pts_time');
  const presented = stated ?? number('dts_time');
  if (index === null || presented === null || Math.abs(presented) > MAX_SECONDS) return null;
  const flags = textField(fields, 'flags');
  const sideData = listField(fields, 'side_data_list');
  const sum = (name: string) => sideData.reduce((all, data) => all + (numberField(data, name) ?? 0), 0);
  return {
    ...{
      index,
      presented,
      isPresented: stated !== null,
      position: number('pos'),
      decoded: number('dts_time') ?? presented,
      duration: number('duration_time') ?? 0,
    },
    isSound: textField(fields, 'codec_type') === 'audio',
    until: (number('pos') ?? Number.NaN) + (number('size') ?? 0),
    skipped: sum('skip_samples'),
    padding: sum('discard_padding'),
    isDiscarded: flags.includes('D'),
    isKey: flags.includes('K'),
    redescribes: sideData.some((data) => textField(data, 'side_data_type') === 'New Extradata'),
  };
}

function addPacket(span: Span, packet: NumberedPacket, { demuxer }: MeterOptions): void {
  const { presented, decoded, skipped } = packet;
  const isWrong = demuxer === 'ogg' && packet.isSound && packet.duration > MAX_OGG_SECONDS;
  const duration = isWrong ? span.duration : packet.duration;
  const padding = isWrong ? 0 : packet.padding;
  // FFmpeg states no duration for compressed packets of CAF, so gaps between them are unknown.
  if (demuxer !== 'caf' || span.duration > 0) recordJumpOrGap(span, packet, clockCanJump(demuxer));
  const start = presented - span.shift;
  if (span.packets === 0) {
    span.skipped = skipped;
    span.first = start;
    span.firstDecoded = decoded - span.shift;
    span.end = start;
  }
  if (span.padding > 0) span.paddedAt ??= span.end;
  if (packet.isKey && !span.hasKey && span.packets > 0) span.lateKey = start;
  span.hasKey ||= packet.isKey;
  span.padding = padding;
  span.duration = duration;
  span.next = decoded + duration;
  span.number = packet.number;
  span.packets += 1;
  span.lasting += duration;
  if (packet.isPresented || demuxer !== 'mpeg') span.first = Math.min(span.first, start);
  span.hasUnknown ||= !packet.isPresented;
  span.decodedEnd = Math.max(span.decodedEnd, decoded - span.shift + duration);
  span.last = Math.max(span.last, start);
  if (start + duration >= span.end) span.cut = padding;
  span.end = Math.max(span.end, start + duration);
  span.redescribed ||= packet.redescribes;
}

/** Records a jump or a gap before a packet. */
function recordJumpOrGap(span: Span, { decoded, isSound, position, number }: NumberedPacket, mayJump: boolean): void {
  if (span.next === null) return;
  const jump = jumpOf(decoded - span.next, mayJump);
  if (jump !== 0) {
    if (span.jumps.length < MAX_LISTED)
      span.jumps.push({ at: span.end, by: jump, position, packet: number, previous: span.number });
    span.shift += jump;
    return;
  }
  if (decoded - span.next <= (isSound ? SOUND_GAP_SECONDS : PICTURE_GAP_SECONDS)) return;
  if (span.gaps.length < MAX_LISTED) span.gaps.push({ from: span.next - span.shift, until: decoded - span.shift });
}

function emptySpan(): Span {
  const nothing = {
    packets: 0,
    lasting: 0,
    next: null,
    shift: 0,
    number: 0,
    priming: 0,
    padding: 0,
    redescribed: false,
    hasUnknown: false,
    duration: 0,
    hasKey: false,
    lateKey: null,
    paddedAt: null,
  };
  const unknown = Number.NEGATIVE_INFINITY;
  const times = { skipped: 0, cut: 0, first: 0, firstDecoded: 0, decodedEnd: unknown, last: unknown, end: 0 };
  return { ...times, ...nothing, jumps: [], gaps: [] };
}

function jumpOf(delta: number, mayJump: boolean): number {
  if (mayJump) return delta > JUMP_SECONDS || delta < -BACKWARD_SECONDS ? delta : 0;
  return delta < -DISORDER_SECONDS ? delta : 0;
}

function measured(span: Span, rate: number | null, { demuxer }: MeterOptions): MeasuredStream {
  const { packets, lasting, priming, padding, redescribed, jumps: all, gaps, lateKey, paddedAt } = span;
  const seconds = (samples: number) => (rate === null ? 0 : samples / rate);
  // In Ogg, the duration of the last packet already excludes the padding.
  const end = endOf(span, demuxer) - (demuxer === 'ogg' ? 0 : seconds(span.cut));
  const start = span.first + seconds(span.skipped);
  return { start, end, packets, lasting, priming, padding, jumps: all, gaps, redescribed, lateKey, paddedAt };
}

/**
 * Returns the end of a stream. If the last packet has no duration, assumes the average of the others. A program stream
 * does not state the presentation times of all pictures. They are presented in the rhythm in which they are decoded, so
 * the end is the end of decoding plus the delay of the first picture.
 */
function endOf(span: Span, demuxer: string): number {
  const { first, firstDecoded, decodedEnd, hasUnknown, last, packets, end } = span;
  const known = end > last || packets < 2 ? end : last + (last - first) / (packets - 1);
  return demuxer === 'mpeg' && hasUnknown ? Math.max(known, decodedEnd + first - firstDecoded) : known;
}

/**
 * The tolerance between the measured and the stated end, in seconds. Smaller differences are caused by rounding, or by
 * the part that a decoder cuts off the last packet.
 */
export const END_TOLERANCE_SECONDS = 0.1;

/**
 * Checks whether the packets of a stream end at another time than the stated one, or whether a picture starts after it.
 */
export function differsFrom(stated: number, { end, packets, lasting }: MeasuredStream, isSound: boolean): boolean {
  const lastStart = packets > 1 && !isSound ? end - lasting / packets : Number.NEGATIVE_INFINITY;
  return Math.abs(end - stated) > END_TOLERANCE_SECONDS || lastStart > stated - ROUNDING_SECONDS;
}

/** The rounding of times in seconds. */
const ROUNDING_SECONDS = 0.001;

/**
 * Returns the end from the sum of the packets' durations. Opus packets last whole milliseconds, so the sum is exact
 * although their times are rounded.
 */
export function countedEnd(
  { start, end, lasting, priming, padding }: MeasuredStream,
  rate: number,
  origin: number,
): number {
  const counted = lasting - (priming + padding) / rate;
  if (Math.abs(counted - (end - start - priming / rate)) > 5 / MILLISECONDS) return end;
  return origin + Math.round((priming * MILLISECONDS) / rate) / MILLISECONDS + counted;
}

/** The ticks per second of Matroska, unless it states another scale. */
const MILLISECONDS = 1000;
