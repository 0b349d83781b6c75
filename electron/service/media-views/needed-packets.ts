import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { required } from '#shared/lib/assert.ts';
import type { PartInput } from '../engine/parts/part-input.ts';
import { systemCode } from '../errors/system-code.ts';
import { bodyAt, box, boxesIn, fullBox, numbersIn, tableBox, u32, u32s } from '../sources/containers/iso-boxes.ts';
import { presentationOffsets } from '../sources/containers/packet-tables.ts';
import { readMovieBox } from '../sources/containers/sync-frames.ts';
import { type Track, usualTracks } from '../sources/facts/movie-record.ts';

/** The environment of short copies. */
interface CopyRun {
  readonly sourcePath: (sha256: string) => string;
  /** The folder of the copies. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Copies the packets that single frames need into short files, and returns the path of the copy of a source; null if the
 * source itself is read. A decoder then skips the pictures on which no needed picture depends. The frames are equal to
 * the bit: the copy has the time stamps of its source.
 */
export async function copyNeededPackets(
  inputs: readonly PartInput[],
  { sourcePath, folder, signal }: CopyRun,
): Promise<(sha256: string) => string | null> {
  const sources = inputs.filter((input) => input.kind === 'source');
  const paths = new Map<string, string>();
  for (const [sha256, same] of Map.groupBy(sources, (input) => input.sha256)) {
    if (same.some(({ demuxer, lastBefore }) => demuxer !== 'mov' || lastBefore === undefined)) continue;
    const path = join(folder, `${randomUUID()}.mp4`);
    if (await copyShort(sourcePath(sha256), path, same.map(neededOf), signal)) paths.set(sha256, path);
  }
  return (sha256) => paths.get(sha256) ?? null;
}

/** A picture of a source: the last one before a time. Its decoder starts at `start`. Both are in seconds. */
interface NeededPicture {
  readonly lastBefore: number;
  readonly start: number;
}

function neededOf({ options, lastBefore }: Extract<PartInput, { kind: 'source' }>): NeededPicture {
  const at = options.indexOf('-ss');
  return { lastBefore: required(lastBefore, 'the time of a picture'), start: at < 0 ? 0 : Number(options[at + 1]) };
}

/** Writes a short copy. Returns false if the file is unusual, or if the copy would omit only few packets. */
async function copyShort(
  from: string,
  to: string,
  needed: readonly NeededPicture[],
  signal: AbortSignal,
): Promise<boolean> {
  const movie = await readMovieBox(from);
  if (movie === null) return false;
  await using file = await open(from, 'r');
  signal.throwIfAborted();
  const pieces = await shortMovie(file, movie, needed);
  if (pieces === null) return false;
  signal.throwIfAborted();
  return await writeWhole(to, pieces);
}

/** Writes a file. Returns false if the system refuses to, for example on a full disk. */
async function writeWhole(path: string, pieces: readonly Uint8Array[]): Promise<boolean> {
  try {
    await using file = await open(path, 'w');
    const { bytesWritten } = await file.writev(pieces);
    return bytesWritten === pieces.reduce((sum, { length }) => sum + length, 0);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}

async function shortMovie(file: FileHandle, movie: Buffer, needed: readonly NeededPicture[]) {
  try {
    const { size } = await file.stat();
    const [track] = (await usualTracks(file, size, movie)) ?? [];
    const table = track?.kind === 'video' ? packetTable(movie, track) : null;
    return table && (await piecesOf(file, movie, table, needed));
  } catch (error) {
    // A table or a packet ends too early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The packets of a picture, in the order of decoding. */
interface PacketTable extends NonNullable<Track['places']> {
  readonly count: number;
  /** The length of a packet in ticks, and in seconds. */
  readonly delta: number;
  readonly seconds: number;
  /** The ticks from decoding to presentation. */
  readonly waits: Float64Array;
  /** The presentation times in seconds. */
  readonly times: Float64Array;
  /** The seconds before the first picture. */
  readonly delaySeconds: number;
  /** The numbers of the sync packets, in order. */
  readonly sync: readonly number[];
}

function packetTable(movie: Buffer, { timing, places }: Track): PacketTable | null {
  const { count, delta, seconds, ticks, skipped } = timing;
  const tables = bodyAt(firstTrack(movie), 'mdia', 'minf', 'stbl') ?? Buffer.alloc(0);
  const sync = numbersIn(bodyAt(tables, 'stss') ?? Buffer.alloc(0));
  const waits = presentationOffsets(bodyAt(tables, 'ctts'), count);
  // Without the list, every picture can be decoded alone.
  if (places === null || sync === null || waits === null) return null;
  const times = waits.map((wait, packet) => (packet * delta + wait - skipped) / ticks);
  const delaySeconds = skipped / ticks;
  return { ...places, count, delta, seconds, waits, times, delaySeconds, sync: [...sync].map((number) => number - 1) };
}

/** Returns the body of the first track of a movie. */
function firstTrack(movie: Buffer): Buffer {
  return required(bodyAt(movie, 'trak'), 'the track of a usual movie');
}

/**
 * The tolerance for the times of pictures, in frames and at least in ticks of the source, because FFmpeg rounds times to
 * ticks.
 */
const TOLERANCE_FRAMES = 0.5;
const TOLERANCE_TICKS = 2;
/** The first packets, from which FFmpeg determines the properties of the stream and its start. */
const FIRST_PACKETS = 24;
/** The maximum number of bytes that are read for a copy. */
const MAX_BYTES = 64 * 2 ** 20;
/** The minimum number of omitted packets. Decoding fewer pictures takes less time than copying. */
const MIN_OMITTED = 8;

async function piecesOf(
  file: FileHandle,
  movie: Buffer,
  table: PacketTable,
  needed: readonly NeededPicture[],
): Promise<Uint8Array[] | null> {
  const { shown, referred, decoded } = choosePackets(table, needed);
  const numbers = [...new Set([...shown, ...referred])].toSorted((one, other) => one - other);
  const packets = numbers.map((number) => ({
    number,
    at: table.offsets[number] ?? 0,
    size: table.sizes[number] ?? 0,
  }));
  if (packets.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) return null;
  const copied: ReadPacket[] = [];
  let previous = -1;
  for (const packet of await readPackets(file, packets)) {
    const slices = sliceKind(packet.bytes);
    // Other units can change the description of the stream. After omitted packets, only a new sequence can be decoded.
    if (slices === null || (packet.number > previous + 1 && slices !== 'sync')) return null;
    previous = packet.number;
    if (slices !== 'unreferenced' || shown.has(packet.number)) copied.push(packet);
  }
  for (const { number } of copied) decoded.delete(number);
  return decoded.size < MIN_OMITTED ? null : await movieOf(file, movie, table, copied);
}

/**
 * Returns the packets of the needed pictures, the packets from the sync pictures before them on, and the packets that
 * decoders of the source itself would read.
 */
function choosePackets(
  { times, delta, seconds, delaySeconds, count, sync }: PacketTable,
  needed: readonly NeededPicture[],
) {
  const lastTime = times.reduce((latest, time) => Math.max(latest, time), 0);
  const tolerance = Math.max(TOLERANCE_FRAMES * seconds, (TOLERANCE_TICKS * seconds) / delta);
  const syncBefore = (time: number): number => sync.findLast((packet) => (times[packet] ?? 0) <= time) ?? 0;
  const shown = new Set<number>(Array.from({ length: Math.min(FIRST_PACKETS, count) }, (_, packet) => packet));
  const referred = new Set<number>();
  const decoded = new Set<number>();
  for (const { lastBefore, start } of needed) {
    const [earliest, latest] = [Math.min(lastBefore, lastTime) - seconds - tolerance, lastBefore + tolerance];
    const first = syncBefore(earliest);
    let last = first;
    // Each packet is decoded before its picture is shown.
    for (let packet = first; packet < count && packet * seconds <= latest + delaySeconds; packet++) {
      const time = times[packet] ?? 0;
      if (time < earliest || time > latest) continue;
      shown.add(packet);
      last = packet;
    }
    const readFrom = syncBefore(start);
    referred.add(readFrom);
    for (let packet = first; packet <= last; packet++) referred.add(packet);
    for (let packet = readFrom; packet <= last; packet++) decoded.add(packet);
  }
  return { shown, referred, decoded };
}

interface Packet {
  readonly number: number;
  readonly at: number;
  readonly size: number;
}

type ReadPacket = Packet & { readonly bytes: Buffer };

/** The maximum distance of packets that are read together, in bytes. Sound lies between them. */
const MAX_GAP_BYTES = 2 ** 17;

/** Reads packets. Near packets are read together. */
async function readPackets(file: FileHandle, packets: readonly Packet[]): Promise<readonly ReadPacket[]> {
  const blocks: Packet[][] = [];
  for (const packet of packets) {
    const before = blocks.at(-1)?.at(-1);
    const gap = before === undefined ? -1 : packet.at - (before.at + before.size);
    if (gap >= 0 && gap <= MAX_GAP_BYTES) blocks.at(-1)?.push(packet);
    else blocks.push([packet]);
  }
  const read: ReadPacket[] = [];
  for (const block of blocks) {
    const [first, last] = [required(block[0], 'a packet'), required(block.at(-1), 'a packet')];
    const buffer = Buffer.allocUnsafe(last.at + last.size - first.at);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, first.at);
    if (bytesRead < buffer.length) throw new RangeError('a packet is cut short');
    for (const packet of block) {
      const at = packet.at - first.at;
      read.push({ ...packet, bytes: buffer.subarray(at, at + packet.size) });
    }
  }
  return read;
}

const LENGTH_BYTES = 4;
/** The types of units (ITU-T H.264, Table 7-1): slices, messages, delimiters, and filler. */
const SLICE = 1;
const SYNC_SLICE = 5;
const OTHER_UNITS: ReadonlySet<number> = new Set([6, 9, 12]);

/**
 * Returns whether a picture starts a sequence, is a reference for other pictures, or is unreferenced (7.4.1).
 * Returns null if the packet has other units.
 */
function sliceKind(packet: Buffer): 'sync' | 'reference' | 'unreferenced' | null {
  let kind: ReturnType<typeof sliceKind> = null;
  for (let at = 0; at < packet.length; ) {
    const length = packet.readUInt32BE(at);
    const head = packet.readUInt8(at + LENGTH_BYTES);
    at += LENGTH_BYTES + length;
    const type = head & 31;
    if (length === 0 || at > packet.length || head > 0x7f) return null;
    if (OTHER_UNITS.has(type)) continue;
    if (type !== SLICE && type !== SYNC_SLICE) return null;
    const own = type === SYNC_SLICE ? 'sync' : head >> 5 === 0 ? 'unreferenced' : 'reference';
    kind = kind === null || kind === 'unreferenced' ? own : kind;
  }
  return kind;
}

/** Returns a movie with these packets of its first track, without its other tracks. */
async function movieOf(
  file: FileHandle,
  movie: Buffer,
  { delta, waits, sync }: PacketTable,
  packets: readonly ReadPacket[],
): Promise<Uint8Array[]> {
  const syncPackets = new Set(sync);
  const lengths = packets.map(({ number }, index) => ((packets[index + 1]?.number ?? number + 1) - number) * delta);
  const places = Array.from({ length: packets.length }, () => 0);
  const tables = () => [
    box('stsd', required(bodyAt(firstTrack(movie), 'mdia', 'minf', 'stbl', 'stsd'), 'the description of a picture')),
    tableBox(
      'stts',
      lengths.flatMap((length) => [1, length]),
      2,
    ),
    tableBox(
      'ctts',
      packets.flatMap(({ number }) => [1, waits[number] ?? 0]),
      2,
    ),
    tableBox(
      'stss',
      packets.flatMap(({ number }, index) => (syncPackets.has(number) ? [index + 1] : [])),
    ),
    tableBox('stsc', [1, 1, 1], 3),
    fullBox('stsz', u32(0), u32(packets.length), u32s(packets.map(({ size }) => size))),
    tableBox('stco', places),
  ];
  const withTables = (body: Buffer, path: readonly string[]): Uint8Array => {
    const [type, ...rest] = path;
    if (type === undefined) return Buffer.concat(tables());
    const children = boxesIn(body) ?? [];
    const changed = children.findIndex((child) => child.type === type);
    return Buffer.concat(
      children.flatMap((child, index) => {
        if (index === changed) return [box(type, withTables(child.body, rest))];
        return child.type === 'trak' ? [] : [box(child.type, child.body)];
      }),
    );
  };
  const movieBox = () => box('moov', withTables(movie, ['trak', 'mdia', 'minf', 'stbl']));
  const head = await fileType(file);
  let at = head.length + movieBox().length + DATA_HEAD_BYTES;
  for (const [index, { size }] of packets.entries()) {
    places[index] = at;
    at += size;
  }
  const data = packets.map(({ bytes }) => bytes);
  const dataHead = [u32(packets.reduce((sum, { size }) => sum + size, DATA_HEAD_BYTES)), Buffer.from('mdat')];
  return [head, movieBox(), ...dataHead, ...data];
}

const DATA_HEAD_BYTES = 8;
/** The maximum size of the list of file types in bytes. */
const MAX_TYPE_BYTES = 1024;

/** Returns the box with the file types, on which FFmpeg's reading depends; empty if it is missing. */
async function fileType(file: FileHandle): Promise<Buffer> {
  const { buffer } = await file.read(Buffer.alloc(MAX_TYPE_BYTES), 0, MAX_TYPE_BYTES, 0);
  if (buffer.toString('latin1', 4, 8) !== 'ftyp') return Buffer.alloc(0);
  const bytes = buffer.readUInt32BE(0);
  if (bytes > MAX_TYPE_BYTES) throw new RangeError('the list of file types is too long');
  return buffer.subarray(0, bytes);
}
