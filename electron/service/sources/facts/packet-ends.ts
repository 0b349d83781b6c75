import { StringDecoder } from 'node:string_decoder';
import type { Demuxer } from '../containers/demuxer.ts';
import { jumps } from './media-input.ts';

/** A stretch of a stream, in seconds. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

export interface ClockJump {
  readonly at: number;
  readonly by: number;
}

/** The packets of one stream. Seconds count by the container's clock, without its jumps. */
export interface MeasuredStream {
  /** The first picture or sample that a player presents: priming is left out. */
  readonly start: number;
  /** The end of the last one: padding is left out. */
  readonly end: number;
  readonly packets: number;
  /** Seconds that all of them last. */
  readonly lasting: number;
  /** Samples that an encoder put before the first and behind the last; 0 where the container does not signal them. */
  readonly priming: number;
  readonly padding: number;
  /** Where the clock jumps, and by how much; the first {@link MOST_LISTED}. */
  readonly jumps: readonly ClockJump[];
  /** Stretches without packets; the first {@link MOST_LISTED}. */
  readonly gaps: readonly TimeSpan[];
  /** Whether a packet brings another description of its coding. */
  readonly redescribed: boolean;
}

/** Learns from a list of packets what there is of each stream. */
export interface PacketMeter {
  push(chunk: Buffer): void;
  /** By stream index. */
  streams(): ReadonlyMap<number, MeasuredStream>;
}

/** What ffprobe is asked to list for it, and how. */
export const METERED =
  'packet=stream_index,pts_time,dts_time,duration_time,size,pos,flags:packet_side_data=side_data_type,skip_samples,discard_padding';
export const METERED_AS = 'compact=print_section=0';

interface Span {
  /** Seconds of priming in the first packet. */
  skipped: number;
  first: number;
  last: number;
  packets: number;
  lasting: number;
  end: number;
  /** Where the next packet is expected, in decoding order and without shift. */
  next: number | null;
  /** By how much the clock has jumped so far. */
  shift: number;
  priming: number;
  padding: number;
  redescribed: boolean;
  readonly jumps: ClockJump[];
  readonly gaps: TimeSpan[];
}

/** A container may close a packet with so many bytes of its own. */
const PACKET_TAIL = 16;
const MOST_LISTED = 100;
/** FFmpeg takes more than this for a jump of a clock that may jump (`-dts_delta_threshold`). */
const JUMP_SECONDS = 10;
/** Such a clock never runs backward, apart from what reordering and rounding take. */
const BACKWARD_SECONDS = 0.1;
/** Other containers state times of their own; some write them in disorder. */
const DISORDER_SECONDS = 1;
/** Longer than any rounding of a container; a lost packet of sound takes 20 ms and more. */
const SOUND_GAP_SECONDS = 0.015;
/** A recording of a screen has a picture only where something moves. */
const PICTURE_GAP_SECONDS = 1;

export interface MeterOptions {
  readonly demuxer: Demuxer;
  /** Of the streams of sound, by index. */
  readonly sampleRates: ReadonlyMap<number, number>;
  /** Bytes of a file that was cut there: of the packet that reaches to that place a part is all there is. */
  readonly cutAt?: number | undefined;
}

/** Reads lines of {@link METERED}; lines without a time are passed over. */
export function createPacketMeter(options: MeterOptions): PacketMeter {
  const { sampleRates, cutAt = Number.POSITIVE_INFINITY } = options;
  const decoder = new StringDecoder('latin1');
  const spans = new Map<number, Span>();
  let open = '';

  const take = (line: string) => {
    const packet = packetIn(line);
    if (packet === null || packet.until > cutAt) return;
    const span = spans.get(packet.index) ?? begun();
    spans.set(packet.index, span);
    if (span.packets === 0) span.priming += packet.skipped;
    if (!packet.isDiscarded) count(span, packet, sampleRates.get(packet.index) ?? null, options);
  };
  return {
    push: (chunk) => {
      const lines = (open + decoder.write(chunk)).split('\n');
      open = (lines.pop() ?? '').slice(-400);
      for (const line of lines) take(line);
    },
    streams: () => {
      take(open);
      open = '';
      const there = [...spans].filter(([, { packets }]) => packets > 0);
      return new Map(there.map(([index, span]) => [index, measured(span)]));
    },
  };
}

interface Packet {
  readonly index: number;
  /** Seconds. */
  readonly shown: number;
  readonly decoded: number;
  readonly duration: number;
  /** The byte of the file behind it; NaN where that is not known. */
  readonly until: number;
  /** Samples. */
  readonly skipped: number;
  readonly padding: number;
  /** Whether an edit list leaves it out. */
  readonly isDiscarded: boolean;
  readonly redescribes: boolean;
}

function packetIn(line: string): Packet | null {
  const fields = fieldsOf(line);
  const number = (name: string) => numberIn(fields, name);
  const index = number('stream_index');
  const shown = number('pts_time') ?? number('dts_time');
  if (index === null || shown === null) return null;
  return {
    ...{ index, shown, decoded: number('dts_time') ?? shown, duration: number('duration_time') ?? 0 },
    until: (number('pos') ?? Number.NaN) + (number('size') ?? 0) + PACKET_TAIL,
    skipped: number('skip_samples') ?? 0,
    padding: number('discard_padding') ?? 0,
    isDiscarded: fields.get('flags')?.includes('D') === true,
    redescribes: line.includes('New Extradata'),
  };
}

function count(span: Span, packet: Packet, rate: number | null, { demuxer }: MeterOptions): void {
  const { shown, decoded, duration, skipped, padding } = packet;
  takeTime(span, packet, rate, jumps(demuxer));
  const start = shown - span.shift;
  if (span.packets === 0) {
    span.skipped = rate === null ? 0 : skipped / rate;
    span.first = start;
    span.end = start;
  }
  // The last packet of Ogg lasts as long as what is heard of it.
  const cut = rate === null || demuxer === 'ogg' ? 0 : padding / rate;
  span.padding = padding;
  span.next = decoded + duration;
  span.packets += 1;
  span.lasting += duration;
  span.first = Math.min(span.first, start);
  span.last = Math.max(span.last, start);
  span.end = Math.max(span.end, start + duration - cut);
  span.redescribed ||= packet.redescribes;
}

/** Notes a jump or a gap before a packet. */
function takeTime(span: Span, { decoded }: Packet, rate: number | null, mayJump: boolean): void {
  if (span.next === null) return;
  const jump = jumpOf(decoded - span.next, mayJump);
  if (jump !== 0) {
    if (span.jumps.length < MOST_LISTED) span.jumps.push({ at: span.end, by: jump });
    span.shift += jump;
    return;
  }
  if (decoded - span.next <= (rate === null ? PICTURE_GAP_SECONDS : SOUND_GAP_SECONDS)) return;
  if (span.gaps.length < MOST_LISTED) span.gaps.push({ from: span.next - span.shift, until: decoded - span.shift });
}

function begun(): Span {
  const nothing = { packets: 0, lasting: 0, next: null, shift: 0, priming: 0, padding: 0, redescribed: false };
  const [skipped, first, last, end] = [0, 0, Number.NEGATIVE_INFINITY, 0];
  return { skipped, first, last, end, ...nothing, jumps: [], gaps: [] };
}

function jumpOf(delta: number, mayJump: boolean): number {
  if (mayJump) return delta > JUMP_SECONDS || delta < -BACKWARD_SECONDS ? delta : 0;
  return delta < -DISORDER_SECONDS ? delta : 0;
}

function measured(span: Span): MeasuredStream {
  const { packets, lasting, priming, padding, redescribed, jumps: all, gaps } = span;
  return {
    start: span.first + span.skipped,
    end: endOf(span),
    packets,
    lasting,
    priming,
    padding,
    jumps: all,
    gaps,
    redescribed,
  };
}

/** Where the last packet does not say how long it lasts, it lasts as long as the others did. */
function endOf({ first, last, packets, end }: Span): number {
  return end > last || packets < 2 ? end : last + (last - first) / (packets - 1);
}

function fieldsOf(line: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const field of line.trimEnd().split('|')) {
    const equals = field.indexOf('=');
    if (equals > 0) fields.set(field.slice(0, equals), field.slice(equals + 1));
  }
  return fields;
}

function numberIn(fields: ReadonlyMap<string, string>, name: string): number | null {
  const text = fields.get(name);
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
