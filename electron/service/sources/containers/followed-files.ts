import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { hasTextAt } from '#shared/lib/byte-match.ts';
import { readerOf } from '../../files/read-at.ts';
import type { Demuxer } from './demuxer.ts';
import { MAX_BOX_HEAD, readBoxHead } from './iso-boxes.ts';
import { hasIgnoredLink, soundRate } from './ogg-links.ts';
import { id3TagBytes, mpegAudioFrameBytes } from './sound-sync.ts';

/** The first bytes of each kind of file. Coded media is very unlikely to contain them. */
const BEGINNINGS: Partial<Record<Demuxer, string>> = {
  aiff: 'FORM',
  asf: '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c',
  w64: 'riff\x2e\x91\xcf\x11',
  wav: 'RIFF',
};
/** The first bytes of files whose size is unknown. In FLAC, the description of the stream follows them. */
const SCANNED: Partial<Record<Demuxer, Buffer>> = {
  flac: Buffer.from('fLaC\0\0\0\x22', 'latin1'),
  ivf: Buffer.from('DKIF\0\0\x20\0', 'latin1'),
  yuv4mpegpipe: Buffer.from('YUV4MPEG2 W', 'latin1'),
};
/** The maximum padding between two files, in bytes. */
const MAX_PADDING = 16;
const MAX_BOXES = 20_000;

/**
 * Checks whether a second file of the same kind follows the first one in a file, for example after joining files byte
 * by byte. For these kinds, FFmpeg reads only the first file. For other kinds, FFmpeg reads both, or the clock runs
 * backward.
 * @param announced The size that the first file states; null if it states none.
 */
export async function isFollowedByAnother(path: string, demuxer: Demuxer, announced: number | null): Promise<boolean> {
  if (demuxer === 'ogg') return await hasIgnoredLink(path);
  const scanned = SCANNED[demuxer];
  if (scanned !== undefined) return hasSecond(path, scanned);
  const beginning = BEGINNINGS[demuxer];
  await using file = await open(path, 'r');
  const read = readerOf(file);
  if (beginning !== undefined) {
    if (announced === null) return false;
    const following = await read(announced, MAX_PADDING + beginning.length);
    return following.includes(Buffer.from(beginning, 'latin1'));
  }
  if (demuxer === 'mov') return await hasSecondMovie(read);
  return demuxer === 'caf' ? await hasSecondCaf(read) : false;
}

/** Checks whether the outermost boxes include two `ftyp` and two `moov` boxes. */
async function hasSecondMovie(read: (start: number, bytes: number) => Promise<Buffer>): Promise<boolean> {
  let [files, movies] = [0, 0];
  for (let [at, boxes] = [0, 0]; boxes < MAX_BOXES; boxes++) {
    const head = readBoxHead(await read(at, MAX_BOX_HEAD));
    if (head === null) return false;
    if (head.type === 'ftyp') files += 1;
    if (head.type === 'moov') movies += 1;
    if (files > 1 && movies > 1) return true;
    if (head.bytes === 0) return false;
    at += head.bytes;
  }
  return false;
}

/**
 * Checks whether a second Core Audio file follows the first one. A file has a head of 8 bytes, and then chunks
 * with a type and a 64-bit size.
 */
async function hasSecondCaf(read: (start: number, bytes: number) => Promise<Buffer>): Promise<boolean> {
  for (let [at, chunks] = [8, 0]; chunks < MAX_BOXES; chunks++) {
    const head = await read(at, 12);
    if (head.length < 12) return false;
    if (hasTextAt(head, 0, 'caff')) return true;
    const size = Number(head.readBigInt64BE(4));
    // A last chunk of unknown size extends to the end of the file.
    if (size < 0 || !Number.isSafeInteger(size)) return false;
    at += 12 + size;
  }
  return false;
}

async function hasSecond(path: string, beginning: Buffer): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  let found = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    for (let at = bytes.indexOf(beginning); at >= 0; at = bytes.indexOf(beginning, at + 1)) found += 1;
    if (found > 1) return true;
    rest = bytes.subarray(-(beginning.length - 1));
  }
  return false;
}

/** The first bytes of the headers that state the sample rate of an Ogg stream, by FFmpeg's names of the codecs. */
const RATE_HEADS: Readonly<Record<string, Buffer>> = {
  vorbis: Buffer.from('\x01vorbis\0\0\0\0', 'latin1'),
  flac: Buffer.from('\x7fFLAC', 'latin1'),
};
/** The length of a header up to its sample rate, in bytes. */
const RATE_HEAD_BYTES = 30;

/** Checks whether the headers of chained Vorbis or FLAC state different sample rates. */
export async function hasOtherRates(
  { path, demuxer, signal }: { readonly path: string; readonly demuxer: Demuxer; readonly signal: AbortSignal },
  codec: string,
): Promise<boolean> {
  const head = demuxer === 'ogg' ? RATE_HEADS[codec] : undefined;
  if (head === undefined) return false;
  const rates = new Set<number>();
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { signal })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    for (let at = bytes.indexOf(head); at >= 0; at = bytes.indexOf(head, at + 1)) {
      const rate = soundRate(bytes.subarray(at, at + RATE_HEAD_BYTES));
      if (rate !== null) rates.add(rate);
    }
    rest = bytes.subarray(1 - RATE_HEAD_BYTES);
  }
  return rates.size > 1;
}

/** A range without decoded sound, in seconds, between two frames. */
export interface SoundHole {
  readonly from: number;
  readonly until: number;
  /** The byte positions after the frame before the range and of the frame after it; NaN if they are unknown. */
  readonly bytes: { readonly from: number; readonly until: number };
  /** Whether the range lasts more than half a frame. */
  readonly isLong: boolean;
}

/**
 * Returns the ranges of an MP3 in which another file begins. FFmpeg makes a packet of the tags between two joined files
 * and of the first frame after them, and the decoder rejects that packet. The first frame usually has no sound: it
 * contains the header of Xing or LAME.
 */
export async function joinsIn(
  { path, demuxer }: { readonly path: string; readonly demuxer: Demuxer },
  holes: readonly SoundHole[],
): Promise<readonly SoundHole[]> {
  if (demuxer !== 'mp3' || holes.length === 0) return [];
  await using file = await open(path, 'r');
  const read = readerOf(file);
  const joins: SoundHole[] = [];
  for (const hole of holes) if (await hasOnlyTags(read, hole.bytes)) joins.push(hole);
  return joins;
}

/** The sizes of an ID3v1 tag and of the header of an APEv2 tag, in bytes. */
const ID3V1_BYTES = 128;
const APE_HEADER_BYTES = 32;
const MAX_TAGS = 8;

/** Checks whether a range of an MP3 consists of tags and of at most one frame after them. */
async function hasOnlyTags(
  read: (start: number, bytes: number) => Promise<Buffer>,
  { from, until }: SoundHole['bytes'],
): Promise<boolean> {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(until)) return false;
  let at = from;
  for (let tags = 0; tags < MAX_TAGS && at < until; tags++) {
    const bytes = tagBytes(await read(at, APE_HEADER_BYTES));
    if (bytes === 0) break;
    at += bytes;
  }
  if (at === from || at > until) return false;
  return at === until || at + mpegAudioFrameBytes(await read(at, 3), 0) === until;
}

/** Returns the size of the ID3v1, ID3v2, or APEv2 tag at the start; 0 if there is none. */
function tagBytes(head: Buffer): number {
  if (hasTextAt(head, 0, 'TAG')) return ID3V1_BYTES;
  if (hasTextAt(head, 0, 'APETAGEX') && head.length === APE_HEADER_BYTES)
    return APE_HEADER_BYTES + head.readUInt32LE(12);
  return id3TagBytes(head);
}
