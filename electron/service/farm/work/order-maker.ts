import type { Issue } from '../../errors/service-error.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { MovieInspector } from '../../inspection/inspector.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import type { EncoderTrials } from '../../render/formats/encoder-trials.ts';
import type { Workshop } from '../../render/kept/workshop.ts';
import type { SceneCounts } from '../../render/make/render-types.ts';
import type { FilmAnswer, FilmOrder, OrderProgress, PartsAnswer, PartsOrder } from '../orders/orders.ts';
import type { ObjectStorage } from '../store/object-storage.ts';
import type { SharedParts } from '../store/shared-parts.ts';
import type { StoredFiles } from './stored-files.ts';

export interface OrderMakerOptions {
  /** Asked for each order; the FFmpeg whose version the worker said. */
  readonly tools: () => Promise<MediaTools>;
  readonly inspector: MovieInspector;
  readonly encoders: EncoderTrials;
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
  readonly onProgress: (progress: OrderProgress) => void;
  /**
   * Gives orders to other workers, and throws what ends this run: {@link OrderMaker.film} then rejects with just that, and
   * is called again when the orders are done. Null where the film was divided already: it is made whole.
   */
  readonly divide: ((division: Division) => Promise<never>) | null;
  /** What the run left that divided the film. */
  readonly left?: DividedFilm;
}

/** A film that is made by several. */
export interface Division {
  readonly orders: readonly PartsOrder[];
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
export interface OrderMaker {
  film(order: FilmOrder, context: FilmContext): Promise<FilmAnswer>;
  parts(order: PartsOrder, context: PartsContext): Promise<PartsAnswer>;
}
