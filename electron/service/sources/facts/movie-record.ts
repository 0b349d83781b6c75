import { type FileHandle, open } from 'node:fs/promises';
import {
  bodyAt,
  boxesIn,
  type FoundBox,
  MAX_BOX_HEAD,
  numberAfterTimes,
  readBoxHead,
} from '../containers/iso-boxes.ts';
import { type PacketPlaces, placesOf, type Timing, type TrackTables, timingOf } from '../containers/packet-tables.ts';
import {
  areSteadyPackets,
  type ColorCodes,
  type H264Picture,
  type PictureColors,
  readAvcConfiguration,
} from '../containers/picture-headers.ts';
import { syncFramesIn } from '../containers/sync-frames.ts';
import type { FileTimes } from './facts-from-probe.ts';
import type { MeasuredStream } from './packet-ends.ts';

/** The facts of a movie: an answer in the form of ffprobe's, and the facts that the packets state. */
type MovieRecord = FileTimes & { readonly demuxer: 'mov'; readonly answer: string };

/**
 * Reads the facts of a usual MP4 or QuickTime file without ffprobe. A usual file is complete and in one piece. It has
 * at most one H.264 picture with a constant frame rate, at most one AAC sound, and simple edit lists. Returns null for
 * all other files, so that ffprobe reads them. The facts from this record equal the facts from ffprobe's record.
 * @param movie The body of the `moov` box.
 */
export async function movieRecord(path: string, movie: Buffer, signal: AbortSignal): Promise<MovieRecord | null> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    const tracks = await usualTracks(file, size, movie);
    if (tracks === null) return null;
    const picture = tracks.find(({ places }) => places !== null)?.places ?? null;
    const read = async (buffer: Buffer, bytes: number, start: number) =>
      (await file.read(buffer, 0, bytes, start)).bytesRead;
    if (picture !== null && !(await areSteadyPackets(picture, read, signal))) return null;
    return {
      demuxer: 'mov',
      answer: JSON.stringify({ streams: tracks.map(({ fields }) => fields), format: { start_time: '0.000000' } }),
      measured: new Map(tracks.map(({ measured }, index) => [index, measured])),
      keyFrames: syncFramesIn(movie),
      ...{ isCut: false, isFollowed: false, forms: new Map(), fields: new Map(), faults: [] },
    };
  } catch (error) {
    // A table or a parameter set ends too early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Returns the tracks of a usual MP4 or QuickTime file in the order of its streams, without a check of its packets; null
 * for all other files. Each track starts at the time 0 of the file. Throws a `RangeError` if a table ends too early.
 */
export async function usualTracks(file: FileHandle, size: number, movie: Buffer): Promise<readonly Track[] | null> {
  return (await hasUsualBoxes(file, size)) ? tracksIn(movie, size) : null;
}

const MAX_BOXES = 64;
const OUTER_BOXES = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide']);

/** Checks that the file is complete and has one movie without fragments. */
async function hasUsualBoxes(file: FileHandle, size: number): Promise<boolean> {
  const head = Buffer.alloc(MAX_BOX_HEAD);
  let movies = 0;
  let at = 0;
  for (let boxes = 0; at < size && boxes < MAX_BOXES; boxes++) {
    const { bytesRead } = await file.read(head, 0, MAX_BOX_HEAD, at);
    const found = readBoxHead(head.subarray(0, bytesRead));
    if (found === null || found.bytes === 0 || !OUTER_BOXES.has(found.type)) return false;
    if (found.type === 'ftyp' && at > 0) return false;
    if (found.type === 'moov') movies += 1;
    at += found.bytes;
  }
  return at === size && movies === 1;
}

/** A track of a usual file. */
export interface Track {
  readonly kind: 'video' | 'audio';
  readonly timing: Timing;
  /** The fields of the stream with ffprobe's names. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly measured: MeasuredStream;
  /** The packets of a picture; null for a sound. */
  readonly places: PacketPlaces | null;
}

/** The names of metadata that FFmpeg turns into facts: the number of samples without padding, and a cover. */
const METADATA_WITH_FACTS = ['iTunSMPB', 'covr'];

function tracksIn(movie: Buffer, size: number): readonly Track[] | null {
  const boxes = boxesWithin(movie, ['mvhd', 'trak', 'udta', 'iods', 'free']);
  const header = boxes?.find(({ type }) => type === 'mvhd')?.body;
  if (boxes === null || header === undefined) return null;
  if (boxes.some(({ type, body }) => type === 'udta' && METADATA_WITH_FACTS.some((text) => body.includes(text))))
    return null;
  const movieTicks = numberAfterTimes(header);
  const matrix = matrixAt(header, header[0] === 1 ? 48 : 36);
  if (movieTicks === 0 || !isIdentity(matrix)) return null;
  const tracks: Track[] = [];
  for (const { type, body } of boxes) {
    if (type !== 'trak') continue;
    const track = readTrack(body, { movieTicks, size, index: tracks.length });
    if (track === null || tracks.some(({ kind }) => kind === track.kind)) return null;
    tracks.push(track);
  }
  return tracks.length === 0 ? null : tracks;
}

/** Returns the boxes within a box; null if a box has another type. */
function boxesWithin(body: Buffer, types: readonly string[]): readonly FoundBox[] | null {
  const boxes = boxesIn(body);
  return boxes?.every(({ type }) => types.includes(type)) === true ? boxes : null;
}

const ONE = 0x1_0000;

/** Returns a matrix {a b u; c d v; x y w} of nine 32-bit numbers (ISO/IEC 14496-12, 8.2.2). */
function matrixAt(body: Buffer, at: number): readonly number[] {
  return Array.from({ length: 9 }, (_, index) => body.readInt32BE(at + 4 * index));
}

function isIdentity(matrix: readonly number[]): boolean {
  return matrix.join() === `${ONE},0,0,0,${ONE},0,0,0,${2 ** 30}`;
}

/** Checks that a matrix only rotates by multiples of 90 degrees or mirrors. */
function isQuarterTurn([a = 0, b = 0, u, c = 0, d = 0, v, , , w]: readonly number[]): boolean {
  const isUnit = [a, b, c, d].every((value) => Math.abs(value) === ONE || value === 0);
  return isUnit && a * d - b * c !== 0 && u === 0 && v === 0 && w === 2 ** 30;
}

interface TrackContext {
  readonly movieTicks: number;
  readonly size: number;
  readonly index: number;
}

const MEDIA_BOXES = ['mdhd', 'hdlr', 'minf'];
const INFORMATION_BOXES = ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'];
const TABLE_BOXES = ['stsd', 'stts', 'ctts', 'stss', 'stsc', 'stsz', 'stco', 'co64', 'sgpd', 'sbgp'];
/** The flag of a reference to the file itself (8.7.2). */
const SAME_FILE = 1;

function isInSameFile(track: Buffer): boolean {
  const references = boxesIn((bodyAt(track, 'mdia', 'minf', 'dinf', 'dref') ?? Buffer.alloc(0)).subarray(8));
  return references?.length === 1 && references[0]?.body.readUInt32BE(0) === SAME_FILE;
}

function readTrack(body: Buffer, { movieTicks, size, index }: TrackContext): Track | null {
  const boxes = boxesWithin(body, ['tkhd', 'edts', 'mdia', 'udta', 'tapt', 'free']);
  const header = boxes?.find(({ type }) => type === 'tkhd')?.body;
  const media = boxesWithin(bodyAt(body, 'mdia') ?? Buffer.alloc(0), MEDIA_BOXES);
  const information = boxesWithin(bodyAt(body, 'mdia', 'minf') ?? Buffer.alloc(0), INFORMATION_BOXES);
  const tables = boxesWithin(bodyAt(body, 'mdia', 'minf', 'stbl') ?? Buffer.alloc(0), TABLE_BOXES);
  if (header === undefined || !media || !information || !tables || !isInSameFile(body)) return null;
  const table = (type: string) => tables.find((box) => box.type === type)?.body ?? null;
  if (tables.some(({ type, body: group }) => type === 'sbgp' && group.toString('latin1', 4, 8) !== 'roll')) return null;
  const handler = bodyAt(body, 'mdia', 'hdlr')?.toString('latin1', 8, 12);
  if (handler !== 'vide' && handler !== 'soun') return null;
  const timing = timingOf(body, table, movieTicks, handler === 'vide');
  const description = table('stsd');
  const [entry, ...otherEntries] = description === null ? [] : (boxesIn(description.subarray(8)) ?? []);
  if (timing === null || entry === undefined || otherEntries.length > 0) return null;
  const places = placesOf(table, timing.count, size);
  if (places === null) return null;
  const measured: MeasuredStream = {
    ...{ start: 0, end: timing.end, packets: timing.count, lasting: timing.count * timing.seconds },
    ...{ priming: 0, padding: 0, jumps: [], gaps: [], redescribed: false, lateKey: null, paddedAt: null },
  };
  const common = {
    index,
    id: numberAfterTimes(header),
    codec_type: handler === 'vide' ? 'video' : 'audio',
    codec_tag_string: entry.type,
    start_time: '0.000000',
    duration: timing.duration.toFixed(6),
    nb_frames: String(timing.count),
    disposition: { default: (header.readUInt32BE(0) & 1) === 1 ? 1 : 0 },
  };
  if (handler === 'vide') {
    const picture = pictureFields(entry, header, timing, table);
    return picture && { kind: 'video', timing, fields: { ...common, ...picture }, measured, places };
  }
  const sound = soundFields(entry, timing);
  return (
    sound && {
      kind: 'audio',
      timing,
      fields: { ...common, ...sound },
      measured: { ...measured, priming: timing.skipped },
      places: null,
    }
  );
}

/** The size in bytes of the sample entry of a picture before its boxes (12.1.3), and of a sound (12.2.3). */
const PICTURE_ENTRY_BYTES = 78;
const SOUND_ENTRY_BYTES = 28;
const QUICKTIME_SOUND_ENTRY_BYTES = SOUND_ENTRY_BYTES + 16;

/** The number of ticks per second from which a clock is so fine that `VideoFacts.tickSeconds` is absent. */
const MIN_TICKS_PER_SECOND = 250;

function pictureFields(
  { type, body }: FoundBox,
  header: Buffer,
  { ticks, delta, isEven }: Timing,
  table: TrackTables,
): Track['fields'] | null {
  // ffprobe also reports a coarse clock.
  if (ticks < MIN_TICKS_PER_SECOND) return null;
  if (type !== 'avc1' || !isEven || body.readUInt16BE(6) !== 1 || body.readUInt16BE(74) !== 24) return null;
  const boxes = boxesWithin(body.subarray(PICTURE_ENTRY_BYTES), ['avcC', 'pasp', 'colr', 'btrt', 'fiel']);
  const box = (name: string) => boxes?.find((each) => each.type === name)?.body;
  const configuration = box('avcC');
  const coded = configuration === undefined ? null : readAvcConfiguration(configuration);
  const sync = table('stss');
  if (boxes === null || coded === null || (sync !== null && sync.readUInt32BE(8) !== 1)) return null;
  // The first byte is the number of fields.
  if ((box('fiel')?.[0] ?? 1) !== 1) return null;
  const [width, height] = [body.readUInt16BE(24), body.readUInt16BE(26)];
  const aspect = aspectOf(box('pasp'), coded);
  const colors = colorsOf(box('colr'), coded);
  const end = header.length - 8;
  const isScaled =
    box('pasp') === undefined &&
    (header.readUInt32BE(end) !== width * ONE || header.readUInt32BE(end + 4) !== height * ONE);
  const matrix = matrixAt(header, end - 36);
  if (width !== coded.width || height !== coded.height || isScaled || !isQuarterTurn(matrix)) return null;
  if (aspect === undefined || colors === null || !isUsualRate(ticks, delta)) return null;
  if (coded.rate !== null && coded.rate.numerator * delta !== coded.rate.denominator * ticks) return null;
  const row = (from: number) => matrix.slice(from, from + 3).join(' ');
  return {
    ...{ codec_name: 'h264', width, height, field_order: 'progressive', avg_frame_rate: `${ticks}/${delta}` },
    ...(aspect === null ? {} : { sample_aspect_ratio: `${aspect.numerator}:${aspect.denominator}` }),
    ...colors,
    ...(isIdentity(matrix)
      ? {}
      : {
          side_data_list: [
            {
              side_data_type: 'Display Matrix',
              displaymatrix: `\n00000000: ${row(0)}\n00000001: ${row(3)}\n00000002: ${row(6)}\n`,
            },
          ],
        }),
  };
}

/**
 * Returns the pixel aspect; null if it is not stated. Returns undefined if it is invalid, or if container and stream
 * differ.
 */
function aspectOf(box: Buffer | undefined, { aspect }: H264Picture): H264Picture['aspect'] | undefined {
  if (box === undefined) return aspect;
  const stated = { numerator: box.readUInt32BE(0), denominator: box.readUInt32BE(4) };
  if (stated.numerator < 1 || stated.denominator < 1) return undefined;
  const isSame = aspect === null || stated.numerator * aspect.denominator === stated.denominator * aspect.numerator;
  return isSame ? stated : undefined;
}

/** FFmpeg's names of the codes of ITU-T H.273 that change the facts. Files with other matrices are left to ffprobe. */
const MATRICES: Readonly<Record<number, string>> = {
  ...{ 1: 'bt709', 2: 'unknown', 4: 'fcc', 5: 'bt470bg', 6: 'smpte170m', 7: 'smpte240m', 9: 'bt2020nc', 10: 'bt2020c' },
};
const TRANSFERS: Readonly<Record<number, string>> = { 16: 'smpte2084', 18: 'arib-std-b67' };
const BT2020 = 9;
const UNSPECIFIED = 2;
const NO_COLORS: ColorCodes = { primaries: UNSPECIFIED, transfer: UNSPECIFIED, matrix: UNSPECIFIED };

function colorsOf(box: Buffer | undefined, coded: H264Picture): Track['fields'] | null {
  let stated: ColorCodes | null = null;
  let isFull: boolean | null = null;
  if (box !== undefined) {
    const type = box.toString('latin1', 0, 4);
    if (type !== 'nclx' && type !== 'nclc') return null;
    stated = { primaries: box.readUInt16BE(4), transfer: box.readUInt16BE(6), matrix: box.readUInt16BE(8) };
    if (type === 'nclx') isFull = box.readUInt8(10) >> 7 === 1;
  }
  return colorFields(stated, isFull, coded);
}

/** Returns ffprobe's fields for the colors; null if they are unsupported, or if container and stream differ. */
export function colorFields(
  stated: ColorCodes | null,
  isFull: boolean | null,
  coded: PictureColors,
): Readonly<Record<string, unknown>> | null {
  if (isFull !== null && coded.isFullRange !== null && isFull !== coded.isFullRange) return null;
  const areUnknown = stated !== null && Object.values(stated).every((code) => code === UNSPECIFIED);
  const differ = JSON.stringify(stated) !== JSON.stringify(coded.colors);
  if (stated !== null && coded.colors !== null && differ && !areUnknown) return null;
  const range = coded.isFullRange ?? isFull;
  const { primaries, transfer, matrix } = coded.colors ?? stated ?? NO_COLORS;
  const space = MATRICES[matrix];
  if (space === undefined) return null;
  return {
    pix_fmt: range === true ? 'yuvj420p' : 'yuv420p',
    ...(range === null ? {} : { color_range: range ? 'pc' : 'tv' }),
    color_space: space,
    color_transfer: TRANSFERS[transfer] ?? 'unknown',
    color_primaries: primaries === BT2020 ? 'bt2020' : 'unknown',
  };
}

/**
 * Checks whether FFmpeg states a rate without rounding. These are whole rates up to 60, and the rates of television.
 */
function isUsualRate(ticks: number, delta: number): boolean {
  const isWhole = ticks % delta === 0 && ticks / delta <= 60;
  return isWhole || [24, 30, 60].some((rate) => ticks * 1001 === rate * 1000 * delta);
}

/** The sample rates by their codes (ISO/IEC 14496-3, 1.6.3.4). */
const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000];
export const LAYOUTS: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo' };
const SAMPLES_PER_PACKET = 1024;
const LOW_COMPLEXITY = 2;
/** The sync word of the extension for spectral band replication, which follows the configuration. */
const EXTENSION_MARK = 0x2b7;

function soundFields({ type, body }: FoundBox, { ticks, delta }: Timing): Track['fields'] | null {
  const version = body.readUInt16BE(8);
  if (type !== 'mp4a' || body.readUInt16BE(6) !== 1 || version > 1 || delta !== SAMPLES_PER_PACKET) return null;
  const boxes = boxesWithin(body.subarray(version === 0 ? SOUND_ENTRY_BYTES : QUICKTIME_SOUND_ENTRY_BYTES), [
    ...['esds', 'btrt', 'wave', 'chan'],
  ]);
  const stream =
    boxes?.find((box) => box.type === 'esds')?.body ??
    bodyAt(boxes?.find((box) => box.type === 'wave')?.body ?? Buffer.alloc(0), 'esds');
  const configuration = stream && aacConfiguration(stream);
  if (configuration === null || configuration === undefined) return null;
  const { rate, channels } = configuration;
  const layout = LAYOUTS[channels];
  const stated = body.readUInt32BE(24) / ONE;
  const tag = boxes?.find((box) => box.type === 'chan')?.body.readUInt32BE(4) ?? channelTag(channels);
  if (layout === undefined || rate !== ticks || stated !== rate || tag !== channelTag(channels)) return null;
  return { codec_name: 'aac', sample_rate: String(rate), channels, channel_layout: layout };
}

/** Returns QuickTime's tag of a layout with one or two channels (`CoreAudioBaseTypes.h`). */
function channelTag(channels: number): number {
  return ((99 + channels) << 16) | channels;
}

/**
 * Returns the sample rate and the number of channels of plain AAC from an `esds` box (ISO/IEC 14496-1, 7.2.6); null for
 * other sounds.
 */
function aacConfiguration(box: Buffer): { readonly rate: number; readonly channels: number } | null {
  const AAC = 0x40;
  const stream = descriptorIn(box.subarray(4), 3);
  if (stream === null || stream[2] !== 0) return null;
  const decoder = descriptorIn(stream.subarray(3), 4);
  const specific = decoder?.[0] === AAC ? descriptorIn(decoder.subarray(13), 5) : null;
  if (specific === null || specific === undefined) return null;
  return plainAac(specific);
}

/** Returns the rate and the channels of plain AAC from its configuration (ISO/IEC 14496-3, 1.6.2.1); null for others. */
export function plainAac(specific: Buffer): { readonly rate: number; readonly channels: number } | null {
  const head = specific.readUInt16BE(0);
  const rate = RATES[(head >> 7) & 15];
  if (head >> 11 !== LOW_COMPLEXITY || rate === undefined || (head & 7) !== 0) return null;
  const hasExtension = specific.length >= 5 && specific.readUInt16BE(2) >> 5 === EXTENSION_MARK;
  // The extension must be band replication. The bit after its type shows whether it is used.
  if (hasExtension && ((specific[3] ?? 0) & 31) !== 5) return null;
  if (hasExtension && (specific[4] ?? 0) >> 7 !== 0) return null;
  return { rate, channels: (head >> 3) & 15 };
}

/** Returns the content of a descriptor with this tag at the start of the bytes (ISO/IEC 14496-1, 8.3.3). */
function descriptorIn(bytes: Buffer, tag: number): Buffer | null {
  if (bytes[0] !== tag) return null;
  let [length, at] = [0, 1];
  for (let count = 0; count < 4; count++) {
    const byte = bytes.readUInt8(at++);
    length = 128 * length + (byte & 127);
    if (byte < 128) break;
  }
  return at + length <= bytes.length ? bytes.subarray(at, at + length) : null;
}
