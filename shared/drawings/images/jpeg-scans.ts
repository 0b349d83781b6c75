import type { ImageFacts } from './image-facts.ts';
import { codesIn, createReader, type Frame, type Scan } from './jpeg-blocks.ts';

/**
 * Returns the number of passes over an image: for a progressive JPEG the number of its scans (ITU-T T.81, G), else 1.
 */
export function scansOf(bytes: Uint8Array, { format }: ImageFacts): number {
  if (format !== 'jpeg') return 1;
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) if (bytes[at + 1] === 0xda) scans += 1;
  return Math.max(1, scans);
}

/** The maximum number of scans that are checked. Encoders write about ten; more only take time. */
const MOST_SCANS = 100;
/** Markers (ITU-T T.81, table B.1). */
const [SOF0, SOF2, DHT, RST0, RST7, SOI, EOI, SOS, DRI] = [0xc0, 0xc2, 0xc4, 0xd0, 0xd7, 0xd8, 0xd9, 0xda, 0xdd];
/** The markers of frames. The markers after SOF2 are of other codings: lossless, hierarchical, and arithmetic. */
const FRAMES = new Set([SOF0, 0xc1, SOF2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/**
 * Returns whether the scans of a JPEG code all blocks of the picture. Decoders show the blocks behind damaged data
 * shifted or gray and report no error. Reads the Huffman codes without computing pixels. Returns true for a coding that
 * it cannot check: arithmetic, lossless, with 12 bits, or without Huffman tables. Throws a `RangeError` for a file that
 * ends in a header.
 */
export function hasAllJpegBlocks(bytes: Uint8Array, { width, height }: ImageFacts): boolean {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables: Tables = { codes: new Map(), interval: 0 };
  let frame: Frame | null = null;
  let scans = 0;
  for (const { marker, start, end } of segmentsOf(bytes, data)) {
    const segment = bytes.subarray(start, end);
    noteTables(marker, segment, tables);
    if (FRAMES.has(marker)) {
      const size = data.getUint16(start + 1) * data.getUint16(start + 3);
      // The limits of the size were checked with the facts.
      if (frame !== null || size !== width * height) return false;
      frame = frameIn(marker, segment);
      if (frame === null) return true;
    } else if (marker === SOS) {
      scans += 1;
      const scan = frame && scanIn(segment, frame, tables);
      const state = scans > MOST_SCANS ? 'unchecked' : stateOf(scan, bytes, end);
      if (state !== 'complete') return state === 'unchecked';
    }
  }
  return scans > 0;
}

interface Segment {
  readonly marker: number;
  /** The range of the segment behind its length. */
  readonly start: number;
  readonly end: number;
}

/** Yields the segments up to the end of the image. Like decoders, skips bytes between segments. */
function* segmentsOf(bytes: Uint8Array, data: DataView): Generator<Segment, void> {
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at);
    const marker = data.getUint8(at + 1);
    if (at < 0 || marker === EOI) return;
    if (marker === 0xff) at += 1;
    // Markers without a length (B.1.1.3).
    else if (marker <= 1 || (marker >= RST0 && marker <= SOI)) at += 2;
    else {
      const segment = { marker, start: at + 4, end: at + 2 + data.getUint16(at + 2) };
      yield segment;
      at = marker === SOS ? endOfScan(bytes, segment.end) : segment.end;
    }
  }
}

/** Returns the index of the marker behind a scan. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const kind = bytes[at + 1] ?? EOI;
    if (kind !== 0 && kind !== 0xff && (kind < RST0 || kind > RST7)) return at;
  }
  throw new RangeError('the file ends in a scan');
}

/** Parses a frame header (B.2.2). Returns null for a coding or a precision that is not checked. */
function frameIn(marker: number, header: Uint8Array): Frame | null {
  const [precision = 0, high = 0, low = 0, wide = 0, narrow = 0, count = 0] = header;
  const [height, width] = [(high << 8) | low, (wide << 8) | narrow];
  if (marker > SOF2 || precision !== 8 || count < 1 || count > 4) return null;
  const isProgressive = marker === SOF2;
  const read = Array.from({ length: count }, (_, index) => {
    const [id = 0, factors = 0x11] = header.subarray(6 + 3 * index);
    return { id, across: factors >> 4, down: factors & 15 };
  });
  if (read.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) return null;
  const most = {
    across: Math.max(...read.map((each) => each.across)),
    down: Math.max(...read.map((each) => each.down)),
  };
  const columns = Math.ceil(width / (8 * most.across));
  const rows = Math.ceil(height / (8 * most.down));
  const components = read.map(({ id, across, down }) => ({
    ...{ id, across, down, stride: columns * across },
    columns: Math.ceil(Math.ceil((width * across) / most.across) / 8),
    rows: Math.ceil(Math.ceil((height * down) / most.down) / 8),
    nonzero: new Uint32Array(isProgressive ? 2 * columns * across * rows * down : 0),
  }));
  return { isProgressive, columns, rows, components };
}

/** The tables and settings that segments define for the following scans. */
interface Tables {
  /** The Huffman tables by class and destination. */
  readonly codes: Map<number, Uint8Array>;
  /** The number of units between two restart markers; 0 without restarts. */
  interval: number;
}

/** Notes the Huffman tables (B.2.4.2) or the restart interval (B.2.4.4) of a segment. */
function noteTables(marker: number, segment: Uint8Array, tables: Tables): void {
  if (marker === DRI) tables.interval = ((segment[0] ?? 0) << 8) | (segment[1] ?? 0);
  if (marker !== DHT) return;
  for (let at = 0; at + 17 <= segment.length; ) {
    const count = segment.subarray(at + 1, at + 17).reduce((sum, each) => sum + each, 0);
    tables.codes.set(segment[at] ?? 0, segment.subarray(at + 1, at + 17 + count));
    at += 17 + count;
  }
}

const NO_TABLE = new Uint8Array(16);

/** Parses a scan header (B.2.3). Returns null for a scan that cannot be checked. */
function scanIn(header: Uint8Array, frame: Frame, { codes, interval }: Tables): Scan | null {
  const count = header[0] ?? 0;
  const [start = 0, end = 63, bits = 0] = header.subarray(1 + 2 * count);
  const { isProgressive } = frame;
  const [first, last] = isProgressive ? [start, end] : [0, 63];
  const refines = isProgressive && bits >> 4 !== 0;
  const components: Scan['components'][number][] = [];
  for (let index = 0; index < count; index += 1) {
    const [id, places = 0] = header.subarray(1 + 2 * index);
    const component = frame.components.find((each) => each.id === id);
    const dc = first === 0 && !refines ? codes.get(places >> 4) : NO_TABLE;
    const ac = last > 0 ? codes.get(0x10 | (places & 15)) : NO_TABLE;
    if (component === undefined || dc === undefined || ac === undefined) return null;
    components.push({ ...component, dc: codesIn(dc), ac: codesIn(ac) });
  }
  if (components.length === 0 || last > 63 || first > last) return null;
  return { frame, components, first, last, refines, interval };
}

/** Checks that the segments of a scan are in order, and that each one codes all its blocks. */
function stateOf(scan: Scan | null, file: Uint8Array, start: number): 'complete' | 'damaged' | 'unchecked' {
  if (scan === null) return 'unchecked';
  return isComplete(scan, file.subarray(start, endOfScan(file, start))) ? 'complete' : 'damaged';
}

function isComplete(scan: Scan, coded: Uint8Array): boolean {
  const [only] = scan.components;
  const { columns, rows } = scan.components.length === 1 && only !== undefined ? only : scan.frame;
  const units = columns * rows;
  const interval = scan.interval === 0 ? units : scan.interval;
  const needed = Math.ceil(units / interval);
  const data = codedData(coded, needed);
  if (data === null) return false;
  const { bytes, bounds } = data;
  const readSegment = createReader(scan, bytes, columns);
  for (let segment = 0; segment < needed; segment += 1) {
    const [start = 0, end = 0] = bounds.slice(segment, segment + 2);
    const until = Math.min(units, (segment + 1) * interval);
    const rest = readSegment(start, end, segment * interval, until);
    if (rest === null || hasTooMuchRest(bytes, start, end, rest)) return false;
  }
  return true;
}

interface CodedData {
  readonly bytes: Uint8Array;
  /** The index of the first byte of each segment and the end of the last. */
  readonly bounds: readonly number[];
}

/**
 * Removes the stuffed zeros and the restart markers of a scan. Returns null if the markers do not divide it into the
 * needed number of segments in order.
 */
function codedData(coded: Uint8Array, needed: number): CodedData | null {
  const bounds = [0];
  // Reading a code looks at three bytes.
  const bytes = new Uint8Array(coded.length + 3);
  let length = 0;
  for (let at = 0; at < coded.length; ) {
    const found = coded.indexOf(0xff, at);
    const marker = found < 0 ? coded.length : found;
    bytes.set(coded.subarray(at, marker), length);
    length += marker - at;
    const kind = coded[marker + 1];
    at = marker + (kind === 0xff ? 1 : 2);
    if (kind === 0) {
      bytes[length] = 0xff;
      length += 1;
    } else if (kind !== undefined && kind !== 0xff) {
      // Some encoders write a marker behind the last segment.
      if (kind - RST0 !== (bounds.length - 1) % 8 || bounds.length > needed) return null;
      bounds.push(length);
    }
  }
  return bounds.length < needed ? null : { bytes, bounds: [...bounds, length] };
}

/** The longest rest behind the last block in bytes. Some cameras write a few bytes that belong to no block. */
const MOST_REST = 32;
/** The longest rest behind the last block if the data has a run of zeros, which a failed copy leaves. */
const MOST_REST_WITH_HOLE = 8;
/** The minimum length of such a run in bytes. */
const HOLE = 32;

function hasTooMuchRest(bytes: Uint8Array, start: number, end: number, rest: number): boolean {
  // The last bytes can be fill bytes.
  let last = end;
  while (last > rest && (bytes[last - 1] === 0 || bytes[last - 1] === 0xff)) last -= 1;
  if (last - rest > MOST_REST) return true;
  return last - rest > MOST_REST_WITH_HOLE && hasHole(bytes, start, rest);
}

function hasHole(bytes: Uint8Array, start: number, end: number): boolean {
  let run = 0;
  for (let at = start; at < end; at += 1) {
    run = bytes[at] === 0 ? run + 1 : 0;
    if (run >= HOLE) return true;
  }
  return false;
}
