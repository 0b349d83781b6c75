import { StringDecoder } from 'node:string_decoder';

/** Learns from a list of packets when each stream ends. */
export interface EndMeter {
  push(chunk: Buffer): void;
  /** Seconds of the container's clock, by stream index. */
  ends(): ReadonlyMap<number, number>;
}

interface Span {
  first: number;
  last: number;
  packets: number;
  end: number;
}

/** Reads lines of `stream_index,pts_time,duration_time`, as ffprobe prints packets in CSV; lines without a time are passed over. */
export function createEndMeter(): EndMeter {
  const decoder = new StringDecoder('latin1');
  const spans = new Map<number, Span>();
  let open = '';

  const take = (line: string) => {
    const [, index, time, length] = /^(\d+),(-?[\d.]+),([\d.]+|N\/A)/.exec(line) ?? [];
    if (index === undefined || time === undefined) return;
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
    ends: () => {
      take(open);
      open = '';
      return new Map([...spans].map(([index, span]) => [index, endOf(span)]));
    },
  };
}

/** Where the last packet does not say how long it lasts, it lasts as long as the others did. */
function endOf({ first, last, packets, end }: Span): number {
  return end > last || packets < 2 ? end : last + (last - first) / (packets - 1);
}
