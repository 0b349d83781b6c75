import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { type FrameRate, type Frames, frames, secondsToFrames } from '#shared/template/values/frame-rate.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import type { ToolProgress } from '../../ffmpeg/tool-progress.ts';
import { createLimiter } from '../../waiting/limiter.ts';
import { runPool } from '../../waiting/pool.ts';
import { type PartFrames, partFrames } from '../compose/cached-frames.ts';
import { composePart } from '../compose/compose-part.ts';
import { HARDWARE_PROCESSES } from '../formats/hardware-encoders.ts';
import { type ComposedPart, stepsOf } from '../parts/composed-part.ts';
import { isFirstPass, isPicture, type KeyedPart, type Part } from '../parts/part.ts';
import { lowestSource } from '../parts/part-input.ts';
import { composingTimeLimits, encodingTimeLimits, outputLimitBytes } from '../plan/limits.ts';
import { reservedBytes } from '../plan/memory-plan.ts';
import { requireMemory } from '../plan/memory-queue.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { sampleBytesOf } from '../plan/sound-graph.ts';
import { memoryOfJob } from './inventory.ts';
import { type PartTarget, partArguments } from './job-arguments.ts';
import { decodingThreadsOf, encodingThreadsOf } from './parallelism.ts';
import type { Job } from './plan-jobs.ts';
import type { RenderContext } from './render-context.ts';

/** Callbacks that report progress while parts are made. */
export interface PartsObserver {
  /** Reports the number of finished frames of a job. */
  onFrames(job: Job, done: Frames): void;
  /** Reports that a part is complete in the scratch folder. */
  onPart(key: string): void;
  /**
   * Reports that the last job has started, after which a core may be idle. For an empty list, reports this immediately.
   */
  onLastJobStarted(): void;
}

/**
 * Makes the missing parts with several processes and stores them in the cache. Throws the signal's reason or a
 * {@link ServiceError}. After an error, no process is running.
 */
export async function makeParts(
  jobs: readonly Job[],
  plan: RenderPlan,
  context: RenderContext,
  observer: PartsObserver,
): Promise<void> {
  const { parallelism, processesNow } = context;
  const { processes } = parallelism;
  const coresAreFree = jobs.filter(hasPicture).length < processesNow();
  const atOnce = plan.hardware === null ? processes : Math.min(processes, HARDWARE_PROCESSES);
  // Before any work starts, refuse a job that needs too much memory, even if smaller jobs come first.
  for (const job of jobs)
    requireMemory(memoryOfJob(job, plan, context, coresAreFree), context.memory, {
      ...plan.canvas,
      label: plan.format.label,
    });
  await runJobs(
    jobs,
    { atOnce, processesNow, signal: context.signal, onLastJobStarted: observer.onLastJobStarted },
    (job, signal) => makeJob(job, plan, { ...context, signal }, coresAreFree, observer),
  );
}

interface JobsRun {
  /** The maximum number of jobs at the same time. */
  readonly atOnce: number;
  /** Returns the current maximum number of jobs, because all films of this process share its process slots. */
  readonly processesNow: () => number;
  readonly signal: AbortSignal;
  /** See {@link PartsObserver}. */
  readonly onLastJobStarted: () => void;
}

/** Runs jobs in order. Throws the first failure or the signal's reason. */
export async function runJobs<Job>(
  jobs: readonly Job[],
  { atOnce, processesNow, signal, onLastJobStarted }: JobsRun,
  work: (job: Job, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (jobs.length === 0) onLastJobStarted();
  // While other films render, some of the jobs wait.
  const limiter = createLimiter(processesNow);
  let startedJobs = 0;
  await runPool(jobs, atOnce, signal, (job, abortSignal) =>
    limiter.run(abortSignal, () => {
      startedJobs += 1;
      if (startedJobs === jobs.length) onLastJobStarted();
      return work(job, abortSignal);
    }),
  );
}

function hasPicture({ parts }: Job): boolean {
  return parts.some(({ part }) => isPicture(part));
}

async function makeJob(
  job: Job,
  plan: RenderPlan,
  context: RenderContext,
  coresAreFree: boolean,
  observer: PartsObserver,
): Promise<void> {
  const { folder, signal } = context;
  using decoded = partFrames(context.frames);
  try {
    await runJob(job, plan, { ...context, decoded }, coresAreFree, observer);
  } finally {
    // Report a changed source first, because it is the real cause of a failure, and it invalidates a successful result.
    await context.requireUnchanged(job.parts.map(({ part }) => part));
  }
  decoded.keep();
  for (const { key } of job.parts) {
    await rename(unfinishedPath(folder, key), join(folder, key));
    await context.store.keep(key, join(folder, key), signal);
    observer.onPart(key);
  }
}

/**
 * The factor by which a process may exceed its planned memory before it is ended. The memory varies with the encoder
 * and the picture.
 */
const MEMORY_TOLERANCE = 2;
const MARGIN_BYTES = 2 ** 30;

interface JobContext extends RenderContext {
  readonly decoded: PartFrames;
}

/** Makes the parts of a job under temporary names: with one FFmpeg process, or with the compositor. */
async function runJob(
  job: Job,
  plan: RenderPlan,
  context: JobContext,
  coresAreFree: boolean,
  observer: PartsObserver,
): Promise<void> {
  const memoryBytes = memoryOfJob(job, plan, context, coresAreFree);
  const isComposed = composedIn(job) !== null;
  using _turn = isComposed ? await context.composing.take(memoryBytes, context.signal) : null;
  using _share = await context.memory.take(memoryBytes, context.signal);
  const usedBytes = Math.min(context.memory.mostOfOne, MEMORY_TOLERANCE * memoryBytes + MARGIN_BYTES);
  const memoryLimitBytes = usedBytes + reservedBytes(job.parts.map(({ part }) => part));
  let log: readonly string[] = [];
  const passes = await passesOf(job, context.folder);
  for (const [index, pass] of passes.entries())
    log = await (isComposed ? runComposition : runGraphs)(pass, plan, memoryLimitBytes, context, coresAreFree, {
      ...observer,
      // The passes together count as the frames of the job.
      onFrames: (_, count) => observer.onFrames(job, frames(Math.floor((index * job.frames + count) / passes.length))),
    });
  // Check all parts before any is cached: if one part is wrong, the others of the same run may be wrong, too.
  for (const part of job.parts) await checkPart(part, context, log);
  await context.faults.examine(job.parts, log, plan.uses);
}

/**
 * Returns the runs that make a job: one run, or a first pass that writes statistics and a second pass that reads them.
 * Reuses the statistics of an earlier encoding of the same frames.
 */
async function passesOf(job: Job, folder: string): Promise<readonly Job[]> {
  const [first] = job.parts;
  const passes = first?.part.passes;
  if (first === undefined || passes === undefined) return [job];
  const statistics = join(folder, passes.statistics);
  const withStatistics = (encoding: readonly string[]) => [...encoding, '-passlogfile', statistics];
  const { key, part } = first;
  const second: KeyedPart = { key, part: { ...part, encoding: withStatistics(part.encoding) } };
  const analysis = { key, part: { ...part, encoding: [...withStatistics(passes.analysis), '-f', 'null'] } };
  const isAnalyzed = await stat(`${statistics}-0.log`).then(
    ({ size }) => size > 0,
    () => false,
  );
  const final = { ...job, parts: [second, ...job.parts.slice(1)] };
  return isAnalyzed ? [final] : [{ ...job, parts: [analysis] }, final];
}

/** Returns the composed part of a job; null for a job of FFmpeg alone. A composed part is always alone in its job. */
function composedIn({ parts }: Job): KeyedPart<ComposedPart> | null {
  for (const { key, part } of parts) if (part.kind === 'composed') return { key, part };
  return null;
}

function graphsIn({ parts }: Job): readonly KeyedPart<Part>[] {
  return parts.flatMap(({ key, part }) => (part.kind === 'composed' ? [] : [{ key, part }]));
}

async function runComposition(
  job: Job,
  plan: RenderPlan,
  memoryLimitBytes: number,
  context: JobContext,
  coresAreFree: boolean,
  observer: PartsObserver,
): Promise<readonly string[]> {
  const { tools, folder, sourcePath, stills, signal, parallelism, encodingParallelism, filterThreads } = context;
  const { key, part } = required(composedIn(job), 'a job that is composed');
  for (const input of part.inputs) if (input.kind === 'still') await stills.draw(input.still);
  return composePart(part, unfinishedPath(folder, key), {
    ffmpeg: tools.ffmpeg,
    sourcePath,
    stillPath: stills.pathOf,
    draw: context.draw,
    decodingThreads: decodingThreadsOf(part, coresAreFree, parallelism),
    encodingThreads: encodingThreadsOf(part, encodingParallelism),
    filterThreads,
    limits: composingTimeLimits(plan.canvas, job.frames, job.seconds, stepsOf(part)),
    outputLimitBytes: outputLimitBytes(plan.canvas, part.length, 0),
    memoryLimitBytes,
    onFrames: (count) => observer.onFrames(job, frames(Math.min(job.frames, count))),
    cachedFrames: context.decoded,
    signal,
  });
}

/** Makes parts. If a seek found no frame, makes them again, decoding the sources from their start. */
async function runGraphs(...run: GraphsRun): Promise<readonly string[]> {
  const seeking = await runGraphsOnce(run, false);
  const { encoded, longest, log } =
    seeking.encoded === 0 && seeking.longest > 0 ? await runGraphsOnce(run, true) : seeking;
  if (encoded < longest)
    throw new ServiceError('render/wrong-output', message('film/scene-frames', { there: encoded, wanted: longest }), {
      log,
    });
  return log;
}

type GraphsRun = readonly [
  job: Job,
  plan: RenderPlan,
  memoryLimitBytes: number,
  context: RenderContext,
  coresAreFree: boolean,
  observer: PartsObserver,
];

async function runGraphsOnce(
  [job, plan, memoryLimitBytes, context, coresAreFree, observer]: GraphsRun,
  fromStart: boolean,
): Promise<{ readonly encoded: number; readonly longest: number; readonly log: readonly string[] }> {
  const { tools, folder, sourcePath, stills, signal, parallelism, encodingParallelism, filterThreads } = context;
  const targets = graphsIn(job).map(({ key, part }): PartTarget => ({ part, path: unfinishedPath(folder, key) }));
  for (const { part } of job.parts)
    for (const input of part.inputs) if (input.kind === 'still') await stills.draw(input.still);
  const [picture, ...others] = job.parts.flatMap(({ part }) => (part.kind === 'picture' ? [part] : []));
  const pictureFrames = picture?.length ?? 0;
  const isUnreported = picture !== undefined && isFirstPass(picture);
  const longest = isUnreported ? 0 : pictureFrames;
  const successors = others.filter((other) => picture !== undefined && sharesSource(other, picture));
  const unreportedFrames = Math.max(
    isUnreported ? pictureFrames : 0,
    ...others.map(({ length }) => length),
    successors.reduce((sum, { length }) => sum + length, 0),
  );
  const longestSound = Math.max(0, ...job.parts.map(({ part }) => (part.kind === 'sound' ? part.length : 0)));
  const estimate = frameEstimate(job, plan.canvas.frameRate);
  let encoded = 0;
  using watch = watchWritten(
    successors.length === 0 ? [] : graphsIn(job).filter(({ part }) => isPicture(part)),
    folder,
    (written) => observer.onFrames(job, estimate.written(written)),
  );
  const { log } = await runTool({
    program: tools.ffmpeg,
    arguments: partArguments(targets, {
      sourcePath,
      stillPath: stills.pathOf,
      decodingThreadsOf: (part) => decodingThreadsOf(part, coresAreFree, parallelism),
      encodingThreadsOf: (part) => encodingThreadsOf(part, encodingParallelism),
      filterThreads,
      toolsVersion: tools.version,
      fromStart,
    }),
    limits: encodingTimeLimits(plan.canvas, job.frames, job.seconds, unreportedFrames),
    outputLimitBytes: outputLimitBytes(plan.canvas, pictureFrames, longestSound),
    memoryLimitBytes,
    signal,
    onProgress: (progress) => {
      watch[Symbol.dispose]();
      encoded = progress.frames;
      observer.onFrames(job, estimate.reported(progress));
    },
  });
  return { encoded, longest, log };
}

/** The interval in which files are examined while FFmpeg does not report. FFmpeg's own interval is as long. */
const WATCH_MILLISECONDS = 250;

/**
 * Calls `onWritten` with the parts whose files contain bytes, each time that a file receives its first bytes. FFmpeg sends
 * no report until each output has a frame (`fftools/ffmpeg.c`), and the last scene of a take gets its first frame when
 * all others are made.
 */
export function watchWritten(
  parts: readonly KeyedPart<Part>[],
  folder: string,
  onWritten: (written: readonly Part[]) => void,
): Disposable {
  const written = new Set<KeyedPart<Part>>();
  let isOver = false;
  let timer: NodeJS.Timeout | null = null;
  const look = async (): Promise<void> => {
    const known = written.size;
    for (const keyed of parts) {
      const { size } = await stat(unfinishedPath(folder, keyed.key)).catch(() => ({ size: 0 }));
      if (size > 0) written.add(keyed);
    }
    if (isOver) return;
    if (written.size > known) onWritten([...written].map(({ part }) => part));
    if (written.size < parts.length) timer = setTimeout(() => void look(), WATCH_MILLISECONDS);
  };
  void look();
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Estimates the number of finished frames of a job, which never decreases. */
export interface FrameEstimate {
  /** Takes the pictures whose files contain bytes, before FFmpeg's first report. */
  readonly written: (pictures: readonly Part[]) => Frames;
  /**
   * Takes a report of FFmpeg. FFmpeg reports the frames of the first picture, which is the longest. After this picture
   * has ended, the estimate continues at the pace until then.
   */
  readonly reported: (progress: ToolProgress) => Frames;
}

/**
 * Returns an estimate for a job. Pictures that share a decoder are made one after another, as they follow in their
 * source; other pictures advance at the same pace.
 */
export function frameEstimate({ parts, frames: total }: Job, rate: FrameRate): FrameEstimate {
  const pictures = parts.flatMap(({ part }) => (part.kind === 'picture' ? [part] : []));
  const [first] = pictures;
  if (first === undefined)
    return {
      written: () => frames(0),
      reported: ({ outSeconds }) => frames(Math.min(total, secondsToFrames(Math.max(outSeconds ?? 0, 0), rate))),
    };
  const successors = pictures.filter((picture) => sharesSource(picture, first));
  // The number of frames of the source between the in-points of the first picture and of another one.
  const distanceTo = ({ leadSeconds = 0 }: Part): number =>
    (leadSeconds - (first.leadSeconds ?? 0)) * (rate.numerator / rate.denominator);
  const madeUntil = (position: number, picture: Part): number =>
    Math.max(0, Math.min(picture.length, Math.round(position - distanceTo(picture))));
  const madeOf = (picture: Part, count: number, position: number): number =>
    picture === first || !sharesSource(picture, first) ? Math.min(picture.length, count) : madeUntil(position, picture);
  const lastStart = Math.max(...successors.map(distanceTo));
  // The last report before the first picture ended, or the first report.
  let last = { made: 0, seconds: 0 };
  let estimate = 0;
  const atLeast = (count: number): Frames => {
    estimate = Math.max(estimate, Math.min(total, count));
    return frames(estimate);
  };
  return {
    written: (started) => {
      const position = Math.max(
        Number.NEGATIVE_INFINITY,
        ...started.filter((one) => successors.includes(one)).map(distanceTo),
      );
      return atLeast(successors.reduce((sum, picture) => sum + madeUntil(position, picture), 0));
    },
    reported: (progress) => {
      // FFmpeg reports only after each picture has a frame.
      const position = Math.max(progress.frames, lastStart);
      const made = pictures.reduce((sum, picture) => sum + madeOf(picture, progress.frames, position), 0);
      const seconds = elapsedSeconds(progress) ?? 0;
      if (progress.frames < first.length || last.seconds === 0) last = { made, seconds };
      const pace = last.seconds === 0 ? 0 : last.made / last.seconds;
      return atLeast(Math.max(made, Math.floor(pace * seconds)));
    },
  };
}

function sharesSource(one: Part, other: Part): boolean {
  const source = lowestSource(one.inputs);
  return source !== null && source === lowestSource(other.inputs);
}

/** Returns the seconds since FFmpeg's start; null if FFmpeg does not report its speed yet. */
function elapsedSeconds({ outSeconds, speed }: ToolProgress): number | null {
  return outSeconds === null || speed === null || speed <= 0 ? null : outSeconds / speed;
}

async function checkPart({ key, part }: KeyedPart, { folder }: RenderContext, log: readonly string[]): Promise<void> {
  const of = part.kind === 'sound' ? 'sound' : 'picture';
  const { size } = await stat(unfinishedPath(folder, key)).catch((cause: unknown) => {
    throw new ServiceError('render/wrong-output', message('film/part-left-out', { of }), { cause, log });
  });
  // A sound may be shorter than its scene, which then ends in silence. A longer sound or an empty picture file is an
  // error.
  if (part.kind === 'sound' ? size > part.length * sampleBytesOf(part) : size === 0)
    throw new ServiceError('render/wrong-output', message('film/part-bytes', { of, bytes: size }), {
      log,
    });
}

/** Returns the path of a part while it is being written. */
export function unfinishedPath(folder: string, key: string): string {
  return join(folder, `${key}.new`);
}
