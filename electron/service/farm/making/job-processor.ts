import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import type { Workshop } from '../../engine/cache/workshop.ts';
import type { EncoderProbes } from '../../engine/formats/encoder-trials.ts';
import type { SceneCounts } from '../../engine/make/render-types.ts';
import { failureOf, type RenderFailure } from '../../errors/issues.ts';
import { type Issue, ServiceError } from '../../errors/service-error.ts';
import { systemCode } from '../../errors/storage-failure.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { MovieInspector } from '../../inspection/inspector.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import type { FilmAnswer, FilmJob, JobProgress, PartsAnswer, PartsJob } from '../protocol/job.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import type { SharedParts } from '../storage/part-cache.ts';
import type { StoredFiles } from './stored-files.ts';

export interface JobProcessorOptions {
  /** Asked for each order; the FFmpeg whose version the worker said. */
  readonly tools: () => Promise<MediaTools>;
  readonly inspector: MovieInspector;
  readonly encoders: EncoderProbes;
  /** Absolute; facts and fetched sources are kept there. */
  readonly cacheFolder: string;
  /** Absolute; unfinished films lie there. */
  readonly temporaryFolder: string;
  /** What the worker may fetch. */
  readonly policy: AddressPolicy;
  /** Scratch and parts of this machine. */
  readonly workshop: Workshop;
  readonly storage: ObjectStorage;
  /** Parts that all workers share. */
  readonly parts: SharedParts;
  /** Sources, templates and fonts of the store that are here already. */
  readonly files: StoredFiles;
  /** Cores that are filled; they show in no bytes. */
  readonly cores: number;
  /** Of this run of the worker. */
  readonly workerId: string;
  /** Workers that could take parts of a film, this one among them. */
  readonly livingWorkers: () => number;
  /** See `divideFilm`; for tests. */
  readonly framePixels?: number;
  /** Told of what is ours to mend, which the answer does not tell. */
  readonly onInternal?: (error: unknown) => void;
}

export interface FilmContext {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
  /**
   * Gives orders to other workers, and throws what ends this run: {@link JobProcessor.film} then rejects with just that, and
   * is called again when the orders are done. Null where the film was divided already: it is made whole.
   */
  readonly divide: ((division: Division) => Promise<never>) | null;
  /** What the run left that divided the film. */
  readonly left?: DividedFilm;
}

/** A film that is made by several. */
export interface Division {
  readonly orders: readonly PartsJob[];
  /** Of the whole film, those among them that are there already. */
  readonly frames: number;
  /** To be given to the next run. */
  readonly left: DividedFilm;
}

/** What a run that divides a film leaves to the next one, which joins it. */
export interface DividedFilm {
  /** What was there when the film was divided: by now its parts are, which is nothing to tell of. */
  readonly scenes: SceneCounts;
  /** Digest of what is known of its sources (`questions/` of the store); null where it was left by another version. */
  readonly question: string | null;
  /** What is to be said of its drawings, so that they are not laid out again. */
  readonly warnings: readonly Issue[];
}

export interface PartsContext {
  readonly signal: AbortSignal;
  /** Frames of the order that are made. */
  readonly onFrames: (done: number) => void;
}

/**
 * Makes what is ordered. A refusal is an answer: nobody else would make it. Rejects with the signal's reason, and where
 * this machine or the store is at fault ({@link refusalIn} in `refusals.ts` says which), so that the order is tried
 * again; everything that was started has ended then, and nothing is left behind.
 */
export interface JobProcessor {
  film(job: FilmJob, context: FilmContext): Promise<FilmAnswer>;
  parts(job: PartsJob, context: PartsContext): Promise<PartsAnswer>;
}

/** Groups of codes that come out of making a film. */
type MakingCode = Extract<
  ErrorCode,
  `${'ffmpeg' | 'render' | 'storage' | 'workspace' | 'destination' | 'farm'}/${string}`
>;

/**
 * Whose fault a failure is. What is the film's comes out the same on every machine, and is an answer. What is the
 * machine's, or that of what lies between it and the store, may go well elsewhere or later: the order is given again.
 */
const FAULTS: Readonly<Record<MakingCode, 'film' | 'machine'>> = {
  'ffmpeg/not-found': 'machine',
  // A film that FFmpeg cannot make stops it everywhere, and tries of it would keep everybody from other films.
  'ffmpeg/failed': 'film',
  'ffmpeg/stalled': 'film',
  'ffmpeg/output-limit': 'film',
  // Bounds of this machine; another may have more.
  'ffmpeg/memory': 'machine',
  'render/memory': 'machine',
  'render/wrong-output': 'film',
  // Another build of the same version may have the encoder, another machine the device.
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
  // Of the farm's own store, which other films need as well.
  'destination/refused': 'machine',
  'destination/failed': 'machine',
  // Whoever gives the order again may put it there first.
  'farm/lacking': 'machine',
  // Of parts: their film's maker makes them itself, so that no bytes are mixed.
  'farm/version': 'film',
  // Said by a service of its workers, and by its settings; no worker says so.
  'farm/failed': 'film',
  'farm/given': 'film',
  'farm/none': 'film',
};

/**
 * What is answered to a failure that nobody else would be spared; null for one after which the order is to be tried
 * again. What is no failure of the catalogue, and not the system's, is ours to mend and would happen everywhere.
 */
export function refusalIn(error: unknown): RenderFailure | null {
  if (error instanceof ServiceError) return faultOf(error.code) === 'film' ? failureOf(error) : null;
  return systemCode(error) === '' ? failureOf(error) : null;
}

function faultOf(code: ErrorCode): 'film' | 'machine' {
  return isOfMaking(code) ? FAULTS[code] : 'film';
}

function isOfMaking(code: ErrorCode): code is MakingCode {
  return Object.hasOwn(FAULTS, code);
}
