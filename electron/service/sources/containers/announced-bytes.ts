import { open } from 'node:fs/promises';
import { hasTextAt } from '#shared/lib/byte-match.ts';
import { type ReadAt, readerOf } from '../../files/read-at.ts';
import type { Demuxer } from './demuxer.ts';
import { MAX_BOX_HEAD, readBoxHead } from './iso-boxes.ts';
import { elementHead } from './matroska-segment.ts';
import { id3TagBytes, lastSoundFrameEnd } from './sound-sync.ts';

/**
 * The maximum number of boxes that are read. Films of hours have two boxes per fragment. Without the limit, a file of
 * empty boxes would take very long.
 */
const MAX_BOXES = 20_000;
const HEAD_BYTES = 4096;

/**
 * Returns the size in bytes that a media file states, or the end of its last packet, page, or frame. Returns null if
 * both are missing. This size exceeds the real size if a transfer was cut short. Reads only a small part of the file.
 */
export async function announcedBytes(path: string, demuxer: Demuxer): Promise<number | null> {
  try {
    await using file = await open(path, 'r');
    const read = readerOf(file);
    const { size } = await file.stat();
    if (demuxer === 'mov') return await boxesEnd(read, size);
    if (demuxer === 'caf') return await chunksEnd(read, size);
    if (demuxer === 'wav') return await waveEnd(read, size);
    if (demuxer === 'mxf') return await partitionsEnd(read);
    if (demuxer === 'gif') return await imagesEnd(read, size);
    if (demuxer === 'amr') return await amrFramesEnd(read, size);
    if (demuxer === 'yuv4mpegpipe') return await rawFramesEnd(read, size);
    const tailStart = Math.max(0, size - TAIL_BYTES);
    const tail = () => read(tailStart, TAIL_BYTES);
    if (demuxer === 'mpegts') return tailStart + (lastTransportEnd(await tail()) ?? 0);
    if (demuxer === 'mpeg') return tailStart + lastProgramPacketEnd(await tail());
    if (demuxer === 'ogg') return tailStart + lastPageEnd(await tail());
    if (demuxer === 'mp3')
      return Math.max((await xingEnd(read)) ?? 0, tailStart + lastSoundFrameEnd(await tail(), demuxer));
    if (demuxer === 'aac' || demuxer === 'ac3') return tailStart + lastSoundFrameEnd(await tail(), demuxer);
    return announcedIn(await read(0, HEAD_BYTES), demuxer, size);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return null;
  }
}

/** Returns the end of the last outermost box (ISO/IEC 14496-12, 4.2); null if the boxes do not state it. */
async function boxesEnd(read: ReadAt, size: number): Promise<number | null> {
  let end = 0;
  for (let boxes = 0; end < size && boxes < MAX_BOXES; boxes++) {
    const head = readBoxHead(await read(end, MAX_BOX_HEAD));
    // Bytes that are not a box were appended to the file. A box of size zero extends to the end of the file and
    // therefore states no size.
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

/** Matches the type of a RIFF chunk. */
const CHUNK_TYPE = /^[ -~]{4}$/;
/** The bytes of a chunk before its data. */
const CHUNK_HEAD = 8;

/**
 * Returns the end of a WAV file according to its chunks, or otherwise according to its head; null if the size is
 * unknown. If no other chunk begins at the end of the sound chunk, the stated size is wrong, and the result exceeds the
 * size of the file.
 */
async function waveEnd(read: ReadAt, size: number): Promise<number | null> {
  const head = await read(0, HEAD_BYTES);
  const whole = riffBytes(head);
  if (!hasTextAt(head, 0, 'RIFF')) return whole;
  const present = Math.min(size, whole ?? 0);
  for (let [at, chunks] = [12, 0]; at + CHUNK_HEAD <= size && chunks < MAX_BOXES; chunks++) {
    const chunk = await read(at, CHUNK_HEAD);
    const type = chunk.toString('latin1', 0, 4);
    const end = known32(chunk.readUInt32LE(4), at + CHUNK_HEAD);
    if (type !== 'data') {
      if (end === null || !CHUNK_TYPE.test(type)) return whole;
      at = end + (end % 2);
      continue;
    }
    // FFmpeg plays a sound of unknown size to the end of the file.
    if (end === null) return null;
    const following = await read(end + (end % 2), 4);
    const isInside = end + CHUNK_HEAD < present && !CHUNK_TYPE.test(following.toString('latin1'));
    return isInside ? size + 1 : Math.max(end, whole ?? 0);
  }
  return whole;
}

/**
 * Returns the start of the last partition of an MXF file (SMPTE ST 377-1, 7.1), which follows the media; null if the
 * header partition does not state it, for example in an unfinished recording.
 */
async function partitionsEnd(read: ReadAt): Promise<number | null> {
  const KEY_BYTES = 16;
  const pack = await read(0, 64);
  const lengthByte = pack[KEY_BYTES] ?? 0;
  // A BER length (ISO/IEC 8825-1, 8.1.3) has one byte, or states the number of bytes that follow it.
  const fields = KEY_BYTES + 1 + (lengthByte < 0x80 ? 0 : lengthByte & 0x7f);
  const FOOTER_FIELD = 24;
  if (pack.length < fields + FOOTER_FIELD + 8) return null;
  const footer = Number(pack.readBigUInt64BE(fields + FOOTER_FIELD));
  return footer > 0 && Number.isSafeInteger(footer) ? footer + KEY_BYTES : null;
}

/** Returns the end of the last block of a GIF (GIF89a, 15 to 26). The trailer may be missing. */
async function imagesEnd(read: ReadAt, size: number): Promise<number> {
  const byteAt = byteReader(read);
  const colorTableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + colorTableBytes(await byteAt(10));
  while (at < size) {
    const introducer = await byteAt(at);
    if (introducer !== 0x21 && introducer !== 0x2c) return at;
    at += introducer === 0x21 ? 2 : 11 + colorTableBytes(await byteAt(at + 9));
    for (let length = -1; length !== 0; at += length + 1) {
      if (at >= size) return size + 1;
      length = await byteAt(at);
    }
  }
  return at;
}

/**
 * The bytes of a frame of AMR and AMR-WB by its type, with its header (RFC 4867, 5.3; 3GPP TS 26.101 and 26.201). Types
 * without a size are reserved.
 */
const AMR_FRAMES = [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1];
const AMR_WIDE_FRAMES = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1];
const AMR_WIDE_HEAD = '#!AMR-WB\n';

/** Returns the end of the last frame of an AMR file, which may be incomplete; null for an invalid frame. */
async function amrFramesEnd(read: ReadAt, size: number): Promise<number | null> {
  const byteAt = byteReader(read);
  const isWide = (await read(0, AMR_WIDE_HEAD.length)).toString('latin1') === AMR_WIDE_HEAD;
  const frames = isWide ? AMR_WIDE_FRAMES : AMR_FRAMES;
  let at = isWide ? AMR_WIDE_HEAD.length : '#!AMR\n'.length;
  while (at < size) {
    const bytes = frames[((await byteAt(at)) >> 3) & 15] ?? 0;
    if (bytes === 0) return null;
    at += bytes;
  }
  return at;
}

/** Returns a reader of single bytes, which are 0 after the end of the file. */
function byteReader(read: ReadAt): (position: number) => Promise<number> {
  const WINDOW_BYTES = 2 ** 20;
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return async (position) => {
    if (position < start || position >= start + bytes.length)
      [start, bytes] = [position, await read(position, WINDOW_BYTES)];
    return bytes[position - start] ?? 0;
  };
}

const RAW_FRAME = 'FRAME\n';
/** The samples per pixel by the start of the color space, and the divisors of the chroma planes. */
const RAW_CHROMA = [
  { name: '420', across: 2, down: 2, planes: 2, alpha: 0 },
  { name: '411', across: 4, down: 1, planes: 2, alpha: 0 },
  { name: '422', across: 2, down: 1, planes: 2, alpha: 0 },
  { name: '444alpha', across: 1, down: 1, planes: 2, alpha: 1 },
  { name: '444', across: 1, down: 1, planes: 2, alpha: 0 },
  { name: 'mono', across: 1, down: 1, planes: 0, alpha: 0 },
];

/**
 * Returns the end of the last frame of a Y4M file (`man 5 yuv4mpeg`), which may be incomplete; null if its color space
 * is unknown or if its frames have parameters.
 */
async function rawFramesEnd(read: ReadAt, size: number): Promise<number | null> {
  const [header = ''] = (await read(0, HEAD_BYTES)).toString('latin1').split('\n');
  const field = (name: string) => new RegExp(`(?<= )${name}\\S+`).exec(header)?.[0].slice(1);
  const [width, height, colors = '420'] = [Number(field('W')), Number(field('H')), field('C')];
  const chroma = RAW_CHROMA.find(({ name }) => colors.startsWith(name));
  if (!(width > 0 && height > 0) || chroma === undefined) return null;
  const { across, down, planes, alpha } = chroma;
  const bytesPerSample = /(?:p|mono)(?:9|1[0-6])$/.test(colors) ? 2 : 1;
  const samples = width * height * (1 + alpha) + planes * Math.ceil(width / across) * Math.ceil(height / down);
  const frameBytes = RAW_FRAME.length + samples * bytesPerSample;
  const start = header.length + 1;
  const last = start + Math.max(0, Math.ceil((size - start) / frameBytes) - 1) * frameBytes;
  const isFrame = RAW_FRAME.startsWith((await read(last, RAW_FRAME.length)).toString('latin1'));
  return isFrame ? last + frameBytes : null;
}

/**
 * The number of bytes at the end of a file in which the last packet, page, or frame is searched. An Ogg page has at
 * most 65,307 bytes, and a packet of a program stream 65,541.
 */
const TAIL_BYTES = 140_000;
/** The distances of transport packets, and the number of bytes from the sync byte to the end of a packet. */
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
function lastTransportEnd(tail: Buffer): number | null {
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

const START_CODE = Buffer.from([0, 0, 1]);
const PACK_START = Buffer.from([0, 0, 1, 0xba]);

/**
 * Returns the end of the last packet (ISO/IEC 13818-1, 2.5.3) in the last bytes of a program stream; 0 without a pack.
 * The end exceeds the size of these bytes if the packet is incomplete. A video cannot contain the start code of a pack.
 */
function lastProgramPacketEnd(tail: Buffer): number {
  let end = 0;
  for (let pack = tail.indexOf(PACK_START); pack >= 0; pack = tail.indexOf(PACK_START, end)) {
    end = pack;
    for (let bytes = programPacketBytes(tail, end); bytes > 0; bytes = programPacketBytes(tail, end)) end += bytes;
    if (end === pack) end += 1;
  }
  return end;
}

/** Returns the size of the pack header or packet at a position; 0 if neither begins there. */
function programPacketBytes(tail: Buffer, at: number): number {
  if (!tail.subarray(at, at + 3).equals(START_CODE)) return 0;
  const [code, fifth, sixth] = tail.subarray(at + 3, at + 6);
  if (code === 0xb9) return 4;
  if (code !== undefined && code < 0xba) return 0;
  // The file ends inside a header, so return more bytes than the file has.
  if (code === undefined || fifth === undefined || sixth === undefined) return tail.length;
  if (code !== 0xba) return 6 + fifth * 256 + sixth;
  // MPEG-2 begins the clock with the bits 01, and has up to seven bytes of stuffing.
  return (fifth & 0xc0) === 0x40 ? 14 + ((tail[at + 13] ?? 0) & 7) : 12;
}

/**
 * Returns the end of the last page (RFC 3533, 6) in the last bytes of an Ogg file; 0 without a page. The end exceeds
 * the size of these bytes if the page is incomplete.
 */
function lastPageEnd(tail: Buffer): number {
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
 * The size of the largest frame in bytes, which is the uncertainty of the stated size. Some encoders count the frame
 * with the header, and others do not.
 */
const XING_ROUNDING = 2881;

/**
 * Returns the end of the sound of an MP3 according to the Xing header of its first frame, which follows the tags; null
 * without this header.
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

/** Returns the size that the first bytes of a file state, for the other containers; null if they state none. */
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

/** Returns the size of a DV frame: 12 sequences of 12,000 bytes for 50 fields per second, otherwise 10 sequences. */
function dvFrameBytes(head: Buffer): number {
  return ((head[3] ?? 0) & 0x80) === 0 ? 120_000 : 144_000;
}

function riffBytes(head: Buffer): number | null {
  // Above 4 GiB, the size is in a separate chunk (EBU Tech 3306).
  if (!hasTextAt(head, 0, 'RIFF')) return hasTextAt(head, 12, 'ds64') ? known64(head, 20, 8) : null;
  return known32(head.length < 8 ? 0 : head.readUInt32LE(4), 8);
}

/**
 * Returns a 32-bit size plus the bytes before it; null if the size is unknown. A program that writes into a pipe cannot
 * determine the size, and writes zero or the maximum.
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
 * header; null if it is missing.
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
  const header = elementHead(head);
  const segment = header === null || header.bytes === null ? head.length : header.headBytes + header.bytes;
  const found = hasTextAt(head, segment, MATROSKA_SEGMENT) ? elementHead(head, segment) : null;
  return found === null || found.bytes === null ? null : segment + found.headBytes + found.bytes;
}
