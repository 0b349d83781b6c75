import { StringDecoder } from 'node:string_decoder';

/** What of a stream is really in its file. */
export interface MeasuredStream {
  /** Seconds of the container's clock. */
  readonly end: number;
  readonly packets: number;
}

/** Learns from a list of packets what there is of each stream. */
export interface PacketMeter {
  push(chunk: Buffer): void;
  /** By stream index. */
  streams(): ReadonlyMap<number, MeasuredStream>;
}

/** What ffprobe is asked to list for it. */
export const METERED = 'packet=stream_index,pts_time,duration_time,size,pos';

interface Span {
  first: number;
  last: number;
  packets: number;
  end: number;
}

/** A container may close a packet with so many bytes of its own. */
const PACKET_TAIL = 16;

/**
 * Reads lines of {@link METERED}, as ffprobe prints packets in CSV; lines without a time are passed over.
 * @param cutAt Bytes of a file that was cut there: of the packet that reaches to that place a part is all there is.
 */
export function createPacketMeter(cutAt = Number.POSITIVE_INFINITY): PacketMeter {
  const decoder = new StringDecoder('latin1');
  const spans = new Map<number, Span>();
  let open = '';

  const take = (line: string) => {
    const [, index, time, length, size, position] =
      /^(\d+),(-?[\d.]+),([\d.]+|N\/A)(?:,(\d+|N\/A))?(?:,(\d+|N\/A))?/.exec(line) ?? [];
    if (index === undefined || time === undefined) return;
    if (Number(position) + Number(size) + PACKET_TAIL > cutAt) return;
    const start = Number(time);
    const duration = length === 'N/A' ? 0 : Number(length);
    const span = spans.get(Number(index)) ?? { first: start, last: start, packets: 0, end: start };
    span.packets += 1;
    span.first = Math.min(span.first, start);
    span.last = Math.max(span.last, start);
    span.end = Math.max(span.end, start + duration);
    spans.set(Number(index), span);
  };
  return {
    push: (chunk) => {
      const lines = (open + decoder.write(chunk)).split('\n');
      open = (lines.pop() ?? '').slice(-200);
      for (const line of lines) take(line);
    },
    streams: () => {
      take(open);
      open = '';
      return new Map([...spans].map(([index, span]) => [index, { end: endOf(span), packets: span.packets }]));
    },
  };
}

/** Where the last packet does not say how long it lasts, it lasts as long as the others did. */
function endOf({ first, last, packets, end }: Span): number {
  return end > last || packets < 2 ? end : last + (last - first) / (packets - 1);
}
