import { bodyAt, numberAfterTimes, rowsIn } from './iso-boxes.ts';

/** The byte positions and sizes of packets in a file. */
export interface PacketPlaces {
  readonly offsets: Float64Array;
  readonly sizes: Float64Array;
}

/** The normal speed of an edit, as a fixed-point number with 16 fractional bits. */
const USUAL_RATE = 0x1_0000;

/** Returns the body of a box of the sample tables by its type; null if it is missing. */
export type TrackTables = (type: string) => Buffer | null;

/** The times of a track. */
export interface Timing {
  readonly ticks: number;
  /** The number of packets, and the length in ticks of every packet except the last. */
  readonly count: number;
  readonly delta: number;
  /** The length in seconds of every packet except the last. */
  readonly seconds: number;
  /** The length that FFmpeg states, and the end of the last packet, in seconds. */
  readonly duration: number;
  readonly end: number;
  /** The ticks before the first presented picture or sample. */
  readonly skipped: number;
  /** Whether the last packet is as long as the others. */
  readonly isEven: boolean;
}

const MAX_SAMPLES = 2 ** 20;
/** The minimum number of packets. With fewer packets, FFmpeg may guess the frame rate. */
const MIN_SAMPLES = 8;
/** The maximum difference in seconds between the stated end and the end of the last packet. */
const END_SECONDS = 0.05;

/**
 * Returns the times of a track whose packets have the same length, except the last. Returns null for all other tracks.
 * Also returns null for an edit list that skips more than the delay of reordered frames or the priming of a sound.
 */
export function timingOf(track: Buffer, table: TrackTables, movieTicks: number, isPicture: boolean): Timing | null {
  const header = bodyAt(track, 'mdia', 'mdhd');
  const ticks = numberAfterTimes(header);
  const runs = rowsIn(table('stts') ?? Buffer.alloc(0), 2);
  const [most = 0, delta = 0] = runs?.[0] ?? [];
  const [last = 0, lastDelta = delta] = runs?.[1] ?? [];
  if (header === null || runs === null || ticks === 0 || ticks > 2 ** 30 || runs.length > 2 || last > 1) return null;
  const count = most + last;
  if (count < MIN_SAMPLES || count > MAX_SAMPLES || delta < 1 || lastDelta < 1 || lastDelta > delta) return null;
  const offsets = presentationOffsets(table('ctts'), count);
  if (offsets === null) return null;
  const stated = header[0] === 1 ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  const total = Math.min(stated, most * delta + last * lastDelta);
  const presented = Float64Array.from(offsets, (offset, sample) => sample * delta + offset);
  const first = presented.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const edit = editIn(bodyAt(track, 'edts', 'elst'), ticks, movieTicks);
  if (edit === null || total < 1) return null;
  const { start, length } = edit;
  // A sound may skip up to a second. FFmpeg searches this range for the packet before the first sample.
  if (isPicture ? start !== first : table('ctts') !== null || start > ticks) return null;
  const shown = presented.filter((time) => time < start + length);
  const latest = shown.reduce((latestSoFar, time) => Math.max(latestSoFar, time), 0);
  const end = (latest + (shown.length === count ? lastDelta : delta) - start) / ticks;
  const duration = Math.min(total, length) / ticks;
  if (Math.abs(end - duration) > END_SECONDS || shown.length < count - 2) return null;
  return { ticks, count, delta, seconds: delta / ticks, duration, end, skipped: start, isEven: lastDelta === delta };
}

/**
 * Returns the ticks from decoding to presentation of each packet; null if a number is negative or the table is
 * incomplete.
 */
function presentationOffsets(body: Buffer | null, count: number): Float64Array | null {
  const offsets = new Float64Array(count);
  if (body === null) return offsets;
  let sample = 0;
  for (const [run = 0, offset = 0] of rowsIn(body, 2) ?? []) {
    if (offset >= 2 ** 31 || sample + run > count) return null;
    offsets.fill(offset, sample, sample + run);
    sample += run;
  }
  return sample === count ? offsets : null;
}

/** Returns the only edit of a track, in ticks of the track; null for other edit lists (8.6.6). */
function editIn(
  body: Buffer | null,
  ticks: number,
  movieTicks: number,
): { readonly start: number; readonly length: number } | null {
  if (body === null) return { start: 0, length: Number.POSITIVE_INFINITY };
  if (body.readUInt32BE(4) !== 1) return null;
  const isLong = body[0] === 1;
  const length = isLong ? Number(body.readBigUInt64BE(8)) : body.readUInt32BE(8);
  const start = isLong ? Number(body.readBigInt64BE(16)) : body.readInt32BE(12);
  const rate = body.readUInt32BE(isLong ? 24 : 16);
  return length < 1 || start < 0 || rate !== USUAL_RATE
    ? null
    : { start, length: Math.floor((length * ticks) / movieTicks + 0.5) };
}

/** Returns the places of all packets; null if a table is inconsistent or a packet is outside of the file. */
export function placesOf(table: TrackTables, count: number, size: number): PacketPlaces | null {
  const sizeTable = table('stsz');
  const counts = packetsPerChunk(table);
  const chunks = chunkOffsets(table);
  if (sizeTable === null || counts === null || chunks === null || sizeTable.readUInt32BE(8) !== count) return null;
  const even = sizeTable.readUInt32BE(4);
  const [offsets, sizes] = [new Float64Array(count), new Float64Array(count)];
  let packet = 0;
  for (const [chunk, start] of chunks.entries()) {
    let at = start;
    for (let inChunk = counts(chunk); inChunk > 0; inChunk--, packet++) {
      if (packet >= count) return null;
      const bytes = even > 0 ? even : sizeTable.readUInt32BE(12 + 4 * packet);
      offsets[packet] = at;
      sizes[packet] = bytes;
      at += bytes;
      if (bytes === 0 || at > size) return null;
    }
  }
  return packet === count ? { offsets, sizes } : null;
}

/**
 * Returns a function that returns the number of packets of a chunk (8.7.4). Chunks are counted from zero and requested
 * in order. Returns null if the rows are out of order.
 */
function packetsPerChunk(table: TrackTables): ((chunk: number) => number) | null {
  const rows = rowsIn(table('stsc') ?? Buffer.alloc(0), 3);
  const isInOrder = ([first = 0, , description = 0]: readonly number[], at: number) =>
    description === 1 && (at === 0 ? first === 1 : first > (rows?.[at - 1]?.[0] ?? 0));
  if (rows === null || rows.length === 0 || !rows.every(isInOrder)) return null;
  let row = 0;
  return (chunk) => {
    if (chunk + 1 >= (rows[row + 1]?.[0] ?? Number.POSITIVE_INFINITY)) row += 1;
    return rows[row]?.[1] ?? 0;
  };
}

function chunkOffsets(table: TrackTables): readonly number[] | null {
  const short = table('stco');
  if (short !== null) return rowsIn(short)?.map(([at = 0]) => at) ?? null;
  const long = table('co64');
  return long === null ? null : (rowsIn(long, 2)?.map(([high = 0, low = 0]) => high * 2 ** 32 + low) ?? null);
}

/**
 * Looks up samples in a run-length table of counts and values. Returns for each sample its value and the sum of the
 * values before it; null if the table is too short.
 */
export function runsAt(
  samples: readonly number[],
  body: Buffer,
): readonly { readonly value: number; readonly sum: number }[] | null {
  const rows = body.length < 8 ? 0 : Math.min(body.readUInt32BE(4), Math.floor((body.length - 8) / 8));
  const values: { value: number; sum: number }[] = [];
  let [row, first, sum] = [0, 0, 0];
  for (const sample of samples) {
    for (; row < rows && sample >= first + body.readUInt32BE(8 + 8 * row); row++) {
      const count = body.readUInt32BE(8 + 8 * row);
      sum += count * body.readInt32BE(12 + 8 * row);
      first += count;
    }
    if (row >= rows) return null;
    const value = body.readInt32BE(12 + 8 * row);
    values.push({ value, sum: sum + (sample - first) * value });
  }
  return values;
}
