import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import {
  areBoxes,
  bodyAt,
  boxesIn,
  defaultsIn,
  descriptionOf,
  NO_BOX,
  numberBytes,
  type OuterBox,
  outerBoxes,
  samplesEnd,
  samplesIn,
  type TrackDefaults,
} from './iso-boxes.ts';

/**
 * The playable order of an MP4 file's fragments. FFmpeg drops the pictures of a fragment whose time precedes the
 * fragment before it. It also ignores a second `moov` box, and reads the fragments of a joined file with the description
 * and the clock of the first file. It stops at zero bytes between fragments, and refuses a file that ends in a `moof` box.
 */
export interface FragmentOrder {
  /**
   * Whether fragments are out of order, repeated, separated by other bytes, or cut in their description, or another file
   * follows. The fragments of a `continued` file need no other order: it repeats its description, as players of streams
   * expect.
   */
  readonly of: 'order' | 'joined' | 'continued';
  /** The first affected place, in seconds of the first file. */
  readonly at: number;
  /** The ranges of the file in the correct order; null if the fragments cannot be moved. */
  readonly pieces: readonly Piece[] | null;
  /** Whether another file follows that has a different description, so that the pieces omit it. */
  readonly omitsFile: boolean;
  /** Whether the end of the file cuts the last fragment. */
  readonly isCut: boolean;
  /** The times in seconds from which damaged bytes leave a gap. */
  readonly losses: readonly number[];
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
  try {
    if (bodyAt(movie, 'mvex') === null) return await withoutFragments(path, movie);
    const found = await fragmentsIn(path, movie);
    return found === null ? null : orderOf(found, samplesEnd(movie));
  } catch (error) {
    // A box ends too early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Returns the part of a plain movie before the fragments that follow it, which FFmpeg cannot read. Returns null for a file
 * without fragments.
 */
async function withoutFragments(path: string, movie: Buffer): Promise<FragmentOrder | null> {
  await using file = await open(path, 'r');
  for await (const { type, from } of outerBoxes(file, (await file.stat()).size, MAX_BOXES)) {
    if (type !== 'moof') continue;
    const pieces = [{ from: 0, until: from, patches: [] }];
    return { of: 'joined', at: samplesEnd(movie), pieces, omitsFile: true, isCut: false, losses: [] };
  }
  return null;
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
  /** The start in seconds. */
  readonly start: number;
  /** The end in seconds. */
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
  /** Whether stray bytes or a damaged fragment precede it. The pieces omit them. */
  readonly followsOther: boolean;
}

interface Fragments {
  readonly size: number;
  /** The end of the last box before the first fragment. */
  readonly head: number;
  readonly fragments: readonly Fragment[];
  /** The places of the types of index boxes before the first fragment. The index is wrong in another order. */
  readonly indexes: readonly number[];
  readonly omitsFile: boolean;
  /** Whether the end of the file cuts the `moof` box of the next fragment. */
  readonly isCut: boolean;
}

/**
 * Returns the fragments of the first file and of equal files after it; null if they are not understood. Throws a
 * `RangeError` if there are too many.
 */
async function fragmentsIn(path: string, movie: Buffer): Promise<Fragments | null> {
  const tracks = defaultsIn(movie);
  const description = descriptionOf(movie);
  let part = 0;
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const found: Collected = { size, head: 0, fragments: [], indexes: [], spans: 0, inserted: 0, followsOther: false };
  for await (const box of outerBoxes(file, size, MAX_BOXES, FRAGMENT_START)) {
    const isNextPart = box.type === 'moov' && part++ > 0;
    if (isNextPart && !(await hasDescription(box, description))) return { ...found, omitsFile: true, isCut: false };
    if (box.type !== 'moof') {
      addOther(box, found);
      continue;
    }
    const fragment = withoutInsertion(await readFragment(box, tracks), found.inserted);
    // The end of the file may cut the last fragment.
    if (fragment === null && box.end > size) return { ...found, omitsFile: false, isCut: true };
    if (fragment === null && !(await isOverwritten(box))) return null;
    if (fragment !== null) found.fragments.push({ ...fragment, part, followsOther: found.followsOther });
    found.spans += fragment?.spans.length ?? 0;
    found.followsOther = fragment === null;
    if (found.spans > MAX_SPANS) return null;
  }
  return { ...found, omitsFile: false, isCut: false };
}

/** The part of a file that was read. */
interface Collected {
  readonly size: number;
  head: number;
  readonly fragments: Fragment[];
  readonly indexes: number[];
  spans: number;
  /** The number of stray bytes so far. */
  inserted: number;
  followsOther: boolean;
}

type ReadFragment = Omit<Fragment, 'part' | 'followsOther'>;

/** Corrects absolute positions in a fragment that bytes before it have moved. */
function withoutInsertion(fragment: ReadFragment | null, inserted: number): ReadFragment | null {
  const isMoved = inserted > 0 && fragment?.spans.every(({ base }) => base === fragment.from - inserted);
  if (fragment === null || !isMoved) return fragment;
  const spans = fragment.spans.map((span) => ({ ...span, base: fragment.from }));
  return { ...fragment, spans, dataEnd: fragment.dataEnd + inserted };
}

/** The start of a fragment after its size: its type, and its first box with its size (ISO/IEC 14496-12, 8.8.4). */
const FRAGMENT_START = Buffer.from('moof\0\0\0\x10mfhd', 'latin1');

/** Checks whether other data replaces a part of a fragment's boxes. */
async function isOverwritten(box: OuterBox): Promise<boolean> {
  const body = await box.body(MAX_FRAGMENT_BYTES);
  return body !== null && !areBoxes(body);
}

/** Adds the media data of the last fragment, the place of an index before all fragments, or stray bytes. */
function addOther({ type, from, end }: OuterBox, found: Collected): void {
  const last = found.fragments.at(-1);
  if (type === NO_BOX) {
    found.followsOther = true;
    found.inserted += end - from;
  } else if (last === undefined) found.head = end;
  if (type === 'mdat' && last !== undefined) last.until = end;
  if (type === 'sidx' && last === undefined) found.indexes.push(from + 4);
}

async function hasDescription(movie: OuterBox, description: string | null): Promise<boolean> {
  const body = await movie.body(MAX_MOVIE_BYTES);
  return description !== null && body !== null && descriptionOf(body) === description;
}

/** Reads a `moof` box. Returns null if it is incomplete, if a track is unknown, or if a part has no time. */
async function readFragment(
  { from, headBytes, end, body: read }: OuterBox,
  tracks: ReadonlyMap<number, TrackDefaults>,
): Promise<ReadFragment | null> {
  const body = await read(MAX_FRAGMENT_BYTES);
  const boxes = body && areBoxes(body) && boxesIn(body);
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

/** The minimum step back in seconds. Smaller ones are rounding. */
const ROUNDING_SECONDS = 0.001;

function orderOf(
  { size, head, fragments: all, indexes, omitsFile, isCut: isLastCut }: Fragments,
  start: number,
): FragmentOrder | null {
  const [first] = all;
  if (first === undefined) return null;
  const fragments = all.filter((fragment, index) => !isRepeated(fragment, all[index - 1]));
  const backward = firstStepBack(fragments);
  const isJoined = omitsFile || all.some(({ part }) => part !== first.part);
  const isCut = isLastCut || all.some(({ until, dataEnd }) => Math.max(until, dataEnd) > size);
  const [gap] = fragments.flatMap((fragment) => (fragment.followsOther ? [startOf(fragment)] : []));
  const isOrdered = backward === null && fragments.length === all.length && !omitsFile && gap === undefined;
  if (isOrdered && !isLastCut)
    return isJoined ? { of: 'continued', at: 0, pieces: null, omitsFile, isCut, losses: [] } : null;
  const losses = backward === null ? lossesIn(fragments, start) : [];
  const of = isJoined ? 'joined' : 'order';
  const at =
    backward?.at ?? gap ?? fragments.reduce((end, { spans }) => Math.max(end, ...spans.map((span) => span.end)), 0);
  // Fragments that the end of the file cuts would take their missing bytes from the next fragment.
  const whole = fragments.filter(({ until }) => until <= size);
  const isMovable = whole.every(({ from, until, dataEnd, spans }) => {
    return dataEnd <= until && spans.every(({ base }) => base >= from && base <= until);
  });
  const gapAt = backward === null ? whole.findIndex(({ followsOther }) => followsOther) : -1;
  // The fragments before the other bytes have correct positions.
  if (!isMovable && gapAt > 0) {
    const pieces = piecesOf(head, indexes, whole.slice(0, gapAt).map(unmoved));
    return { of, at, pieces, omitsFile, isCut: true, losses: [] };
  }
  if (!isMovable || whole.length === 0) return { of, at, pieces: null, omitsFile, isCut, losses };
  const sorted = whole.toSorted((one, other) => startOf(one) - startOf(other));
  const shifted = backward === null ? whole.map(unmoved) : areDisjoint(sorted) ? sorted.map(unmoved) : appended(whole);
  return { of, at, pieces: shifted && piecesOf(head, indexes, shifted), omitsFile, isCut, losses };
}

/** The minimum time in seconds that counts as missing between two fragments. Streams of a fragment end at different times. */
const LOSS_SECONDS = 0.25;

/** Returns the ends of fragments before which time is missing because damaged bytes are left out. */
function lossesIn(fragments: readonly Fragment[], start: number): readonly number[] {
  let end = start;
  return fragments.flatMap((fragment, index) => {
    const before = end;
    end = Math.max(end, ...fragment.spans.map((span) => span.end));
    return fragment.followsOther && index + start > 0 && startOf(fragment) - before > LOSS_SECONDS ? [before] : [];
  });
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
