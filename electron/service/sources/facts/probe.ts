import { stat } from 'node:fs/promises';
import { err, type Result } from '#shared/lib/result.ts';
import type { MediaMessage } from '#shared/messages/media.en.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import { requireProbe } from '../../ffmpeg/tool-abilities.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { announcedBytes } from '../containers/announced-bytes.ts';
import { chooseDemuxer, type Demuxer } from '../containers/demuxer.ts';
import { readFileHead } from '../containers/file-head.ts';
import { isFollowedByAnother } from '../containers/followed-files.ts';
import { arrangedBytes, type FragmentOrder, fragmentOrder } from '../containers/fragment-order.ts';
import { bodyAt, boxesIn, readBoxHead } from '../containers/iso-boxes.ts';
import { filmLinks, repeatedHeads, soundLinks } from '../containers/ogg-links.ts';
import { alacPadding } from '../containers/packet-tables.ts';
import { editDelaysIn, editGapsIn, readMovieBox, syncFramesIn } from '../containers/sync-frames.ts';
import { asContinued, withEditDelays, withLinks } from './clock-jumps.ts';
import {
  type FileTimes,
  factsFromProbe,
  type MeasuredStreams,
  PACKETS_ARE_SPREAD,
  usedStreams,
} from './facts-from-probe.ts';
import { matroskaRecord } from './matroska-record.ts';
import type { MediaFacts, TimeSpan } from './media-facts.ts';
import { clockCanJump, inputArguments, pipedInput } from './media-input.ts';
import { movieRecord } from './movie-record.ts';
import { createAnswerReader, type MeterOptions, PACKET_FIELDS, TooMuchMetadataError } from './packet-ends.ts';
import { numberField, type Probe, type ProbedStream, parseProbe, textField } from './probe-json.ts';
import { findStreamForms, type SoundSpans } from './stream-forms.ts';

/**
 * The result of probing a file, before its interpretation. The facts can be computed again from the record without the
 * file.
 */
export interface ProbeRecord extends FileTimes {
  readonly demuxer: Demuxer;
  /** ffprobe's answer, as JSON. */
  readonly answer: string;
}

const METADATA_BYTES = 8 * 2 ** 20;
const PROBE_SECONDS = 60;
/** The time limit in seconds. It is enough to read all packets of a film that lasts hours from a slow disk. */
const MEASURE_SECONDS = 900;

/**
 * Returns the facts of a local media file. The error states why the file cannot be used. Throws a {@link ServiceError}
 * if ffprobe cannot be run, and the signal's reason when aborted.
 */
export async function probeMedia(
  path: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<Result<MediaFacts, MediaMessage>> {
  const record = await probeRecordOf(path, tools, signal);
  return record.ok ? factsOf(record.value, tools) : record;
}

/** Computes the facts of a file from the record of its probe. */
export function factsOf(
  record: ProbeRecord,
  tools: Pick<MediaTools, 'decoders' | 'readableCodecs'>,
): Result<MediaFacts, MediaMessage> {
  const probed = parseProbe(record.answer);
  return probed === null ? err(message('media/not-understood')) : factsFromProbe(probed, record.demuxer, tools, record);
}

/**
 * Probes a file, as {@link probeMedia} does, and returns the record without interpreting it. Starts ffprobe only for
 * files that the service does not read itself.
 * @param readers The readers of the service, by the demuxer of FFmpeg. A test may pass none.
 */
export async function probeRecordOf(
  path: string,
  tools: MediaTools,
  signal: AbortSignal,
  readers: { readonly mov?: typeof movieRecord; readonly matroska?: typeof matroskaRecord } = {
    mov: movieRecord,
    matroska: matroskaRecord,
  },
): Promise<Result<ProbeRecord, MediaMessage>> {
  const head = await headOf(path);
  if (!head.ok) return head;
  const chosen = chooseDemuxer(head.value);
  if (!chosen.ok) return chosen;
  const demuxer = chosen.value;
  try {
    const movie = demuxer === 'mov' ? await readMovieBox(path) : null;
    const system = movie === null ? protectionInHead(demuxer, head.value) : protectionOf(movie);
    if (system !== null) return err(message('media/protected', { system }));
    const own =
      demuxer === 'matroska'
        ? await readers.matroska?.(path, tools.version, signal)
        : movie && (await readers.mov?.(path, movie, signal));
    if (own) return { ok: true, value: own };
    const asked = await askProbe(path, { demuxer, movie }, tools, signal);
    if (!asked.ok) await requireProbe(tools.ffprobe, signal);
    return asked;
  } catch (error) {
    if (error instanceof TooMuchMetadataError) return err(message('media/too-much-metadata'));
    const reason = error instanceof ServiceError ? reasonIn(error) : null;
    if (reason === null) throw error;
    await requireProbe(tools.ffprobe, signal);
    const isSegment = demuxer === 'mov' && SEGMENT_BOXES.has(Buffer.from(head.value).toString('latin1', 4, 8));
    return err(isSegment && reason.code === 'media/damaged' ? message('media/segment') : reason);
  }
}

/** The first boxes of a media segment (ISO/IEC 14496-12, 8.16). */
const SEGMENT_BOXES: ReadonlySet<string> = new Set(['styp', 'sidx', 'moof']);

/** Returns the record of a file from ffprobe. Throws its errors, and {@link TooMuchMetadataError}. */
async function askProbe(
  path: string,
  { demuxer, movie }: { readonly demuxer: Demuxer; readonly movie: Buffer | null },
  tools: MediaTools,
  signal: AbortSignal,
): Promise<Result<ProbeRecord, MediaMessage>> {
  const { size } = await stat(path);
  const { order, links, isCut, isFollowed } = await arrangementOf(path, { demuxer, movie, size });
  const pieces = order?.pieces ?? null;
  const cutAt = isCut && pieces === null && !PACKETS_ARE_SPREAD.has(demuxer) ? size : undefined;
  const read = (effort: readonly string[]) => readPackets(path, { demuxer, cutAt, pieces }, effort, tools, signal);
  let { answer, reader, log } = await read([]);
  let probed = parseProbe(answer);
  if (probed !== null && clockCanJump(demuxer) && lacksSize(probed, tools)) {
    ({ answer, reader, log } = await read(LONG_SEARCH));
    probed = parseProbe(answer);
  }
  if (probed === null) return err(message('media/not-understood'));
  const packets = reader.streams(sampleRatesIn(probed));
  const unpadded = await withoutPadding(packets, { path, demuxer, isCut }, probed, tools, signal);
  const edited = movie === null ? unpadded : withMovie(unpadded, movie, probed);
  const measured = links === null ? edited : withLinks(edited, links, readableStreams(probed, tools), probed);
  const keyFrames = movie === null ? new Map() : syncFramesIn(movie);
  const used = readableStreams(probed, tools);
  const gap = movie === null ? null : editGapOf(movie, used);
  if (gap !== null) return err(gap);
  // The copy of arranged fragments is probed again, and the links of a chained film are probed one by one.
  const { soundGaps, soundJoins, ...forms } = await (pieces === null && links === null
    ? findStreamForms({ path, demuxer, tools, signal }, used, measured, probed)
    : { forms: new Map(), fields: new Map(), faults: [], soundGaps: [], soundJoins: [] });
  const faults = [...forms.faults, ...(order?.losses ?? []), ...damagedGaps(log, [used.picture, used.sound], measured)];
  const gapped = withSoundSpans(measured, used.sound, { soundGaps, soundJoins });
  const fragments = order === null || order.of === 'continued' ? {} : { fragments: { of: order.of, at: order.at } };
  const times = { measured: gapped, keyFrames, isCut, isFollowed, ...forms, faults, ...fragments };
  return { ok: true, value: { demuxer, answer, ...times } };
}

/** Returns the order of the parts of a file, and whether it is cut or followed by another file. */
async function arrangementOf(
  path: string,
  { demuxer, movie, size }: { readonly demuxer: Demuxer; readonly movie: Buffer | null; readonly size: number },
) {
  const announced = await announcedBytes(path, demuxer);
  const order = movie === null ? null : await fragmentOrder(path, movie);
  const links = demuxer === 'ogg' ? await filmLinks(path) : null;
  // Bytes between fragments state a wrong size.
  const isCut = order?.pieces ? order.isCut : (announced ?? 0) > size;
  const isFollowed = order?.omitsFile ?? (links === null && (await isFollowedByAnother(path, demuxer, announced)));
  return { order, links, isCut, isFollowed };
}

/** Adds the facts about the measured streams that only the `moov` box states. */
function withMovie(measured: MeasuredStreams, movie: Buffer, probed: Probe): MeasuredStreams {
  const continued = bodyAt(movie, 'mvex') === null ? measured : asContinued(measured);
  return withEditDelays(continued, editDelaysIn(movie), probed);
}

/** Returns the reason why FFmpeg cannot play the edit list of a used stream; null if it can. */
function editGapOf(movie: Buffer, { picture, sound }: ReturnType<typeof usedStreams>): MediaMessage | null {
  const gaps = editGapsIn(movie);
  for (const [of, stream] of [['picture', picture] as const, ['sound', sound] as const]) {
    const at = stream === undefined ? undefined : gaps.get(numberField(stream.fields, 'id') ?? 0);
    if (at !== undefined) return message('media/edit-gap', { of, seconds: Math.round(at * 100) / 100 });
  }
  return null;
}

/**
 * The limits of the search for the size of a picture, in bytes and microseconds. FFmpeg's defaults of 5 MB and 5 s can
 * end before the first sync frame of a stream that does not begin with one.
 */
const LONG_SEARCH = ['-probesize', '2000000000', '-analyzeduration', '600000000'];

/** The messages of demuxers that skip damaged clusters and pages. */
const SKIPPED_DATA = /^\[(?:matroska,webm|ogg) @ [^\]]*\] \[error\]/;

/** Returns the starts of the gaps that damage caused, on the container's clock. */
function damagedGaps(
  log: readonly string[],
  used: readonly (ProbedStream | undefined)[],
  measured: MeasuredStreams,
): readonly number[] {
  if (!log.some((line) => SKIPPED_DATA.test(line))) return [];
  return used.flatMap((stream) => {
    const packets = stream === undefined ? undefined : measured.get(numberField(stream.fields, 'index') ?? 0);
    // FFmpeg states no length for the first packet of AAC in Matroska, which looks like a gap at the start.
    return packets?.gaps.filter(({ from }) => from > packets.start).map(({ from }) => from) ?? [];
  });
}

function lacksSize(probed: Probe, tools: MediaTools): boolean {
  const { picture } = usedStreams(probed, tools);
  return picture !== undefined && numberField(picture.fields, 'width') === 0;
}

/** Runs ffprobe on all packets of a file. `effort` contains extra ffprobe options, such as `LONG_SEARCH`. */
async function readPackets(
  path: string,
  options: Pick<MeterOptions, 'demuxer' | 'cutAt'> & { readonly pieces: FragmentOrder['pieces'] },
  effort: readonly string[],
  tools: MediaTools,
  signal: AbortSignal,
) {
  const isOgg = options.demuxer === 'ogg';
  const chain = isOgg ? { headsAt: await repeatedHeads(path), links: await soundLinks(path) } : {};
  const { demuxer, pieces, ...limits } = options;
  const reader = createAnswerReader({ demuxer, ...limits, ...chain, mostCharacters: METADATA_BYTES });
  const input = pieces === null ? inputArguments(path, demuxer) : pipedInput(demuxer);
  const { log } = await runTool({
    program: tools.ffprobe,
    kind: 'ffprobe',
    arguments: [
      ...['-show_entries', `format=start_time,duration:format_tags=iTunSMPB:${PACKET_FIELDS}`],
      ...['-show_streams', '-print_format', 'json=compact=1', ...effort, ...input],
    ],
    signal,
    ...(pieces === null ? {} : { stdin: arrangedBytes(path, pieces, signal) }),
    onStdout: reader.push,
    limits: { totalSeconds: MEASURE_SECONDS },
  });
  return { answer: reader.answer(), reader, log };
}

/** The systems of copy protection by the types of sample entries and the schemes of MP4 (ISO/IEC 23001-7, 4). */
const PROTECTION: Readonly<Record<string, string>> = {
  ...{ drms: 'Apple FairPlay', drmi: 'Apple FairPlay', itun: 'Apple FairPlay', aavd: 'Audible' },
  ...{ cenc: 'Common Encryption', cens: 'Common Encryption', cbc1: 'Common Encryption', cbcs: 'Common Encryption' },
};

/**
 * Returns the copy protection of an encrypted track of a `moov` box; null if no track is encrypted. ffprobe does not
 * report it, because it replaces the types of encrypted sample entries.
 */
function protectionOf(movie: Buffer): string | null {
  for (const { type, body } of boxesIn(movie) ?? []) {
    const table = type === 'trak' ? bodyAt(body, 'mdia', 'minf', 'stbl', 'stsd')?.subarray(8) : undefined;
    const entry = table === undefined ? null : readBoxHead(table);
    if (table === undefined || entry === null) continue;
    const at = table.indexOf('schm', 0, 'latin1');
    const scheme = at < 0 ? '' : table.toString('latin1', at + 8, at + 12);
    const system = PROTECTION[entry.type] ?? PROTECTION[scheme];
    if (system !== undefined) return system;
    if (/^enc[avtsm]$/.test(entry.type)) return scheme.trim();
  }
  return null;
}

/**
 * Hexadecimal bytes of encrypted tracks of Matroska (RFC 9559, 5.1.4.1.31.8), and of the encryption objects of ASF (3.14
 * and 3.15).
 */
const ENCRYPTED_HEADS: readonly (readonly [demuxer: Demuxer, bytes: RegExp, system: string])[] = [
  ['matroska', /6d80(?:..){1,9}6240(?:..){1,60}5035/, 'Matroska encryption'],
  ['asf', /fbb3112223bdd211b4b700a0c955fc6e|14e68a292226174cb935dae07ee9289c/, 'Windows Media DRM'],
];

function protectionInHead(demuxer: Demuxer, head: Uint8Array): string | null {
  const candidates = ENCRYPTED_HEADS.filter(([name]) => name === demuxer);
  if (candidates.length === 0) return null;
  const text = Buffer.from(head).toString('hex');
  return candidates.find(([, bytes]) => bytes.test(text))?.[2] ?? null;
}

/**
 * Adds the ranges of a sound that cannot be decoded although it has packets, and leaves out the time of the tags of
 * joined files. If the clock jumps, adds none, because the times of packets and of frames differ.
 */
function withSoundSpans(
  measured: MeasuredStreams,
  sound: ProbedStream | undefined,
  { soundGaps, soundJoins }: SoundSpans,
): MeasuredStreams {
  const index = sound === undefined ? null : numberField(sound.fields, 'index');
  const stream = index === null ? undefined : measured.get(index);
  if (index === null || stream === undefined || stream.jumps.length > 0) return measured;
  const [join] = soundJoins;
  if (soundGaps.length === 0 && join === undefined) return measured;
  const isNew = ({ from, until }: TimeSpan) => !stream.gaps.some((gap) => gap.from < until && from < gap.until);
  const gaps = [...stream.gaps, ...soundGaps.filter(isNew)].sort((one, other) => one.from - other.from);
  const end = soundJoins.reduce((time, { from, until }) => time - (until - from), stream.end);
  return new Map([...measured, [index, { ...stream, gaps, end, paddedAt: stream.paddedAt ?? join?.from ?? null }]]);
}

/** Returns the streams that films use and that FFmpeg can decode. */
function readableStreams(probed: Probe, tools: MediaTools): ReturnType<typeof usedStreams> {
  const { picture, sound } = usedStreams(probed, tools);
  const readable = (stream: typeof picture) =>
    stream !== undefined && tools.readableCodecs.has(textField(stream.fields, 'codec_name')) ? stream : undefined;
  return { picture: readable(picture), sound: readable(sound) };
}

async function headOf(path: string): Promise<Result<Uint8Array, MediaMessage>> {
  try {
    // Check the kind of the file first, because opening a pipe blocks until a process writes to it.
    if (!(await stat(path)).isFile()) return err(message('media/no-file'));
    return { ok: true, value: await readFileHead(path) };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return err(
      error.code === 'ENOENT' ? message('media/missing') : message('media/unreadable', { code: String(error.code) }),
    );
  }
}

function sampleRatesIn({ streams }: Probe): ReadonlyMap<number, number> {
  return new Map(
    streams.flatMap(({ fields }) => {
      const [index, rate] = [numberField(fields, 'index'), numberField(fields, 'sample_rate')];
      return index !== null && rate !== null && rate > 0 ? [[index, rate] as const] : [];
    }),
  );
}

/** Removes the samples that decoders drop and that FFmpeg counts: see {@link withPreSkip} and {@link alacPadding}. */
async function withoutPadding(
  packets: MeasuredStreams,
  { path, demuxer, isCut }: { readonly path: string; readonly demuxer: Demuxer; readonly isCut: boolean },
  probed: Probe,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<MeasuredStreams> {
  if (demuxer === 'matroska') return await withPreSkip(packets, path, probed, tools, signal);
  const [[index, stream] = []] = packets;
  const rate = index === undefined ? 0 : (sampleRatesIn(probed).get(index) ?? 0);
  const last = demuxer === 'caf' && !isCut && rate > 0 ? await alacPadding(path) : null;
  if (index === undefined || stream === undefined || last === null) return packets;
  const end = stream.start + (stream.packets * last.samples - last.padding) / rate;
  return new Map([[index, { ...stream, end, padding: last.padding }]]);
}

/**
 * Adds the priming of Opus. Matroska stores it only in the codec's header (RFC 7845, 5.1), so ffprobe reports none in
 * the packets.
 */
async function withPreSkip(
  packets: MeasuredStreams,
  path: string,
  { streams }: Probe,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<MeasuredStreams> {
  if (!streams.some(({ fields }) => textField(fields, 'codec_name') === 'opus')) return packets;
  const { stdout } = await runTool({
    program: tools.ffprobe,
    kind: 'ffprobe',
    arguments: [
      ...['-show_data', '-show_entries', 'stream=index,codec_name,extradata', '-print_format', 'json'],
      ...inputArguments(path, 'matroska'),
    ],
    signal,
    limits: { totalSeconds: PROBE_SECONDS, stdoutBytes: METADATA_BYTES },
  });
  const heads = parseProbe(stdout.toString('utf8'))?.streams ?? [];
  const skips = new Map(
    heads.map(({ fields }) => [numberField(fields, 'index'), preSkipIn(textField(fields, 'extradata'))]),
  );
  return new Map(
    [...packets].map(([index, stream]) => [index, { ...stream, priming: skips.get(index) ?? stream.priming }]),
  );
}

/**
 * Returns the number of samples that an Opus decoder skips, from ffprobe's dump of the codec's header; null for other
 * headers.
 */
function preSkipIn(dump: string): number | null {
  const bytes = [...dump.matchAll(/^[\da-f]{8}: ((?:[\da-f]{2,4} ){1,8})/gm)].map(([, hex = '']) =>
    hex.replaceAll(' ', ''),
  );
  const head = Buffer.from(bytes.join(''), 'hex');
  return head.length >= 12 && head.toString('latin1', 0, 8) === 'OpusHead' ? head.readUInt16LE(10) : null;
}

/** Returns the reason if the file caused the error; null for other errors. */
function reasonIn(error: ServiceError): MediaMessage | null {
  if (error.code === 'ffmpeg/output-limit' || error.code === 'ffmpeg/memory') return message('media/too-much-metadata');
  if (error.code !== 'ffmpeg/failed') return null;
  // A line has the form `[mov @ 0x5581] [error] moov atom not found`. The last line repeats the path.
  const reasons = error.log.filter((line) => line.includes('[error]')).map((line) => line.replace(/^.*\[error\] /, ''));
  return message('media/damaged', { words: reasons.find((line) => !line.startsWith('file:')) ?? null });
}
