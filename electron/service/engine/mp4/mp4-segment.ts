import {
  type BoxHead,
  bodyAt,
  box,
  boxesIn,
  LONGEST_BOX_HEAD,
  numberAfterTimes,
  readBoxHead,
  rowsIn,
} from '../../sources/containers/iso-boxes.ts';

/**
 * The picture of a scene in an MP4 file of its own, as FFmpeg wrote it. Frames are in the order in which they are
 * decoded.
 */
export interface PictureSegment {
  /** What a decoder has to be told before the first frame. */
  readonly description: Uint8Array;
  readonly ticksPerSecond: number;
  readonly frameTicks: number;
  /** Bytes of each frame. */
  readonly sizes: readonly number[];
  /** Ticks from the decoding of each frame until it is shown; the least that makes all come in time. */
  readonly waits: readonly number[];
  /** From zero on. */
  readonly keyFrames: readonly number[];
  /** Ticks that the first frame to be shown waits for. */
  readonly delay: number;
  /** Where the frames lie in their file, one behind the other. */
  readonly start: number;
}

/** Where the boxes of a file lie that {@link readPictureSegment} looks at. */
export interface SegmentBoxes {
  readonly movie: BoxBody;
  readonly media: BoxBody;
}

/** The body of a box in its file. */
interface BoxBody {
  readonly start: number;
  readonly bytes: number;
}

/** What FFmpeg writes has four outermost boxes; a file of nothing but empty ones would be walked through for ever. */
const MOST_BOXES = 64;

/** Walks through the outermost boxes of a file; null where there are not both. */
export async function findBoxes(
  fileBytes: number,
  read: (start: number, bytes: number) => Promise<Buffer>,
): Promise<SegmentBoxes | null> {
  const bodies = new Map<string, BoxBody>();
  let boxes = 0;
  for (let start = 0; start < fileBytes; ) {
    const head: BoxHead | null = readBoxHead(await read(start, Math.min(LONGEST_BOX_HEAD, fileBytes - start)));
    const size = head?.bytes === 0 ? fileBytes - start : head?.bytes;
    if (head === null || size === undefined || start + size > fileBytes || ++boxes > MOST_BOXES) return null;
    bodies.set(head.type, { start: start + head.headBytes, bytes: size - head.headBytes });
    start += size;
  }
  const [movie, media] = [bodies.get('moov'), bodies.get('mdat')];
  return movie === undefined || media === undefined ? null : { movie, media };
}

/** Reads the tables of a segment; null where they are not those of frames of one length, one behind the other. */
export function readPictureSegment(movie: Buffer, { media }: SegmentBoxes): PictureSegment | null {
  const track = bodyAt(movie, 'trak', 'mdia');
  const header = track && bodyAt(track, 'mdhd');
  const table = track && bodyAt(track, 'minf', 'stbl');
  const description = table && descriptionIn(table);
  const sizes = table && sizesIn(table, media.bytes);
  if (!header || !table || !description || !sizes) return null;
  const count = sizes.length;
  const durations = runsIn(bodyAt(table, 'stts'), count);
  const waits = bodyAt(table, 'ctts') === null ? sizes.map(() => 0) : runsIn(bodyAt(table, 'ctts'), count);
  const keyFrames = keyFramesIn(table, count);
  const ticksPerSecond = numberAfterTimes(header);
  const [frameTicks = 0] = durations ?? [];
  if (frameTicks === 0 || ticksPerSecond === 0 || waits === null || keyFrames === null) return null;
  // The last may say anything: nothing comes after it.
  if (durations?.slice(0, -1).some((each) => each !== frameTicks)) return null;
  if (firstOffsetIn(table) !== media.start || sum(sizes) !== media.bytes) return null;
  const delay = waits.reduce(
    (least, wait, frame) => Math.min(least, frame * frameTicks + wait),
    Number.POSITIVE_INFINITY,
  );
  return { description, ticksPerSecond, frameTicks, sizes, waits, keyFrames, delay, start: media.start };
}

/**
 * Everything before the boxes in the description of a picture, and in it the name of the program that encoded
 * (14496-12, 12.1.3).
 */
const PICTURE_ENTRY_BYTES = 78;
const PROGRAM = { start: 42, end: 74 };

/**
 * The description without its bit rate, which is that of this segment alone, and without a program's name. Null unless
 * there is just one.
 */
function descriptionIn(table: Buffer): Uint8Array | null {
  const body = bodyAt(table, 'stsd');
  const entries = body === null || body.length < 8 ? null : boxesIn(body.subarray(8));
  const [entry] = entries ?? [];
  const boxes = entry && boxesIn(entry.body.subarray(PICTURE_ENTRY_BYTES));
  if (!entry || !boxes || entries?.length !== 1 || entry.type !== 'avc1') return null;
  const kept = boxes.filter(({ type }) => type !== 'btrt').map(({ type, body: each }) => box(type, each));
  const fields = Buffer.from(entry.body.subarray(0, PICTURE_ENTRY_BYTES)).fill(0, PROGRAM.start, PROGRAM.end);
  return box(entry.type, fields, ...kept);
}

/** Where the first sample lies in its file; null where that is not said. */
function firstOffsetIn(table: Buffer): number | null {
  const [bodies, long] = [bodyAt(table, 'stco'), bodyAt(table, 'co64')];
  if (bodies !== null) return bodies.length < 12 ? null : bodies.readUInt32BE(8);
  return long === null || long.length < 16 ? null : Number(long.readBigUInt64BE(8));
}

/** `stsz` says one size for all, or, where that is zero, the size of each. */
function sizesIn(table: Buffer, mediaBytes: number): readonly number[] | null {
  const body = bodyAt(table, 'stsz');
  if (body === null || body.length < 12) return null;
  const [same, count] = [body.readUInt32BE(4), body.readUInt32BE(8)];
  if (count === 0) return null;
  if (same === 0) return rowsIn(body.subarray(4))?.map(([size = 0]) => size) ?? null;
  // Whoever says more than there is would have us make room for it.
  return same * count === mediaBytes ? Array.from({ length: count }, () => same) : null;
}

/**
 * A value for each sample, of a table that says how many follow each other with the same; null unless it is for all of
 * them.
 */
function runsIn(body: Buffer | null, samples: number): readonly number[] | null {
  const runs = body && rowsIn(body, 2);
  if (!runs || sum(runs.map(([count = 0]) => count)) !== samples) return null;
  return runs.flatMap(([count = 0, value = 0]) => new Array<number>(count).fill(value));
}

/** Where there is no table, all are. */
function keyFramesIn(table: Buffer, samples: number): readonly number[] | null {
  const body = bodyAt(table, 'stss');
  if (body === null) return Array.from({ length: samples }, (_, frame) => frame);
  const frames = rowsIn(body)?.map(([number = 0]) => number - 1) ?? [];
  return frames.length > 0 && frames.every((frame) => frame >= 0 && frame < samples) ? frames : null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
