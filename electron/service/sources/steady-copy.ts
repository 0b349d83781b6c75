import { rm, writeFile } from 'node:fs/promises';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { MediaMessage } from '#shared/messages/media.en.ts';
import { message } from '#shared/messages/message.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { type FaultSpan, playedFaults } from '#shared/timeline/decode-faults.ts';
import { ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { digestFile, fileStamp } from '../files/digest-file.ts';
import { createLimiter } from '../waiting/limiter.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import { arrangedBytes, fragmentOrder } from './containers/fragment-order.ts';
import { joinLinks, type SoundLink, soundLinks } from './containers/ogg-links.ts';
import { readMovieBox } from './containers/sync-frames.ts';
import { jumpFilter } from './facts/clock-jumps.ts';
import { canToneMap, changesTransfer, hdrTags, SDR_TAGS, steadyPicture } from './facts/color-filters.ts';
import { BARE_SOUND } from './facts/facts-from-probe.ts';
import type { AudioFacts, MediaFacts, SourceChange, VideoFacts } from './facts/media-facts.ts';
import { clockCanJump, clockOutput, clockStream, inputArguments } from './facts/media-input.ts';
import { appliedRotation } from './facts/picture-facts.ts';
import {
  createFaultReader,
  FRAME_TIMES,
  keepFaults,
  knownFaults,
  LOGS_FRAMES,
  mergedFaults,
  withFaults,
} from './facts/source-faults.ts';
import { OTHER_CODING_FORM, OTHER_RATE_FORM } from './facts/stream-forms.ts';
import type { LocatedSource } from './located-source.ts';
import { factsOfSource } from './source-facts.ts';
import { makeCopy, type SourceStore, takeCopy } from './source-store.ts';

/**
 * When a stream changes its form, FFmpeg rebuilds its filters, and every filter that counts from the start begins
 * again. Therefore, a source that changes midway is converted once, into a file of one form with a continuous clock.
 * Films, proxies, waveforms, and lengths all use that file.
 */

/** The version of the copies. Raise it when their bytes change. */
const COPY_VERSION = 6;
/** The maximum length of a source in seconds. Converting a longer source would keep a machine busy for hours. */
const MAX_SECONDS = 4 * 3600;
const MAX_BYTES = 24 * 2 ** 30;
const BASE_TIME_LIMIT_SECONDS = 600;
const TIME_LIMIT_PER_SECOND = 20;

export interface SteadyOptions {
  readonly tools: MediaTools;
  /** The store of the copies. A copy stays on disk until the store is closed. */
  readonly store: SourceStore;
  readonly cacheFolder: string | null;
  readonly signal: AbortSignal;
}

/** A source in the form that films read. If it is a copy, `original` has the facts of the user's file. */
export interface SteadySource extends Pick<LocatedSource, 'path' | 'sha256' | 'stamp'> {
  readonly facts: MediaFacts;
  readonly original: MediaFacts | null;
}

const conversions = createSharedWork<Result<readonly FaultSpan[], MediaMessage>>();
/** The limiter of simultaneous conversions. Each conversion decodes and encodes with two threads. */
const limiter = createLimiter(2);

/**
 * Returns the source itself if its form never changes, and otherwise its steady copy. Uses the copy of an earlier film
 * if it exists. The error states why the source cannot be converted. A failed conversion is ignored if the source only
 * begins in the middle or counts its frames wrongly, because it can then be played unchanged. Throws errors of
 * `runTool` unless the file causes them.
 */
export async function steadySource(
  source: Pick<LocatedSource, 'path' | 'sha256' | 'stamp'>,
  facts: MediaFacts,
  options: SteadyOptions,
): Promise<Result<SteadySource, MediaMessage>> {
  if (facts.fragments !== undefined) return await arrangedSource(source, facts, options);
  const { lateStart = 0, miscounted, ...playable } = facts;
  if (facts.changes.length === 0 && lateStart === 0 && miscounted === undefined)
    return ok({ ...source, facts, original: null });
  const asItIs = facts.changes.length === 0 ? ok({ ...source, facts: plainFacts(playable), original: null }) : null;
  const change = facts.changes[0] ?? NO_CHANGE;
  const { tools, store, cacheFolder, signal } = options;
  const refusal = whyNotConverted(facts, change, tools);
  if (refusal !== null) return asItIs ?? err(refusal);
  // The prefix cannot start a web address.
  const name = `steady:${COPY_VERSION}:${tools.version}:${source.sha256}`;
  let copy = await takeCopy(store, name);
  let found: readonly FaultSpan[] = [];
  if (copy === null) {
    const made = await conversions.run(`${cacheFolder} ${name}`, signal, (shared) =>
      limiter.run(shared, () => convert(source, facts, name, { ...options, signal: shared })),
    );
    if (!made.ok) return asItIs ?? made;
    found = made.value;
    await keepFaults(source.sha256, found, tools, cacheFolder);
    copy = await takeCopy(store, name);
  }
  if (copy === null) return err(message('media/not-converted', whereOf(change)));
  const read = await factsOfSource(copy, tools, { cacheFolder, signal });
  if (!read.ok || read.value.changes.length > 0) return err(message('media/not-converted', whereOf(change)));
  const video = read.value.video && { ...read.value.video, ...appliedRotation(facts) };
  const original = withFaults(facts, [...found, ...(await knownFaults(source.sha256, tools, cacheFolder))]);
  const copied = { ...read.value, video, damage: onLaterClock(facts.damage, lateStart) };
  const faults = playedFaults(original.faults ?? []);
  return ok({ ...copy, stamp: null, facts: withFaults(copied, faults), original });
}

/** Returns the copy of an MP4 whose fragments are in order, or its steady copy if its form also changes. */
async function arrangedSource(
  { path, sha256, stamp }: Pick<LocatedSource, 'path' | 'sha256' | 'stamp'>,
  facts: MediaFacts,
  options: SteadyOptions,
): Promise<Result<SteadySource, MediaMessage>> {
  const { tools, store, cacheFolder, signal } = options;
  const failed = err(message('media/clock-back', { seconds: Math.round((facts.fragments?.at ?? 0) * 100) / 100 }));
  const movie = await readMovieBox(path);
  const pieces = movie && (await fragmentOrder(path, movie))?.pieces;
  if (!pieces) return failed;
  const name = `fragments:${COPY_VERSION}:${sha256}`;
  const made = await makeCopy(store, name, signal, async (unfinished) => {
    await writeFile(unfinished, arrangedBytes(path, pieces, signal), { signal });
    return stamp && (await fileStamp(path)) !== stamp ? message('media/changed') : null;
  });
  if (!made.ok) return made;
  const copy = made.value;
  const read = await factsOfSource(copy, tools, { cacheFolder, signal });
  if (!read.ok || read.value.fragments !== undefined) return read.ok ? failed : read;
  const damage = read.value.damage ?? facts.damage;
  const steady = await steadySource({ ...copy, stamp: null }, { ...read.value, damage }, options);
  return steady.ok ? ok({ ...steady.value, original: facts }) : steady;
}

/**
 * Returns the facts of a source that is played without a copy. Its beginning is kept: the first picture is held
 * instead.
 */
function plainFacts(facts: MediaFacts): MediaFacts {
  const faults = facts.faults?.map(({ from, until }) => ({ from, until }));
  return faults === undefined ? facts : { ...facts, faults };
}

/** Returns a time range of the source on the clock of its copy, which begins `seconds` later. Returns null for null. */
function onLaterClock<Place extends { readonly from: number; readonly until: number | null } | null>(
  place: Place,
  seconds: number,
): Place {
  if (place === null || seconds === 0) return place;
  const { from, until } = place;
  return { ...place, from: from - seconds, until: until === null ? null : until - seconds };
}

function whereOf({ of, at }: SourceChange): { readonly of: SourceChange['of']; readonly seconds: number } {
  return { of, seconds: Math.round(at * 100) / 100 };
}

function whyNotConverted(
  { demuxer, durationSeconds, video, changes }: MediaFacts,
  first: SourceChange,
  { filters }: Pick<MediaTools, 'filters'>,
): MediaMessage | null {
  const recoded = changes.find(({ form }) => form === OTHER_CODING_FORM);
  if (recoded !== undefined) return message('media/not-converted', whereOf(recoded));
  if (durationSeconds > MAX_SECONDS)
    return message('media/too-long-to-convert', { ...whereOf(first), most: MAX_SECONDS / 3600 });
  // Refuse a sound whose sample rate changes, because its times are wrong and it would be out of sync with the picture.
  if (video !== null && hasOtherRates(changes)) return message('media/not-converted', whereOf(first));
  // A copy has one dynamic range, so HDR must be mapped to SDR if the transfer function changes.
  const mixed = video === null ? undefined : changes.find(({ form }) => changesTransfer(video, [form]));
  if (mixed !== undefined && !canToneMap(filters)) return message('media/not-converted', whereOf(mixed));
  const jump = clockCanJump(demuxer) ? undefined : changes.find(({ of }) => of === 'clock');
  return jump === undefined ? null : message('media/clock-back', { seconds: whereOf(jump).seconds });
}

function hasOtherRates(changes: readonly SourceChange[]): boolean {
  return changes.some(({ form }) => form === OTHER_RATE_FORM);
}

/** Makes the copy and stores it by its name. */
async function convert(
  source: Pick<LocatedSource, 'path' | 'stamp'>,
  facts: MediaFacts,
  name: string,
  { tools, store, signal }: SteadyOptions,
): Promise<Result<readonly FaultSpan[], MediaMessage>> {
  // If the process is killed, these files remain among the unfinished downloads, which are removed later.
  const files = {
    path: await store.unfinishedPath(),
    link: await store.unfinishedPath(),
    steadied: await store.unfinishedPath(),
    picture: await store.unfinishedPath(),
    sound: await store.unfinishedPath(),
  };
  const { path } = files;
  const [change] = facts.changes;
  let places: readonly FaultSpan[] = [];
  const run = async (step: readonly string[], from = 0): Promise<void> => {
    const reader = createFaultReader(from);
    await runTool({
      program: tools.ffmpeg,
      arguments: step,
      signal,
      onLog: reader.push,
      limits: { totalSeconds: BASE_TIME_LIMIT_SECONDS + TIME_LIMIT_PER_SECOND * facts.durationSeconds },
      outputLimitBytes: MAX_BYTES,
    });
    places = [...places, ...reader.places()];
  };
  const failed = err(message('media/not-converted', whereOf(change ?? NO_CHANGE)));
  try {
    const { demuxer, video, audio } = facts;
    const links = demuxer === 'ogg' && video === null ? await soundLinks(source.path) : null;
    if (links !== null && audio !== null)
      places = [...(await copyLinks(source.path, links, { ...facts, audio }, files, run)), ...places];
    else for (const step of conversionSteps(source.path, facts, files, tools)) await run(step);
    if (source.stamp && (await fileStamp(source.path)) !== source.stamp) return err(message('media/changed'));
    await store.keep(path, name, { sha256: await digestFile(path, signal), etag: null, lastModified: null });
    return ok(mergedFaults(places));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === 'ffmpeg/failed') return failed;
    if (error.code === 'ffmpeg/output-limit')
      return err(message('media/too-large-to-convert', { ...whereOf(change ?? NO_CHANGE), most: MAX_BYTES / 2 ** 30 }));
    throw error;
  } finally {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
  }
}

/** Joins the links of chained sound into a copy. Returns the places of links that FFmpeg cannot decode. */
async function copyLinks(
  path: string,
  links: readonly SoundLink[],
  facts: MediaFacts & { readonly audio: AudioFacts },
  files: ConversionFiles & { readonly link: string },
  run: (step: readonly string[], from?: number) => Promise<void>,
): Promise<readonly FaultSpan[]> {
  const { link, steadied, sound } = files;
  const audio = { ...facts.audio, streamIndex: 0 };
  const decoding = [...LOGS_FRAMES, '-threads', '2', ...inputArguments(link, 'ogg'), ...soundArguments(facts, audio)];
  const broken = await joinLinks(path, links, { link, samples: steadied, all: sound }, RAW_BYTES_PER_SECOND, (from) =>
    run([...decoding, ...RAW_SOUND, '-y', `file:${steadied}`], from),
  );
  const input = ['-copyts', ...rawInput(RAW_SOUND, sound), '-map', '0:a', '-af', delayOf(facts.audio.startSeconds)];
  await run([...input, '-c:a', 'pcm_f32le', ...copyOutput(files.path)]);
  return broken;
}

const NO_CHANGE: SourceChange = { of: 'picture', at: 0, form: '' };

type ConversionFiles = Readonly<Record<'path' | 'steadied' | 'picture' | 'sound', string>>;

/**
 * Returns FFmpeg's runs. If FFmpeg would correct the clock wrongly, the first run removes its jumps. The next run gives
 * every frame the same form without changing its time. The last run fills the gaps of the sound, in filters that no
 * change of form rebuilds.
 */
function conversionSteps(
  source: string,
  facts: MediaFacts,
  files: ConversionFiles,
  tools: Pick<MediaTools, 'encoders'>,
): readonly (readonly string[])[] {
  const { demuxer, video, audio, clockJumps } = facts;
  const direct = inputArguments(source, demuxer);
  if (clockJumps === undefined || video === null || audio === null) return formSteps(direct, facts, files, tools);
  const copied = { ...facts, video: { ...video, streamIndex: 0 }, audio: { ...audio, streamIndex: 1 } };
  return [
    [
      ...['-copyts', ...direct, '-map', `0:${video.streamIndex}`, '-map', `0:${audio.streamIndex}`, '-c', 'copy'],
      ...['-bsf:v', jumpFilter(clockJumps, video.streamIndex)],
      ...['-bsf:a', jumpFilter(clockJumps, audio.streamIndex), '-f', 'mpegts', '-y', `file:${files.steadied}`],
    ],
    ...formSteps(inputArguments(files.steadied, 'mpegts'), copied, files, tools),
  ];
}

function formSteps(
  input: readonly string[],
  facts: MediaFacts,
  { path, picture, sound: soundPath }: ConversionFiles,
  tools: Pick<MediaTools, 'encoders'>,
): readonly (readonly string[])[] {
  const { video, audio, lateStart } = facts;
  const late = lateStart === undefined ? [] : ['-ss', String(lateStart)];
  // FFmpeg would remove the padding at the stated place. Keep the padding, and remove the priming with a filter.
  const manual = trimsByFilter(facts) ? ['-flags2', '+skip_manual'] : [];
  const decoder = video?.decoder ? [`-c:${video.streamIndex}`, video.decoder] : [];
  // Use one thread for Theora, because with several threads, the decoder rejects the headers of a chained file.
  const threads = video?.codec === 'theora' ? '1' : '2';
  const clock = video === null || audio === null ? clockStream(facts, (video ?? audio)?.streamIndex ?? 0) : null;
  const sound = audio && soundBetween(facts, audio, soundPath);
  const between = video === null ? [] : pictureBetween(video, tools);
  return [
    [
      ...[...LOGS_FRAMES, ...decoder, '-threads', threads, ...manual, ...input],
      ...(video === null
        ? []
        : [...pictureArguments(facts, video, tools), ...late, ...between, '-y', `file:${picture}`]),
      ...(audio === null || sound === null
        ? []
        : [...soundArguments(facts, audio), ...late, ...sound.format, '-y', `file:${sound.path}`]),
      ...(clock === null ? [] : clockOutput(0, clock)),
    ],
    [
      ...(video === null ? [] : ['-copyts', ...rawInput(between, picture)]),
      ...(sound === null ? [] : ['-copyts', ...rawInput(sound.input, sound.path)]),
      ...(video === null ? [] : ['-map', '0:v', '-c:v', 'copy']),
      ...(sound === null ? [] : ['-map', `${video === null ? 0 : 1}:a`, '-af', sound.filters, '-c:a', 'pcm_f32le']),
      ...copyOutput(path),
    ],
  ];
}

function copyOutput(path: string): readonly string[] {
  const ticks = String(STEADY_TICKS);
  return [...['-movie_timescale', ticks, '-video_track_timescale', ticks], ...['-f', 'mov', '-y', `file:${path}`]];
}

/**
 * The timescale of steady copies, in ticks per second. It is exact for 24, 25, 30, 50, 60, 30000/1001, and 120 fps. For
 * other rates, such as 24000/1001 and 60000/1001, times are rounded to 1/90000 s.
 */
export const STEADY_TICKS = 90_000;
/** The container that supports all codecs and times. */
const NUT = ['-f', 'nut'];
const RAW_SOUND = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2'];
/** The bytes per second of {@link RAW_SOUND}: two channels of four bytes per sample. */
const RAW_BYTES_PER_SECOND = 8 * SAMPLE_RATE;

function rawInput(format: readonly string[], path: string): readonly string[] {
  return ['-protocol_whitelist', 'file', ...format, '-i', `file:${path}`];
}

/**
 * Returns the format of the sound file between the two runs. The file stores times only if the sound has gaps or its
 * clock jumps. It never stores times for chained Vorbis with several rates, whose times are wrong, or for a bare stream
 * that changes its form: FFmpeg counts its first samples after a change at the earlier rate.
 */
function soundBetween(facts: MediaFacts, { gaps, startSeconds }: AudioFacts, path: string) {
  const { demuxer, changes, lateStart = 0 } = facts;
  const isUntimed = hasOtherRates(changes) || (BARE_SOUND.has(demuxer) && changes.length > 0);
  if (!isUntimed && (gaps.length > 0 || changes.some(({ of }) => of === 'clock')))
    return {
      path,
      format: ['-c:a', 'pcm_f32le', ...NUT],
      input: NUT,
      filters: `aresample=${SAMPLE_RATE}:async=1:min_hard_comp=0.02:first_pts=0`,
    };
  return {
    path,
    format: ['-c:a', 'pcm_f32le', ...RAW_SOUND],
    input: RAW_SOUND,
    filters: delayOf(startSeconds - lateStart),
  };
}

/** Returns the filter that delays a sound by a time in seconds. */
function delayOf(seconds: number): string {
  const samples = Math.max(0, Math.round(seconds * SAMPLE_RATE));
  return samples > 0 ? `adelay=${samples}S:all=1` : 'anull';
}

/**
 * Returns the container of the picture between the two runs. In a QuickTime file whose first picture starts late,
 * FFmpeg shortens the last picture by that time, so the film would lose it. NUT has no tags for the color of FFV1.
 */
function pictureBetween(video: VideoFacts, tools: Pick<MediaTools, 'encoders'>): readonly string[] {
  return video.startSeconds > 0 && !isLossless(video, tools) ? NUT : ['-f', 'mov'];
}

function isLossless({ hasAlpha }: VideoFacts, { encoders }: Pick<MediaTools, 'encoders'>): boolean {
  return hasAlpha || !encoders.has('libx264');
}

/** Checks whether a filter removes the priming. A change of form would rebuild the filter, which would cut again. */
function trimsByFilter({ miscounted, changes }: MediaFacts): boolean {
  return miscounted === true && changes.length === 0;
}

function soundArguments(facts: MediaFacts, { streamIndex, priming }: AudioFacts): readonly string[] {
  const filters = [
    ...(trimsByFilter(facts) ? [`atrim=start_sample=${priming}`, 'asetpts=PTS-STARTPTS'] : []),
    `aresample=${SAMPLE_RATE}:rematrix_maxval=1`,
    'aformat=sample_fmts=flt:channel_layouts=stereo',
    ...(facts.video === null ? [FRAME_TIMES.sound] : []),
  ];
  return ['-map', `0:${streamIndex}`, '-af', filters.join(',')];
}

function pictureArguments(
  facts: MediaFacts,
  video: VideoFacts,
  tools: Pick<MediaTools, 'encoders'>,
): readonly string[] {
  const { filters, pixels, isHdr, keepsFields } = steadyPicture(facts, video);
  return [
    ...['-map', `0:${video.streamIndex}`, '-vf', [...filters, FRAME_TIMES.picture].join(',')],
    ...[
      '-fps_mode',
      'passthrough',
      '-enc_time_base',
      `1:${STEADY_TICKS}`,
      '-video_track_timescale',
      String(STEADY_TICKS),
    ],
    ...['-movie_timescale', String(STEADY_TICKS), '-pix_fmt', pixels],
    ...(isLossless(video, tools) ? LOSSLESS : ENCODED),
    ...(keepsFields && !video.hasAlpha ? ['-flags', '+ilme+ildct'] : []),
    ...(isHdr ? hdrTags(video) : SDR_TAGS),
  ];
}

const LOSSLESS = ['-c:v', 'ffv1', '-level', '3', '-g', '1', '-threads', '2'];
/** The lossy encoder. CRF 12 causes no visible loss. With `-g 25`, a seek decodes at most 25 frames. */
const ENCODED = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12', '-g', '25', '-bf', '0', '-threads', '2'];
