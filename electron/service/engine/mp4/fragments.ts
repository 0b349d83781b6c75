import { bodyAt, boxesIn, MAX_BOX_HEAD, numberAfterTimes, readBoxHead } from '../../sources/containers/iso-boxes.ts';
import { type BoxBody, descriptionIn, type PictureSegment } from './mp4-segment.ts';

/** The frames of one fragment (`moof` and `mdat`), in decoding order. The first frame is a sync frame. */
export interface PictureFragment {
  readonly sizes: readonly number[];
  /** The ticks from the decoding to the display of each frame, as in {@link PictureSegment}. */
  readonly compositionOffsets: readonly number[];
  /** The indices of the sync frames in the fragment. */
  readonly syncFrames: readonly number[];
  /** The place of the frames in the file. */
  readonly place: BoxBody;
}

/** The facts before the first fragment. */
export type FragmentedHead = Pick<PictureSegment, 'description' | 'ticksPerSecond' | 'frameTicks'>;

/** A reader of a fragmented file of one picture track, which FFmpeg may still be writing. */
export interface FragmentReader {
  /** Returns the facts of the file; null before the first fragment was read. */
  head(): FragmentedHead | null;
  /**
   * Returns the next fragment; null if its last byte is not in the file yet. Throws a {@link FragmentError} for a
   * malformed file.
   * @param fileBytes The present size of the file.
   */
  next(fileBytes: number, read: ReadBytes): Promise<PictureFragment | null>;
}

type ReadBytes = (start: number, bytes: number) => Promise<Buffer>;

export class FragmentError extends Error {
  override readonly name = 'FragmentError';
}

/** The maximum size of the boxes with tables, in bytes. The table of a fragment has 16 bytes for each frame. */
const MAX_TABLES = 64 * 2 ** 20;

export function createFragmentReader(): FragmentReader {
  let position = 0;
  let file: FileFacts | null = null;
  let head: FragmentedHead | null = null;

  /** Returns the head of the box at a position; null if the box is incomplete. */
  const boxAt = async (start: number, fileBytes: number, read: ReadBytes) => {
    if (fileBytes - start < 8) return null;
    const found = readBoxHead(await read(start, Math.min(MAX_BOX_HEAD, fileBytes - start)));
    // FFmpeg writes the size of a box when the box is complete.
    if (found === null || found.bytes === 0 || start + found.bytes > fileBytes) return null;
    return { ...found, body: start + found.headBytes, end: start + found.bytes };
  };
  const tablesOf = async ({ body, end }: { readonly body: number; readonly end: number }, read: ReadBytes) => {
    if (end - body > MAX_TABLES) throw new FragmentError('a table is too large');
    return await read(body, end - body);
  };

  /** Returns the fragment whose `moof` is at the position; null if it is not complete. */
  const fragmentAt = async (
    found: NonNullable<Awaited<ReturnType<typeof boxAt>>>,
    fileBytes: number,
    read: ReadBytes,
  ): Promise<PictureFragment | null> => {
    const media = await boxAt(found.end, fileBytes, read);
    if (media === null) return null;
    const fragment = file && fragmentIn(await tablesOf(found, read), file);
    const bytes = fragment?.sizes.reduce((sum, size) => sum + size, 0);
    if (file === null || !fragment || media.type !== 'mdat' || bytes !== media.end - media.body)
      throw new FragmentError('a fragment is malformed');
    const { frameTicks, ...frames } = fragment;
    head ??= { description: file.description, ticksPerSecond: file.ticksPerSecond, frameTicks };
    // The duration of a single frame may have any value, because no frame follows.
    if (frames.sizes.length > 1 && frameTicks !== head.frameTicks)
      throw new FragmentError('the frames have different lengths');
    position = media.end;
    return { ...frames, place: { start: media.body, bytes } };
  };

  return {
    head: () => head,
    next: async (fileBytes, read) => {
      for (;;) {
        const found = await boxAt(position, fileBytes, read);
        if (found === null) return null;
        if (found.type === 'moof') return await fragmentAt(found, fileBytes, read);
        if (found.type === 'moov') file = factsIn(await tablesOf(found, read));
        position = found.end;
      }
    },
  };
}

/**
 * Reads all fragments of a finished file as one segment. Returns null if the file has no fragment or is malformed.
 */
export async function readFragmentedSegment(fileBytes: number, read: ReadBytes): Promise<PictureSegment | null> {
  const reader = createFragmentReader();
  const sizes: number[] = [];
  const compositionOffsets: number[] = [];
  const syncFrames: number[] = [];
  const ranges: BoxBody[] = [];
  try {
    for (let each = await reader.next(fileBytes, read); each !== null; each = await reader.next(fileBytes, read)) {
      for (const frame of each.syncFrames) syncFrames.push(sizes.length + frame);
      for (const wait of each.compositionOffsets) compositionOffsets.push(wait);
      for (const size of each.sizes) sizes.push(size);
      ranges.push(each.place);
    }
  } catch (error) {
    if (error instanceof FragmentError) return null;
    throw error;
  }
  const head = reader.head();
  const [first] = ranges;
  if (head === null || first === undefined) return null;
  // Each fragment starts with the frame that is displayed first, so the offset of that frame is the delay.
  const delay = compositionOffsets[0] ?? 0;
  return { ...head, sizes, compositionOffsets, syncFrames, delay, start: first.start, ranges };
}

interface FileFacts {
  readonly description: Uint8Array;
  readonly ticksPerSecond: number;
  /** The duration, the size, and the flags of samples without own values (`trex`; 14496-12, 8.8.3). */
  readonly defaults: SampleDefaults;
}

interface SampleDefaults {
  readonly duration: number;
  readonly size: number;
  readonly flags: number;
}

function factsIn(movie: Buffer): FileFacts | null {
  const media = bodyAt(movie, 'trak', 'mdia');
  const table = media && bodyAt(media, 'minf', 'stbl');
  const description = table && descriptionIn(table);
  const ticksPerSecond = numberAfterTimes(media && bodyAt(media, 'mdhd'));
  const trackDefaults = bodyAt(movie, 'mvex', 'trex');
  if (!description || ticksPerSecond === 0 || trackDefaults === null || trackDefaults.length < 24) return null;
  const [duration, size, flags] = [12, 16, 20].map((at) => trackDefaults.readUInt32BE(at));
  return { description, ticksPerSecond, defaults: { duration: duration ?? 0, size: size ?? 0, flags: flags ?? 0 } };
}

/** The flags of `tfhd` (14496-12, 8.8.7) and of `trun` (8.8.8). */
const HEADER = { dataOffset: 0x1, description: 0x2, duration: 0x8, size: 0x10, flags: 0x20 };
const RUN = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, offset: 0x800 };
/** The flag of a sample that depends on others (8.8.3.1). */
const NO_SYNC = 0x10000;

/** Reads a `moof` with one track. Returns null if it is malformed, or if its first frame depends on others. */
function fragmentIn(moof: Buffer, { defaults }: FileFacts): FragmentTables | null {
  const tracks = boxesIn(moof)?.filter(({ type }) => type === 'traf') ?? [];
  const [track] = tracks;
  const header = track && bodyAt(track.body, 'tfhd');
  const runs = (track && boxesIn(track.body))?.filter(({ type }) => type === 'trun') ?? [];
  const own = header && headerIn(header, defaults);
  const [run] = runs;
  const tables = run && own && tracks.length === 1 && runs.length === 1 ? tablesIn(run.body, own) : null;
  if (tables === null) return null;
  const { durations, ...frames } = tables;
  const [frameTicks = 0] = durations;
  // The last duration of a file may have any value, because no frame follows.
  if (frameTicks === 0 || durations.slice(0, -1).some((each) => each !== frameTicks)) return null;
  return frames.syncFrames[0] === 0 ? { ...frames, frameTicks } : null;
}

type FragmentTables = Omit<PictureFragment, 'place'> & { readonly frameTicks: number };

/** Reads the rows of a `trun`. Returns null if it has more or fewer numbers than its flags require. */
function tablesIn(run: Buffer, own: SampleDefaults) {
  if (run.length < 8) return null;
  const flags = run.readUInt32BE(0) & 0xffffff;
  const count = run.readUInt32BE(4);
  const fields = numbersIn(run, 8);
  const take = (flag: number, otherwise: number): number => (flags & flag ? fields.take() : otherwise);
  take(RUN.dataOffset, 0);
  const firstFlags = flags & RUN.firstFlags ? fields.take() : null;
  const width = [RUN.duration, RUN.size, RUN.flags, RUN.offset].filter((flag) => flags & flag).length;
  if (count === 0 || fields.left() !== count * width || count > MAX_TABLES) return null;
  const durations: number[] = [];
  const sizes: number[] = [];
  const compositionOffsets: number[] = [];
  const syncFrames: number[] = [];
  for (let frame = 0; frame < count; frame++) {
    durations.push(take(RUN.duration, own.duration));
    sizes.push(take(RUN.size, own.size));
    const ownFlags = take(RUN.flags, own.flags);
    const sampleFlags = frame === 0 ? (firstFlags ?? ownFlags) : ownFlags;
    if ((sampleFlags & NO_SYNC) === 0) syncFrames.push(frame);
    compositionOffsets.push(take(RUN.offset, 0));
  }
  return { durations, sizes, compositionOffsets, syncFrames };
}

function headerIn(header: Buffer, defaults: SampleDefaults): SampleDefaults | null {
  if (header.length < 8) return null;
  const flags = header.readUInt32BE(0) & 0xffffff;
  const fields = numbersIn(header, 8);
  if (flags & HEADER.dataOffset) for (let word = 0; word < 2; word++) fields.take();
  if (flags & HEADER.description) fields.take();
  const duration = flags & HEADER.duration ? fields.take() : defaults.duration;
  const size = flags & HEADER.size ? fields.take() : defaults.size;
  const sampleFlags = flags & HEADER.flags ? fields.take() : defaults.flags;
  return fields.left() < 0 ? null : { duration, size, flags: sampleFlags };
}

/** Reads consecutive 32-bit numbers. A number after the end is zero, and `left` is then negative. */
function numbersIn(bytes: Buffer, start: number) {
  let at = start;
  return {
    take: (): number => {
      at += 4;
      return at <= bytes.length ? bytes.readUInt32BE(at - 4) : 0;
    },
    /** The number of remaining numbers. */
    left: (): number => (bytes.length - at) / 4,
  };
}
