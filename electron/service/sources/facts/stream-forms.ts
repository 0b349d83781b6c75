import { ServiceError } from '../../errors/service-error.ts';
import { runTool, type ToolRun } from '../../ffmpeg/run-tool.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { Demuxer } from '../containers/demuxer.ts';
import { hasOtherRates, joinsIn, type SoundHole } from '../containers/followed-files.ts';
import { commonRate } from '../containers/sound-sync.ts';
import { readTransport } from '../containers/transport-packets.ts';
import type { FieldOrder, TimeSpan } from './media-facts.ts';
import { clockCanJump, inputArguments, withoutParser } from './media-input.ts';
import { JUMP_SECONDS, type MeasuredStream, SOUND_GAP_SECONDS } from './packet-ends.ts';
import { colorsOf, formOfFrame } from './picture-facts.ts';
import {
  framesIn,
  inTextLines,
  numberField,
  type Probe,
  type ProbedFrame,
  type ProbedStream,
  textField,
} from './probe-json.ts';
import { createSoundFormReader, FRAME_TIMES, isDecodeError, LOGS_FRAMES } from './source-faults.ts';

/** The form of a stream from this time on, such as `320x240 yuv420p 1:1` or `48000 Hz, 2`. */
export interface StreamForm {
  /** The time in seconds of the container's clock. */
  readonly at: number;
  readonly form: string;
}

/** The facts that only the frames and parameter sets of a file contain. */
export interface FormRecord {
  /** The forms of the used streams, by stream index. A stream that never changes has at most one. */
  readonly forms: ReadonlyMap<number, readonly StreamForm[]>;
  /** The field orders of interlaced pictures, by stream index. */
  readonly fields: ReadonlyMap<number, FieldOrder>;
  /** The times of damaged packets that the scans found, in seconds of the container's clock. */
  readonly faults: readonly number[];
}

/** The ranges of a sound without decoded samples. In a join, a packet has the tags of another file. */
export type SoundSpans = Readonly<Record<'soundGaps' | 'soundJoins', readonly TimeSpan[]>>;

interface Scan {
  readonly path: string;
  readonly demuxer: Demuxer;
  readonly tools: MediaTools;
  readonly signal: AbortSignal;
}

/**
 * The form of chained Vorbis or FLAC with several sample rates. FFmpeg decodes it, but its times count samples at the
 * first rate. Stored facts contain this value.
 */
export const OTHER_RATE_FORM = 'unreadable';
/** The form of a stream after a change of its coding. FFmpeg cannot decode it. Stored facts contain this value. */
export const OTHER_CODING_FORM = 'other coding';

/** The time limit of one scan in seconds. It is enough to decode the sound or the sync frames of a film that lasts hours. */
const SCAN_SECONDS = 900;
const MAX_FORMS = 100;
const MAX_GAPS = 100;

/**
 * The codecs whose parameter sets state the form of the following frames, so that no frame has to be decoded. The
 * values are FFmpeg's filters that extract the sets.
 */
const PARAMETER_SETS: Readonly<Record<string, string>> = {
  h264: 'h264_mp4toannexb,extract_extradata',
  hevc: 'hevc_mp4toannexb,extract_extradata',
  mpeg1video: 'extract_extradata',
  mpeg2video: 'extract_extradata',
  mpeg4: 'extract_extradata',
  vc1: 'extract_extradata',
  av1: 'extract_extradata',
};
/** The codecs whose sync frames state their form. */
const SELF_CONTAINED: ReadonlySet<string> = new Set(['vp8', 'vp9', 'mjpeg', 'flv1', 'h263', 'vp6f']);
/** The sound codecs whose packets state their form. */
const SELF_CONTAINED_SOUND: ReadonlySet<string> = new Set(['mp1', 'mp2', 'mp3', 'ac3', 'eac3', 'dts', 'truehd']);
/** The containers whose sound has no description, or that may contain several consecutive files. */
const WITHOUT_DESCRIPTION: ReadonlySet<Demuxer> = new Set(['aac', 'mpegts', 'mpeg', 'ogg', 'flac']);

/**
 * Searches for changes of form, for interlacing, and for gaps of the sound in the used streams. Throws the errors of
 * `runTool`.
 */
export async function findStreamForms(
  scan: Scan,
  used: { readonly picture: ProbedStream | undefined; readonly sound: ProbedStream | undefined },
  measured: ReadonlyMap<number, MeasuredStream>,
  { format }: Pick<Probe, 'format'>,
): Promise<FormRecord & SoundSpans> {
  const soundGaps: TimeSpan[] = [];
  const soundJoins: TimeSpan[] = [];
  const forms = new Map<number, readonly StreamForm[]>();
  const fields = new Map<number, FieldOrder>();
  const faults: number[] = [];
  const { picture, sound } = used;
  if (scan.demuxer === 'mpegts') faults.push(...(await addCodingChanges(scan, [picture, sound], forms)));
  if (picture !== undefined && !forms.has(indexOf(picture))) {
    const index = indexOf(picture);
    if (await mayChangePicture(scan, picture, measured.get(index), faults)) {
      const pictureForm = await pictureForms(scan, index);
      forms.set(index, pictureForm.forms);
      if (pictureForm.order !== null) fields.set(index, pictureForm.order);
    }
    const order = fields.get(index) ?? (await fieldOrder(scan, picture, format));
    if (order !== null) fields.set(index, order);
  }
  if (sound === undefined || forms.has(indexOf(sound))) return { forms, fields, faults, soundGaps, soundJoins };
  if (await hasOtherRates(scan, textField(sound.fields, 'codec_name'))) forms.set(indexOf(sound), OTHER_RATES);
  else if (mayChangeSound(sound, scan.demuxer, measured.get(indexOf(sound))))
    forms.set(indexOf(sound), await soundForms(scan, sound, { faults, gaps: soundGaps, joins: soundJoins }));
  return { forms, fields, faults, soundGaps, soundJoins };
}

/** Adds the streams of a transport stream that take another coding. Returns the times of lost bytes. */
async function addCodingChanges(
  { path, signal }: Scan,
  used: readonly (ProbedStream | undefined)[],
  forms: Map<number, readonly StreamForm[]>,
): Promise<readonly number[]> {
  const { changes, losses } = await readTransport(path, signal);
  for (const { pid, at } of changes) {
    const stream = used.find((each) => each !== undefined && numberField(each.fields, 'id') === pid);
    const changed = { at, form: OTHER_CODING_FORM };
    if (stream !== undefined) forms.set(indexOf(stream), [{ at: 0, form: '' }, changed]);
  }
  return losses;
}

const OTHER_RATES: readonly StreamForm[] = [
  { at: 0, form: '' },
  { at: 0, form: OTHER_RATE_FORM },
];

function indexOf({ fields }: ProbedStream): number {
  return numberField(fields, 'index') ?? 0;
}

function mayChangeSound({ fields }: ProbedStream, demuxer: Demuxer, packets: MeasuredStream | undefined): boolean {
  if (packets?.redescribed === true) return true;
  const codec = textField(fields, 'codec_name');
  if (codec.startsWith('pcm_')) return false;
  return SELF_CONTAINED_SOUND.has(codec) || WITHOUT_DESCRIPTION.has(demuxer);
}

async function mayChangePicture(
  scan: Scan,
  { fields }: ProbedStream,
  packets: MeasuredStream | undefined,
  faults: number[],
): Promise<boolean> {
  const codec = textField(fields, 'codec_name');
  if (packets?.redescribed === true || SELF_CONTAINED.has(codec)) return true;
  const filters = PARAMETER_SETS[codec];
  if (filters === undefined) return false;
  const parameterSets = new Set<string>();
  const reader = createPacketReader(faults);
  const index = numberField(fields, 'index') ?? 0;
  const { path, demuxer, tools, signal } = scan;
  const log = await runUnlessDamaged({
    program: tools.ffmpeg,
    arguments: [
      ...['-copyts', ...withoutParser(demuxer, tools), ...inputArguments(path, demuxer)],
      ...['-map', `0:${index}`, '-c', 'copy', '-bsf:v', filters],
      // Packets and messages share one pipe, so that the time of a message is the time of the packet before it.
      ...['-flush_packets', '1', '-f', 'framehash', '-hash', 'adler32', 'pipe:2'],
    ],
    signal,
    onLog: inTextLines((text) => {
      for (const line of text.split(AFTER_DROPPED)) {
        reader(line);
        for (const set of parameterSets.size <= 1 ? parameterSetsIn(line) : []) parameterSets.add(set);
      }
    }),
    limits: { totalSeconds: SCAN_SECONDS },
  });
  // Assume a change if FFmpeg cannot parse a packet, because the packet may have any form.
  return parameterSets.size > 1 || log === null;
}

/**
 * Runs a tool and returns its log. Returns null if the tool stopped at damage in the file. Throws all other errors of
 * `runTool`.
 */
async function runUnlessDamaged(run: ToolRun): Promise<readonly string[] | null> {
  try {
    return (await runTool(run)).log;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'ffmpeg/failed') return null;
    throw error;
  }
}

const MAX_FAULTS = 100;
const MAX_HOLES = 2000;
const DROPPED = 'Error applying bitstream filters';
/** The start of a packet after the message {@link DROPPED}, which FFmpeg 7 prints without the end of a line. */
const AFTER_DROPPED = /(?=0, +-?\d+, +-?\d+, +\d+, +\d+, )(?<=Error applying bitstream filters.*)/;

/** Returns a reader of FFmpeg's `framehash` with messages. It adds the times of packets that a filter cannot parse. */
function createPacketReader(faults: number[]): (line: string) => void {
  let tick = 0;
  let now: number | null = null;
  return (line) => {
    const [, numerator, denominator] = /^#tb \d+: (\d+)\/(\d+)/.exec(line) ?? [];
    if (numerator !== undefined) tick = Number(numerator) / Number(denominator);
    const [, decoded, duration] = /^\d+, *(-?\d+), *-?\d+, *(\d+), /.exec(line) ?? [];
    if (decoded !== undefined) now = (Number(decoded) + Number(duration)) * tick;
    else if (line.includes(DROPPED) && faults.length < MAX_FAULTS) faults.push(now ?? 0);
  };
}

/** The minimum size of a parameter set in bytes. Smaller side data has the id of a stream, or samples to skip. */
const MIN_SET_BYTES = 12;

/** Returns the digests of a packet's side data in a line of FFmpeg's `framehash`: `S=2, size, hash, size, hash`. */
function parameterSetsIn(line: string): readonly string[] {
  const [, list] = /, S=\d+, *(.*)$/.exec(line) ?? [];
  const parts = list?.split(/, */) ?? [];
  return parts.flatMap((size, at) => {
    const hash = parts[at + 1];
    return at % 2 === 0 && hash !== undefined && Number(size) >= MIN_SET_BYTES ? [hash] : [];
  });
}

/**
 * Returns the forms of a picture and its field order, which is null if no decoded frame is interlaced. Decodes only
 * sync frames, because no supported codec changes its form between them.
 */
async function pictureForms(
  scan: Scan,
  index: number,
): Promise<{ readonly forms: readonly StreamForm[]; readonly order: FieldOrder | null }> {
  const forms: StreamForm[] = [];
  const colors = new Set<string>();
  const counts = { top: 0, bottom: 0 };
  await framesOf(scan, index, ['-skip_frame', 'nokey'], PICTURE_FIELDS, (frame) => {
    countFields(frame, counts);
    colors.add(colorsOf(frame));
    addForm(forms, frame, formOfFrame(frame));
  });
  return { forms: colors.size > 1 ? await coloredForms(scan, index) : forms, order: orderIn(counts) };
}

/**
 * Returns the forms of a picture with their colors. Decodes all frames: where two files were joined, a frame from
 * before the change can be displayed after the first frame from after it.
 */
async function coloredForms(scan: Scan, index: number): Promise<readonly StreamForm[]> {
  const forms: StreamForm[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  await framesOf(scan, index, [], PICTURE_FIELDS, (frame) => {
    const at = Number(frame['best_effort_timestamp_time']);
    const isOverlapped = at <= latest && latest - at < MAX_OVERLAP_SECONDS;
    addForm(forms, frame, `${formOfFrame(frame)} ${colorsOf(frame)}`, isOverlapped ? latest + TICK_SECONDS : undefined);
    if (Number.isFinite(at)) latest = at;
  });
  return forms;
}

/** The maximum overlap of two joined files in seconds. FFmpeg takes a longer overlap for a jump of the clock. */
const MAX_OVERLAP_SECONDS = 0.1;
/** One tick of the finest common clock of pictures. */
const TICK_SECONDS = 1 / 90_000;

const PICTURE_FIELDS =
  'frame=best_effort_timestamp_time,width,height,pix_fmt,sample_aspect_ratio,interlaced_frame,top_field_first,color_range,color_space,color_primaries,color_transfer:frame_side_data=rotation';
/** FFmpeg 6 renamed `pkt_duration_time` to `duration_time`. */
const SOUND_FIELDS =
  'frame=best_effort_timestamp_time,pkt_duration_time,duration_time,nb_samples,channels,pkt_pos,pkt_size';

/**
 * Returns the forms of a sound, from its frames. A form needs two consecutive frames, because a single frame of another
 * form is trimmed or damaged.
 */
async function soundForms(
  scan: Scan,
  sound: ProbedStream,
  { faults, gaps, joins }: { readonly faults: number[]; readonly gaps: TimeSpan[]; readonly joins: TimeSpan[] },
): Promise<readonly StreamForm[]> {
  const index = indexOf(sound);
  const forms: StreamForm[] = [];
  const holes: SoundHole[] = [];
  let rate = 0;
  let previousForm = '';
  let next = Number.NaN;
  let nextByte = Number.NaN;
  const log = await framesOf(scan, index, [], SOUND_FIELDS, (frame) => {
    const samples = Number(frame['nb_samples']);
    const seconds = Number(frame['duration_time'] ?? frame['pkt_duration_time']);
    const at = Number(frame['best_effort_timestamp_time']);
    const bytes = { from: nextByte, until: Number(frame['pkt_pos']) };
    if (at - next > Math.min(seconds / 2, SOUND_GAP_SECONDS) && holes.length < MAX_HOLES)
      holes.push({ from: next, until: at, bytes, isLong: at - next > seconds / 2 });
    next = at + seconds;
    nextByte = bytes.until + Number(frame['pkt_size']);
    rate = commonRate(samples, seconds) ?? rate;
    const form = `${rate} Hz, ${frame['channels']}`;
    if (form === previousForm && rate > 0) addForm(forms, frame, form);
    previousForm = form;
  });
  // The decoder returns no frame for a damaged packet. Without a message, the sound only has a gap.
  const isDamaged = log?.some(isDecodeError) === true;
  joins.push(...(isDamaged ? await joinsIn(scan, holes) : []));
  const lost = holes.filter(({ from }) => !joins.some((join) => join.from === from));
  const longHoles = lost.filter(({ isLong }) => isLong).map(({ from }) => from);
  if (isDamaged) faults.push(...longHoles.slice(0, MAX_FAULTS));
  const isGap = ({ from, until }: TimeSpan) => until - from > SOUND_GAP_SECONDS && until - from < JUMP_SECONDS;
  gaps.push(
    ...lost
      .filter(isGap)
      .map(({ from, until }) => ({ from, until }))
      .slice(0, MAX_GAPS),
  );
  return RATES_BY_DECODER.has(textField(sound.fields, 'codec_name')) ? await decodedForms(scan, index) : forms;
}

/**
 * The codecs whose rate only the decoder reports. FFmpeg's parser of AAC ignores the rate in the headers, because
 * headers of HE-AAC state half of it, so the durations of all packets count samples of the first rate. A packet of
 * Vorbis between blocks of two sizes has another duration than its decoded samples.
 */
const RATES_BY_DECODER: ReadonlySet<string> = new Set(['aac', 'aac_latm', 'vorbis']);

/** Returns the forms of a sound, from its decoded samples. */
async function decodedForms({ path, demuxer, tools, signal }: Scan, index: number): Promise<readonly StreamForm[]> {
  const reader = createSoundFormReader();
  await runUnlessDamaged({
    program: tools.ffmpeg,
    arguments: [
      ...[...LOGS_FRAMES, '-copyts', '-threads', '2', ...inputArguments(path, demuxer)],
      ...['-map', `0:${index}`, '-af', FRAME_TIMES.sound, '-f', 'null', '-'],
    ],
    signal,
    onLog: inTextLines(reader.take),
    limits: { totalSeconds: SCAN_SECONDS },
  });
  return reader.forms();
}

/** @param at The time of the change if it is not the time of the frame. */
function addForm(
  forms: StreamForm[],
  frame: ProbedFrame,
  form: string,
  at = Number(frame['best_effort_timestamp_time']),
): void {
  if (forms.at(-1)?.form === form || forms.length >= MAX_FORMS) return;
  forms.push({ at: Number.isFinite(at) ? at : (forms.at(-1)?.at ?? 0), form });
}

/**
 * The codecs that can be interlaced. Decoders of this set mark each interlaced frame. For {@link FIELD_CODECS}, the
 * container may be the only place that states whether the picture is interlaced.
 */
const MARKING_CODECS: ReadonlySet<string> = new Set(['h264', 'mpeg1video', 'mpeg2video', 'vc1']);
const FIELD_CODECS =
  /^(?:dvvideo|prores|dnxhd|ffv1|mjpeg|mpeg4|rawvideo|huffyuv|ffvhuff|utvideo|magicyuv|v210|v308|v408|v410|qtrle|jpeg2000|png|hap|cfhd|h263)$/;
/** The number of frames that are decoded at the start and in the middle. */
const SAMPLED_FRAMES = 16;

/** Returns the order of a picture's fields; null if the picture is progressive. */
async function fieldOrder(scan: Scan, { fields }: ProbedStream, format: Probe['format']): Promise<FieldOrder | null> {
  const codec = textField(fields, 'codec_name');
  const stated = textField(fields, 'field_order');
  if (stated === 'progressive' || !(MARKING_CODECS.has(codec) || FIELD_CODECS.test(codec))) return null;
  const counts = { top: 0, bottom: 0 };
  const seconds = numberField(format, 'duration') ?? 0;
  // Skip the middle of a file whose clock can jump, because a seek does not find it.
  const middle = seconds > 4 && !clockCanJump(scan.demuxer) ? `,${Math.floor(seconds / 2)}%+#${SAMPLED_FRAMES}` : '';
  const index = numberField(fields, 'index') ?? 0;
  const intervals = ['-read_intervals', `%+#${SAMPLED_FRAMES}${middle}`];
  await framesOf(scan, index, intervals, PICTURE_FIELDS, (frame) => countFields(frame, counts));
  const fieldOrderInFrames = orderIn(counts);
  // The second letter is the display order.
  const first = /^[tb]t$/.test(stated) ? 'top' : /^[tb]b$/.test(stated) ? 'bottom' : null;
  if (fieldOrderInFrames !== null || first === null || MARKING_CODECS.has(codec)) return fieldOrderInFrames;
  return { first, marked: false };
}

interface FieldCounts {
  top: number;
  bottom: number;
}

function countFields(frame: ProbedFrame, counts: FieldCounts): void {
  if (frame['interlaced_frame'] !== '1') return;
  counts[frame['top_field_first'] === '1' ? 'top' : 'bottom'] += 1;
}

function orderIn({ top, bottom }: FieldCounts): FieldOrder | null {
  return top + bottom === 0 ? null : { first: top >= bottom ? 'top' : 'bottom', marked: true };
}

/** Decodes frames of a stream and passes each to the callback, with ffprobe's names of the fields. */
async function framesOf(
  { path, demuxer, tools, signal }: Scan,
  index: number,
  options: readonly string[],
  entries: string,
  onFrame: (frame: ProbedFrame) => void,
): Promise<readonly string[] | null> {
  // Damage is not an error here, because a film can display the frames before it.
  return runUnlessDamaged({
    program: tools.ffprobe,
    kind: 'ffprobe',
    arguments: [
      ...['-threads', '2', ...options, '-select_streams', String(index)],
      ...['-show_entries', entries, '-print_format', 'compact=print_section=0'],
      ...inputArguments(path, demuxer),
    ],
    signal,
    onStdout: framesIn(onFrame),
    limits: { totalSeconds: SCAN_SECONDS },
  });
}
