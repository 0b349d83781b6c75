import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { bodyAt, boxesIn, numberAfterTimes, type OuterBox, outerBoxes } from './iso-boxes.ts';

/**
 * The playable order of an MP4 file's fragments. FFmpeg drops the pictures of a fragment whose time precedes the
 * fragment before it. It also ignores a second `moov` box, and reads the fragments of a joined file with the description
 * and the clock of the first file.
 */
export interface FragmentOrder {
  /**
   * Whether fragments are out of order or repeated, or another file follows. The fragments of a `continued` file need no
   * other order: it repeats its description, as players of streams expect.
   */
  readonly of: 'order' | 'joined' | 'continued';
  /** The first affected place, in seconds of the first file. */
  readonly at: number;
  /** The ranges of the file in the correct order; null if the fragments cannot be moved. */
  readonly pieces: readonly Piece[] | null;
  /** Whether another file follows that has a different description, so that the pieces omit it. */
  readonly omitsFile: boolean;
}

/** A range of the file in bytes, and the bytes to replace by position in the file. */
interface Piece {
  readonly from: number;
  readonly until: number;
  readonly patches: readonly { readonly at: number; readonly bytes: Buffer }[];
}

/** The limits: outermost boxes, parts of tracks in all fragments, and the sizes of a `moof` and a `moov` box in bytes. */
const MAX_BOXES = 400_000;
const MAX_SPANS = 400_000;
const MAX_FRAGMENT_BYTES = 4 * 2 ** 20;
const MAX_MOVIE_BYTES = 16 * 2 ** 20;

/**
 * Returns the order of the fragments of an MP4 file; null for one file that FFmpeg plays as it is, or if the service
 * does not understand the file. Reads only the boxes around the media.
 * @param movie The body of the first `moov` box.
 */
export async function fragmentOrder(path: string, movie: Buffer): Promise<FragmentOrder | null> {
  if (bodyAt(movie, 'mvex') === null) return null;
  try {
    const found = await fragmentsIn(path, movie);
    return found === null ? null : orderOf(found);
  } catch (error) {
    // A box ends too early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Yields the bytes of the pieces in chunks. */
export async function* arrangedBytes(
  path: string,
  pieces: readonly Piece[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const { from, until, patches } of pieces) {
    let at = from;
    for await (const part of createReadStream(path, { start: from, end: until - 1, highWaterMark: 2 ** 20, signal })) {
      const chunk: Buffer = part;
      for (const patch of patches) {
        const end = Math.min(patch.at + patch.bytes.length, at + chunk.length);
        for (let place = Math.max(patch.at, at); place < end; place++)
          chunk[place - at] = patch.bytes[place - patch.at] ?? 0;
      }
      at += chunk.length;
      yield chunk;
    }
  }
}

/** The part of one track in a fragment. */
interface TrackSpan {
  readonly track: number;
  /** The start and the end in seconds. */
  readonly start: number;
  readonly end: number;
  /** The start in ticks, and the place of this number in the file. */
  readonly ticks: number;
  readonly ticksPerSecond: number;
  readonly at: number;
  readonly width: 4 | 8;
  /** The place of an absolute position of the data; null if positions are relative to the fragment. */
  readonly baseAt: number | null;
  readonly base: number;
}

interface Fragment {
  readonly from: number;
  /** The end of its media data. */
  until: number;
  readonly spans: readonly TrackSpan[];
  /** The end of the last sample in the file. */
  readonly dataEnd: number;
  /** The digest of the `moof` box after its sequence number, which is equal in a repeated fragment. */
  readonly digest: string;
  /** The number of `moov` boxes before it. */
  readonly part: number;
}

interface Fragments {
  readonly size: number;
  readonly fragments: readonly Fragment[];
  /** The places of the types of index boxes before the first fragment. The index is wrong in another order. */
  readonly indexes: readonly number[];
  readonly omitsFile: boolean;
}

interface TrackDefaults {
  readonly ticksPerSecond: number;
  readonly duration: number;
  readonly size: number;
}

/**
 * Returns the fragments of the first file and of equal files after it; null if they are not understood. Throws a
 * `RangeError` if there are too many.
 */
async function fragmentsIn(path: string, movie: Buffer): Promise<Fragments | null> {
  const tracks = defaultsIn(movie);
  const description = descriptionOf(movie);
  const [fragments, indexes]: [Fragment[], number[]] = [[], []];
  let [part, spans] = [0, 0];
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const found = { size, fragments, indexes };
  for await (const box of outerBoxes(file, size, MAX_BOXES)) {
    const isNextPart = box.type === 'moov' && part++ > 0;
    if (isNextPart && !(await hasDescription(box, description))) return { ...found, omitsFile: true };
    if (box.type !== 'moof') addOther(box, found);
    else {
      const fragment = await readFragment(box, tracks);
      spans += fragment?.spans.length ?? 0;
      if (spans > MAX_SPANS) return null;
      // The end of the file may cut the last fragment.
      if (fragment === null) return box.end > size ? { ...found, omitsFile: false } : null;
      fragments.push({ ...fragment, part });
    }
  }
  return { ...found, omitsFile: false };
}

/** Adds the media data of the last fragment, or the place of an index before all fragments. */
function addOther(
  { type, from, end }: OuterBox,
  found: { readonly fragments: Fragment[]; readonly indexes: number[] },
) {
  const last = found.fragments.at(-1);
  if (type === 'mdat' && last !== undefined) last.until = end;
  if (type === 'sidx' && last === undefined) found.indexes.push(from + 4);
}

async function hasDescription(movie: OuterBox, description: string | null): Promise<boolean> {
  const body = await movie.body(MAX_MOVIE_BYTES);
  return description !== null && body !== null && descriptionOf(body) === description;
}

/** Returns the clocks of the tracks and the defaults of their samples (ISO/IEC 14496-12, 8.8.3). */
function defaultsIn(movie: Buffer): ReadonlyMap<number, TrackDefaults> {
  const defaults = (boxesIn(bodyAt(movie, 'mvex') ?? Buffer.alloc(0)) ?? []).filter(({ type }) => type === 'trex');
  return new Map(
    (boxesIn(movie) ?? []).flatMap(({ type, body }) => {
      if (type !== 'trak') return [];
      const track = numberAfterTimes(bodyAt(body, 'tkhd'));
      const row = defaults.find((each) => each.body.readUInt32BE(4) === track)?.body;
      const ticksPerSecond = numberAfterTimes(bodyAt(body, 'mdia', 'mdhd'));
      if (row === undefined || ticksPerSecond === 0) return [];
      return [[track, { ticksPerSecond, duration: row.readUInt32BE(12), size: row.readUInt32BE(16) }] as const];
    }),
  );
}

/** Returns the parts of a `moov` box that fragments depend on. Equal texts mean that their fragments can be joined. */
function descriptionOf(movie: Buffer): string | null {
  const parts = (boxesIn(movie) ?? []).flatMap(({ type, body }) => {
    if (type === 'mvex') return [body.toString('latin1')];
    if (type !== 'trak') return [];
    const table = bodyAt(body, 'mdia', 'minf', 'stbl') ?? Buffer.alloc(0);
    const [numbers, entries] = [bodyAt(table, 'stsz'), bodyAt(table, 'stsd')];
    const hasSamples = numbers !== null && numbers.readUInt32BE(8) > 0;
    if (hasSamples || entries === null) return [null];
    const ticks = numberAfterTimes(bodyAt(body, 'mdia', 'mdhd'));
    return [`${numberAfterTimes(bodyAt(body, 'tkhd'))} ${ticks} ${entries.toString('latin1')}`];
  });
  return parts.length === 0 || parts.includes(null) ? null : parts.join('\n');
}

/** Reads a `moof` box. Returns null if it is incomplete, if a track is unknown, or if a part has no time. */
async function readFragment(
  { from, headBytes, end, body: read }: OuterBox,
  tracks: ReadonlyMap<number, TrackDefaults>,
): Promise<Omit<Fragment, 'part'> | null> {
  const body = await read(MAX_FRAGMENT_BYTES);
  const boxes = body && boxesIn(body);
  if (!boxes) return null;
  const placeOf = (box: Buffer) => from + headBytes + (box.byteOffset - body.byteOffset);
  const spans: TrackSpan[] = [];
  let dataEnd = 0;
  for (const { type, body: traf } of boxes) {
    if (type !== 'traf') continue;
    const part = readPart(traf, from, tracks);
    if (part === null) return null;
    const { time, header, isLong, hasBase, ...span } = part;
    const width = isLong ? 8 : 4;
    spans.push({ ...span, at: placeOf(time) + 4, width, baseAt: hasBase ? placeOf(header) + 8 : null });
    dataEnd = Math.max(dataEnd, span.dataEnd);
  }
  const afterSequence = boxes[0]?.type === 'mfhd' ? 16 : 0;
  const digest = createHash('sha256').update(body.subarray(afterSequence)).digest('base64');
  return { from, until: end, spans, dataEnd, digest };
}

/** Reads a `traf` box (8.8.6). */
function readPart(traf: Buffer, from: number, tracks: ReadonlyMap<number, TrackDefaults>) {
  const header = bodyAt(traf, 'tfhd');
  const time = bodyAt(traf, 'tfdt');
  const track = header?.readUInt32BE(4) ?? 0;
  const defaults = tracks.get(track);
  if (header === null || time === null || defaults === undefined) return null;
  const isLong = time[0] === 1;
  const ticks = isLong ? Number(time.readBigUInt64BE(4)) : time.readUInt32BE(4);
  const samples = samplesIn(traf, header, defaults);
  const hasBase = (header.readUInt32BE(0) & 1) !== 0;
  const base = hasBase ? Number(header.readBigUInt64BE(8)) : from;
  if (samples === null || !Number.isSafeInteger(ticks + samples.ticks) || !Number.isSafeInteger(base)) return null;
  const { ticksPerSecond } = defaults;
  const times = { start: ticks / ticksPerSecond, end: (ticks + samples.ticks) / ticksPerSecond };
  return {
    ...{ track, time, header, isLong, hasBase, ticks, ticksPerSecond, base },
    ...times,
    dataEnd: base + samples.dataEnd,
  };
}

/** The flags of `tfhd` and `trun` (8.8.7 and 8.8.8). Each field of `tfhd` follows the fields of smaller flags. */
const HEADER_FIELDS = [
  { flag: 0x01, bytes: 8 },
  { flag: 0x02, bytes: 4 },
  { flag: 0x08, bytes: 4 },
  { flag: 0x10, bytes: 4 },
];
const USUAL_DURATION = 0x08;
const USUAL_SIZE = 0x10;
const HAS_OFFSET = 0x1;
const HAS_FIRST_FLAGS = 0x4;
const HAS_DURATION = 0x100;
const HAS_SIZE = 0x200;
const SAMPLE_FIELDS = [HAS_DURATION, HAS_SIZE, 0x400, 0x800];

/** Returns the length of the samples in ticks, and the end of their data relative to the base; null if it is invalid. */
function samplesIn(
  traf: Buffer,
  header: Buffer,
  { duration, size }: TrackDefaults,
): { readonly ticks: number; readonly dataEnd: number } | null {
  const flags = header.readUInt32BE(0) & 0xff_ffff;
  const field = (flag: number, otherwise: number) => {
    if ((flags & flag) === 0) return otherwise;
    const before = HEADER_FIELDS.filter((each) => each.flag < flag && (flags & each.flag) !== 0);
    return header.readUInt32BE(before.reduce((sum, { bytes }) => sum + bytes, 8));
  };
  const usual = { duration: field(USUAL_DURATION, duration), size: field(USUAL_SIZE, size) };
  let [ticks, dataEnd] = [0, 0];
  for (const { type, body } of boxesIn(traf) ?? []) {
    const run = type === 'trun' ? readRun(body, usual) : { ticks: 0, bytes: 0, offset: null };
    if (run === null) return null;
    ticks += run.ticks;
    dataEnd = (run.offset ?? dataEnd) + run.bytes;
  }
  return { ticks, dataEnd };
}

/** Reads a `trun` box. Returns null if it has fewer samples than it states. */
function readRun(body: Buffer, usual: { readonly duration: number; readonly size: number }) {
  const flags = body.readUInt32BE(0) & 0xff_ffff;
  const has = (flag: number) => (flags & flag) !== 0;
  const count = body.readUInt32BE(4);
  const start = 8 + (has(HAS_OFFSET) ? 4 : 0) + (has(HAS_FIRST_FLAGS) ? 4 : 0);
  const rowBytes = 4 * SAMPLE_FIELDS.filter(has).length;
  if (start + count * rowBytes > body.length) return null;
  const total = (column: number) => {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += body.readUInt32BE(start + row * rowBytes + column);
    return sum;
  };
  return {
    ticks: has(HAS_DURATION) ? total(0) : count * usual.duration,
    bytes: has(HAS_SIZE) ? total(has(HAS_DURATION) ? 4 : 0) : count * usual.size,
    offset: has(HAS_OFFSET) ? body.readInt32BE(8) : null,
  };
}

/** The minimum step back in seconds. Smaller ones are rounding. */
const ROUNDING_SECONDS = 0.001;

function orderOf({ size, fragments: all, indexes, omitsFile }: Fragments): FragmentOrder | null {
  const [first] = all;
  if (first === undefined) return null;
  const fragments = all.filter((fragment, index) => !isRepeated(fragment, all[index - 1]));
  const backward = firstStepBack(fragments);
  const isJoined = omitsFile || all.some(({ part }) => part !== first.part);
  if (backward === null && fragments.length === all.length && !omitsFile)
    return isJoined ? { of: 'continued', at: 0, pieces: null, omitsFile } : null;
  const of = isJoined ? 'joined' : 'order';
  const at = backward?.at ?? fragments.reduce((end, { spans }) => Math.max(end, ...spans.map((span) => span.end)), 0);
  // Fragments that the end of the file cuts would take their missing bytes from the next fragment.
  const whole = fragments.filter(({ until }) => until <= size);
  const isMovable = whole.every(({ from, until, dataEnd, spans }) => {
    return dataEnd <= until && spans.every(({ base }) => base >= from && base <= until);
  });
  if (!isMovable || whole.length === 0) return { of, at, pieces: null, omitsFile };
  const sorted = whole.toSorted((one, other) => startOf(one) - startOf(other));
  const shifted = backward === null ? whole.map(unmoved) : areDisjoint(sorted) ? sorted.map(unmoved) : appended(whole);
  return { of, at, pieces: shifted && piecesOf(first.from, indexes, shifted), omitsFile };
}

/** Checks whether a fragment repeats the previous one, for example after a repeated request. */
function isRepeated(fragment: Fragment, previous: Fragment | undefined): boolean {
  const isSame = previous !== undefined && previous.part === fragment.part && fragment.spans.length > 0;
  return isSame && previous.digest === fragment.digest;
}

function startOf({ spans }: Fragment): number {
  return Math.min(...spans.map(({ start }) => start));
}

/** Returns the end of the file's time before its first step back; null if the times of all tracks only increase. */
function firstStepBack(fragments: readonly Fragment[]): { readonly at: number } | null {
  const latest = new Map<number, number>();
  let end = 0;
  for (const { spans } of fragments) {
    for (const { track, start } of spans)
      if (start < (latest.get(track) ?? start) - ROUNDING_SECONDS) return { at: end };
    for (const span of spans) {
      latest.set(span.track, span.start);
      end = Math.max(end, span.end);
    }
  }
  return null;
}

/** The maximum sum of overlaps in a track, in seconds. Some writers repeat the time of a frame. */
const OVERLAP_SECONDS = 0.25;

/** Checks whether hardly a fragment in this order begins before the middle of the previous one of its track. */
function areDisjoint(fragments: readonly Fragment[]): boolean {
  const previous = new Map<number, TrackSpan>();
  const overlaps = new Map<number, number>();
  for (const { spans } of fragments)
    for (const span of spans) {
      const { start, end } = previous.get(span.track) ?? { start: span.start, end: span.start };
      const overlap = (overlaps.get(span.track) ?? 0) + (span.start < (start + end) / 2 ? end - span.start : 0);
      if (overlap > OVERLAP_SECONDS) return false;
      overlaps.set(span.track, overlap);
      previous.set(span.track, span);
    }
  return true;
}

interface Moved {
  readonly fragment: Fragment;
  /** The seconds to add to its times. */
  readonly shift: number;
}

function unmoved(fragment: Fragment): Moved {
  return { fragment, shift: 0 };
}

/** Appends each run of fragments whose clock starts again to the end of the runs before it. */
function appended(fragments: readonly Fragment[]): readonly Moved[] {
  const moved: Moved[] = [];
  const latest = new Map<number, number>();
  let [shift, end] = [0, 0];
  for (const fragment of fragments) {
    const isBack = fragment.spans.some(
      ({ track, start }) => start + shift < (latest.get(track) ?? Number.NEGATIVE_INFINITY) - ROUNDING_SECONDS,
    );
    if (isBack) shift = end - startOf(fragment);
    moved.push({ fragment, shift });
    for (const span of fragment.spans) {
      latest.set(span.track, span.start + shift);
      end = Math.max(end, span.end + shift);
    }
  }
  return moved;
}

/** Returns the pieces of the file: everything before its fragments, and then the moved fragments. */
function piecesOf(start: number, indexes: readonly number[], moved: readonly Moved[]): readonly Piece[] | null {
  const free = indexes.map((at) => ({ at, bytes: Buffer.from('free', 'latin1') }));
  const pieces: Piece[] = [{ from: 0, until: start, patches: free }];
  let position = start;
  for (const { fragment, shift } of moved) {
    const patches = fragment.spans.flatMap(({ ticks, ticksPerSecond, at, width, baseAt, base }) => {
      const time = ticks + Math.round(shift * ticksPerSecond);
      const all = [{ at, bytes: numberBytes(time, width) }];
      if (baseAt !== null) all.push({ at: baseAt, bytes: numberBytes(base - fragment.from + position, 8) });
      return all;
    });
    pieces.push({ from: fragment.from, until: fragment.until, patches });
    position += fragment.until - fragment.from;
    if (patches.some(({ bytes }) => bytes.length === 0)) return null;
  }
  return pieces;
}

/** Returns a number with this many bytes; an empty buffer if it is too large. */
function numberBytes(value: number, width: 4 | 8): Buffer {
  if (value < 0 || value >= 2 ** (8 * width)) return Buffer.alloc(0);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes.subarray(8 - width);
}
