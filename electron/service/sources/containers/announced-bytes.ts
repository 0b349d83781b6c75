import { type FileHandle, open } from 'node:fs/promises';
import { hasTextAt } from '#shared/lib/byte-match.ts';
import type { Demuxer } from './demuxer.ts';
import { MAX_BOX_HEAD, readBoxHead } from './iso-boxes.ts';
import { id3TagBytes } from './sound-sync.ts';

/** Reads up to the given number of bytes from a position of a file. */
type ReadAt = (start: number, bytes: number) => Promise<Buffer>;

/**
 * The maximum number of boxes that are read. The fragments of a film of hours have two boxes each. Without the limit, a
 * file of empty boxes would take very long.
 */
const MAX_BOXES = 20_000;
const HEAD_BYTES = 4096;

/**
 * Returns the size in bytes that a media file states, or the end of its last packet, page, or frame; null if the file
 * states neither. This size exceeds the real size if a transfer was cut short. Reads only a small part of the file.
 */
export async function announcedBytes(path: string, demuxer: Demuxer): Promise<number | null> {
  try {
    await using file = await open(path, 'r');
    const read = readerOf(file);
    const { size } = await file.stat();
    if (demuxer === 'mov') return await boxesEnd(read, size);
    if (demuxer === 'mp3') return await xingEnd(read);
    if (demuxer === 'caf') return await chunksEnd(read, size);
    const tailStart = Math.max(0, size - TAIL_BYTES);
    if (demuxer === 'mpegts') return tailStart + (lastTransportEnd(await read(tailStart, TAIL_BYTES)) ?? 0);
    if (demuxer === 'ogg') return tailStart + lastPageEnd(await read(tailStart, TAIL_BYTES));
    return announcedIn(await read(0, HEAD_BYTES), demuxer, size);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return null;
  }
}

function readerOf(file: FileHandle): ReadAt {
  return async (start, bytes) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start);
    return buffer.subarray(0, bytesRead);
  };
}

/** Returns the end of the last outermost box (ISO/IEC 14496-12, 4.2); null if the boxes do not state it. */
async function boxesEnd(read: ReadAt, size: number): Promise<number | null> {
  let end = 0;
  for (let boxes = 0; end < size && boxes < MAX_BOXES; boxes++) {
    const head = readBoxHead(await read(end, MAX_BOX_HEAD));
    // Return null for bytes that are not a box, which were appended to the file. Return null for a box of size zero,
    // too: it reaches to the end of the file, so it states no size.
    if (head === null || head.bytes === 0) return null;
    end += head.bytes;
  }
  return end;
}

/** Returns the end of the last chunk of a Core Audio Format file; null if its size is unknown. */
async function chunksEnd(read: ReadAt, size: number): Promise<number | null> {
  let end = 8;
  for (let chunks = 0; end < size && chunks < MAX_BOXES; chunks++) {
    const head = await read(end, 12);
    if (head.length < 12) return end + 12;
    const bytes = Number(head.readBigInt64BE(4));
    if (bytes < 0 || !Number.isSafeInteger(bytes)) return null;
    end += 12 + bytes;
  }
  return end;
}

/** The size of the end of a file in which the last packet or page is searched. An Ogg page has at most 65,307 bytes. */
const TAIL_BYTES = 70_000;
/** The distances of transport packets, and the bytes of a packet from its sync byte on. */
const TRANSPORT_STEPS = [
  { step: 188, bytes: 188 },
  { step: 192, bytes: 188 },
  { step: 204, bytes: 204 },
];
const MIN_TRANSPORT_PACKETS = 5;

/**
 * Returns the end of the last packet in the last bytes of a transport stream; null if the packets are out of step. The
 * end exceeds the size of these bytes if the packet is incomplete.
 */
export function lastTransportEnd(tail: Buffer): number | null {
  for (const { step, bytes } of TRANSPORT_STEPS) {
    for (let first = 0; first < step && first + (MIN_TRANSPORT_PACKETS - 1) * step < tail.length; first++) {
      const start = first + Math.max(0, Math.floor((tail.length - 1 - first) / step) - MIN_TRANSPORT_PACKETS) * step;
      let last = start;
      while (last < tail.length && tail[last] === TRANSPORT_SYNC) last += step;
      if (last >= tail.length) return last - step + bytes < tail.length ? last : last - step + bytes;
    }
  }
  return null;
}

const TRANSPORT_SYNC = 0x47;

/**
 * Returns the end of the last page (RFC 3533, 6) in the last bytes of an Ogg file; 0 without a page. The end exceeds
 * the size of these bytes if the page is incomplete.
 */
export function lastPageEnd(tail: Buffer): number {
  const start = tail.lastIndexOf('OggS\0', undefined, 'latin1');
  if (start < 0) return 0;
  const table = start + 27;
  const segments = tail[table - 1];
  if (segments === undefined || table + segments > tail.length) return tail.length + 1;
  const end = tail.subarray(table, table + segments).reduce((sum, bytes) => sum + bytes, table + segments);
  const following = tail.toString('latin1', end, end + 4);
  return following !== '' && 'OggS'.startsWith(following) ? end + 27 : end;
}

/**
 * The offsets of the Xing header in the first frame: for MPEG 1 stereo, for MPEG 1 mono and MPEG 2 stereo, and for MPEG
 * 2 mono.
 */
const XING_PLACES = [36, 21, 13];
/**
 * The size of the largest frame in bytes, which is the uncertainty of the stated size: encoders differ in whether they
 * count the frame with the header.
 */
const XING_ROUNDING = 2881;

/**
 * Returns the end of the sound of an MP3 by the Xing header of its first frame, which follows the tags; null without
 * this header.
 */
async function xingEnd(read: ReadAt): Promise<number | null> {
  const tagBytes = id3TagBytes(await read(0, 10));
  const frame = await read(tagBytes, 64);
  const at = XING_PLACES.find((place) => hasTextAt(frame, place, 'Xing') || hasTextAt(frame, place, 'Info'));
  if (at === undefined || frame.length < at + 16) return null;
  const flags = frame.readUInt32BE(at + 4);
  if ((flags & 2) === 0) return null;
  return tagBytes + Math.max(0, frame.readUInt32BE(at + 8 + ((flags & 1) === 0 ? 0 : 4)) - XING_ROUNDING);
}

/** Returns the stated size from the first bytes of a file, for the other containers; null if there is none. */
export function announcedIn(head: Buffer, demuxer: Demuxer, size = 0): number | null {
  switch (demuxer) {
    case 'dv':
      return Math.ceil(size / dvFrameBytes(head)) * dvFrameBytes(head);
    case 'avi':
    case 'wav':
      return riffBytes(head);
    case 'aiff':
      return known32(head.length < 8 ? 0 : head.readUInt32BE(4), 8);
    case 'w64':
      return known64(head, 16);
    case 'asf':
      return asfBytes(head);
    case 'matroska':
      return matroskaBytes(head);
    default:
      return null;
  }
}

/** Returns the size of a frame of DV: 12 sequences of 12,000 bytes for 50 fields per second, and else 10. */
function dvFrameBytes(head: Buffer): number {
  return ((head[3] ?? 0) & 0x80) === 0 ? 120_000 : 144_000;
}

function riffBytes(head: Buffer): number | null {
  // Above 4 GiB, the size is in a separate chunk (EBU Tech 3306).
  if (!hasTextAt(head, 0, 'RIFF')) return hasTextAt(head, 12, 'ds64') ? known64(head, 20, 8) : null;
  return known32(head.length < 8 ? 0 : head.readUInt32LE(4), 8);
}

/**
 * Returns a 32-bit size plus the bytes before it; null if the size is unknown. A program that writes into a pipe does
 * not know the size and writes zero or the maximum.
 */
function known32(size: number, before: number): number | null {
  return size === 0 || size >= 0xff_ff_ff_00 ? null : size + before;
}

function known64(head: Buffer, at: number, before = 0): number | null {
  const size = head.length < at + 8 ? 0 : Number(head.readBigUInt64LE(at));
  return size > 0 && Number.isSafeInteger(size) ? size + before : null;
}

const ASF_FILE_PROPERTIES = '\xa1\xdc\xab\x8c\x47\xa9\xcf\x11\x8e\xe4\x00\xc0\x0c\x20\x53\x65';

/**
 * Returns the size in the File Properties Object (ASF specification, 3.2), which is one of the first objects of the
 * header; null if it is not there.
 */
function asfBytes(head: Buffer): number | null {
  for (let at = 30; at + 24 <= head.length; ) {
    if (hasTextAt(head, at, ASF_FILE_PROPERTIES)) return known64(head, at + 40);
    const size = Number(head.readBigUInt64LE(at + 16));
    if (size < 24) return null;
    at += size;
  }
  return null;
}

const MATROSKA_SEGMENT = '\x18\x53\x80\x67';

/**
 * Returns the end of the Segment, which follows the EBML header (RFC 8794, 4; RFC 9559, 5.1); null if its size is
 * unknown.
 */
function matroskaBytes(head: Buffer): number | null {
  const header = vintAt(head, 4);
  const segment = header === null ? head.length : 4 + header.width + header.value;
  if (!hasTextAt(head, segment, MATROSKA_SEGMENT)) return null;
  const size = vintAt(head, segment + 4);
  return size === null ? null : segment + 4 + size.width + size.value;
}

/**
 * Reads a number of variable width. Returns null if all its bits are ones, which means "unknown", if the head ends
 * before its end, or if it takes more than eight bytes.
 */
function vintAt(head: Buffer, at: number): { readonly value: number; readonly width: number } | null {
  const first = head[at];
  if (first === undefined || first === 0) return null;
  const width = Math.clz32(first) - 23;
  if (head.length < at + width) return null;
  const bits = 7 * width;
  let value = BigInt(first & (0xff >> width));
  for (let index = 1; index < width; index++) value = (value << 8n) | BigInt(head[at + index] ?? 0);
  return value === (1n << BigInt(bits)) - 1n ? null : { value: Number(value), width };
}
