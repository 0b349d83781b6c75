import type { FileHandle } from 'node:fs/promises';

/** The elements of Matroska and WebM files (RFC 8794, RFC 9559). An element has an id, a size, and data or elements. */

interface ElementHead {
  /** The id with its length marker, such as `0xA3`. */
  readonly id: number;
  /** The size of the head in bytes, and of the data after it; null if the data has an unknown size. */
  readonly headBytes: number;
  readonly bytes: number | null;
}

/** An element that was read. */
interface FoundElement {
  readonly id: number;
  readonly body: Buffer;
}

/** The maximum number of bytes that {@link elementHead} reads. */
const MAX_ELEMENT_HEAD = 12;
const MAX_ID_BYTES = 4;
/** The maximum number of elements within an element in memory. Empty elements would fill the memory. */
const MAX_CHILDREN = 2 ** 16;

/** Reads the head of an element; null if it is invalid or incomplete. */
export function elementHead(bytes: Buffer, at = 0): ElementHead | null {
  const idBytes = Math.clz32(bytes[at] ?? 0) - 23;
  if (idBytes > MAX_ID_BYTES || at + idBytes > bytes.length) return null;
  const size = variableNumber(bytes, at + idBytes);
  if (size === null) return null;
  return { id: bytes.readUIntBE(at, idBytes), headBytes: idBytes + size.width, bytes: size.value };
}

/**
 * Reads a number of variable width. Its value is null if all its bits are ones, which means "unknown". Returns null if
 * the number is incomplete or takes more than eight bytes.
 */
function variableNumber(bytes: Buffer, at: number): { readonly value: number | null; readonly width: number } | null {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const width = Math.clz32(first) - 23;
  if (bytes.length < at + width) return null;
  let value = BigInt(first & (0xff >> width));
  for (let index = 1; index < width; index++) value = (value << 8n) | BigInt(bytes[at + index] ?? 0);
  return { value: value === (1n << BigInt(7 * width)) - 1n ? null : Number(value), width };
}

/** Returns the consecutive elements in `bytes`; null if the last one does not end exactly at the end of the bytes. */
export function elementsIn(bytes: Buffer): readonly FoundElement[] | null {
  const elements: FoundElement[] = [];
  for (let at = 0; at < bytes.length; ) {
    const head = elementHead(bytes, at);
    if (head === null || head.bytes === null || elements.length >= MAX_CHILDREN) return null;
    const start = at + head.headBytes;
    if (start + head.bytes > bytes.length) return null;
    elements.push({ id: head.id, body: bytes.subarray(start, start + head.bytes) });
    at = start + head.bytes;
  }
  return elements;
}

const VOID = 0xec;
const CHECKSUM = 0xbf;
/** The elements that any element can contain. They have no meaning for facts. */
const GLOBAL_ELEMENTS: ReadonlySet<number> = new Set([VOID, CHECKSUM]);

/**
 * Returns the elements within an element by their ids; null if an id is not among `known` or occurs twice.
 */
export function fieldsIn(body: Buffer, known: ReadonlySet<number>): ReadonlyMap<number, Buffer> | null {
  const fields = new Map<number, Buffer>();
  for (const { id, body: field } of elementsIn(body) ?? [{ id: 0, body }]) {
    if (GLOBAL_ELEMENTS.has(id)) continue;
    if (!known.has(id) || fields.has(id)) return null;
    fields.set(id, field);
  }
  return fields;
}

/** Returns an unsigned integer of at most 6 bytes, or the default if the element is missing. Throws a `RangeError`. */
export function unsigned(body: Buffer | undefined, otherwise: number): number {
  if (body === undefined) return otherwise;
  const significant = body.subarray(body.findIndex((byte) => byte !== 0));
  if (body.every((byte) => byte === 0)) return 0;
  return significant.readUIntBE(0, significant.length);
}

/** Returns a floating-point number, or the default if the element is missing. */
export function floating(body: Buffer | undefined, otherwise: number): number {
  if (body?.length === 4) return body.readFloatBE(0);
  return body?.length === 8 ? body.readDoubleBE(0) : otherwise;
}

/** Returns a text without the zeros that can pad it. */
export function textIn(body: Buffer | undefined): string {
  return (body?.toString('utf8') ?? '').replace(/\0.*$/s, '');
}

/** A packet. Its time and its length are in milliseconds. */
export interface Packet {
  readonly time: number;
  readonly length: number;
  /** The position of the data in bytes. */
  readonly offset: number;
  /** The size of the data in bytes. */
  readonly size: number;
  readonly isKey: boolean;
  /** The nanoseconds that a decoder removes from the end. */
  readonly padding: number;
}

/** A block of the file, with the length that its group states; 0 without one. */
interface Block extends Omit<Packet, 'padding'> {
  readonly track: number;
  /** The first bytes of the data. */
  readonly head: Buffer;
}

interface PacketTrack {
  readonly number: number;
  /** Returns the length of a packet in milliseconds, from its first bytes; null for an unusual packet. */
  readonly lengthOf: (head: Buffer, isKey: boolean, size: number) => number | null;
  readonly packets: Packet[];
}

/** A segment with a clock of milliseconds. */
interface Segment<Track extends PacketTrack> {
  readonly durationSeconds: number;
  readonly tracks: readonly Track[];
  /** The bodies of the `Tag` elements. */
  readonly tags: readonly Buffer[];
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const SEEK_HEAD = 0x114d9b74;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TAGS = 0x1254c367;
const CUES = 0x1c53bb6b;
const CHAPTERS = 0x1043a770;
const CLUSTER = 0x1f43b675;
/** The parts of a segment that are skipped. All other parts, such as attachments, are left to ffprobe. */
const SKIPPED: ReadonlySet<number> = new Set([CUES, CHAPTERS, VOID, CHECKSUM]);

/** The limits: the parts of a segment, the bytes of one description, and the packets. */
/** The number of milliseconds per second, and of nanoseconds per millisecond. */
export const MILLISECONDS = 1000;
const USUAL_SCALE = 1_000_000;
const MAX_PARTS = 100_000;
const MAX_PART_BYTES = 2 ** 20;
const MAX_PACKETS = 2 ** 20;
const WINDOW_BYTES = 2 ** 18;
const PACKET_HEAD_BYTES = 32;

type Read = (start: number, bytes: number) => Promise<Buffer>;

/** Returns a reader of the file with a window. The next call overwrites the bytes. */
function windowReader(file: FileHandle, signal: AbortSignal): Read {
  const window = Buffer.allocUnsafe(WINDOW_BYTES);
  let [from, until] = [0, 0];
  return async (start, bytes) => {
    if (start < from || start + bytes > until) {
      signal.throwIfAborted();
      from = start;
      until = start + (await file.read(window, 0, WINDOW_BYTES, start)).bytesRead;
    }
    return window.subarray(start - from, Math.min(until, start + bytes) - from);
  };
}

/**
 * Returns the only segment of a complete file; null if the file is unusual: if the sizes of its clusters are unknown,
 * if it has laces or attachments, or if its clock counts in another unit than milliseconds. Throws a `RangeError` if an
 * element ends too early.
 * @param tracksIn Reads the body of the `Tracks` element. It returns null for unusual tracks.
 */
export async function readSegment<Track extends PacketTrack>(
  file: FileHandle,
  tracksIn: (body: Buffer) => readonly Track[] | null,
  signal: AbortSignal,
): Promise<Segment<Track> | null> {
  const { size } = await file.stat();
  const read = windowReader(file, signal);
  const start = await segmentStart(read, size);
  const bodies = new Map<number, Buffer>();
  let tracks: readonly Track[] | null = null;
  let tagsAt = -1;
  for await (const { id, at, body, end } of elementsAt(read, start ?? size, size)) {
    if (SKIPPED.has(id)) continue;
    if (id === CLUSTER) {
      tracks ??= tracksIn(bodies.get(TRACKS) ?? Buffer.alloc(0));
      if (tracks === null || !(await readCluster(read, body, end, tracks))) return null;
      continue;
    }
    const isUsual = DESCRIPTIONS.has(id) && !bodies.has(id) && (tracks === null || id === TAGS);
    if (!isUsual || end - body > MAX_PART_BYTES) return null;
    if (tracks !== null) tagsAt = at - (start ?? 0);
    const whole = Buffer.alloc(end - body);
    await file.read(whole, 0, whole.length, body);
    bodies.set(id, whole);
  }
  return tracks && describedSegment(tracks, bodies, tagsAt);
}

/** @param tagsAt The position of tags after the clusters; -1 without such tags. */
function describedSegment<Track extends PacketTrack>(
  tracks: readonly Track[],
  bodies: ReadonlyMap<number, Buffer>,
  tagsAt: number,
): Segment<Track> | null {
  const durationSeconds = durationIn(bodies.get(INFO));
  const tags = elementsIn(bodies.get(TAGS) ?? Buffer.alloc(0))?.map(({ body }) => body);
  // FFmpeg reads tags after the clusters only if the seek head lists them.
  const hasLostTags = tagsAt >= 0 && !listsTags(bodies.get(SEEK_HEAD), tagsAt);
  return durationSeconds === null || tags === undefined || hasLostTags ? null : { durationSeconds, tracks, tags };
}

/** Yields the elements in a range of the file. Throws a `RangeError` if one is invalid or there are too many. */
async function* elementsAt(read: Read, start: number, end: number) {
  for (let [at, count] = [start, 0]; at < end; count++) {
    const head = elementHead(await read(at, MAX_ELEMENT_HEAD));
    const body = at + (head?.headBytes ?? 0);
    const until = body + (head?.bytes ?? Number.POSITIVE_INFINITY);
    if (head === null || until > end || count >= MAX_PARTS) throw new RangeError('an element is invalid');
    yield { id: head.id, at, body, end: until };
    at = until;
  }
}

/** Returns the position of the data of a segment that ends exactly at the end of the file; null for other files. */
async function segmentStart(read: Read, size: number): Promise<number | null> {
  const header = elementHead(await read(0, MAX_ELEMENT_HEAD));
  if (header?.id !== EBML || header.bytes === null) return null;
  const at = header.headBytes + header.bytes;
  const segment = elementHead(await read(at, MAX_ELEMENT_HEAD));
  if (segment?.id !== SEGMENT || segment.bytes === null) return null;
  return at + segment.headBytes + segment.bytes === size ? at + segment.headBytes : null;
}

const DESCRIPTIONS: ReadonlySet<number> = new Set([SEEK_HEAD, INFO, TRACKS, TAGS]);

/** Returns the stated length in seconds; null if it is missing, or if the clock counts in another unit. */
function durationIn(info: Buffer | undefined): number | null {
  const fields = new Map(elementsIn(info ?? Buffer.alloc(0))?.map(({ id, body }) => [id, body]));
  const scale = unsigned(fields.get(0x2ad7b1), USUAL_SCALE);
  const milliseconds = floating(fields.get(0x4489), 0);
  if (scale !== USUAL_SCALE || !(milliseconds > 0)) return null;
  return Math.trunc(milliseconds * MILLISECONDS) / 1e6;
}

/** Checks whether a seek head lists tags at this position. */
function listsTags(seekHead: Buffer | undefined, position: number): boolean {
  return (elementsIn(seekHead ?? Buffer.alloc(0)) ?? []).some(({ id, body }) => {
    const fields = id === 0x4dbb ? fieldsIn(body, new Set([0x53ab, 0x53ac])) : null;
    return unsigned(fields?.get(0x53ab), 0) === TAGS && unsigned(fields?.get(0x53ac), -1) === position;
  });
}

const CLUSTER_TIME = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
/** Position, previous size, and the elements that any element can contain. */
const SKIPPED_IN_CLUSTERS: ReadonlySet<number> = new Set([0xa7, 0xab, VOID, CHECKSUM]);
/** In a group, additions, which contain alpha, and the elements that any element can contain. */
const SKIPPED_IN_GROUPS: ReadonlySet<number> = new Set([0x75a1, VOID, CHECKSUM]);
const REFERENCE = 0xfb;
const BLOCK_DURATION = 0x9b;
const DISCARD_PADDING = 0x75a2;

/** Adds the packets of a cluster to their tracks. Returns whether the cluster is usual. */
async function readCluster(read: Read, start: number, end: number, tracks: readonly PacketTrack[]): Promise<boolean> {
  let time: number | null = null;
  for await (const element of elementsAt(read, start, end)) {
    const { id, body } = element;
    if (SKIPPED_IN_CLUSTERS.has(id)) continue;
    if (id === CLUSTER_TIME && time === null) {
      time = unsigned(await read(body, element.end - body), 0);
      continue;
    }
    if (time === null || (id !== SIMPLE_BLOCK && id !== BLOCK_GROUP)) return false;
    const isUsual =
      id === SIMPLE_BLOCK
        ? addPacket(tracks, await readBlock(read, body, element.end - body, time), 0)
        : await readGroup(read, body, element.end, time, tracks);
    if (!isUsual) return false;
  }
  return true;
}

async function readGroup(read: Read, start: number, end: number, time: number, tracks: readonly PacketTrack[]) {
  let block: Block | null = null;
  let [length, padding, isKey] = [0, 0, true];
  for await (const element of elementsAt(read, start, end)) {
    const { id, body } = element;
    const bytes = element.end - body;
    if (id === BLOCK && block === null) {
      const found = await readBlock(read, body, bytes, time);
      // The next read overwrites the bytes.
      block = found && { ...found, head: Buffer.from(found.head) };
    } else if (id === BLOCK_DURATION) length = unsigned(await read(body, bytes), 0);
    else if (id === DISCARD_PADDING) padding = signed(await read(body, bytes));
    else if (id === REFERENCE) isKey = false;
    else if (!SKIPPED_IN_GROUPS.has(id)) return false;
  }
  return addPacket(tracks, block && { ...block, length, isKey }, padding);
}

function signed(bytes: Buffer): number {
  return bytes.readIntBE(0, bytes.length);
}

const LACES = 0x06;
const KEY = 0x80;

/** Reads a block without laces (RFC 9559, 10.2); null for other blocks. */
async function readBlock(read: Read, start: number, bytes: number, clusterTime: number): Promise<Block | null> {
  const head = await read(start, Math.min(bytes, PACKET_HEAD_BYTES));
  const track = variableNumber(head, 0);
  if (track === null || track.value === null) return null;
  const flags = head.readUInt8(track.width + 2);
  const headBytes = track.width + 3;
  if ((flags & LACES) !== 0 || bytes <= headBytes) return null;
  const place = { offset: start + headBytes, size: bytes - headBytes, head: head.subarray(headBytes) };
  const time = clusterTime + head.readInt16BE(track.width);
  return { track: track.value, time, length: 0, isKey: (flags & KEY) !== 0, ...place };
}

/** Adds the packet of a block to its track. Returns whether it is usual. */
function addPacket(tracks: readonly PacketTrack[], block: Block | null, padding: number): boolean {
  const track = tracks.find(({ number }) => number === block?.track);
  if (block === null || track === undefined || padding < 0 || track.packets.length >= MAX_PACKETS) return false;
  const { head, isKey, time, offset, size } = block;
  const ownLength = track.lengthOf(head, isKey, size);
  if (ownLength === null) return false;
  const length = block.length > 0 ? block.length : ownLength;
  track.packets.push({ time, length, offset, size, isKey, padding });
  return true;
}
