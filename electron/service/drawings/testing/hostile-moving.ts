import { sampleWebp } from '#shared/drawings/testing/moving-samples.ts';
import type { Bomb } from './bombs.ts';
import { joined, times, u16, u32 } from './hostile-font-tables.ts';

export function hostileGifs(gif: Uint8Array): readonly Bomb[] {
  const bytes = Buffer.from(gif);
  const full = (count: number, side: number) =>
    movingGif(
      side,
      times(count, (at) => ({ left: 0, top: 0, side, grey: at })),
    );
  const rest = joined([0x2c], u16(0, 0), [10, 0, 10, 0], [0]);
  const one = (data: Buffer) =>
    joined('GIF89a', [10, 0, 10, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255], rest, data, [0x3b]);
  return [
    [
      'a screen of 65,535 and a picture of ten',
      joined('GIF89a', u16(0xffff, 0xffff), [0x80, 0, 0, 0, 0, 0, 9, 9, 9], rest, [2, 2, 0x4c, 1, 0, 0x3b]),
    ],
    ['40 whole frames of 48 million pixels', full(40, 6900)],
    ['1,000 whole frames of 2 million pixels', full(1000, 1400)],
    ['9,999 whole frames of 200,000 pixels', full(9999, 447)],
    [
      'frames that bring back what was before, 40 of 48 million',
      movingGif(
        6900,
        times(40, (at) => ({ left: 0, top: 0, side: 1, grey: at })),
        3,
      ),
    ],
    [
      'frames that are cleared, 40 of 48 million',
      movingGif(
        6900,
        times(40, (at) => ({ left: 0, top: 0, side: 1, grey: at })),
        2,
      ),
    ],
    [
      '9,999 frames of a pixel',
      movingGif(
        400,
        times(9999, (at) => ({ left: 0, top: 0, side: 1, grey: at })),
      ),
    ],
    ['codes of 12 bits from the start', one(joined([12, 3, 0xff, 0xff, 0xff, 0]))],
    ['codes of no bits', one(joined([0, 3, 0xff, 0xff, 0xff, 0]))],
    ['codes of 255 bits', one(joined([255, 3, 0xff, 0xff, 0xff, 0]))],
    ['codes that are not there yet', one(joined([2, 3, 0xff, 0xff, 0xff, 0]))],
    ['no codes', one(joined([2, 0]))],
    ['a million resets', one(joined([2], Buffer.alloc(1_024_000, joined([255], Buffer.alloc(255, 0x24))), [0]))],
    ['blocks of a byte, four million', one(joined([2], Buffer.alloc(8_000_000, Buffer.from([1, 0x24])), [0]))],
    [
      '100,000 notes',
      joined(bytes.subarray(0, 781), Buffer.alloc(500_000, joined([0x21, 0xfe, 1, 65, 0])), bytes.subarray(781)),
    ],
    ['an introducer that is none', joined(bytes.subarray(0, 781), [0x99], bytes.subarray(781))],
    ['no end', bytes.subarray(0, bytes.length - 9)],
    ['only a head', bytes.subarray(0, 13)],
  ];
}

interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly grey: number;
}

/** Returns a GIF whose frames are squares of one color, compressed as well as possible. */
function movingGif(side: number, squares: readonly Square[], disposal = 1): Buffer {
  const lsb = (value: number) => [value & 255, value >> 8];
  const palette = times(128, (at) => [2 * at, 2 * at, 2 * at]).flat();
  const packed = new Map<string, Buffer>();
  const picture = ({ left, top, side: own, grey }: Square) => {
    const key = `${own} ${grey % 127}`;
    const data = packed.get(key) ?? lzw(grey % 127, own * own);
    packed.set(key, data);
    return joined([0x21, 0xf9, 4, disposal << 2, 4, 0, 0, 0, 0x2c], lsb(left), lsb(top), lsb(own), lsb(own), [0], data);
  };
  return joined(
    'GIF89a',
    lsb(side),
    lsb(side),
    [0xf6, 0, 0],
    palette,
    [0x21, 0xff, 11],
    'NETSCAPE2.0',
    [3, 1, 0, 0, 0],
    Buffer.concat(squares.map(picture)),
    [0x3b],
  );
}

/** Returns pixels of one color, encoded as increasingly long runs (GIF89a, appendix F). */
function lzw(color: number, pixels: number): Buffer {
  const out: number[] = [];
  let [bits, held] = [0, 0];
  const put = (code: number, size: number) => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      out.push(held & 255);
      held >>>= 8;
      bits -= 8;
    }
  };
  put(128, 8);
  let left = pixels;
  // After a reset, write one pixel, and then runs of two, three, and more pixels while the table grows. When the table
  // is full, repeat the longest run.
  let [size, next, run] = [8, 130, 1];
  put(color, 8);
  left -= 1;
  while (left > 0) {
    const longest = next < 4096 ? run + 1 : 3966;
    const taken = Math.min(longest, left);
    if (taken === 1) put(color, size);
    else put(130 + taken - 2, size);
    left -= taken;
    if (next < 4096) {
      next += 1;
      run += 1;
      if (next === 2 ** size && size < 12) size += 1;
    }
  }
  put(129, size);
  if (bits > 0) out.push(held & 255);
  const blocks = times(Math.ceil(out.length / 255), (at) => {
    const block = out.slice(255 * at, 255 * (at + 1));
    return Buffer.from([block.length, ...block]);
  });
  return joined([7], ...blocks, [0]);
}

export function hostileWebps(lossy: Uint8Array, lossless: Uint8Array): readonly Bomb[] {
  const full = (count: number, side: number) =>
    sampleWebp(
      times(count, (at) => ({ grey: at % 250, delay: 40 })),
      { width: side, height: side },
    );
  const [whole, exact] = [Buffer.from(lossy), Buffer.from(lossless)];
  const corner = { left: 0, top: 0, width: 2, height: 2 };
  const chunk = (name: string, content: Buffer) =>
    joined(name, u32(content.length).toReversed(), content, Buffer.alloc(content.length & 1));
  const riff = (...chunks: readonly Buffer[]) =>
    joined('RIFF', u32(4 + chunks.reduce((sum, { length }) => sum + length, 0)).toReversed(), 'WEBP', ...chunks);
  const extended = (flags: number) => chunk('VP8X', joined([flags, 0, 0, 0, 47, 0, 0, 31, 0, 0]));
  return [
    ['40 whole frames of 48 million pixels', Buffer.from(full(40, 6900))],
    ['1,000 whole frames of 2 million pixels', Buffer.from(full(1000, 1400))],
    ['9,999 whole frames of 200,000 pixels', Buffer.from(full(9999, 446))],
    [
      '40 frames of a corner of 48 million',
      Buffer.from(
        sampleWebp(
          times(40, (at) => ({ grey: at, delay: 40, area: corner })),
          { width: 6900, height: 6900 },
        ),
      ),
    ],
    [
      'all pixels there may be, without loss',
      Buffer.from(sampleWebp([{ grey: 9, delay: 40 }], { width: 8192, height: 6100 })),
    ],
    ['opacity that is damaged', riff(extended(0x10), chunk('ALPH', Buffer.alloc(400, 255)), whole.subarray(12))],
    ['opacity of nothing', riff(extended(0x10), chunk('ALPH', Buffer.alloc(0)), whole.subarray(12))],
    ['a profile that is damaged', riff(extended(0x20), chunk('ICCP', Buffer.alloc(900, 255)), whole.subarray(12))],
    [
      '100,000 chunks that nobody knows',
      riff(extended(0), Buffer.alloc(1_000_000, chunk('abcd', Buffer.alloc(2))), whole.subarray(12)),
    ],
    [
      'frames in frames',
      riff(
        extended(2),
        chunk('ANIM', Buffer.alloc(6)),
        ...times(3, () => chunk('ANMF', joined(Buffer.alloc(16), chunk('ANMF', Buffer.alloc(16))))),
      ),
    ],
    [
      'frames of nothing',
      riff(extended(2), chunk('ANIM', Buffer.alloc(6)), ...times(3, () => chunk('ANMF', Buffer.alloc(16)))),
    ],
    ['a size of the file that lies', joined(whole.subarray(0, 4), u32(0xffffffff), whole.subarray(8))],
    [
      'a size of the picture that lies',
      joined(whole.subarray(0, 16), u32(0xfffffff0).toReversed(), whole.subarray(20)),
    ],
    ['codes that are nothing but ones', joined(exact.subarray(0, 25), Buffer.alloc(exact.length - 25, 255))],
    ['codes that are nothing but noughts', joined(exact.subarray(0, 25), Buffer.alloc(exact.length - 25))],
    ['a head alone', whole.subarray(0, 12)],
    ['a picture of nothing', riff(chunk('VP8 ', Buffer.alloc(0)))],
    ['a picture twice', riff(extended(0), whole.subarray(12), whole.subarray(12))],
  ];
}
