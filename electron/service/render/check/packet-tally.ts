/** What the packets of one stream come to. */
export interface StreamTally {
  readonly kind: string;
  readonly packets: number;
  /** In seconds: the least presentation time, and the greatest end. */
  readonly start: number;
  readonly end: number;
}

interface Count {
  packets: number;
  start: number;
  end: number;
}

/** The least number there is stands for a time that is not known. */
const UNKNOWN = -9e18;
const LONGEST_LINE = 1000;

/**
 * Reads what FFmpeg's `framecrc` muxer writes, however long, in little memory: `#tb 0: 1/30` and `#media_type 0: video`
 * for each stream, then `stream, dts, pts, duration, size, checksum` for each packet.
 */
export function createPacketTally(): { take(chunk: Uint8Array): void; streams(): readonly StreamTally[] } {
  const decoder = new TextDecoder();
  const kinds: string[] = [];
  const seconds: number[] = [];
  const counts: Count[] = [];
  let open = '';

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
      const lines = (open + decoder.decode(chunk, { stream: true })).split('\n');
      open = (lines.pop() ?? '').slice(0, LONGEST_LINE);
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
