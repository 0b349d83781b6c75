import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import { ServiceError } from '../../errors/service-error.ts';

/**
 * Chained Ogg (RFC 3533, 4) is a file of several links with separate headers. Players play one link after the other.
 */

/** The first bytes of a page, and the size of the page header before its table of segments (RFC 3533, 6). */
const OGG_PAGE = Buffer.from('OggS\0', 'latin1');
const OGG_HEADER_BYTES = 27;
/** The number of bytes that identify a codec at the start of a stream: Vorbis, Theora, Opus, Speex, or FLAC. */
const CODEC_BYTES = 5;
/** The maximum distance from the start of a page to the end of the codec's identification. */
const OGG_START_BYTES = OGG_HEADER_BYTES + 255 + CODEC_BYTES;
/** The maximum size of a page: its header, 255 segment sizes, and 255 segments of 255 bytes. */
const MAX_PAGE_BYTES = OGG_HEADER_BYTES + 255 + 255 * 255;
const BEGINS_STREAM = 2;
/** The maximum number of links that are compared. A radio recording has one link for each song. */
const MAX_LINKS = 10_000;

/** The places of fields in the header of a page. */
const FLAGS_AT = 5;
const GRANULE_AT = 6;
const SERIAL_AT = 14;

/** A stream of a link with its serial number and the first bytes of its codec's header. */
interface OggStream {
  readonly serial: number;
  readonly codec: string;
}

/**
 * Checks whether a chained file has a link that FFmpeg does not read. FFmpeg reads a later link only if it has the
 * serial numbers and codecs of the first link, or if both links have a single stream of the same codec.
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
 * Returns the byte positions of the header pages of later links with the serial number of an earlier link. FFmpeg
 * interprets the Opus and FLAC headers in these pages as sound. Returns an empty set for other files.
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

/** A link with a single sound stream: its range in the file, in bytes, and its sample rate in hertz. */
export interface SoundLink {
  readonly from: number;
  /** The position after its last byte; infinite for the last link. */
  readonly until: number;
  readonly rate: number;
}

/**
 * Returns the links of a chained file if each has a single stream of Vorbis, Opus, or FLAC. Returns null for any other
 * file. In later links, FFmpeg's times count samples of the first rate, and its Vorbis decoder adds the overlap with
 * the previous link.
 */
export async function soundLinks(path: string): Promise<readonly SoundLink[] | null> {
  const starts: Omit<SoundLink, 'until'>[] = [];
  let isStart = false;
  for await (const { position, bytes } of pagesOf(path)) {
    const begins = beginsStream(bytes);
    if (begins && isStart) return null;
    isStart = begins;
    if (!begins) continue;
    const rate = soundRate(bytes.subarray(OGG_HEADER_BYTES + (bytes[OGG_HEADER_BYTES - 1] ?? 0)));
    if (rate === null || starts.length === MAX_LINKS) return null;
    starts.push({ from: position, rate });
  }
  if (starts.length < 2) return null;
  return starts.map((start, index) => ({ ...start, until: starts[index + 1]?.from ?? Number.POSITIVE_INFINITY }));
}

/**
 * A link with a single picture: its range in the file, in bytes, its start, and the ends of its picture and sound, in
 * seconds from the start of the first link. A link lasts as long as its longest stream.
 */
export interface FilmLink {
  readonly from: number;
  /** The position after its last byte; infinite for the last link. */
  readonly until: number;
  readonly start: number;
  readonly pictureEnd: number;
  /** Null without a sound. */
  readonly soundEnd: number | null;
}

/**
 * Returns the links of a chained file if each has a single stream of Theora, and all or none have a single stream of
 * Vorbis, Opus, or FLAC. Returns null for any other file. FFmpeg reads the headers of later links as pictures, and reads
 * no link with other serial numbers.
 */
export async function filmLinks(path: string): Promise<readonly FilmLink[] | null> {
  const links: { readonly from: number; readonly streams: Map<number, GranuleClock> }[] = [];
  let isStart = false;
  for await (const { position, bytes } of pagesOf(path)) {
    const begins = beginsStream(bytes);
    if (begins && !isStart) links.push({ from: position, streams: new Map() });
    isStart = begins;
    if (links.length > MAX_LINKS) return null;
    const serial = bytes.readUInt32LE(SERIAL_AT);
    const streams = links.at(-1)?.streams;
    if (!begins) countPage(streams?.get(serial), bytes);
    else {
      const clock = granuleClock(bytes.subarray(OGG_HEADER_BYTES + (bytes[OGG_HEADER_BYTES - 1] ?? 0)));
      if (clock !== null) streams?.set(serial, clock);
    }
  }
  return links.length < 2 ? null : timedLinks(links);
}

/** The positions of a stream, in seconds. */
interface GranuleClock {
  readonly isPicture: boolean;
  /** Converts the position of a page. */
  readonly seconds: (granule: bigint) => number;
  /** The length of a picture; 0 for a sound. */
  readonly unit: number;
  /** The start of the first packet; null before the first page with a position. */
  start: number | null;
  end: number;
}

function timedLinks(
  links: readonly { readonly from: number; readonly streams: ReadonlyMap<number, GranuleClock> }[],
): readonly FilmLink[] | null {
  const timed: FilmLink[] = [];
  let start = 0;
  for (const [index, { from, streams }] of links.entries()) {
    const [picture, ...otherPictures] = [...streams.values()].filter(({ isPicture }) => isPicture);
    const [sound, ...otherSounds] = [...streams.values()].filter(({ isPicture }) => !isPicture);
    if (picture === undefined || otherPictures.length + otherSounds.length > 0) return null;
    // A recording of a broadcast begins in the middle of a stream.
    const origin = start - (picture.start ?? 0);
    const [pictureEnd, soundEnd] = [origin + picture.end, sound === undefined ? null : origin + sound.end];
    const [first] = timed;
    if (first !== undefined && (first.soundEnd === null) !== (soundEnd === null)) return null;
    timed.push({ from, until: links[index + 1]?.from ?? Number.POSITIVE_INFINITY, start, pictureEnd, soundEnd });
    start = Math.max(start, pictureEnd, soundEnd ?? 0);
  }
  return timed;
}

function countPage(clock: GranuleClock | undefined, page: Buffer): void {
  const granule = page.readBigInt64LE(GRANULE_AT);
  // A page of headers has the position 0, and a page in which no packet ends has -1.
  if (clock === undefined || granule <= 0n) return;
  clock.end = Math.max(clock.end, clock.seconds(granule));
  const segments = page.subarray(OGG_HEADER_BYTES, OGG_HEADER_BYTES + (page[OGG_HEADER_BYTES - 1] ?? 0));
  const packets = segments.filter((bytes) => bytes < 255).length;
  clock.start ??= Math.max(0, clock.seconds(granule) - packets * clock.unit);
}

/** The length of the identification header of Theora in bytes (Theora specification, 6.2). */
const THEORA_HEAD_BYTES = 42;

/** Returns the clock of Theora or of a sound from its first packet; null for any other packet. */
function granuleClock(packet: Buffer): GranuleClock | null {
  const common = { start: null, end: 0 };
  const rate = soundRate(packet);
  if (rate !== null) {
    const skipped = packet.toString('latin1', 0, 8) === 'OpusHead' && packet.length >= 12 ? packet.readUInt16LE(10) : 0;
    return { ...common, isPicture: false, unit: 0, seconds: (granule) => (Number(granule) - skipped) / rate };
  }
  if (packet.length < THEORA_HEAD_BYTES || packet.toString('latin1', 0, 7) !== '\x80theora') return null;
  const [numerator, denominator] = [packet.readUInt32BE(22), packet.readUInt32BE(26)];
  const shift = BigInt((packet.readUInt16BE(40) >> 5) & 31);
  if (numerator === 0 || denominator === 0) return null;
  const unit = denominator / numerator;
  // Before version 3.2.1, the first frame has the number 0 (Theora specification, A.2.3).
  const first = packet.readUIntBE(7, 3) < 0x03_02_01 ? 1 : 0;
  const frames = (granule: bigint) => Number(granule >> shift) + Number(granule & ((1n << shift) - 1n)) + first;
  return { ...common, isPicture: true, unit, seconds: (granule) => frames(granule) * unit };
}

/** The files for {@link joinLinks}: a link, its samples, and the samples of all links. */
interface LinkFiles {
  readonly link: string;
  readonly samples: string;
  readonly all: string;
}

/**
 * Decodes each link of chained sound separately and joins the samples. Every link then has its exact length. Omits
 * links that FFmpeg cannot decode and returns their places. Throws the errors of `decode` if all links fail.
 * @param decode Decodes the file `link` into `samples`. `from` is the start of the link in seconds.
 */
export async function joinLinks(
  path: string,
  links: readonly SoundLink[],
  { link, samples, all }: LinkFiles,
  bytesPerSecond: number,
  decode: (from: number) => Promise<void>,
): Promise<readonly FaultSpan[]> {
  const broken: FaultSpan[] = [];
  let bytes = 0;
  for (const { from, until } of links) {
    await pipeline(createReadStream(path, { start: from, end: until - 1 }), createWriteStream(link));
    const seconds = bytes / bytesPerSecond;
    try {
      await decode(seconds);
    } catch (error) {
      const isBroken = error instanceof ServiceError && error.code === 'ffmpeg/failed';
      if (!isBroken || broken.length + 1 === links.length) throw error;
      broken.push({ from: seconds, until: seconds });
      continue;
    }
    await pipeline(createReadStream(samples), createWriteStream(all, { flags: 'a' }));
    bytes += (await stat(samples)).size;
  }
  return broken;
}

/**
 * Returns the sample rate in the first packet of Vorbis (Vorbis I, 4.2.2), FLAC (RFC 9639, 8.2 and 10.1), or Opus.
 * Positions in Opus always count 48,000 samples per second (RFC 7845, 4). Returns null for any other packet.
 */
export function soundRate(packet: Buffer): number | null {
  const begins = (text: string) => packet.toString('latin1', 0, text.length) === text;
  if (begins('OpusHead')) return 48_000;
  const rate =
    begins('\x01vorbis\0\0\0\0') && packet.length >= 16
      ? packet.readUInt32LE(12)
      : begins('\x7fFLAC') && packet.length >= 30
        ? packet.readUIntBE(27, 3) >>> 4
        : 0;
  return rate === 0 ? null : rate;
}

/** The first bytes of Opus and FLAC, whose headers in later links FFmpeg does not skip. */
const MISREAD: ReadonlySet<string> = new Set(['OpusH', '\x7fFLAC']);

/** Checks whether links with a single stream have equal serial numbers and later headers that FFmpeg misreads. */
async function repeatsSerial(path: string): Promise<boolean> {
  const links = await linksOf(path);
  const serials = new Set(links.map(([stream]) => stream?.serial));
  const isAffected = ([stream, ...others]: readonly OggStream[]) =>
    others.length === 0 && MISREAD.has(stream?.codec ?? '');
  return links.length > serials.size && links.every(isAffected);
}

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

/** Yields the complete pages of a file. Skips bytes outside of pages. The bytes of a page are a copy. */
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
