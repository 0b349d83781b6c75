/** A frame of a generated animated image: a rectangle of one color. */
export interface SampleFrame {
  /** The gray value, 0 to 255; null for a transparent frame. */
  readonly grey: number | null;
  /** The delay as the file stores it: in hundredths of a second for GIF, in milliseconds for WebP. */
  readonly delay: number;
  /** The rectangle of the frame; absent for the whole picture. */
  readonly area?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** The GIF disposal method: keep (1), clear (2), or restore the previous picture (3). */
  readonly disposal?: 1 | 2 | 3;
}

interface Side {
  readonly width: number;
  readonly height: number;
}

/** Builds a GIF89a file with transparency and gray values in steps of two. The pixels are not compressed. */
export function sampleGif(frames: readonly SampleFrame[], { width, height }: Side, repeats = true): Uint8Array {
  const bytes: number[] = [...latin1('GIF89a'), ...short(width), ...short(height), 0xf6, 0, 0];
  for (let grey = 0; grey < 128; grey++) bytes.push(2 * grey, 2 * grey, 2 * grey);
  if (repeats) bytes.push(0x21, 0xff, 11, ...latin1('NETSCAPE2.0'), 3, 1, 0, 0, 0);
  for (const { grey, delay, disposal = 1, area = { left: 0, top: 0, width, height } } of frames) {
    const index = grey === null ? TRANSPARENT : Math.min(126, Math.floor(grey / 2));
    bytes.push(0x21, 0xf9, 4, (disposal << 2) | 1, ...short(delay), TRANSPARENT, 0);
    bytes.push(0x2c, ...short(area.left), ...short(area.top), ...short(area.width), ...short(area.height), 0, 7);
    // Clear the code table before it grows, so every code has eight bits.
    const codes = Array.from({ length: area.width * area.height }, (_, at) =>
      at % 100 === 0 ? [128, index] : [index],
    );
    const data = [...codes.flat(), 129];
    for (let at = 0; at < data.length; at += 255) {
      const block = data.slice(at, at + 255);
      bytes.push(block.length, ...block);
    }
    bytes.push(0);
  }
  return Uint8Array.from([...bytes, 0x3b]);
}

const TRANSPARENT = 127;

/** Builds a WebP file of lossless frames. Each frame has one color, so its pixels take no bits. */
export function sampleWebp(frames: readonly SampleFrame[], { width, height }: Side): Uint8Array {
  const header = chunk('VP8X', [0x12, 0, 0, 0, ...three(width - 1), ...three(height - 1)]);
  const moves = chunk('ANIM', [0, 0, 0, 0, 0, 0]);
  const pictures = frames.flatMap(({ grey, delay, area = { left: 0, top: 0, width, height } }) => {
    const place = [
      ...three(area.left / 2),
      ...three(area.top / 2),
      ...three(area.width - 1),
      ...three(area.height - 1),
    ];
    // With the flag 0x02, the frame replaces the pixels below it.
    return chunk('ANMF', [...place, ...three(delay), 0x02, ...chunk('VP8L', solidPixels(grey, area))]);
  });
  const content = [...latin1('WEBP'), ...header, ...moves, ...pictures];
  return Uint8Array.from([...latin1('RIFF'), ...long(content.length), ...content]);
}

/** Builds a lossless WebP bitstream of one color with five prefix codes. Each code has one symbol. */
function solidPixels(grey: number | null, { width, height }: Side): readonly number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1);
  };
  put(0x2f, 8);
  put(width - 1, 14);
  put(height - 1, 14);
  put(1, 1);
  put(0, 3);
  // Write one code group without a transform and a color cache.
  put(0, 3);
  const colors = [grey ?? 0, grey ?? 0, grey ?? 0, grey === null ? 0 : 255];
  for (const symbol of colors) {
    put(0b101, 3);
    put(symbol, 8);
  }
  put(0b001, 3);
  put(0, 1);
  while (bits.length % 8 > 0) bits.push(0);
  return Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce((byte, bit, place) => byte | (bit << place), 0),
  );
}

function chunk(name: string, content: readonly number[]): readonly number[] {
  return [...latin1(name), ...long(content.length), ...content, ...(content.length % 2 === 1 ? [0] : [])];
}

function latin1(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function short(value: number): readonly number[] {
  return [value & 255, value >> 8];
}

function three(value: number): readonly number[] {
  return [value & 255, (value >> 8) & 255, value >> 16];
}

function long(value: number): readonly number[] {
  return [...three(value & 0xffffff), value >>> 24];
}
