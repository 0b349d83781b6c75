import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import type { Workshop } from '../../engine/cache/workshop.ts';
import type { EncoderProbes } from '../../engine/formats/encoder-probes.ts';
import type { SceneCounts } from '../../engine/make/render-types.ts';
import { failureOf, type RenderFailure } from '../../errors/issues.ts';
import { type Issue, ServiceError } from '../../errors/service-error.ts';
import { systemCode } from '../../errors/system-code.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { MovieInspector } from '../../inspection/inspector.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import type { FilmAnswer, FilmJob, JobProgress, PartsAnswer, PartsJob } from '../protocol/job.ts';
import type { WorkerReport } from '../protocol/worker-report.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import type { SharedParts } from '../storage/part-cache.ts';
import type { StoredFiles } from './stored-files.ts';

export interface JobProcessorOptions {
  /** Returns the tools for each job, with the FFmpeg version that the worker reported. */
  readonly tools: () => Promise<MediaTools>;
  readonly inspector: MovieInspector;
  readonly encoders: EncoderProbes;
  /** The absolute path of the folder for facts and fetched sources. */
  readonly cacheFolder: string;
  /** The absolute path of the folder for unfinished films. */
  readonly temporaryFolder: string;
  /** The addresses that the worker can fetch. */
  readonly policy: AddressPolicy;
  /** The scratch folder of this machine. */
  readonly workshop: Workshop;
  /** The cached parts of this machine. */
  readonly storage: ObjectStorage;
  /** The part cache that all workers share. */
  readonly parts: SharedParts;
  /** Local copies of sources, templates, and fonts from the store. */
  readonly files: StoredFiles;
  /** The number of cores to use. It does not affect the bytes of films. */
  readonly cores: number;
  /** The id of this run of the worker. */
  readonly workerId: string;
  /** Returns the reports of the workers that can take parts; an empty list while the queue is unreachable. */
  readonly workers: () => Promise<readonly Pick<WorkerReport, 'id' | 'cores' | 'doing'>[]>;
  /** See `divideFilm`; for tests. */
  readonly framePixels?: number;
  /** Called with program errors, whose details the answer omits. */
  readonly onInternal?: (error: unknown) => void;
}

export interface FilmContext {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
  /**
   * Dispatches parts to other workers and throws an error that ends this run. `film` then rejects with this error, and
   * is called again when the parts are done. Null if the film was divided before; it is then made completely.
   */
  readonly divide: ((division: Division) => Promise<never>) | null;
  /** The record of the run that divided the film. */
  readonly divided?: DividedFilm;
}

/** The division of a film among several workers. */
export interface Division {
  readonly jobs: readonly PartsJob[];
  /** The frames of the whole film, including cached ones. */
  readonly frames: number;
  /** The record for the next run. */
  readonly divided: DividedFilm;
}

/** The record that a dividing run leaves for the next run, which joins the film. */
export interface DividedFilm {
  /**
   * The counts of cached scenes before the division. After the division every part is cached, so later counts would not
   * show which scenes were reused.
   */
  readonly scenes: SceneCounts;
  /** The digest of the source manifest (`questions/` in the store); null if another version left the record. */
  readonly question: string | null;
  /** The warnings about the drawings. The next run reuses them instead of laying out the drawings again. */
  readonly warnings: readonly Issue[];
}

export interface PartsContext {
  readonly signal: AbortSignal;
  /** Called with the number of finished frames of this job. */
  readonly onFrames: (done: number) => void;
}

/**
 * Processes jobs. A refusal is an answer, because no other worker could make the job. Rejects with the signal's reason.
 * Also rejects with errors of this machine or the store (see {@link refusalIn}), so that the job is tried again. After
 * an error, all work has ended and no files remain. A job can run twice at the same time. Objects that are already in
 * the store are not put again.
 */
export interface JobProcessor {
  film(job: FilmJob, context: FilmContext): Promise<FilmAnswer>;
  parts(job: PartsJob, context: PartsContext): Promise<PartsAnswer>;
}

/** The error codes that can occur while a job is processed. */
type MakingCode = Extract<
  ErrorCode,
  `${'ffmpeg' | 'format' | 'render' | 'storage' | 'workspace' | 'destination' | 'farm'}/${string}`
>;

/**
 * The fault of each error code. A fault of the film occurs on every machine and becomes the answer. After a fault of
 * the machine, the store, or the network, the job returns to the queue.
 */
const FAULTS: Readonly<Record<MakingCode, 'film' | 'machine'>> = {
  'ffmpeg/not-found': 'machine',
  // FFmpeg fails on such a film on every machine, and more attempts would delay other films.
  'ffmpeg/failed': 'film',
  // Memory may be short on this machine.
  'ffmpeg/interrupted': 'machine',
  // A busy machine can stall FFmpeg, so another machine may succeed.
  'ffmpeg/stalled': 'machine',
  'ffmpeg/output-limit': 'film',
  // These are limits of this machine; another machine may have higher limits.
  'ffmpeg/memory': 'machine',
  'render/memory': 'machine',
  'format/size-target': 'film',
  'render/wrong-output': 'film',
  // Another build of the same version may have the encoder, and another machine may have the device.
  'render/format-unavailable': 'machine',
  'render/encoder-unavailable': 'machine',
  'render/not-found': 'film',
  'render/invalid': 'film',
  'render/cancelled': 'film',
  'render/attempts': 'film',
  'render/not-retryable': 'film',
  'render/expired': 'film',
  'render/no-address': 'film',
  'storage/full': 'machine',
  'storage/unwritable': 'machine',
  'storage/missing': 'machine',
  'storage/read-only': 'machine',
  'storage/busy': 'machine',
  'storage/away': 'machine',
  'storage/lost': 'machine',
  'workspace/foreign-store': 'machine',
  'workspace/in-use': 'machine',
  'workspace/newer': 'machine',
  'workspace/damaged': 'machine',
  // The farm's own store is at fault, which other films need, too.
  'destination/refused': 'machine',
  'destination/failed': 'machine',
  // The service can put the file before it dispatches the job again.
  'farm/lacking': 'machine',
  // This code occurs only for parts. The worker that joins the film makes the parts itself, so that bytes of different
  // versions are not mixed.
  'farm/version': 'film',
  // The service throws these codes; workers never do.
  'farm/failed': 'film',
  'farm/given': 'film',
  'farm/none': 'film',
};

/**
 * Returns the answer to a failure that would occur on every machine; null if the job should be tried again. An error
 * that is neither a `ServiceError` nor a system error is a bug, which occurs everywhere.
 */
export function refusalIn(error: unknown): RenderFailure | null {
  if (error instanceof ServiceError) return faultOf(error.code) === 'film' ? failureOf(error) : null;
  return systemCode(error) === null ? failureOf(error) : null;
}

function faultOf(code: ErrorCode): 'film' | 'machine' {
  return isMakingCode(code) ? FAULTS[code] : 'film';
}

function isMakingCode(code: ErrorCode): code is MakingCode {
  return Object.hasOwn(FAULTS, code);
}
