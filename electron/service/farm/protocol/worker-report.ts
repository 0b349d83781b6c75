import { z } from 'zod';
import { type Message, message } from '#shared/messages/message.ts';
import { drawsAlike, readShape, type Toolchain } from './job.ts';

/** What one worker says of itself every two seconds; gone ten seconds after the last word. */
export interface WorkerReport {
  /** Of this run of the worker. */
  readonly id: string;
  /** The machine's name, or what `--name` said. */
  readonly name: string;
  /** Of the program. */
  readonly version: string;
  readonly maker: Toolchain;
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
  | { readonly state: 'away'; readonly why: Message; readonly since: number };

/** The farm as the service that runs it sees it. */
export interface FarmStatus {
  /** Addresses without secrets. */
  readonly queue: { readonly address: string } & Reachability;
  readonly store: { readonly address: string } & Reachability;
  readonly workers: readonly WorkerReport[];
  /** What this service asks of a worker: engine and CanvasKit have to be its own. */
  readonly wanted: Omit<Toolchain, 'ffmpeg'>;
  /** The maker that work is given to; null while no worker is there that may take it. */
  readonly maker: Toolchain | null;
  /** Orders that were given and are not answered: those that wait and those that are worked on. */
  readonly given: { readonly waiting: number; readonly active: number };
  /** Age of the render that has waited longest, in seconds; null when none waits. */
  readonly oldestSeconds: number | null;
  /** What is set up as it should not be, while films are made all the same. */
  readonly faults: readonly Message[];
}

/** Tells how the farm is; null where films are made in this process. */
export type FarmWatch = () => Promise<FarmStatus | null>;

/** What a worker is for the service that looks at it. */
export interface WorkerStanding {
  readonly state: 'working' | 'idle' | 'draining' | 'other';
  /** Why it is given no work; null where it is. */
  readonly why: Message | null;
}

/** How many workers there are of each kind. */
export interface WorkerCounts {
  /** Those that are given work. */
  readonly able: number;
  readonly draining: number;
  readonly other: number;
}

type Asked = Pick<FarmStatus, 'wanted' | 'maker'>;

/** Whether a worker is given work, and why not. */
export function standingOf(worker: WorkerReport, asked: Asked): WorkerStanding {
  if (worker.isDraining) return { state: 'draining', why: message('worker/draining') };
  const why = differenceOf(worker, asked);
  if (why !== null) return { state: 'other', why };
  return { state: worker.doing.length === 0 ? 'idle' : 'working', why: null };
}

export function countWorkers({ workers, ...asked }: Pick<FarmStatus, 'workers'> & Asked): WorkerCounts {
  const counts = { able: 0, draining: 0, other: 0 };
  for (const worker of workers) {
    const { state } = standingOf(worker, asked);
    counts[state === 'working' || state === 'idle' ? 'able' : state] += 1;
  }
  return counts;
}

/** Why nothing is made; null where something can be. */
export function waitedFor(status: FarmStatus): Message | null {
  if (status.queue.state === 'away') return message('farm/queue-away');
  if (status.store.state === 'away') return message('farm/store-away');
  const { workers, wanted } = status;
  if (countWorkers(status).able > 0) return null;
  if (workers.length === 0) return message('farm/no-worker');
  const fitting = workers.filter(({ maker }) => drawsAlike(maker, wanted));
  if (fitting.length === 0) return message('farm/no-such-worker', { ...wanted, count: workers.length });
  // Those of another FFmpeg are given work as soon as the last of these is gone.
  return message('farm/only-draining', { count: fitting.filter(({ isDraining }) => isDraining).length });
}

/** Which version keeps a worker from this service's work; FFmpeg only where another one was chosen. */
function differenceOf({ maker: own }: WorkerReport, { wanted, maker }: Asked): Message | null {
  if (own.engine !== wanted.engine) return message('worker/other-engine', { there: own.engine, wanted: wanted.engine });
  if (own.canvasKit !== wanted.canvasKit)
    return message('worker/other-canvaskit', { there: own.canvasKit, wanted: wanted.canvasKit });
  if (own.svg !== wanted.svg) return message('worker/other-svg', { there: own.svg, wanted: wanted.svg });
  if (maker !== null && own.ffmpeg !== maker.ffmpeg)
    return message('worker/other-ffmpeg', { there: own.ffmpeg, wanted: maker.ffmpeg });
  return null;
}

/**
 * How many of a worker's cores are taken. Parts are what one process makes: one core each. Films fill several cores by
 * themselves, and two go side by side on any machine, as in `jobs/queue/films-at-once.ts`: one is joined and checked
 * while parts of the other are encoded. A worker decides by it whether it takes one more.
 */
export function takenCores(cores: number, activeJobs: Iterable<{ readonly kind: 'film' | 'parts' }>): number {
  const filmCores = cores / Math.max(2, Math.floor(cores / 2));
  return [...activeJobs].reduce((sum, { kind }) => sum + (kind === 'film' ? filmCores : 1), 0);
}

/** How much of a worker is taken, from 0 to 1. */
export function loadOf({ cores, doing }: Pick<WorkerReport, 'cores' | 'doing'>): number {
  return cores <= 0 ? 0 : Math.min(1, takenCores(cores, doing) / cores);
}

const name = z.string().max(200);
/** What is added up over all workers stays an amount. */
const amount = z.number().min(0).max(1e15);
const count = z.int().min(0).max(1e11);
/** Milliseconds since 1970, up to the year 9999: what is later is written otherwise. */
const time = z.number().min(0).max(253_402_300_799_999);

const workerReport = z.object({
  id: name,
  name,
  version: name,
  maker: z.object({ engine: z.int(), ffmpeg: name, canvasKit: name, svg: z.string().max(255).default('') }),
  cores: z.int().min(1).max(10_000),
  memoryBytes: amount,
  startedAt: time,
  seenAt: time,
  isDraining: z.boolean(),
  doing: z
    .array(
      z.object({
        order: name,
        kind: z.enum(['film', 'parts']),
        render: name,
        done: count,
        total: count,
        since: time,
      }),
    )
    .max(1000),
  made: z.object({
    films: count,
    parts: count,
    frames: count,
    failures: count,
    lookedFor: count,
    found: count,
    bytesFetched: amount,
    bytesPut: amount,
  }),
  framesPerSecond: amount,
  partsPerSecond: amount,
});

const MOST_CHARACTERS = 1_000_000;

/** What a worker says of itself; null where the queue holds something else under its name. */
export function readWorkerReport(json: string): WorkerReport | null {
  return readShape(json, workerReport, MOST_CHARACTERS);
}
