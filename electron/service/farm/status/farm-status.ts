import type { Statement } from '#shared/statements/statement.ts';
import type { Maker } from '../orders/maker.ts';

/** What one worker says of itself every two seconds; gone ten seconds after the last word. */
export interface WorkerReport {
  /** Of this run of the worker. */
  readonly id: string;
  /** The machine's name, or what `--name` said. */
  readonly name: string;
  /** Of the program. */
  readonly version: string;
  readonly maker: Maker;
  readonly cores: number;
  readonly memoryBytes: number;
  /** Milliseconds since 1970, by the worker's clock. */
  readonly startedAt: number;
  /** By the clock of the queue's machine. */
  readonly seenAt: number;
  /** It takes nothing new and stops when what it makes is done. */
  readonly isDraining: boolean;
  readonly doing: readonly WorkerTask[];
  /** Since it started. */
  readonly made: WorkerTotals;
  /** Over the last ten seconds. */
  readonly framesPerSecond: number;
  readonly partsPerSecond: number;
}

export interface WorkerTask {
  readonly order: string;
  readonly kind: 'film' | 'parts';
  readonly render: string;
  /** Frames. */
  readonly done: number;
  readonly total: number;
  readonly since: number;
}

export interface WorkerTotals {
  readonly films: number;
  readonly parts: number;
  readonly frames: number;
  readonly failures: number;
  /** Parts that were looked for in cache and store, and those that were there. */
  readonly lookedFor: number;
  readonly found: number;
  readonly bytesFetched: number;
  readonly bytesPut: number;
}

export type Reachability =
  | { readonly state: 'reached' }
  /** Why, by what was tried last; since when, in milliseconds since 1970. */
  | { readonly state: 'away'; readonly why: Statement; readonly since: number };

/** The farm as the service that runs it sees it. */
export interface FarmStatus {
  /** Addresses without secrets. */
  readonly queue: { readonly address: string } & Reachability;
  readonly store: { readonly address: string } & Reachability;
  readonly workers: readonly WorkerReport[];
  /** What this service asks of a worker: engine and CanvasKit have to be its own. */
  readonly wanted: Omit<Maker, 'ffmpeg'>;
  /** The maker that work is given to; null while no worker is there that may take it. */
  readonly maker: Maker | null;
  /** Orders that were given and are not answered: those that wait and those that are worked on. */
  readonly given: { readonly waiting: number; readonly active: number };
  /** Age of the render that has waited longest, in seconds; null when none waits. */
  readonly oldestSeconds: number | null;
  /** What is set up as it should not be, while films are made all the same. */
  readonly faults: readonly Statement[];
}

/** Tells how the farm is; null where films are made in this process. */
export type FarmWatch = () => Promise<FarmStatus | null>;
