import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Chained Ogg (RFC 3533, 4): a file with several links, each with its own headers. Players play one link after the
 * other.
 */

/** The first bytes of a page, and the size of the page header before its table of segments (RFC 3533, 6). */
const OGG_PAGE = Buffer.from('OggS\0', 'latin1');
const OGG_HEADER_BYTES = 27;
/** The number of bytes that identify a codec at the start of a stream: Vorbis, Theora, Opus, Speex, or FLAC. */
const CODEC_BYTES = 5;
/** The longest distance from the start of a page to the end of the codec's identification. */
const OGG_START_BYTES = OGG_HEADER_BYTES + 255 + CODEC_BYTES;
/** The maximum size of a page: its header, 255 segment sizes, and 255 segments of 255 bytes. */
const MAX_PAGE_BYTES = OGG_HEADER_BYTES + 255 + 255 * 255;
const BEGINS_STREAM = 2;
/** The maximum number of links that are compared. A radio recording has one for each song. */
const MAX_LINKS = 10_000;

/** The places of fields in the header of a page. */
const FLAGS_AT = 5;
const GRANULE_AT = 6;
const SERIAL_AT = 14;
const CHECKSUM_AT = 22;

/** A stream of a link with its serial number and the first bytes of its codec's header. */
interface OggStream {
  readonly serial: number;
  readonly codec: string;
}

/**
 * Checks whether a chained file has a link that FFmpeg does not read. FFmpeg reads a later link only in two cases:
 * it has the serial numbers and codecs of the first link, or both links have a single stream of the same codec.
 */
export async function hasIgnoredLink(path: string): Promise<boolean> {
  const [first = [], ...later] = await linksOf(path);
  const isKnown = ({ serial, codec }: OggStream) =>
    first.some((stream) => stream.serial === serial && stream.codec === codec);
  const isSingle = ([stream, ...others]: readonly OggStream[]) =>
    others.length === 0 && first.length === 1 && stream?.codec === first[0]?.codec;
  return later.some((streams) => !streams.every(isKnown) && !isSingle(streams));
}

/**
 * Returns the byte positions of the header pages of later links with the serial number of an earlier link. FFmpeg takes
 * the headers of Opus and FLAC in them for sound. Returns an empty set for other files.
 */
export async function repeatedHeads(path: string): Promise<ReadonlySet<number>> {
  const heads = new Set<number>();
  if (!(await repeatsSerial(path))) return heads;
  let links = 0;
  let isHead = false;
  for await (const { position, bytes } of pagesOf(path)) {
    const begins = beginsStream(bytes);
    if (begins) links += 1;
    // A page of headers has the granule position 0, or -1 if no packet ends in it (RFC 7845, 4; RFC 9639, 10.1).
    isHead = begins || (isHead && bytes.readBigInt64LE(GRANULE_AT) <= 0n);
    if (isHead && links > 1) heads.add(position);
  }
  return heads;
}

/**
 * Writes a copy whose links have different serial numbers, so that FFmpeg reads the headers of each link. Returns false
 * and writes nothing if the serial numbers in the file already differ.
 */
export async function relinkOgg(path: string, output: string, signal: AbortSignal): Promise<boolean> {
  if (!(await repeatsSerial(path))) return false;
  await using file = await open(output, 'w');
  let links = -1;
  for await (const { bytes } of pagesOf(path)) {
    signal.throwIfAborted();
    if (beginsStream(bytes)) links += 1;
    bytes.writeUInt32LE((bytes.readUInt32LE(SERIAL_AT) + Math.max(0, links)) >>> 0, SERIAL_AT);
    bytes.writeUInt32LE(0, CHECKSUM_AT);
    bytes.writeUInt32LE(oggChecksum(bytes), CHECKSUM_AT);
    await file.write(bytes);
  }
  return true;
}

/** The beginnings of Opus and FLAC. FFmpeg skips the headers of later links only for other codecs. */
const MISREAD: ReadonlySet<string> = new Set(['OpusH', '\x7fFLAC']);

/** Checks for single streams with equal serial numbers whose later headers FFmpeg misreads. */
async function repeatsSerial(path: string): Promise<boolean> {
  const links = await linksOf(path);
  const serials = new Set(links.map(([stream]) => stream?.serial));
  const isAffected = ([stream, ...others]: readonly OggStream[]) =>
    others.length === 0 && MISREAD.has(stream?.codec ?? '');
  return links.length > serials.size && links.every(isAffected);
}

/** Returns the checksum of a page whose checksum field is 0 (RFC 3533, 6). */
export function oggChecksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) sum = ((sum << 8) ^ (CHECKSUMS[(sum >>> 24) ^ byte] ?? 0)) >>> 0;
  return sum;
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c1_1db7 : 0);
  return sum >>> 0;
});

function beginsStream(page: Buffer): boolean {
  return ((page[FLAGS_AT] ?? 0) & BEGINS_STREAM) !== 0;
}

async function linksOf(path: string): Promise<readonly (readonly OggStream[])[]> {
  const links: OggStream[][] = [];
  let isStart = false;
  let rest: Buffer = Buffer.alloc(0);
  const takePage = (page: Buffer) => {
    const begins = beginsStream(page);
    if (begins && !isStart) links.push([]);
    isStart = begins;
    if (!begins) return;
    const codec = OGG_HEADER_BYTES + (page[OGG_HEADER_BYTES - 1] ?? 0);
    links
      .at(-1)
      ?.push({ serial: page.readUInt32LE(SERIAL_AT), codec: page.toString('latin1', codec, codec + CODEC_BYTES) });
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const until = Math.max(0, bytes.length - OGG_START_BYTES);
    for (let at = bytes.indexOf(OGG_PAGE); at >= 0 && at < until; at = bytes.indexOf(OGG_PAGE, at + 1))
      takePage(bytes.subarray(at, at + OGG_START_BYTES));
    rest = bytes.subarray(until);
    if (links.length > MAX_LINKS) break;
  }
  return links;
}

/** Yields the whole pages of a file. Skips bytes that belong to no page. The bytes of a page are a copy. */
async function* pagesOf(path: string): AsyncGenerator<{ readonly position: number; readonly bytes: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  let start = 0;
  const take = function* (isLast: boolean) {
    let used = 0;
    for (let at = rest.indexOf(OGG_PAGE); at >= 0; at = rest.indexOf(OGG_PAGE, used)) {
      used = at;
      if (!isLast && rest.length - at < MAX_PAGE_BYTES) break;
      const segments = rest[at + OGG_HEADER_BYTES - 1] ?? 0;
      const sizes = rest.subarray(at + OGG_HEADER_BYTES, at + OGG_HEADER_BYTES + segments);
      const end = at + OGG_HEADER_BYTES + segments + sizes.reduce((all, size) => all + size, 0);
      used = Math.min(end, rest.length);
      if (end <= rest.length) yield { position: start + at, bytes: Buffer.from(rest.subarray(at, end)) };
    }
    start += used;
    rest = rest.subarray(used);
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    yield* take(false);
  }
  yield* take(true);
}
