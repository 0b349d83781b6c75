import { holds } from '../../lib/byte-match.ts';
import { drawingLimits } from '../drawing/drawing-limits.ts';
import type { ImageFacts } from './image-facts.ts';

/** How often a decoder goes over a picture: of a progressive JPEG once for each scan (ITU-T T.81, G). */
export function scansOf(bytes: Uint8Array, { format }: ImageFacts): number {
  if (format !== 'jpeg') return 1;
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) if (bytes[at + 1] === 0xda) scans += 1;
  return Math.max(1, scans);
}

/** PNG 3, 11: what makes the picture, its colours and how it stands. */
const PICTURE = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'eXIf'];

/**
 * A file without what is no picture, where that is much: words of a PNG may be packed so that a thousand times as much comes
 * of them. The file is whole.
 */
export function pictureAlone(bytes: Uint8Array, { format }: ImageFacts): Uint8Array {
  if (format !== 'png') return bytes;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, 8)];
  let [size, hasProfile] = [8, false];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + data.getUint32(at);
    const isProfile = holds(bytes, at + 4, 'iCCP');
    // There may be one (11.3.2.3); of more, each would be unpacked.
    if (PICTURE.some((type) => holds(bytes, at + 4, type)) && !(isProfile && hasProfile)) {
      kept.push(bytes.subarray(at, end));
      size += end - at;
    }
    hasProfile ||= isProfile;
    if (holds(bytes, at + 4, 'IEND')) break;
    at = end;
  }
  if (bytes.length - size <= drawingLimits.besidePng) return bytes;
  const alone = new Uint8Array(size);
  let place = 0;
  for (const part of kept) {
    alone.set(part, place);
    place += part.length;
  }
  return alone;
}
