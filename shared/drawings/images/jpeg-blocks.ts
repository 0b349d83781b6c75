/** A component of a picture. Interleaved units contain blocks of all components (ITU-T T.81, A.2). */
export interface Component {
  readonly id: number;
  /** The sampling factors: the number of blocks in an interleaved unit. */
  readonly across: number;
  readonly down: number;
  /** The size in blocks, and the number of blocks in a row with the padding of interleaved units. */
  readonly columns: number;
  readonly rows: number;
  readonly stride: number;
  /** The coefficients that are not 0 so far: two words for each block, used only in a progressive image. */
  readonly nonzero: Uint32Array;
}

export interface Frame {
  readonly isProgressive: boolean;
  /** The size in interleaved units. */
  readonly columns: number;
  readonly rows: number;
  readonly components: readonly Component[];
}

/** A scan: a pass over blocks of one or more components. */
export interface Scan {
  readonly frame: Frame;
  readonly components: readonly (Component & { readonly dc: Codes; readonly ac: Codes })[];
  /** The range of coefficients, and whether the scan refines earlier ones by a bit. */
  readonly first: number;
  readonly last: number;
  readonly refines: boolean;
  /** The number of units between two restart markers; 0 without restarts. */
  readonly interval: number;
}

/** Huffman codes: the lengths and values of codes up to 9 bits by their prefix, and the ranges of longer codes. */
export interface Codes {
  /** The length of a code in the upper byte and its value in the lower one, by the next 9 bits; 0 for a longer code. */
  readonly short: Uint16Array;
  /** The largest code of each length, and the offset of its value; -1 if there is none. */
  readonly largest: Int32Array;
  readonly offsets: Int32Array;
  readonly values: Uint8Array;
}

const SHORT = 9;

/** Builds the codes of a table (annex C). */
export function codesIn(table: Uint8Array): Codes {
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
 * Reads the blocks of a segment.
 * @param start The first byte of the segment; `end` is the byte behind it.
 * @param unit The first unit of the segment; `until` is the unit behind it.
 * @returns The byte behind the last block; null if the segment does not code all its blocks.
 */
export type ReadSegment = (start: number, end: number, unit: number, until: number) => number | null;

/**
 * Creates a reader of the segments of a scan.
 * @param columns The number of units in a row: of blocks for a single component, else of interleaved units.
 */
export function createReader(scan: Scan, bytes: Uint8Array, columns: number): ReadSegment {
  const { components, first, last, refines } = scan;
  const { isProgressive } = scan.frame;
  /** The next bit, and the number of further blocks whose coefficients of this scan are all 0 (G.1.2.2). */
  let [position, empty] = [0, 0];

  const bitsAt = (count: number): number => {
    const index = position >>> 3;
    const word = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    return (word >>> (24 - (position & 7) - count)) & ((1 << count) - 1);
  };
  const bits = (count: number): number => {
    const value = bitsAt(count);
    position += count;
    return value;
  };
  /** Returns the next value; -1 for an undefined code. */
  const value = ({ short, largest, offsets, values }: Codes): number => {
    const known = short[bitsAt(SHORT)] ?? 0;
    if (known !== 0) {
      position += known >> 8;
      return known & 0xff;
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
  const isDcRead = (codes: Codes): boolean => {
    const size = value(codes);
    position += size;
    return size >= 0 && size <= 16;
  };

  /** Reads coefficients from the first one on, and notes the nonzero ones. */
  const isNewRead = (codes: Codes, nonzero: Uint32Array, place: number): boolean => {
    for (let index = Math.max(1, first); index <= last; index += 1) {
      const each = value(codes);
      const run = each >> 4;
      const size = each & 15;
      if (size === 0 && run < 15) {
        empty = isProgressive ? (1 << run) - 1 + bits(run) : 0;
        return true;
      }
      index += run;
      position += size;
      if (each < 0 || (size > 0 && index > last)) return false;
      if (size > 0 && isProgressive) noteNonzero(nonzero, place, index);
    }
    return true;
  };

  /** Reads a bit of each coefficient that is not 0, up to the 0 behind `zeros` others. Returns its index. */
  const refinedUntil = (zeros: number, from: number, nonzero: Uint32Array, place: number): number => {
    let [index, left] = [from, zeros];
    for (; index <= last; index += 1) {
      if (isNonzero(nonzero, place, index)) position += 1;
      else if (left === 0) break;
      else left -= 1;
    }
    return index;
  };
  /** Reads up to a new coefficient (G.1.2.3). Returns the index behind it; -1 for damaged data. */
  const refinedToNext = (codes: Codes, from: number, nonzero: Uint32Array, place: number): number => {
    const each = value(codes);
    const run = each >> 4;
    const size = each & 15;
    if (size > 1) return -1;
    if (size === 0 && run < 15) {
      empty = (1 << run) + bits(run);
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
      if (refines) position += 1;
      else if (!isDcRead(dc)) return false;
      if (last === 0) return true;
    }
    if (refines) return isRefined(ac, nonzero, 2 * block);
    if (empty === 0) return isNewRead(ac, nonzero, 2 * block);
    empty -= 1;
    return true;
  };
  const [single] = components.length === 1 ? components : [];
  const isUnitRead = (unit: number): boolean => {
    const [column, row] = [unit % columns, Math.floor(unit / columns)];
    if (single !== undefined) return isBlockRead(single, row * single.stride + column);
    for (const component of components)
      for (let index = 0; index < component.across * component.down; index += 1) {
        const down = row * component.down + Math.floor(index / component.across);
        const across = column * component.across + (index % component.across);
        if (!isBlockRead(component, down * component.stride + across)) return false;
      }
    return true;
  };

  return (start, end, unit, until) => {
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
