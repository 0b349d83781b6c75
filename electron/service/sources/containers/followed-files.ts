import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { hasTextAt } from '#shared/lib/byte-match.ts';
import type { Demuxer } from './demuxer.ts';
import { MAX_BOX_HEAD, readBoxHead } from './iso-boxes.ts';
import { hasIgnoredLink, soundRate } from './ogg-links.ts';

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
  const read = async (start: number, bytes: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start);
    return buffer.subarray(0, bytesRead);
  };
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
