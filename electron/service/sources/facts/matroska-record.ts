import { open } from 'node:fs/promises';
import {
  elementsIn,
  fieldsIn,
  floating,
  MILLISECONDS,
  type Packet,
  readSegment,
  textIn,
  unsigned,
} from '../containers/matroska-segment.ts';
import {
  areSteadyPackets,
  type PictureColors,
  readAvcConfiguration,
  type VpHeader,
  vpHeader,
} from '../containers/picture-headers.ts';
import { flacSamples, opusMilliseconds } from '../containers/sound-sync.ts';
import type { FileTimes } from './facts-from-probe.ts';
import { colorFields, LAYOUTS, plainAac } from './movie-record.ts';
import type { MeasuredStream } from './packet-ends.ts';
import { clockText } from './probe-json.ts';

/** The facts of a file: an answer in the form of ffprobe's, and the facts that the packets state. */
type MatroskaRecord = FileTimes & { readonly demuxer: 'matroska'; readonly answer: string };

/**
 * Reads the facts of a usual Matroska or WebM file alone. A usual file is complete. It has at most one picture in H.264,
 * VP8, or VP9 with a stated frame rate, and at most one sound in AAC, FLAC, or Opus. The sizes of its clusters are known,
 * each block has one packet, and the packets follow one another. Returns null for all other files, so that ffprobe reads
 * them. The facts from this record equal the facts from ffprobe's record.
 */
export async function matroskaRecord(
  path: string,
  version: string,
  signal: AbortSignal,
): Promise<MatroskaRecord | null> {
  try {
    await using file = await open(path, 'r');
    const segment = await readSegment(file, (body) => tracksIn(body, version), signal);
    const tracks = segment?.tracks.map((track) => measuredTrack(track, segment.tags));
    if (!segment || tracks === undefined || tracks.includes(null)) return null;
    const known = tracks.filter((track) => track !== null);
    const avc = segment.tracks.find(({ fields }) => fields['codec_name'] === 'h264')?.packets;
    const read = async (buffer: Buffer, bytes: number, start: number) =>
      (await file.read(buffer, 0, bytes, start)).bytesRead;
    if (avc !== undefined && !(await areSteadyPackets(placesOf(avc), read, signal))) return null;
    const origin = Math.min(...known.map(({ start }) => start));
    if (!hasCertainLengths(known)) return null;
    if (!known.every((track) => hasCertainEnd(track, origin / MILLISECONDS + segment.durationSeconds))) return null;
    const format = { start_time: decimal(origin), duration: segment.durationSeconds.toFixed(6) };
    const streams = known.map(({ fields, coded, tags, start }, index) => ({
      index,
      ...fields,
      ...coded,
      start_time: decimal(start),
      tags,
    }));
    return {
      demuxer: 'matroska',
      answer: JSON.stringify({ streams, format }),
      measured: new Map(known.map(({ measured }, index) => [index, measured])),
      ...{ keyFrames: new Map(), isCut: false, isFollowed: false, forms: new Map(), fields: new Map(), faults: [] },
    };
  } catch (error) {
    // An element or a header ends too early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function placesOf(packets: readonly Packet[]) {
  return {
    offsets: Float64Array.from(packets, ({ offset }) => offset),
    sizes: Float64Array.from(packets, ({ size }) => size),
  };
}

const NANOSECONDS = 1_000_000_000;

function decimal(milliseconds: number): string {
  return (milliseconds / MILLISECONDS).toFixed(6);
}

/** A track with its facts. */
interface Track {
  readonly number: number;
  /** The hexadecimal digits of its identifier, which has up to 8 bytes. */
  readonly id: string;
  readonly kind: 'video' | 'audio';
  /** The fields of the stream with ffprobe's names. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Further fields, which the packets state. They are complete after all packets are read. */
  readonly coded: Readonly<Record<string, unknown>>;
  readonly alpha: boolean;
  /** The milliseconds that FFmpeg subtracts from all times. */
  readonly delay: number;
  /** The number of samples that a decoder removes. */
  readonly priming: number;
  readonly rate: number;
  readonly lengthOf: (head: Buffer, isKey: boolean, size: number) => number | null;
  readonly packets: Packet[];
}

/** The maximum and the minimum step between packets in milliseconds, beyond the length of the first of them. */
const MAX_SOUND_STEP = 10;
const MAX_PICTURE_STEP = 400;
const MAX_STEP_BACK = 500;
const MIN_PACKETS = 8;

/** Measures the packets of a track as ffprobe's are measured; null for gaps, disorder, and unusual padding. */
function measuredTrack(track: Track, tags: readonly Buffer[]) {
  const { packets, delay, rate, priming } = track;
  const trackTags = tagsOf(track, tags);
  if (trackTags === null || packets.length < MIN_PACKETS || !packets.every(isContinuous, track)) return null;
  const start = (packets[0]?.time ?? 0) - delay;
  const end = packets.reduce((latest, { time, length }) => Math.max(latest, time - delay + length), 0);
  const padding = Math.round(((packets.at(-1)?.padding ?? 0) * rate) / NANOSECONDS);
  const measured: MeasuredStream = {
    ...{ start: start / MILLISECONDS, end: end / MILLISECONDS - (rate === 0 ? 0 : padding / rate) },
    lasting: packets.reduce((sum, { length }) => sum + length / MILLISECONDS, 0),
    ...{ packets: packets.length, priming, padding, jumps: [], gaps: [] },
    ...{ redescribed: false, lateKey: null, paddedAt: null },
  };
  return { ...track, start, tags: trackTags, measured };
}

/** Checks that a packet follows the previous one of its track. Only the last packet of Opus may have padding. */
function isContinuous(this: Track, { time, length, padding, isKey }: Packet, index: number): boolean {
  const { packets, kind, priming } = this;
  if (length < 1 || (padding > 0 && (index < packets.length - 1 || priming === 0))) return false;
  const previous = packets[index - 1];
  if (previous === undefined) return isKey;
  const step = time - previous.time - previous.length;
  const most = kind === 'video' ? MAX_PICTURE_STEP : MAX_SOUND_STEP;
  return step <= most && step >= -MAX_STEP_BACK && time >= (packets[0]?.time ?? 0);
}

const [TARGETS, TARGET_TRACK] = [0x63c0, 0x63c5];
const SIMPLE_TAG = 0x67c8;
const TAG_NAME = 0x45a3;
const TAG_TEXT = 0x4487;
const TAG_LANGUAGE = 0x447a;
const TAG_DEFAULT = 0x4484;

/** Returns the tags of a track that change facts; null if they are unusual. */
function tagsOf({ id, alpha }: Track, tags: readonly Buffer[]): Readonly<Record<string, string>> | null {
  const found: Record<string, string> = alpha ? { alpha_mode: '1' } : {};
  for (const tag of tags) {
    const elements = elementsIn(tag) ?? [];
    const targets = elements.filter((element) => element.id === TARGETS).map(({ body }) => elementsIn(body) ?? []);
    const tracks = targets.flat().filter((element) => element.id === TARGET_TRACK);
    if (tracks.length > 1) return null;
    if (id === '' || hexadecimal(tracks[0]?.body) !== id) continue;
    const simple = elements.filter((element) => element.id === SIMPLE_TAG);
    if (!simple.every(({ body }) => addTag(body, found))) return null;
  }
  return found;
}

/** Adds a tag if it changes facts. Returns whether it is usual. */
function addTag(body: Buffer, found: Record<string, string>): boolean {
  const fields = new Map(elementsIn(body)?.map((field) => [field.id, field.body]));
  const name = textIn(fields.get(TAG_NAME));
  if (name !== 'DURATION' && name !== 'NUMBER_OF_FRAMES') return true;
  const isUsual = ['', 'und', 'eng'].includes(textIn(fields.get(TAG_LANGUAGE)));
  if (name in found || !isUsual || unsigned(fields.get(TAG_DEFAULT), 1) !== 1) return false;
  found[name] = textIn(fields.get(TAG_TEXT));
  return true;
}

/** The number of packets in which the reordering of pictures is searched. */
const REORDERED_PACKETS = 20;

/**
 * Checks whether FFmpeg states the length of the first packet of AAC. It learns the length from the decoder, and sets it
 * afterward if it reads a second packet before it starts. Before, it reads H.264 until it knows a decoding time: one
 * packet more than the pictures are reordered by, and at least two.
 */
function hasCertainLengths(tracks: readonly Track[]): boolean {
  const packetsOf = (name: string) => tracks.find(({ fields }) => fields['codec_name'] === name)?.packets ?? [];
  const sounds = packetsOf('aac');
  if (sounds.length === 0) return true;
  const times = packetsOf('h264').slice(0, REORDERED_PACKETS);
  const later = times.map(({ time }, index) => times.slice(0, index).filter((other) => other.time > time).length);
  const reordered = Math.max(1, ...later);
  return (sounds[1]?.offset ?? Number.POSITIVE_INFINITY) < (times[reordered]?.offset ?? 0);
}

/** Returns the digits of a number without leading zeros. */
function hexadecimal(body: Buffer | undefined): string {
  return (body?.toString('hex') ?? '').replace(/^0+/, '');
}

/** The differences in seconds between the stated and the measured end that are close to the limit of facts. */
const CLOSE_SECONDS = [0.09, 0.11] as const;

/** Checks whether small differences in the lengths of packets cannot change the end of a track. */
function hasCertainEnd(
  { tags, measured }: { tags: Readonly<Record<string, string>>; measured: MeasuredStream },
  whole: number,
) {
  const difference = Math.abs(measured.end - (clockText(tags['DURATION'] ?? '') ?? whole));
  return difference < CLOSE_SECONDS[0] || difference > CLOSE_SECONDS[1];
}

/** The fields of a track (5.1.4.1). All others are left to ffprobe, except names and languages. */
const TRACK = {
  ...{ number: 0xd7, id: 0x73c5, type: 0x83, enabled: 0xb9, default: 0x88, frame: 0x23e383, codec: 0x86 },
  ...{ private: 0x63a2, delay: 0x56aa, video: 0xe0, audio: 0xe1 },
};
const TRACK_FIELDS: ReadonlySet<number> = new Set([
  ...Object.values(TRACK),
  // Forced, lacing, minimum and maximum cache, additions, decode all, name, languages, codec name, and seek pre-roll.
  ...[0x55aa, 0x9c, 0x6de7, 0x6df8, 0x55ee, 0xaa, 0x536e, 0x22b59c, 0x22b59d, 0x258688, 0x56bb],
]);

/** Returns the tracks in the order of FFmpeg's streams; null if one is unusual. */
function tracksIn(body: Buffer, version: string): readonly Track[] | null {
  const tracks: Track[] = [];
  for (const { id, body: entry } of elementsIn(body) ?? []) {
    if (id !== TRACK_ENTRY) continue;
    const fields = fieldsIn(entry, TRACK_FIELDS);
    const track = fields && readTrack(fields, version);
    if (track === null || tracks.some(({ kind, number }) => kind === track.kind || number === track.number))
      return null;
    tracks.push(track);
  }
  return tracks.length === 0 ? null : tracks;
}

const TRACK_ENTRY = 0xae;
const TYPES = { video: 1, sound: 2 };

function readTrack(fields: ReadonlyMap<number, Buffer>, version: string): Track | null {
  const number = (id: number, otherwise = 0) => unsigned(fields.get(id), otherwise);
  if (number(TRACK.enabled, 1) !== 1) return null;
  const type = number(TRACK.type);
  const codec = textIn(fields.get(TRACK.codec));
  const description = fields.get(TRACK.private) ?? Buffer.alloc(0);
  const media = { codec, description, frame: number(TRACK.frame), delay: number(TRACK.delay) };
  const picture = type === TYPES.video ? pictureTrack(fields.get(TRACK.video), media) : null;
  const found = type === TYPES.sound ? soundTrack(fields.get(TRACK.audio), media, version) : picture;
  if (found === null) return null;
  const common = {
    codec_type: found.kind,
    codec_tag_string: '[0][0][0][0]',
    time_base: `1/${MILLISECONDS}`,
    disposition: { default: number(TRACK.default, 1) },
  };
  const ids = { number: number(TRACK.number), id: hexadecimal(fields.get(TRACK.id)) };
  return { ...found, ...ids, fields: { ...common, ...found.fields }, packets: [] };
}

type FoundTrack = Omit<Track, 'number' | 'id' | 'packets'>;
interface MediaFields {
  readonly codec: string;
  readonly description: Buffer;
  /** The length of a frame, and the delay of the codec, in nanoseconds. */
  readonly frame: number;
  readonly delay: number;
}

/** The fields of a picture (5.1.4.1.28). Cropping, projection, and fields are left to ffprobe. */
const VIDEO = {
  ...{ interlaced: 0x9a, stereo: 0x53b8, alpha: 0x53c0, width: 0xb0, height: 0xba },
  ...{ displayWidth: 0x54b0, displayHeight: 0x54ba, unit: 0x54b2, colors: 0x55b0 },
};
const INTERLACED = 1;
/** Pixels and an aspect. */
const DISPLAY_UNITS: ReadonlySet<number> = new Set([0, 3]);
/** The maximum term of FFmpeg's pixel aspect. It rounds others. */
const MAX_ASPECT_TERM = 255;
const VP_CODECS: Readonly<Record<string, 'vp8' | 'vp9'>> = { V_VP8: 'vp8', V_VP9: 'vp9' };

function pictureTrack(body: Buffer | undefined, { codec, description, frame, delay }: MediaFields): FoundTrack | null {
  const video = body === undefined ? null : fieldsIn(body, new Set(Object.values(VIDEO)));
  if (video === null || delay !== 0 || !isUsualFrame(frame)) return null;
  const number = (id: number, otherwise = 0) => unsigned(video.get(id), otherwise);
  if (number(VIDEO.interlaced) === INTERLACED || number(VIDEO.stereo) > 0) return null;
  if (!DISPLAY_UNITS.has(number(VIDEO.unit))) return null;
  const [width, height] = [number(VIDEO.width), number(VIDEO.height)];
  const aspect = reduced(number(VIDEO.displayWidth, width) * height, number(VIDEO.displayHeight, height) * width);
  if (aspect === null || Math.max(...aspect) > MAX_ASPECT_TERM) return null;
  const stated = statedColors(video.get(VIDEO.colors));
  const length = Math.floor((frame * MILLISECONDS) / NANOSECONDS);
  const common = {
    ...{ width, height, sample_aspect_ratio: aspect.join(':'), field_order: 'progressive' },
    ...{ avg_frame_rate: `${NANOSECONDS}/${frame}`, r_frame_rate: `${NANOSECONDS}/${frame}` },
  };
  const isAlpha = number(VIDEO.alpha) === 1;
  const track = { kind: 'video', alpha: isAlpha, delay: 0, priming: 0, rate: 0, coded: {} } as const;
  if (codec === 'V_MPEG4/ISO/AVC') {
    const coded = readAvcConfiguration(description);
    const colors = coded && stated && colorFields(stated.colors, stated.isFullRange, coded);
    const isSame = coded?.width === width && coded.height === height;
    if (!colors || !isSame || track.alpha) return null;
    return { ...track, fields: { ...common, codec_name: 'h264', ...colors }, lengthOf: () => length };
  }
  const name = VP_CODECS[codec];
  if (name === undefined || stated === null) return null;
  return vpTrack(name, { width, height, stated }, { ...track, fields: { ...common, codec_name: name } }, length);
}

/** The statements of the container about a picture. */
interface StatedPicture {
  readonly width: number;
  readonly height: number;
  readonly stated: PictureColors;
}

/** Adds the fields that the key frames of VP8 or VP9 state. All of them must be equal. */
function vpTrack(
  name: 'vp8' | 'vp9',
  picture: StatedPicture,
  track: Omit<FoundTrack, 'lengthOf'>,
  length: number,
): FoundTrack {
  let first: string | null = null;
  const coded: Record<string, unknown> = {};
  const lengthOf = (head: Buffer, isKey: boolean, size: number) => {
    const header = vpHeader(name, head, size);
    if (header === null || header.isKey !== isKey) return null;
    if (!header.isKey) return first === null ? null : length;
    const fields = fieldsOfKey(header, picture);
    const text = JSON.stringify(fields);
    first ??= text;
    Object.assign(coded, fields);
    return fields !== null && text === first ? length : null;
  };
  return { ...track, coded, lengthOf };
}

/** Returns the fields of a key frame; null if they differ from the statements of the container. */
function fieldsOfKey({ width, height, fields = {} }: VpHeader, { stated, ...picture }: StatedPicture) {
  if (width !== picture.width || height !== picture.height) return null;
  const { color_range: range, color_space: space } = fields;
  if (stated.isFullRange !== null && stated.isFullRange !== (range === 'pc')) return null;
  if (stated.colors === null) return fields;
  const colors = colorFields(stated.colors, null, { colors: null, isFullRange: null });
  if (colors === null || colors['color_space'] !== space) return null;
  return { ...colors, ...fields };
}

/** The frame rates of cameras and editors. FFmpeg rounds other rates. */
const FRAME_RATES = [24, 25, 30, 48, 50, 60, 120];
const RATE_TOLERANCE = 0.0002;

function isUsualFrame(nanoseconds: number): boolean {
  const rate = NANOSECONDS / nanoseconds;
  const rates = FRAME_RATES.flatMap((whole) => [whole, (whole * 1000) / 1001]);
  return rates.some((usual) => Math.abs(rate / usual - 1) < RATE_TOLERANCE);
}

function reduced(numerator: number, denominator: number): readonly [number, number] | null {
  if (!(numerator > 0 && denominator > 0)) return null;
  let [one, other] = [numerator, denominator];
  while (other > 0) [one, other] = [other, one % other];
  return [numerator / one, denominator / one];
}

const COLORS = { matrix: 0x55b1, range: 0x55b9, transfer: 0x55ba, primaries: 0x55bb };
/** Bits per channel, subsampling, and siting, which do not change the facts. */
const OTHER_COLORS = [0x55b2, 0x55b3, 0x55b4, 0x55b5, 0x55b6, 0x55b7, 0x55b8];
const UNSPECIFIED = 2;

/** Returns the stated colors, each null if unspecified. Returns null for HDR metadata. */
function statedColors(body: Buffer | undefined): PictureColors | null {
  const fields = fieldsIn(body ?? Buffer.alloc(0), new Set([...Object.values(COLORS), ...OTHER_COLORS]));
  if (fields === null) return null;
  const code = (id: number) => unsigned(fields.get(id), UNSPECIFIED);
  const colors = { primaries: code(COLORS.primaries), transfer: code(COLORS.transfer), matrix: code(COLORS.matrix) };
  const isStated = Object.values(colors).some((value) => value !== UNSPECIFIED);
  const range = unsigned(fields.get(COLORS.range), 0);
  return range > 2 ? null : { colors: isStated ? colors : null, isFullRange: range === 0 ? null : range === 2 };
}

const SOUND = { rate: 0xb5, channels: 0x9f, bits: 0x6264 };
const OPUS_RATE = 48_000;
/**
 * The versions of FFmpeg that count the delays of sounds as this reader does. FFmpeg 6.1 and later write a delay of AAC.
 * FFmpeg 5 states that this sound starts at zero, although its packets start earlier.
 */
const DELAY_VERSIONS = { opus: /^n?[57]\./, aac: /^n?7\./ };
/** The samples of a packet of AAC. */
const AAC_SAMPLES = 1024;

function soundTrack(
  body: Buffer | undefined,
  { codec, description, frame, delay }: MediaFields,
  version: string,
): FoundTrack | null {
  const audio = body === undefined ? null : fieldsIn(body, new Set(Object.values(SOUND)));
  if (audio === null || frame !== 0) return null;
  const rate = floating(audio.get(SOUND.rate), 8000);
  const channels = unsigned(audio.get(SOUND.channels), 1);
  const layout = LAYOUTS[channels];
  if (layout === undefined) return null;
  const track = { kind: 'audio', alpha: false, delay: 0, priming: 0, rate, coded: {} } as const;
  const fields = (name: string) => ({ codec_name: name, sample_rate: String(rate), channels, channel_layout: layout });
  const ticks = (samples: number | null) => samples && Math.floor((samples * MILLISECONDS) / rate);
  const shift = Math.round((delay * MILLISECONDS) / NANOSECONDS);
  if (codec === 'A_OPUS') {
    const isKnown = DELAY_VERSIONS.opus.test(version) && description.toString('latin1', 0, 9) === 'OpusHead\x01';
    // The family of mappings 0 has one or two channels.
    if (!isKnown || rate !== OPUS_RATE || description[9] !== channels || description[18] !== 0) return null;
    const priming = description.readUInt16LE(10);
    return { ...track, priming, delay: shift, fields: fields('opus'), lengthOf: opusMilliseconds };
  }
  if (delay !== 0 && !(codec === 'A_AAC' && DELAY_VERSIONS.aac.test(version))) return null;
  if (codec === 'A_FLAC') {
    const isSame = description.toString('latin1', 0, 4) === 'fLaC' && description.readUIntBE(18, 3) >> 4 === rate;
    if (!isSame || ((description.readUInt8(20) >> 1) & 7) + 1 !== channels) return null;
    return { ...track, fields: fields('flac'), lengthOf: (head) => ticks(flacSamples(head)) };
  }
  const plain = codec === 'A_AAC' ? plainAac(description) : null;
  if (plain === null || plain.rate !== rate || plain.channels !== channels) return null;
  return { ...track, delay: shift, fields: fields('aac'), lengthOf: () => ticks(AAC_SAMPLES) };
}
