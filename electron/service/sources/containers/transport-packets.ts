import { createReadStream } from 'node:fs';

/** A change of the coding of a stream in a transport stream, such as from AAC to MPEG audio. */
export interface CodingChange {
  /** The packet identifier of the stream. */
  readonly pid: number;
  /** The first presentation time in the new coding, in seconds of the file's clock. */
  readonly at: number;
}

/**
 * The packet sizes in bytes: plain packets, packets after a time stamp (Blu-ray, AVCHD), and packets with error
 * correction.
 */
const PACKET_STEPS = [188, 192, 204];
const PACKETS_IN_A_ROW = 5;
const PACKET_BYTES = 188;
const SYNC = 0x47;

/** The position of the first packet, and the distance between packets, in bytes. */
interface TransportPackets {
  readonly start: number;
  readonly step: number;
}

/** Returns the position of the packets; null if the bytes contain none. */
export function findTransportPackets(bytes: Uint8Array): TransportPackets | null {
  for (const step of PACKET_STEPS)
    for (let start = 0; start < step; start++) {
      const packets = Math.min(PACKETS_IN_A_ROW, Math.floor((bytes.length - start) / step));
      let inSync = packets >= 2;
      for (let packet = 0; inSync && packet < packets; packet++) inSync = bytes[start + packet * step] === SYNC;
      if (inSync) return { start, step };
    }
  return null;
}

/** The facts that only the packets of a transport stream contain. */
export interface TransportFacts {
  /**
   * The first change of coding of each stream, from the program map tables (ISO/IEC 13818-1, 2.4.4.8). FFmpeg decodes a
   * stream with its first coding to the end of the file.
   */
  readonly changes: readonly CodingChange[];
  /**
   * The times at which bytes between packets belong to no packet, in seconds of the file's clock. FFmpeg skips these
   * bytes without a message.
   */
  readonly losses: readonly number[];
}

const MAX_LOSSES = 100;

/** Reads the packets of a transport stream. Throws the signal's reason after an abort. */
export async function readTransport(path: string, signal: AbortSignal): Promise<TransportFacts> {
  const reader = createTableReader();
  let rest: Buffer = Buffer.alloc(0);
  let step: number | null = null;
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 2 ** 20 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const found: TransportPackets | null = step === null ? findTransportPackets(bytes) : { start: 0, step };
    let at = found?.start ?? 0;
    step = found?.step ?? PACKET_BYTES;
    while (at + PACKET_BYTES <= bytes.length)
      if (bytes[at] === SYNC) {
        reader.take(bytes.subarray(at, at + PACKET_BYTES));
        at += step;
      } else {
        reader.skip();
        const next = bytes.indexOf(SYNC, at);
        at = next < 0 ? bytes.length : next;
      }
    // The next packet may start after the bytes that were read so far.
    rest = at <= bytes.length ? bytes.subarray(at) : Buffer.alloc(0);
    if (at > bytes.length) step = null;
  }
  return reader.facts();
}

const ASSOCIATION_PID = 0;

function createTableReader() {
  const tablePids = new Set<number>();
  const sections = new Map<number, Buffer>();
  const known = new Map<number, string>();
  const codings = new Map<number, string>();
  const changed = new Set<number>();
  const changes = new Map<number, CodingChange>();
  const losses: number[] = [];
  let isLost = false;
  let time = 0;

  const takeSection = (pid: number, section: Buffer) => {
    const text = section.toString('latin1');
    if (known.get(pid) === text || !isIntact(section)) return;
    known.set(pid, text);
    if (pid === ASSOCIATION_PID) for (const table of tablesIn(section)) tablePids.add(table);
    else
      for (const { pid: stream, coding } of codingsIn(section)) {
        const first = codings.get(stream);
        if (first === undefined) codings.set(stream, coding);
        else if (first !== coding) changed.add(stream);
      }
  };
  const takeTable = (pid: number, payload: Buffer, begins: boolean) => {
    const pointer = begins ? (payload[0] ?? 0) + 1 : 0;
    const joined = begins ? payload.subarray(pointer) : Buffer.concat([sections.get(pid) ?? Buffer.alloc(0), payload]);
    if (joined.length < 3 || joined[0] === PADDING) return;
    const bytes = 3 + (joined.readUInt16BE(1) & 0xfff);
    if (joined.length < bytes) sections.set(pid, joined);
    else {
      sections.delete(pid);
      takeSection(pid, joined.subarray(0, bytes));
    }
  };
  return {
    /** Takes bytes that belong to no packet. They count once a packet follows. */
    skip: () => {
      isLost = true;
    },
    take: (packet: Buffer) => {
      if (isLost && losses.length < MAX_LOSSES) losses.push(time);
      isLost = false;
      const pid = packet.readUInt16BE(1) & 0x1fff;
      const isTable = pid === ASSOCIATION_PID || tablePids.has(pid);
      const begins = ((packet[1] ?? 0) & 0x40) !== 0;
      if (!isTable && !begins) return;
      const payload = payloadOf(packet);
      if (payload.length === 0) return;
      if (isTable) return takeTable(pid, payload, begins);
      const at = presentationTime(payload);
      if (at === null) return;
      time = at;
      if (changed.has(pid) && !changes.has(pid)) changes.set(pid, { pid, at });
    },
    facts: (): TransportFacts => ({ changes: [...changes.values()], losses }),
  };
}

/** Returns the bytes after the header and the adaptation field; empty if the packet has none (2.4.3.2). */
function payloadOf(packet: Buffer): Buffer {
  const flags = packet[3] ?? 0;
  if ((flags & 0x10) === 0) return packet.subarray(0, 0);
  return packet.subarray((flags & 0x20) === 0 ? 4 : 5 + (packet[4] ?? 0));
}

/** The value of the bytes after the last section of a packet. */
const PADDING = 0xff;
/** The bytes of a section before its entries, and of the checksum after them. */
const TABLE_HEAD = 8;
const CHECKSUM = 4;

/** Checks the CRC of a section (ISO/IEC 13818-1, annex A): it is 0 over all bytes. */
function isIntact(section: Buffer): boolean {
  let crc = 0xffffffff;
  for (const byte of section) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  return crc === 0 && section.length > TABLE_HEAD + CHECKSUM;
}

/** Returns the packet identifiers of the program map tables in a program association table. */
function tablesIn(section: Buffer): readonly number[] {
  const all: number[] = [];
  for (let at = TABLE_HEAD; at + 4 <= section.length - CHECKSUM; at += 4)
    if (section.readUInt16BE(at) !== 0) all.push(section.readUInt16BE(at + 2) & 0x1fff);
  return all;
}

/** The stream types that FFmpeg decodes with the same decoder. */
const SAME_CODING: Readonly<Record<number, string>> = {
  ...{ 1: 'mpeg-video', 2: 'mpeg-video', 3: 'mpeg-audio', 4: 'mpeg-audio' },
  ...{ 129: 'ac3', 135: 'eac3' },
};
/** The type of private data. Only its descriptors state the coding (ETSI EN 300 468, annex D). */
const PRIVATE_DATA = 6;
const REGISTRATION = 5;
const CODING_DESCRIPTORS: Readonly<Record<number, string>> = { 106: 'ac3', 122: 'eac3', 123: 'dts', 124: 'aac' };

function codingsIn(section: Buffer): readonly { readonly pid: number; readonly coding: string }[] {
  if (section[0] !== 2) return [];
  const end = section.length - CHECKSUM;
  const all: { readonly pid: number; readonly coding: string }[] = [];
  for (let at = 12 + (section.readUInt16BE(10) & 0xfff); at + 5 <= end; ) {
    const bytes = section.readUInt16BE(at + 3) & 0xfff;
    const type = section[at] ?? 0;
    const descriptors = section.subarray(at + 5, Math.min(end, at + 5 + bytes));
    const coding = type === PRIVATE_DATA ? describedCoding(descriptors) : (SAME_CODING[type] ?? `type ${type}`);
    all.push({ pid: section.readUInt16BE(at + 1) & 0x1fff, coding });
    at += 5 + bytes;
  }
  return all;
}

function describedCoding(descriptors: Buffer): string {
  let registered = '';
  for (let at = 0; at + 2 <= descriptors.length; at += 2 + (descriptors[at + 1] ?? 0)) {
    const tag = descriptors[at] ?? 0;
    const coding = CODING_DESCRIPTORS[tag];
    if (coding !== undefined) return coding;
    if (tag === REGISTRATION) registered = descriptors.toString('latin1', at + 2, at + 6);
  }
  return `private ${registered}`;
}

/** Returns the presentation time at the start of a packetized stream, in seconds; null if it is missing (2.4.3.6). */
function presentationTime(payload: Buffer): number | null {
  if (payload.length < 14 || payload.readUIntBE(0, 3) !== 1 || ((payload[7] ?? 0) & 0x80) === 0) return null;
  const [high, middle, low] = [payload[9] ?? 0, payload.readUInt16BE(10), payload.readUInt16BE(12)];
  return (((high >> 1) & 7) * 2 ** 30 + (middle >> 1) * 2 ** 15 + (low >> 1)) / 90_000;
}
