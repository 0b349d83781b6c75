import { parentPort, workerData } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import { joined, profileOf, word } from '#shared/drawings/images/color-profile.ts';
import type { HeifFacts } from '#shared/drawings/images/heif-facts.ts';
import { required } from '#shared/lib/assert.ts';
import { encodeJpeg, MAX_PROFILE_BYTES, type Pixels } from './encode-jpeg.ts';
import { decodeHeif, PhotoFault } from './photo-decoders.ts';
import type { PhotoReply, PhotoTask } from './photo-task.ts';

async function convert(file: Uint8Array, heif: HeifFacts): Promise<PhotoReply> {
  try {
    const pixels = await decodeHeif(file, heif);
    const profile = heif.profile ?? profileOf(heif.colors);
    // Apply JPEG's limit to both formats, because the profiles of cameras have only a few kilobytes.
    if ((profile?.length ?? 0) > MAX_PROFILE_BYTES) throw new PhotoFault('coding', 'the profile is too large');
    // Use PNG only for a photo with alpha, because the PNG of an opaque photo would be five times as large as the JPEG.
    return { ok: true, file: pixels.channels === 4 ? encodePng(pixels, profile) : encodeJpeg(pixels, profile) };
  } catch (error) {
    // Do not report a missing decoder as a fault of the file, because the installation is incomplete.
    if (error instanceof Error && 'code' in error) throw error;
    // Treat a trap and exhausted memory as damage of the file, because no camera writes such a file.
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

// The entry point of the thread that `convertPhoto` starts for one photo.
const port = required(parentPort, 'this is a thread');
const { bytes, facts } = workerData as PhotoTask;
const reply = await convert(bytes, facts);
port.postMessage(reply, reply.ok ? [reply.file.buffer as ArrayBuffer] : []);
