import { StringDecoder } from 'node:string_decoder';

/** A report of a running FFmpeg. */
export interface ToolProgress {
  /** The number of encoded frames; 0 without a video output. */
  readonly frames: number;
  /** The written time in seconds; null before the first packet is written. */
  readonly outSeconds: number | null;
  /** The written bytes; null if FFmpeg does not report them. */
  readonly bytes: number | null;
  /** The speed in seconds of film per second; null if FFmpeg does not report it yet. */
  readonly speed: number | null;
  /** Whether this is the last report of a run that ended on its own. */
  readonly finished: boolean;
}

/**
 * Parses the output of FFmpeg's `-progress`: `key=value` lines in blocks that end with `progress=continue` or
 * `progress=end`. Takes chunks of any size and returns the reports that they complete. Ignores all other lines.
 */
export function createProgressReader(): (chunk: Uint8Array) => readonly ToolProgress[] {
  const decoder = new StringDecoder('utf8');
  let open = '';
  let fields = new Map<string, string>();

  return (chunk) => {
    const reports: ToolProgress[] = [];
    const lines = (open + decoder.write(chunk)).split('\n');
    open = (lines.pop() ?? '').slice(0, 1000);
    for (const line of lines) {
      const [, key, value] = /^\s*([a-z0-9_]{1,40})=\s*(.{0,100}?)\s*$/.exec(line) ?? [];
      if (key === undefined || value === undefined) continue;
      if (key !== 'progress') {
        if (fields.size < 200) fields.set(key, value);
        continue;
      }
      reports.push(progressFromFields(fields, value === 'end'));
      fields = new Map();
    }
    return reports;
  };
}

function progressFromFields(fields: ReadonlyMap<string, string>, finished: boolean): ToolProgress {
  const microseconds = finiteNumber(fields.get('out_time_us'));
  return {
    frames: Math.max(0, finiteNumber(fields.get('frame')) ?? 0),
    // Before the first packet, FFmpeg writes N/A or the most negative number.
    outSeconds: microseconds === null || microseconds < -1e15 ? null : microseconds / 1e6,
    bytes: finiteNumber(fields.get('total_size')),
    speed: finiteNumber(fields.get('speed')?.replace(/x$/, '')),
    finished,
  };
}

function finiteNumber(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Checks whether a later report shows progress since an earlier one. */
export function hasAdvanced(earlier: ToolProgress | null, later: ToolProgress): boolean {
  return (
    earlier === null ||
    later.finished ||
    later.frames > earlier.frames ||
    (later.outSeconds ?? 0) > (earlier.outSeconds ?? 0) ||
    (later.bytes ?? 0) > (earlier.bytes ?? 0)
  );
}

/** The totals of the packets of one stream. */
export interface StreamCounters {
  readonly kind: string;
  readonly packets: number;
  /** The earliest presentation time in seconds. */
  readonly start: number;
  /** The latest end in seconds. */
  readonly end: number;
}

interface Count {
  packets: number;
  start: number;
  end: number;
}

/** The limit below which a time is unknown. FFmpeg writes the smallest 64-bit number for unknown times. */
const UNKNOWN = -9e18;
const MAX_LINE = 1000;

/**
 * Parses the output of FFmpeg's `framecrc` muxer with constant memory: `#tb 0: 1/30` and `#media_type 0: video` for
 * each stream, then `stream, dts, pts, duration, size, checksum` for each packet.
 */
export function createPacketCounters(): { take(chunk: Uint8Array): void; streams(): readonly StreamCounters[] } {
  const decoder = new TextDecoder();
  const kinds: string[] = [];
  const seconds: number[] = [];
  const counts: Count[] = [];
  let partialLine = '';

  const takePacket = (line: string): void => {
    const [stream = Number.NaN, dts = UNKNOWN, pts = UNKNOWN, duration = 0] = line.split(',', 4).map(Number);
    if (!Number.isSafeInteger(stream)) return;
    counts[stream] ??= { packets: 0, start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY };
    const count = counts[stream];
    const unit = seconds[stream] ?? Number.NaN;
    count.packets++;
    const time = pts > UNKNOWN ? pts : dts;
    if (time <= UNKNOWN) return;
    count.start = Math.min(count.start, time * unit);
    count.end = Math.max(count.end, (time + duration) * unit);
  };
  const takeLine = (line: string): void => {
    const [, name, stream, value = ''] = /^#(tb|media_type) (\d{1,4}): (\S+)/.exec(line) ?? [];
    if (name === 'tb') seconds[Number(stream)] = ratioOf(value);
    else if (name === 'media_type') kinds[Number(stream)] = value;
    else if (!line.startsWith('#')) takePacket(line);
  };
  return {
    take: (chunk) => {
      const lines = (partialLine + decoder.decode(chunk, { stream: true })).split('\n');
      partialLine = (lines.pop() ?? '').slice(0, MAX_LINE);
      for (const line of lines) if (line !== '') takeLine(line);
    },
    streams: () =>
      kinds.map((kind, stream) => ({
        kind,
        ...(counts[stream] ?? { packets: 0, start: Number.NaN, end: Number.NaN }),
      })),
  };
}

function ratioOf(text: string): number {
  const [numerator = Number.NaN, denominator = Number.NaN] = text.split('/').map(Number);
  return numerator / denominator;
}
