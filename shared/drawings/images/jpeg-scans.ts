import type { ImageFacts } from './image-facts.ts';

/** Returns the number of scans of a JPEG (ITU-T T.81, G), or 1 for other formats. Progressive JPEGs have several. */
export function scansOf(bytes: Uint8Array, { format }: ImageFacts): number {
  if (format !== 'jpeg') return 1;
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) if (bytes[at + 1] === 0xda) scans += 1;
  return Math.max(1, scans);
}

/** The maximum number of scans to check. Encoders write about ten; checking more would only take time. */
const MAX_SCANS = 100;
/** Markers (ITU-T T.81, table B.1). */
const [SOF0, SOF2, DHT, RST0, RST7, SOI, EOI, SOS, DRI] = [0xc0, 0xc2, 0xc4, 0xd0, 0xd7, 0xd8, 0xd9, 0xda, 0xdd];
/** The start-of-frame markers. Markers after SOF2 are for other codings: lossless, hierarchical, and arithmetic. */
const FRAMES = new Set([SOF0, 0xc1, SOF2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/**
 * Returns whether the scans of a JPEG code all blocks of the picture. Decoders do not report damaged data: they display
 * the following blocks shifted or gray. Reads the Huffman codes without computing pixels. Returns true for a coding
 * that it cannot check: arithmetic, lossless, with 12 bits, or without Huffman tables. Throws a `RangeError` for a file
 * that ends in a header.
 */
export function hasAllJpegBlocks(bytes: Uint8Array, { width, height }: ImageFacts): boolean {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables: Tables = { codes: new Map(), interval: 0, scans: 0 };
  let frame: Frame | null = null;
  for (const { marker, start, end } of segmentsOf(bytes, data)) {
    const segment = bytes.subarray(start, end);
    noteTables(marker, segment, tables);
    if (FRAMES.has(marker)) {
      const size = data.getUint16(start + 1) * data.getUint16(start + 3);
      // The frame must have the size in the facts, because the limits were checked for that size.
      if (frame !== null || size !== width * height) return false;
      frame = frameIn(marker, segment);
      if (frame === null) return true;
    } else if (marker === SOS) {
      const scan = frame && scanIn(segment, frame, tables);
      if (scan === null) return true;
      if (!isComplete(scan, bytes.subarray(end, endOfScan(bytes, end)))) return false;
    }
  }
  return tables.scans > 0;
}

interface Segment {
  readonly marker: number;
  /** The byte range of the segment's content, after its length field. */
  readonly start: number;
  readonly end: number;
}

/** Yields the segments up to the end of the image. Skips bytes between segments, as decoders do. */
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

/** Returns the index of the marker after a scan. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const kind = bytes[at + 1] ?? EOI;
    if (kind !== 0 && kind !== 0xff && (kind < RST0 || kind > RST7)) return at;
  }
  throw new RangeError('the file ends in a scan');
}

/** A component of a picture. An interleaved unit contains blocks of all components (ITU-T T.81, A.2). */
interface Component {
  readonly id: number;
  /** The sampling factors: the width and height, in blocks, of the component's part of an interleaved unit. */
  readonly across: number;
  readonly down: number;
  /** The size in blocks, and the number of blocks per row including the padding for interleaved units. */
  readonly columns: number;
  readonly rows: number;
  readonly stride: number;
  /** A bit for each coefficient that is nonzero so far: two words per block. Only progressive images use it. */
  readonly nonzero: Uint32Array;
}

interface Frame {
  readonly isProgressive: boolean;
  /** The size in interleaved units. */
  readonly columns: number;
  readonly rows: number;
  readonly components: readonly Component[];
}

/** A scan: a pass over blocks of one or more components. */
interface Scan {
  readonly frame: Frame;
  readonly components: readonly (Component & { readonly dc: Codes; readonly ac: Codes })[];
  /** The range of coefficients, and whether the scan adds a bit to coefficients of earlier scans. */
  readonly first: number;
  readonly last: number;
  readonly refines: boolean;
  /** The number of units between two restart markers; 0 without restart markers. */
  readonly interval: number;
}

/** Parses a frame header (B.2.2). Returns null for a coding or a precision that cannot be checked. */
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
    across: Math.max(...read.map((component) => component.across)),
    down: Math.max(...read.map((component) => component.down)),
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

/** The tables and settings for the following scans. */
interface Tables {
  /** The Huffman tables by class and destination. */
  readonly codes: Map<number, Uint8Array>;
  /** The number of units between two restart markers; 0 without restart markers. */
  interval: number;
  /** The number of scans so far. */
  scans: number;
}

/** Stores the Huffman tables (B.2.4.2) or the restart interval (B.2.4.4) of a segment. */
function noteTables(marker: number, segment: Uint8Array, tables: Tables): void {
  if (marker === DRI) tables.interval = ((segment[0] ?? 0) << 8) | (segment[1] ?? 0);
  if (marker !== DHT) return;
  for (let at = 0; at + 17 <= segment.length; ) {
    const count = segment.subarray(at + 1, at + 17).reduce((sum, amount) => sum + amount, 0);
    tables.codes.set(segment[at] ?? 0, segment.subarray(at + 1, at + 17 + count));
    at += 17 + count;
  }
}

const NO_TABLE = new Uint8Array(16);

/** Parses a scan header (B.2.3). Returns null for a scan that cannot be checked. */
function scanIn(header: Uint8Array, frame: Frame, tables: Tables): Scan | null {
  const { codes, interval } = tables;
  tables.scans += 1;
  const count = header[0] ?? 0;
  const [start = 0, end = 63, bits = 0] = header.subarray(1 + 2 * count);
  const { isProgressive } = frame;
  const [first, last] = isProgressive ? [start, end] : [0, 63];
  const refines = isProgressive && bits >> 4 !== 0;
  const components: Scan['components'][number][] = [];
  for (let index = 0; index < count; index += 1) {
    const [id, places = 0] = header.subarray(1 + 2 * index);
    const component = frame.components.find((candidate) => candidate.id === id);
    const dc = first === 0 && !refines ? codes.get(places >> 4) : NO_TABLE;
    const ac = last > 0 ? codes.get(0x10 | (places & 15)) : NO_TABLE;
    if (component === undefined || dc === undefined || ac === undefined) return null;
    components.push({ ...component, dc: codesIn(dc), ac: codesIn(ac) });
  }
  if (components.length === 0 || last > 63 || first > last || tables.scans > MAX_SCANS) return null;
  return { frame, components, first, last, refines, interval };
}

/** Checks that the segments of a scan are in order, and that each segment codes all its blocks. */
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
    if (rest === null || hasTooMuchRest(bytes, end, rest)) return false;
  }
  return true;
}

interface CodedData {
  readonly bytes: Uint8Array;
  /** The indexes at which the segments start, followed by the end of the last segment. */
  readonly bounds: readonly number[];
}

/**
 * Removes the stuffed zeros and the restart markers of a scan. Returns null unless the markers divide the scan into
 * `needed` segments in order.
 */
function codedData(coded: Uint8Array, needed: number): CodedData | null {
  const bounds = [0];
  // Pad the data, because reading a code accesses three bytes.
  const bytes = new Uint8Array(coded.length + 3);
  let length = 0;
  for (let at = 0; at < coded.length; ) {
    const markerAt = coded.indexOf(0xff, at);
    const marker = markerAt < 0 ? coded.length : markerAt;
    bytes.set(coded.subarray(at, marker), length);
    length += marker - at;
    const kind = coded[marker + 1];
    at = marker + (kind === 0xff ? 1 : 2);
    if (kind === 0) {
      bytes[length] = 0xff;
      length += 1;
    } else if (kind !== undefined && kind !== 0xff) {
      // Some encoders write a marker after the last segment.
      if (kind - RST0 !== (bounds.length - 1) % 8 || bounds.length > needed) return null;
      bounds.push(length);
    }
  }
  return bounds.length < needed ? null : { bytes, bounds: [...bounds, length] };
}

/** The maximum number of bytes after the last block. Some cameras write a few extra bytes. */
const MAX_REST = 24;

function hasTooMuchRest(bytes: Uint8Array, end: number, rest: number): boolean {
  // The last bytes can be fill bytes.
  let last = end;
  while (last > rest && (bytes[last - 1] === 0 || bytes[last - 1] === 0xff)) last -= 1;
  return last - rest > MAX_REST;
}

/** Huffman codes: a table by prefix for codes of up to 9 bits, and the ranges of longer codes. */
interface Codes {
  /**
   * The length of a code in the upper byte and its value in the lower byte, by the next 9 bits; 0 for a longer code.
   */
  readonly short: Uint16Array;
  /** The largest code of each length (-1 if there is none), and the offset of its value. */
  readonly largest: Int32Array;
  readonly offsets: Int32Array;
  readonly values: Uint8Array;
}

const SHORT = 9;

/** Builds the codes of a table (annex C). */
function codesIn(table: Uint8Array): Codes {
  const codes: Codes = {
    short: new Uint16Array(1 << SHORT),
    largest: new Int32Array(17).fill(-1),
    offsets: new Int32Array(17),
    values: table.subarray(16),
  };
  for (let length = 1, code = 0, index = 0; length <= 16; length += 1, code <<= 1) {
    const count = table[length - 1] ?? 0;
    codes.offsets[length] = index - code;
    for (let left = count; left > 0; left -= 1, code += 1, index += 1) {
      codes.largest[length] = code;
      const from = code << (SHORT - length);
      if (length <= SHORT)
        codes.short.fill((length << 8) | (codes.values[index] ?? 0), from, from + (1 << (SHORT - length)));
    }
  }
  return codes;
}

/**
 * Creates a function that reads the blocks of a segment with the bytes from `start` to `end` and the units from `unit`
 * to `until`. The function returns the index after the last block; null if the segment does not code all its blocks.
 * @param columns The number of units per row: blocks for a single component, otherwise interleaved units.
 */
function createReader(scan: Scan, bytes: Uint8Array, columns: number) {
  const { components, first, last, refines } = scan;
  const { isProgressive } = scan.frame;
  /** The position of the next bit, and the number of further blocks without coefficients in this scan (G.1.2.2). */
  let [position, empty] = [0, 0];

  const bitsAt = (count: number): number => {
    const index = position >>> 3;
    const word = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    return (word >>> (24 - (position & 7) - count)) & ((1 << count) - 1);
  };
  /** Reads a Huffman code and returns its value; -1 for an undefined code. */
  const value = ({ short, largest, offsets, values }: Codes): number => {
    const shortCode = short[bitsAt(SHORT)] ?? 0;
    if (shortCode !== 0) {
      position += shortCode >> 8;
      return shortCode & 0xff;
    }
    const code = bitsAt(16);
    for (let length = SHORT + 1; length <= 16; length += 1) {
      const prefix = code >> (16 - length);
      if (prefix > (largest[length] ?? -1)) continue;
      position += length;
      return values[(offsets[length] ?? 0) + prefix] ?? -1;
    }
    return -1;
  };
  /**
   * Reads the length of an end-of-band run: the number of blocks without further coefficients, including this block.
   */
  const startEmpty = (run: number): void => {
    empty = (1 << run) + bitsAt(run);
    position += run;
  };
  /** Reads the AC coefficients of a first or only scan, and marks the nonzero ones. Returns false for damaged data. */
  const isNewRead = (codes: Codes, nonzero: Uint32Array, place: number): boolean => {
    for (let index = Math.max(1, first); index <= last; index += 1) {
      const symbol = value(codes);
      const run = symbol >> 4;
      const size = symbol & 15;
      if (size === 0 && run < 15) {
        startEmpty(isProgressive ? run : 0);
        empty -= 1;
        return true;
      }
      index += run;
      position += size;
      if (symbol < 0 || (size > 0 && index > last)) return false;
      if (size > 0 && isProgressive) noteNonzero(nonzero, place, index);
    }
    return true;
  };

  /**
   * Reads a correction bit for each nonzero coefficient and skips `zeros` zero coefficients. Returns the index of the
   * next zero coefficient.
   */
  const refinedUntil = (zeros: number, from: number, nonzero: Uint32Array, place: number): number => {
    let [index, left] = [from, zeros];
    for (; index <= last; index += 1) {
      if (isNonzero(nonzero, place, index)) position += 1;
      else if (left === 0) break;
      else left -= 1;
    }
    return index;
  };
  /** Reads up to and including the next new coefficient (G.1.2.3). Returns the index after it; -1 for damaged data. */
  const refinedToNext = (codes: Codes, from: number, nonzero: Uint32Array, place: number): number => {
    const symbol = value(codes);
    const run = symbol >> 4;
    const size = symbol & 15;
    if (size > 1) return -1;
    if (size === 0 && run < 15) {
      startEmpty(run);
      return from;
    }
    position += size;
    const index = refinedUntil(run, from, nonzero, place);
    if (size === 1 && index > last) return -1;
    if (size === 1) noteNonzero(nonzero, place, index);
    return index + 1;
  };
  const isRefined = (codes: Codes, nonzero: Uint32Array, place: number): boolean => {
    let index = first;
    while (empty === 0 && index >= 0 && index <= last) index = refinedToNext(codes, index, nonzero, place);
    if (empty > 0 && index >= 0) {
      refinedUntil(last, index, nonzero, place);
      empty -= 1;
    }
    return index >= 0;
  };

  const isBlockRead = ({ dc, ac, nonzero }: Scan['components'][number], block: number): boolean => {
    if (first === 0) {
      const size = refines ? 1 : value(dc);
      if (size < 0 || size > 16) return false;
      position += size;
      if (last === 0) return true;
    }
    if (refines) return isRefined(ac, nonzero, 2 * block);
    if (empty === 0) return isNewRead(ac, nonzero, 2 * block);
    empty -= 1;
    return true;
  };
  const [single] = components.length === 1 ? components : [];
  const isUnitRead = (unit: number): boolean => {
    const column = unit % columns;
    const row = Math.floor(unit / columns);
    if (single !== undefined) return isBlockRead(single, row * single.stride + column);
    for (const component of components)
      for (let index = 0; index < component.across * component.down; index += 1) {
        const down = row * component.down + Math.floor(index / component.across);
        const across = column * component.across + (index % component.across);
        if (!isBlockRead(component, down * component.stride + across)) return false;
      }
    return true;
  };

  return (start: number, end: number, unit: number, until: number): number | null => {
    [position, empty] = [8 * start, 0];
    for (let at = unit; at < until; at += 1) if (!isUnitRead(at) || position > 8 * end) return null;
    return Math.ceil(position / 8);
  };
}

function noteNonzero(nonzero: Uint32Array, place: number, index: number): void {
  const word = place + (index >> 5);
  nonzero[word] = (nonzero[word] ?? 0) | (1 << (index & 31));
}

function isNonzero(nonzero: Uint32Array, place: number, index: number): boolean {
  return (((nonzero[place + (index >> 5)] ?? 0) >>> (index & 31)) & 1) !== 0;
}
