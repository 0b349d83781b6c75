import { open } from 'node:fs/promises';
import { readerOf } from '../../files/read-at.ts';
import { bodyAt, boxesIn, MAX_BOX_HEAD, numberAfterTimes, numbersIn, readBoxHead } from './iso-boxes.ts';
import { runsAt } from './packet-tables.ts';

/** The presentation times of sync frames, by the number of their track, in seconds of the container's clock. */
export type SyncFrames = ReadonlyMap<number, readonly number[]>;

/**
 * The minimum average distance of listed sync frames, in seconds. If they are closer together, decoding from the
 * previous one takes almost no time.
 */
const SPARSE_SECONDS = 3;
/** The maximum number of sync frames of a track: three hours at the minimum distance. */
const MAX_SYNC_FRAMES = 4096;
/** The maximum size of the tables, which is enough for a film of about ten hours. */
const MAX_MOVIE_BYTES = 64 * 2 ** 20;
/**
 * The maximum number of outermost boxes that are read. Files have only a few. Without the limit, reading a file of
 * empty boxes would take very long.
 */
const MAX_BOXES = 64;

/**
 * Returns the body of the `moov` box of a QuickTime or MP4 file; null if the box is missing, incomplete, unreadable, or
 * too large.
 */
export async function readMovieBox(path: string): Promise<Buffer | null> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    const read = readerOf(file);
    for (let start = 0, boxes = 0; start < size && boxes < MAX_BOXES; boxes++) {
      const head = readBoxHead(await read(start, MAX_BOX_HEAD));
      if (head === null) break;
      const bytes = head.bytes === 0 ? size - start : head.bytes;
      if (head.type === 'moov')
        return bytes > MAX_MOVIE_BYTES || start + bytes > size
          ? null
          : await read(start + head.headBytes, bytes - head.headBytes);
      start += bytes;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
  return null;
}

/**
 * Returns the sync frames from the body of a `moov` box if they are far apart (ISO/IEC 14496-12, 8.2.1). They only make
 * decoding faster: films are correct even if these times are wrong. The result is empty if the body is not understood.
 */
export function syncFramesIn(movie: Buffer): SyncFrames {
  const ticksPerSecond = numberAfterTimes(bodyAt(movie, 'mvhd'));
  const timesByTrack = new Map<number, readonly number[]>();
  for (const { type, body } of boxesIn(movie) ?? []) {
    const track = type === 'trak' ? numberAfterTimes(bodyAt(body, 'tkhd')) : 0;
    const times = track === 0 ? null : timesIn(body, ticksPerSecond);
    if (times !== null && areSparse(times)) timesByTrack.set(track, times);
  }
  return timesByTrack;
}

function areSparse(times: readonly number[]): boolean {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const inOrder = times.every((time, index) => index === 0 || time > (times[index - 1] ?? time));
  return inOrder && times.length > 0 && last - first >= (times.length - 1) * SPARSE_SECONDS;
}

/**
 * Returns the presentation times of a track's sync samples (8.6.2). Returns null if every sample is a sync sample, or
 * if the tables are damaged or too complex.
 */
function timesIn(track: Buffer, movieTicks: number): readonly number[] | null {
  const table = bodyAt(track, 'mdia', 'minf', 'stbl');
  const ticks = numberAfterTimes(bodyAt(track, 'mdia', 'mdhd'));
  const samples = table && syncSamplesIn(bodyAt(table, 'stss'));
  const runs = table && bodyAt(table, 'stts');
  const edited = startIn(bodyAt(track, 'edts', 'elst'), ticks, movieTicks);
  if (!table || !samples || !runs || edited === null || ticks === 0) return null;
  const start = edited - editDelayOf(track) / ticks;
  const decoded = ticksAt(samples, runs);
  const offsetTable = bodyAt(table, 'ctts');
  const offsets = offsetTable === null ? samples.map(() => 0) : valuesAt(samples, offsetTable);
  if (decoded === null || offsets === null) return null;
  return decoded.map((time, index) => start + (time + (offsets[index] ?? 0)) / ticks);
}

/**
 * Returns the numbers of the sync samples, counted from zero; null if the table is missing, empty, incomplete, or too
 * long.
 */
function syncSamplesIn(body: Buffer | null): readonly number[] | null {
  const count = body === null || body.length < 8 ? 0 : body.readUInt32BE(4);
  if (body === null || count === 0 || count > MAX_SYNC_FRAMES || body.length < 8 + 4 * count) return null;
  return Array.from({ length: count }, (_, index) => body.readUInt32BE(8 + 4 * index) - 1);
}

/**
 * Returns the seconds by which an edit list moves a track (8.6.6): positive for an empty edit, negative for a cut at
 * the start. Returns null for any other edit list.
 */
function startIn(body: Buffer | null, ticks: number, movieTicks: number): number | null {
  if (body === null) return 0;
  const edits = editsIn(body, 2);
  if (edits === null || movieTicks === 0 || ticks === 0) return null;
  let seconds = 0;
  for (const [index, { length, media }] of edits.entries()) {
    const isEmpty = media === EMPTY;
    // Support only one edit with media, after at most one empty edit.
    if (isEmpty !== index < edits.length - 1) return null;
    seconds += isEmpty ? length / movieTicks : -media / ticks;
  }
  return seconds;
}

/** The media time of an empty edit. */
const EMPTY = -1;
/** The maximum number of edits of a track that are searched for gaps. */
const MAX_EDITS = 4096;

/** Returns the edits of a list with at most `most` edits; null for a longer or incomplete list. */
function editsIn(body: Buffer, most: number): readonly { readonly length: number; readonly media: number }[] | null {
  if (body.length < 8) return null;
  const isLong = body[0] === 1;
  const width = isLong ? 20 : 12;
  const count = body.readUInt32BE(4);
  if (count > most || body.length < 8 + width * count) return null;
  return Array.from({ length: count }, (_, edit) => {
    const at = 8 + width * edit;
    return {
      length: isLong ? Number(body.readBigUInt64BE(at)) : body.readUInt32BE(at),
      media: isLong ? Number(body.readBigInt64BE(at + 8)) : body.readInt32BE(at + 4),
    };
  });
}

/**
 * Returns the first gap of each track whose edit list has an empty edit after an edit with media, in seconds of the
 * film, by the number of the track. FFmpeg plays the start of the file in such a gap.
 */
export function editGapsIn(movie: Buffer): ReadonlyMap<number, number> {
  const ticksPerSecond = numberAfterTimes(bodyAt(movie, 'mvhd'));
  const gaps = new Map<number, number>();
  for (const { type, body } of boxesIn(movie) ?? []) {
    const list = type === 'trak' ? bodyAt(body, 'edts', 'elst') : null;
    const edits = list === null ? null : editsIn(list, MAX_EDITS);
    const first = edits?.findIndex(({ media }) => media !== EMPTY) ?? -1;
    const gap = edits?.findIndex(({ media, length }, index) => index > first && media === EMPTY && length > 0) ?? -1;
    if (edits === null || first < 0 || gap < 0 || ticksPerSecond === 0) continue;
    const before = edits.slice(0, gap).reduce((sum, { length }) => sum + length, 0);
    gaps.set(numberAfterTimes(bodyAt(body, 'tkhd')), before / ticksPerSecond);
  }
  return gaps;
}

/**
 * Returns for each picture track the seconds from the start of its first edit to its first picture, by the number of the
 * track. Omits tracks whose first picture starts with the edit. FFmpeg removes this time: the picture before the edit is
 * not shown, and all later ones move forward.
 */
export function editDelaysIn(movie: Buffer): ReadonlyMap<number, number> {
  const delays = new Map<number, number>();
  for (const { type, body } of boxesIn(movie) ?? []) {
    if (type !== 'trak') continue;
    const ticks = numberAfterTimes(bodyAt(body, 'mdia', 'mdhd'));
    const delay = editDelayOf(body);
    if (ticks > 0 && delay > 0) delays.set(numberAfterTimes(bodyAt(body, 'tkhd')), delay / ticks);
  }
  return delays;
}

/** The maximum number of samples that are searched: about ten hours. Longer tables count as unedited. */
const MAX_SAMPLES = 2 ** 20;

/** Returns the ticks from the start of the first edit of a picture track to its first picture; 0 for other tracks. */
function editDelayOf(track: Buffer): number {
  const list = bodyAt(track, 'edts', 'elst');
  const edit = list && editsIn(list, MAX_EDITS)?.find(({ media }) => media !== EMPTY);
  const table = bodyAt(track, 'mdia', 'minf', 'stbl');
  if (!edit || !table || bodyAt(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12) !== 'vide') return 0;
  const lengths = numbersIn(bodyAt(table, 'stts') ?? Buffer.alloc(0), 2);
  const offsets = numbersIn(bodyAt(table, 'ctts') ?? Buffer.alloc(8), 2);
  if (lengths === null || offsets === null) return 0;
  const first = firstPresented(lengths, offsets, edit.media);
  return Number.isFinite(first) ? first - edit.media : 0;
}

/**
 * Returns the earliest presentation time from `start` on, in ticks; infinite without one. The tables contain pairs of a
 * count of samples and their length, or their offset from decoding to presentation.
 */
function firstPresented(lengths: Uint32Array, offsets: Uint32Array, start: number): number {
  let [first, time, samples, row, used] = [Number.POSITIVE_INFINITY, 0, 0, 0, 0];
  for (let run = 0; run < lengths.length; run += 2) {
    const [count = 0, length = 0] = [lengths[run], lengths[run + 1]];
    samples += count;
    if (samples > MAX_SAMPLES) return Number.POSITIVE_INFINITY;
    for (let sample = 0; sample < count; sample++, used++, time += length) {
      while (used >= (offsets[row] ?? Number.POSITIVE_INFINITY)) [row, used] = [row + 2, 0];
      // The offsets of version 1 are signed, and FFmpeg reads both versions as signed numbers (8.6.1.3).
      const presented = time + ((offsets[row + 1] ?? 0) | 0);
      if (presented >= start) first = Math.min(first, presented);
    }
  }
  return first;
}

/** Returns the decoding time of each of these samples: the sum of the durations before it. */
function ticksAt(samples: readonly number[], body: Buffer): readonly number[] | null {
  return runsAt(samples, body)?.map(({ sum }) => sum) ?? null;
}

/** Returns the table's values for these samples. */
function valuesAt(samples: readonly number[], body: Buffer): readonly number[] | null {
  return runsAt(samples, body)?.map(({ value }) => value) ?? null;
}
