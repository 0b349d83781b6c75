import { required } from '#shared/lib/assert.ts';
import type { Size } from '#shared/template/values/placement.ts';

/**
 * A baseline JPEG encoder (ITU-T T.81) without chroma subsampling. It uses plain arithmetic in doubles, so it encodes a
 * picture to the same bytes on every machine. The machines of a farm need equal bytes, because they share parts by
 * digest.
 */

/** The pixels of a picture, in interleaved rows without padding. */
export interface Pixels extends Size {
  readonly samples: Uint8Array;
  /** The number of channels: 3 for RGB, 4 for RGBA with straight alpha. */
  readonly channels: 3 | 4;
}

/**
 * The quality on the scale of the Independent JPEG Group. At this quality, samples of photos differ by about 1 of 255
 * on average.
 */
const QUALITY = 97;
/** The maximum number of profile bytes in one segment (ICC.1, annex B.4). */
const MAX_SEGMENT_PROFILE_BYTES = 65_519;
/** The maximum size of a profile in bytes: 255 parts, because one byte counts the parts. */
export const MAX_PROFILE_BYTES = 255 * MAX_SEGMENT_PROFILE_BYTES;

/** The luminance and chrominance tables of annex K.1, in row-major order. */
const LUMA = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];
const CHROMA = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99,
];
/** The row-major index of each coefficient, in zigzag order (figure A.6). */
const ZIGZAG = Uint8Array.of(
  ...[0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21],
  ...[28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61],
  ...[54, 47, 55, 62, 63],
);

/** A Huffman table of annex K.3: the number of codes of each length, and their values in order. */
interface HuffmanSpec {
  readonly lengths: readonly number[];
  readonly values: readonly number[];
}
const DC_VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const DC_LUMA: HuffmanSpec = { lengths: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], values: DC_VALUES };
const DC_CHROMA: HuffmanSpec = { lengths: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], values: DC_VALUES };
const hex = (text: string): readonly number[] => text.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
const AC_LUMA: HuffmanSpec = {
  lengths: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
  values: hex(
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738' +
      '393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5' +
      'a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  ),
};
const AC_CHROMA: HuffmanSpec = {
  lengths: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
  values: hex(
    '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738' +
      '393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4' +
      'a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
  ),
};

/** Encodes a picture as JPEG. Ignores its alpha. */
export function encodeJpeg(pixels: Pixels, profile: Uint8Array | null): Uint8Array {
  const { width, height } = pixels;
  const tables = [scaled(LUMA), scaled(CHROMA)] as const;
  const out = new Bytes(Math.max(65_536, width * height));
  out.add(0xff, 0xd8);
  out.segment(0xe0, [...ascii('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  addProfile(out, profile);
  for (const [id, table] of tables.entries())
    out.segment(0xdb, [id, ...Array.from(ZIGZAG, (place) => table[place] ?? 1)]);
  const components = [1, 2, 3].flatMap((id) => [id, 0x11, id === 1 ? 0 : 1]);
  out.segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 3, ...components]);
  const specs = [
    [0x00, DC_LUMA],
    [0x10, AC_LUMA],
    [0x01, DC_CHROMA],
    [0x11, AC_CHROMA],
  ] as const;
  for (const [id, { lengths, values }] of specs) out.segment(0xc4, [id, ...lengths, ...values]);
  out.segment(0xda, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]);
  addScan(out, pixels, tables);
  out.add(0xff, 0xd9);
  return out.whole();
}

function addProfile(out: Bytes, profile: Uint8Array | null): void {
  if (profile === null) return;
  const count = Math.ceil(profile.length / MAX_SEGMENT_PROFILE_BYTES);
  for (let at = 0; at < count; at++) {
    const part = profile.subarray(at * MAX_SEGMENT_PROFILE_BYTES, (at + 1) * MAX_SEGMENT_PROFILE_BYTES);
    out.segment(0xe2, [...ascii('ICC_PROFILE\0'), at + 1, count, ...part]);
  }
}

function scaled(table: readonly number[]): readonly number[] {
  // The formula of the Independent JPEG Group for a quality above 50.
  const percent = 200 - 2 * QUALITY;
  return table.map((step) => Math.min(255, Math.max(1, Math.floor((step * percent + 50) / 100))));
}

/** Returns the codes by value: the code in the upper bits, its length in the lower five. */
function codesOf({ lengths, values }: HuffmanSpec): Uint32Array {
  const codes = new Uint32Array(256);
  let [code, at] = [0, 0];
  lengths.forEach((count, length) => {
    for (let left = count; left > 0; left--) {
      codes[values[at] ?? 0] = (code << 5) | (length + 1);
      code += 1;
      at += 1;
    }
    code <<= 1;
  });
  return codes;
}

function addScan(out: Bytes, pixels: Pixels, tables: readonly (readonly number[])[]): void {
  const divisors = tables.map(divisorsOf);
  const codes = [DC_LUMA, AC_LUMA, DC_CHROMA, AC_CHROMA].map(codesOf);
  const planes = [new Float64Array(64), new Float64Array(64), new Float64Array(64)] as const;
  const before = [0, 0, 0];
  const bits = new BitWriter(out);
  for (let top = 0; top < pixels.height; top += 8)
    for (let left = 0; left < pixels.width; left += 8) {
      readBlock(pixels, left, top, planes);
      for (let component = 0; component < 3; component++) {
        const kind = component === 0 ? 0 : 1;
        const plane = required(planes[component], 'three planes');
        transform(plane);
        before[component] = bits.block(
          plane,
          required(divisors[kind], 'two tables'),
          required(codes[2 * kind], 'four tables'),
          required(codes[2 * kind + 1], 'four tables'),
          before[component] ?? 0,
        );
      }
    }
  bits.end();
}

/** Reads the luma and chroma of a block (JFIF 1.02). Outside of the picture, repeats the last row and column. */
function readBlock(
  { width, height, samples, channels }: Pixels,
  left: number,
  top: number,
  [luma, blue, red]: readonly [Float64Array, Float64Array, Float64Array],
): void {
  for (let place = 0; place < 64; place++) {
    const x = Math.min(width - 1, left + (place & 7));
    const y = Math.min(height - 1, top + (place >> 3));
    const from = (y * width + x) * channels;
    const r = samples[from] ?? 0;
    const g = samples[from + 1] ?? 0;
    const b = samples[from + 2] ?? 0;
    luma[place] = 0.299 * r + 0.587 * g + 0.114 * b - 128;
    blue[place] = -0.168735892 * r - 0.331264108 * g + 0.5 * b;
    red[place] = 0.5 * r - 0.418687589 * g - 0.081312411 * b;
  }
}

/** Returns the divisors of the coefficients of {@link transform}, which are scaled (Arai, Agui and Nakajima, 1988). */
function divisorsOf(table: readonly number[]): Float64Array {
  const scale = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379];
  return Float64Array.from(table, (step, at) => 1 / (step * (scale[at >> 3] ?? 1) * (scale[at & 7] ?? 1) * 8));
}

/** Applies the discrete cosine transform to a block in place: first to the rows, then to the columns. */
function transform(block: Float64Array): void {
  for (let row = 0; row < 64; row += 8) transformLine(block, row, 1);
  for (let column = 0; column < 8; column++) transformLine(block, column, 8);
}

function transformLine(block: Float64Array, at: number, step: number): void {
  const v0 = block[at] ?? 0;
  const v1 = block[at + step] ?? 0;
  const v2 = block[at + 2 * step] ?? 0;
  const v3 = block[at + 3 * step] ?? 0;
  const v4 = block[at + 4 * step] ?? 0;
  const v5 = block[at + 5 * step] ?? 0;
  const v6 = block[at + 6 * step] ?? 0;
  const v7 = block[at + 7 * step] ?? 0;
  const even0 = v0 + v7 + (v3 + v4);
  const even3 = v0 + v7 - (v3 + v4);
  const even1 = v1 + v6 + (v2 + v5);
  const even2 = v1 + v6 - (v2 + v5);
  block[at] = even0 + even1;
  block[at + 4 * step] = even0 - even1;
  const turned = (even2 + even3) * Math.SQRT1_2;
  block[at + 2 * step] = even3 + turned;
  block[at + 6 * step] = even3 - turned;
  const odd0 = v3 - v4 + (v2 - v5);
  const odd1 = v2 - v5 + (v1 - v6);
  const odd2 = v1 - v6 + (v0 - v7);
  const z5 = (odd0 - odd2) * 0.382683433;
  const z2 = 0.5411961 * odd0 + z5;
  const z4 = 1.306562965 * odd2 + z5;
  const z3 = odd1 * Math.SQRT1_2;
  const z11 = v0 - v7 + z3;
  const z13 = v0 - v7 - z3;
  block[at + 5 * step] = z13 + z2;
  block[at + 3 * step] = z13 - z2;
  block[at + step] = z11 + z4;
  block[at + 7 * step] = z11 - z4;
}

/** A byte buffer that grows. */
class Bytes {
  #bytes: Uint8Array;
  #length = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
  }

  push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  add(...bytes: readonly number[]): void {
    for (const byte of bytes) this.push(byte);
  }

  /** Appends a marker with its length and content (annex B.1.1.4). */
  segment(marker: number, content: readonly number[]): void {
    const length = content.length + 2;
    this.add(0xff, marker, length >> 8, length & 255);
    for (const byte of content) this.push(byte);
  }

  whole(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

/** Writes the codes of a scan (annex F.1.2). */
class BitWriter {
  readonly #out: Bytes;
  readonly #values = new Int32Array(64);
  #pending = 0;
  #count = 0;

  constructor(out: Bytes) {
    this.#out = out;
  }

  /** Writes a block and returns its DC coefficient. */
  block(plane: Float64Array, divisors: Float64Array, dc: Uint32Array, ac: Uint32Array, before: number): number {
    const values = this.#values;
    for (let order = 0; order < 64; order++) {
      const place = ZIGZAG[order] ?? 0;
      values[order] = Math.round((plane[place] ?? 0) * (divisors[place] ?? 0));
    }
    const first = values[0] ?? 0;
    this.#value(first - before, 0, dc);
    let last = 63;
    while (last > 0 && values[last] === 0) last -= 1;
    for (let [order, zeros] = [1, 0]; order <= last; order++) {
      const value = values[order] ?? 0;
      if (value === 0) {
        zeros += 1;
        continue;
      }
      for (; zeros > 15; zeros -= 16) this.#code(ac[0xf0] ?? 0);
      this.#value(value, zeros, ac);
      zeros = 0;
    }
    if (last < 63) this.#code(ac[0] ?? 0);
    return first;
  }

  end(): void {
    // Fill the last byte with ones.
    this.#bits(0x7f, 7);
  }

  #value(value: number, zeros: number, codes: Uint32Array): void {
    const size = 32 - Math.clz32(Math.abs(value));
    this.#code(codes[(zeros << 4) | size] ?? 0);
    if (size > 0) this.#bits(value < 0 ? value + (1 << size) - 1 : value, size);
  }

  #code(code: number): void {
    this.#bits(code >>> 5, code & 31);
  }

  #bits(bits: number, count: number): void {
    this.#pending = (this.#pending << count) | bits;
    this.#count += count;
    for (; this.#count >= 8; this.#count -= 8) {
      const byte = (this.#pending >> (this.#count - 8)) & 255;
      this.#out.push(byte);
      if (byte === 255) this.#out.push(0);
    }
    this.#pending &= (1 << this.#count) - 1;
  }
}

function ascii(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
