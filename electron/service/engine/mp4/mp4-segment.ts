import {
  type BoxHead,
  bodyAt,
  box,
  boxesIn,
  MAX_BOX_HEAD,
  numberAfterTimes,
  readBoxHead,
  rowsIn,
} from '../../sources/containers/iso-boxes.ts';

/** The picture of a scene in a separate MP4 file that FFmpeg wrote. The frames are in decoding order. */
export interface PictureSegment {
  /** The sample description, which a decoder needs before the first frame. */
  readonly description: Uint8Array;
  readonly ticksPerSecond: number;
  readonly frameTicks: number;
  /** The size of each frame in bytes. */
  readonly sizes: readonly number[];
  /**
   * The composition offset of each frame: the ticks from its decoding to its display. These are the smallest offsets
   * with which no frame is late.
   */
  readonly compositionOffsets: readonly number[];
  /** The indices of the sync frames. */
  readonly syncFrames: readonly number[];
  /** The ticks between the first decoding time and the first displayed frame. */
  readonly delay: number;
  /** The position of the first frame in the file. The frames follow one another without gaps. */
  readonly start: number;
  /** The places of the frames of a fragmented file, which have gaps between them; absent for other files. */
  readonly ranges?: readonly BoxBody[];
}

/** The positions of the boxes that {@link readPictureSegment} reads. */
export interface SegmentBoxes {
  readonly movie: BoxBody;
  readonly media: BoxBody;
}

/** A range of bytes in a file, such as the body of a box. */
export interface BoxBody {
  readonly start: number;
  readonly bytes: number;
}

/** FFmpeg writes four top-level boxes. The limit protects against a file with an enormous number of empty boxes. */
const MAX_BOXES = 64;

/** Finds the `moov` and `mdat` boxes of a file. Returns null if one of them is missing. */
export async function findBoxes(
  fileBytes: number,
  read: (start: number, bytes: number) => Promise<Buffer>,
): Promise<SegmentBoxes | null> {
  const bodies = new Map<string, BoxBody>();
  let boxes = 0;
  for (let start = 0; start < fileBytes; ) {
    const head: BoxHead | null = readBoxHead(await read(start, Math.min(MAX_BOX_HEAD, fileBytes - start)));
    const size = head?.bytes === 0 ? fileBytes - start : head?.bytes;
    if (head === null || size === undefined || start + size > fileBytes || ++boxes > MAX_BOXES) return null;
    bodies.set(head.type, { start: start + head.headBytes, bytes: size - head.headBytes });
    start += size;
  }
  const [movie, media] = [bodies.get('moov'), bodies.get('mdat')];
  return movie === undefined || media === undefined ? null : { movie, media };
}

/**
 * Reads the tables of a segment. Returns null if a table is missing or malformed, or if the frames have different
 * durations or do not directly follow one another.
 */
export function readPictureSegment(movie: Buffer, { media }: SegmentBoxes): PictureSegment | null {
  const track = bodyAt(movie, 'trak', 'mdia');
  const header = track && bodyAt(track, 'mdhd');
  const table = track && bodyAt(track, 'minf', 'stbl');
  const description = table && descriptionIn(table);
  const sizes = table && sizesIn(table, media.bytes);
  if (!header || !table || !description || !sizes) return null;
  const count = sizes.length;
  const durations = runsIn(bodyAt(table, 'stts'), count);
  const compositionOffsets = bodyAt(table, 'ctts') === null ? sizes.map(() => 0) : runsIn(bodyAt(table, 'ctts'), count);
  const syncFrames = syncFramesIn(table, count);
  const ticksPerSecond = numberAfterTimes(header);
  const [frameTicks = 0] = durations ?? [];
  if (frameTicks === 0 || ticksPerSecond === 0 || compositionOffsets === null || syncFrames === null) return null;
  // The last duration may have any value, because no frame follows.
  if (durations?.slice(0, -1).some((duration) => duration !== frameTicks)) return null;
  if (firstOffsetIn(table) !== media.start || sum(sizes) !== media.bytes) return null;
  const delay = compositionOffsets.reduce(
    (least, wait, frame) => Math.min(least, frame * frameTicks + wait),
    Number.POSITIVE_INFINITY,
  );
  return {
    description,
    ticksPerSecond,
    frameTicks,
    sizes,
    compositionOffsets,
    syncFrames,
    delay,
    start: media.start,
  };
}

/**
 * The fields before the boxes in the description of a picture. They contain the name of the encoding program (14496-12,
 * 12.1.3).
 */
const PICTURE_ENTRY_BYTES = 78;
const PROGRAM = { start: 42, end: 74 };

/**
 * Returns the sample description. Removes its bit rate, which is true only for this segment, and the name of the
 * program. Returns null unless the only description is a well-formed `avc1`.
 */
export function descriptionIn(table: Buffer): Uint8Array | null {
  const body = bodyAt(table, 'stsd');
  const entries = body === null || body.length < 8 ? null : boxesIn(body.subarray(8));
  const [entry] = entries ?? [];
  const boxes = entry && boxesIn(entry.body.subarray(PICTURE_ENTRY_BYTES));
  if (!entry || !boxes || entries?.length !== 1 || entry.type !== 'avc1') return null;
  const others = boxes.filter(({ type }) => type !== 'btrt').map(({ type, body: each }) => box(type, each));
  const fields = Buffer.from(entry.body.subarray(0, PICTURE_ENTRY_BYTES)).fill(0, PROGRAM.start, PROGRAM.end);
  return box(entry.type, fields, ...others);
}

/** Returns the position of the first sample in the file; null if the table is missing. */
function firstOffsetIn(table: Buffer): number | null {
  const [bodies, wide] = [bodyAt(table, 'stco'), bodyAt(table, 'co64')];
  if (bodies !== null) return bodies.length < 12 ? null : bodies.readUInt32BE(8);
  return wide === null || wide.length < 16 ? null : Number(wide.readBigUInt64BE(8));
}

/**
 * Returns the size of each sample; null if the table is missing or wrong. `stsz` has one size for all samples, or zero
 * and a size for each.
 */
function sizesIn(table: Buffer, mediaBytes: number): readonly number[] | null {
  const body = bodyAt(table, 'stsz');
  if (body === null || body.length < 12) return null;
  const [sharedSize, count] = [body.readUInt32BE(4), body.readUInt32BE(8)];
  if (count === 0) return null;
  if (sharedSize === 0) return rowsIn(body.subarray(4))?.map(([size = 0]) => size) ?? null;
  // Check the count before allocating, because a damaged file could claim any number of samples.
  return sharedSize * count === mediaBytes ? Array.from({ length: count }, () => sharedSize) : null;
}

/** Expands a table of run lengths to a value for each sample. Returns null if the runs cover more or fewer samples. */
function runsIn(body: Buffer | null, samples: number): readonly number[] | null {
  const runs = body && rowsIn(body, 2);
  if (!runs || sum(runs.map(([count = 0]) => count)) !== samples) return null;
  return runs.flatMap(([count = 0, value = 0]) => new Array<number>(count).fill(value));
}

/** Returns the indices of the sync frames; null if the table is wrong. Without a table, every frame is a sync frame. */
function syncFramesIn(table: Buffer, samples: number): readonly number[] | null {
  const body = bodyAt(table, 'stss');
  if (body === null) return Array.from({ length: samples }, (_, frame) => frame);
  const frames = rowsIn(body)?.map(([number = 0]) => number - 1) ?? [];
  return frames.length > 0 && frames.every((frame) => frame >= 0 && frame < samples) ? frames : null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
