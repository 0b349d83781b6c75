import { open } from 'node:fs/promises';
import { readerOf } from '../../files/read-at.ts';
import { bodyAt, numberAfterTimes, numbersIn } from './iso-boxes.ts';

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
  /** The number of packets. */
  readonly count: number;
  /** The length in ticks of every packet except the last. */
  readonly delta: number;
  /** The length in seconds of every packet except the last. */
  readonly seconds: number;
  /** The length that FFmpeg states, in seconds. */
  readonly duration: number;
  /** The end of the last packet in seconds. */
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

/** The duration of a track whose file does not state it (ISO/IEC 14496-12, 8.4.2.3). Versions of FFmpeg read it differently. */
const UNKNOWN_DURATION = 0xffff_ffff;

/**
 * Returns the times of a track whose packets have the same length, except the last. Returns null for all other tracks.
 * Also returns null for an edit list that skips more than the delay of reordered frames or the priming of a sound.
 */
export function timingOf(track: Buffer, table: TrackTables, movieTicks: number, isPicture: boolean): Timing | null {
  const header = bodyAt(track, 'mdia', 'mdhd');
  const ticks = numberAfterTimes(header);
  const runs = numbersIn(table('stts') ?? Buffer.alloc(0), 2);
  const [most = 0, delta = 0, last = 0, lastDelta = delta] = runs ?? [];
  if (header === null || runs === null || ticks === 0 || ticks > 2 ** 30 || runs.length > 4 || last > 1) return null;
  const count = most + last;
  if (count < MIN_SAMPLES || count > MAX_SAMPLES || delta < 1 || lastDelta < 1 || lastDelta > delta) return null;
  const offsets = presentationOffsets(table('ctts'), count);
  if (offsets === null) return null;
  const stated = header[0] === 1 ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  if (stated === UNKNOWN_DURATION) return null;
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
export function presentationOffsets(body: Buffer | null, count: number): Float64Array | null {
  const offsets = new Float64Array(count);
  if (body === null) return offsets;
  let sample = 0;
  const runs = numbersIn(body, 2) ?? [];
  for (let row = 0; row < runs.length; row += 2) {
    const [run = 0, offset = 0] = [runs[row], runs[row + 1]];
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
  const rows = numbersIn(table('stsc') ?? Buffer.alloc(0), 3);
  if (rows === null || rows[0] !== 1) return null;
  for (let row = 0; row < rows.length; row += 3) {
    const isInOrder = row === 0 || (rows[row] ?? 0) > (rows[row - 3] ?? 0);
    if (!isInOrder || rows[row + 2] !== 1) return null;
  }
  let row = 0;
  return (chunk) => {
    if (chunk + 1 >= (rows[row + 3] ?? Number.POSITIVE_INFINITY)) row += 3;
    return rows[row + 1] ?? 0;
  };
}

function chunkOffsets(table: TrackTables): Uint32Array | Float64Array | null {
  const short = table('stco');
  if (short !== null) return numbersIn(short);
  const halves = numbersIn(table('co64') ?? Buffer.alloc(0), 2);
  if (halves === null) return null;
  return new Float64Array(halves.length / 2).map(
    (_, at) => (halves[2 * at] ?? 0) * 2 ** 32 + (halves[2 * at + 1] ?? 0),
  );
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

const MAX_CHUNKS = 64;
const CHUNK_HEAD = 12;
/** The size of the head of a packet table in bytes, and the maximum size: about 200 hours. */
const TABLE_HEAD = 24;
const MAX_TABLE_BYTES = 16 * 2 ** 20;
const LAST_PACKET_BYTES = 7;

/**
 * Returns the samples of a packet of ALAC in a Core Audio Format file, and the number by which the last packet has
 * fewer. Only this packet states it (`ALACDecoder.cpp`), because encoders count whole packets in the packet table.
 * Returns null for other files, and for files whose tables are not understood.
 */
export async function alacPadding(
  path: string,
): Promise<{ readonly samples: number; readonly padding: number } | null> {
  await using file = await open(path, 'r');
  const read = readerOf(file);
  const chunks = new Map<string, { readonly start: number; readonly bytes: number }>();
  for (let [at, count] = [8, 0]; count < MAX_CHUNKS; count++) {
    const head = await read(at, CHUNK_HEAD);
    if (head.length < CHUNK_HEAD) break;
    const bytes = Number(head.readBigInt64BE(4));
    if (bytes < 0 || !Number.isSafeInteger(bytes)) break;
    chunks.set(head.toString('latin1', 0, 4), { start: at + CHUNK_HEAD, bytes });
    at += CHUNK_HEAD + bytes;
  }
  const [description, data, table] = ['desc', 'data', 'pakt'].map((type) => chunks.get(type));
  if (!description || !data || !table || description.bytes < 32 || table.bytes > MAX_TABLE_BYTES) return null;
  const format = await read(description.start, 32);
  if (format.length < 32 || format.toString('latin1', 8, 12) !== 'alac') return null;
  const samples = format.readUInt32BE(20);
  const sizes = variableNumbers(await read(table.start, table.bytes));
  if (sizes === null || samples === 0) return null;
  // The number of edits precedes the packets.
  const packet = await read(data.start + 4 + sizes.sum - sizes.last, LAST_PACKET_BYTES);
  if (packet.length < LAST_PACKET_BYTES || sizes.sum + 4 > data.bytes) return null;
  // The element begins with 19 bits. Then a bit shows whether the number of samples follows the next 3 bits.
  const isPartial = ((packet.readUInt8(2) >> 4) & 1) === 1;
  const count = (packet.readUInt8(2) & 1) * 2 ** 31 + Math.floor(packet.readUInt32BE(3) / 2);
  return { samples, padding: isPartial && count <= samples ? samples - count : 0 };
}

/** Returns the sum and the last of the numbers in a packet table; null if it has fewer numbers than it states. */
function variableNumbers(table: Buffer): { readonly sum: number; readonly last: number } | null {
  if (table.length < TABLE_HEAD) return null;
  const count = Number(table.readBigInt64BE(0));
  let [sum, last, number, numbers] = [0, 0, 0, 0];
  for (let at = TABLE_HEAD; at < table.length && numbers < count; at++) {
    const byte = table[at] ?? 0;
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    [last, number] = [number, 0];
    sum += last;
    numbers += 1;
  }
  return numbers === count && count > 0 && Number.isSafeInteger(sum) ? { sum, last } : null;
}
