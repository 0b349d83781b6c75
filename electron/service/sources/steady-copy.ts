import { createReadStream, createWriteStream } from 'node:fs';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
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
import { type FilmLink, filmLinks, joinLinks, type SoundLink, soundLinks } from './containers/ogg-links.ts';
import { readMovieBox } from './containers/sync-frames.ts';
import {
  type ConversionFiles,
  conversionSteps,
  copyOutput,
  delayOf,
  hasOtherRates,
  joinStep,
  linkStep,
  RAW_BYTES_PER_SECOND,
  RAW_SOUND,
  rawInput,
  soundArguments,
} from './copy-steps.ts';
import { canToneMap, changesTransfer } from './facts/color-filters.ts';
import type { AudioFacts, MediaFacts, SourceChange, VideoFacts } from './facts/media-facts.ts';
import { clockCanJump, inputArguments } from './facts/media-input.ts';
import { appliedRotation } from './facts/picture-facts.ts';
import { probeMedia } from './facts/probe.ts';
import {
  createFaultReader,
  keepFaults,
  knownFaults,
  LOGS_FRAMES,
  mergedFaults,
  withFaults,
} from './facts/source-faults.ts';
import { OTHER_CODING_FORM } from './facts/stream-forms.ts';
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
/** The version of the copies of chained films in Ogg. */
const CHAIN_VERSION = 6;
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
  const version = facts.demuxer === 'ogg' && facts.video !== null ? CHAIN_VERSION : COPY_VERSION;
  const name = `steady:${version}:${tools.version}:${source.sha256}`;
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
  if (!steady.ok) return steady;
  return ok({ ...steady.value, facts: withFaults(steady.value.facts, facts.faults ?? []), original: facts });
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

/** Makes the copy and stores it by its name. */
async function convert(
  source: Pick<LocatedSource, 'path' | 'stamp'>,
  facts: MediaFacts,
  name: string,
  options: SteadyOptions,
): Promise<Result<readonly FaultSpan[], MediaMessage>> {
  const { tools, store, signal } = options;
  // If the process is killed, these files remain among the unfinished downloads, which are removed later.
  const files = {
    path: await store.unfinishedPath(),
    link: await store.unfinishedPath(),
    list: await store.unfinishedPath(),
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
    const broken = await runSteps(source.path, facts, files, options, run);
    places = [...broken, ...places];
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

/** Runs FFmpeg for the copy. Returns the places of links of chained Ogg that FFmpeg cannot decode. */
async function runSteps(
  path: string,
  facts: MediaFacts,
  files: ConversionFiles & { readonly link: string; readonly list: string },
  options: SteadyOptions,
  run: (step: readonly string[], from?: number) => Promise<void>,
): Promise<readonly FaultSpan[]> {
  const { demuxer, video, audio } = facts;
  if (demuxer === 'ogg' && video === null && audio !== null) {
    const links = await soundLinks(path);
    if (links !== null) return await copyLinks(path, links, { ...facts, audio }, files, run);
  }
  if (demuxer === 'ogg' && video !== null) {
    const links = await filmLinks(path);
    if (links !== null) return await copyFilm(path, links, { ...facts, video }, files, options, run);
  }
  for (const step of conversionSteps(path, facts, files, options.tools)) await run(step);
  return [];
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

/**
 * Joins the links of a chained film into a copy. Each link lasts as long as its longest stream; a shorter picture is
 * held, and a shorter sound is followed by silence. Returns the places of links that FFmpeg cannot decode.
 */
async function copyFilm(
  path: string,
  links: readonly FilmLink[],
  facts: MediaFacts & { readonly video: VideoFacts },
  files: ConversionFiles & { readonly link: string; readonly list: string },
  { tools, store, signal }: SteadyOptions,
  run: (step: readonly string[], from?: number) => Promise<void>,
): Promise<readonly FaultSpan[]> {
  const { link, list, steadied, sound } = files;
  const pieces: { readonly path: string; readonly seconds: number }[] = [];
  const broken: FaultSpan[] = [];
  let end = 0;
  try {
    for (const { from, until } of links) {
      await pipeline(createReadStream(path, { start: from, end: until - 1, signal }), createWriteStream(link));
      const piece = await store.unfinishedPath();
      const seconds = await convertLink(link, facts, { picture: piece, sound: steadied }, tools, signal, (step) =>
        run(step, end),
      );
      if (seconds === null) {
        broken.push({ from: end, until: end });
        await rm(piece, { force: true });
        continue;
      }
      pieces.push({ path: piece, seconds });
      end += seconds;
      if (facts.audio === null) continue;
      await pipeline(createReadStream(steadied), createWriteStream(sound, { flags: 'a' }));
      await truncate(sound, Math.round(end * SAMPLE_RATE) * (RAW_BYTES_PER_SECOND / SAMPLE_RATE));
    }
    // Names without folders are relative to the list.
    const lines = pieces.flatMap((each) => [`file ${basename(each.path)}`, `duration ${each.seconds.toFixed(6)}`]);
    await writeFile(list, ['ffconcat version 1.0', ...lines, ''].join('\n'));
    await run(joinStep(list, files, facts.audio !== null));
    return broken;
  } finally {
    await Promise.all(pieces.map((each) => rm(each.path, { force: true })));
  }
}

/** Converts a link of a chained film. Returns its length in seconds; null if FFmpeg cannot decode it. */
async function convertLink(
  link: string,
  all: MediaFacts & { readonly video: VideoFacts },
  output: { readonly picture: string; readonly sound: string },
  tools: MediaTools,
  signal: AbortSignal,
  run: (step: readonly string[]) => Promise<void>,
): Promise<number | null> {
  const read = await probeMedia(link, tools, signal);
  if (!read.ok || read.value.video === null) return null;
  await writeFile(output.sound, '');
  try {
    await run(linkStep(link, all, { ...read.value, video: read.value.video }, output, tools));
    return Math.max(read.value.video.endSeconds, read.value.audio?.endSeconds ?? 0);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'ffmpeg/failed')) throw error;
    return null;
  }
}

const NO_CHANGE: SourceChange = { of: 'picture', at: 0, form: '' };
