import { parentPort, workerData } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import type { CodePoints, HeifFacts } from '#shared/drawings/images/heif-facts.ts';
import { required } from '#shared/lib/assert.ts';
import { encodeJpeg, MOST_PROFILE_BYTES, type Pixels } from './encode-jpeg.ts';
import { decodeHeif, PhotoFault } from './photo-decoders.ts';
import type { PhotoReply, PhotoTask } from './photo-task.ts';

async function convert(file: Uint8Array, heif: HeifFacts): Promise<PhotoReply> {
  try {
    const pixels = await decodeHeif(file, heif);
    const profile = heif.profile ?? profileOf(heif.colors);
    // Apply JPEG's limit to both formats: the profiles of cameras have only a few kilobytes.
    if ((profile?.length ?? 0) > MOST_PROFILE_BYTES) throw new PhotoFault('coding', 'the profile is too large');
    // Use PNG only for a photo with alpha: for an opaque photo, it would be five times as large as JPEG.
    return { ok: true, file: pixels.channels === 4 ? encodePng(pixels, profile) : encodeJpeg(pixels, profile) };
  } catch (error) {
    // Do not blame the file for a missing decoder: the installation is incomplete.
    if (error instanceof Error && 'code' in error) throw error;
    // Treat a trap and a lack of memory as damage of the file: no camera writes such a file.
    return { ok: false, fault: error instanceof PhotoFault ? error.fault : 'damaged' };
  }
}

/** The PNG filter type of the Paeth predictor (PNG 3, section 9). */
const PAETH = 4;

function encodePng({ width, height, samples, channels }: Pixels, profile: Uint8Array | null): Uint8Array {
  const row = width * channels;
  const filtered = new Uint8Array(height * (row + 1));
  for (let y = 0; y < height; y++) {
    const [from, to] = [y * row, y * (row + 1)];
    filtered[to] = PAETH;
    for (let x = 0; x < row; x++) {
      const left = x < channels ? 0 : (samples[from + x - channels] ?? 0);
      const above = y === 0 ? 0 : (samples[from + x - row] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (samples[from + x - row - channels] ?? 0);
      filtered[to + 1 + x] = (samples[from + x] ?? 0) - paeth(left, above, corner);
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, channels === 4 ? 6 : 2, 0, 0, 0], 8);
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    ...(profile === null ? [] : [chunk('iCCP', joined([Buffer.from('ICC\0\0', 'latin1'), deflateSync(profile)]))]),
    chunk('IDAT', deflateSync(filtered)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const named = joined([Buffer.from(type, 'latin1'), content]);
  return joined([word(content.length), named, word(crc32(named))]);
}

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The columns of the matrix from linear RGB to XYZ under D50, by the code points of the primaries (ISO/IEC 23091-2,
 * table 2). BT.709 has the primaries of sRGB, so it needs no profile.
 */
const MATRICES: ReadonlyMap<number, readonly (readonly number[])[]> = new Map([
  // BT.2020.
  [
    9,
    [
      [0.673459, 0.279039, -0.00193],
      [0.165661, 0.675338, 0.029979],
      [0.125083, 0.045623, 0.796849],
    ],
  ],
  // The primaries of Display P3.
  [
    12,
    [
      [0.515102, 0.241182, -0.001051],
      [0.291965, 0.692236, 0.041882],
      [0.157153, 0.066583, 0.784378],
    ],
  ],
]);
const SRGB_MATRIX = [
  [0.436074, 0.222504, 0.013932],
  [0.385065, 0.716879, 0.097105],
  [0.14308, 0.060617, 0.714173],
];
const D50 = [0.9642, 1, 0.8249];
/** The gamma of each transfer function that is a power function. The other SDR functions are close to sRGB. */
const GAMMAS: ReadonlyMap<number, number> = new Map([
  [4, 2.2],
  [5, 2.8],
  [8, 1],
]);
/** ICC.1, section 10.18: the parameters of sRGB’s curve as a parametric curve of type 3. */
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

/**
 * Returns a profile (ICC.1:2022) for code points that differ from sRGB. Returns null for a picture that is treated as
 * sRGB.
 */
function profileOf(colors: CodePoints | null): Uint8Array | null {
  if (colors === null) return null;
  const matrix = MATRICES.get(colors.primaries);
  const gamma = GAMMAS.get(colors.transfer);
  if (matrix === undefined && gamma === undefined) return null;
  const curve =
    gamma === undefined
      ? [tagType('para'), Uint8Array.of(0, 3, 0, 0), ...SRGB_CURVE.map(fixed)]
      : [tagType('para'), Uint8Array.of(0, 0, 0, 0), fixed(gamma)];
  const name = Buffer.from('RGB', 'utf16le').swap16();
  const text = joined([tagType('mluc'), word(1), word(12), Buffer.from('enUS'), word(name.length), word(28), name]);
  const [red, green, blue] = (matrix ?? SRGB_MATRIX).map(xyz);
  const tags: readonly (readonly [signature: string, content: Uint8Array | undefined])[] = [
    ['desc', text],
    ['cprt', text],
    ['wtpt', xyz(D50)],
    ['rXYZ', red],
    ['gXYZ', green],
    ['bXYZ', blue],
    ...(['rTRC', 'gTRC', 'bTRC'] as const).map((signature) => [signature, joined(curve)] as const),
  ];
  let at = 128 + 4 + 12 * tags.length;
  const [table, contents]: [Uint8Array[], Uint8Array[]] = [[word(tags.length)], []];
  for (const [signature, content = new Uint8Array(0)] of tags) {
    table.push(Buffer.from(signature), word(at), word(content.length));
    const padded = joined([content, new Uint8Array((4 - (content.length % 4)) % 4)]);
    contents.push(padded);
    at += padded.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(at, 0);
  header.writeUInt32BE(0x04300000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  header.set(joined(D50.map(fixed)), 68);
  return joined([header, ...table, ...contents]);
}

function tagType(type: string): Uint8Array {
  return joined([Buffer.from(type), word(0)]);
}

function xyz(values: readonly number[]): Uint8Array {
  return joined([tagType('XYZ '), ...values.map(fixed)]);
}

/** Encodes an `s15Fixed16Number`. */
function fixed(value: number): Uint8Array {
  return word(Math.round(value * 65_536) >>> 0);
}

// The entry point of the thread that `convertPhoto` starts for one photo.
const port = required(parentPort, 'this is a thread');
const { bytes, facts } = workerData as PhotoTask;
const reply = await convert(bytes, facts);
port.postMessage(reply, reply.ok ? [reply.file.buffer as ArrayBuffer] : []);
