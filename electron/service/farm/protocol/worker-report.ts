import { z } from 'zod';
import { type Message, message } from '#shared/messages/message.ts';
import { isSameExceptFfmpeg, readShape, type Toolchain } from './job.ts';

/** The report that a worker writes every two seconds. It expires ten seconds after the last write. */
export interface WorkerReport {
  /** The id of this run of the worker. */
  readonly id: string;
  /** The machine's name, or the value of `--name`. */
  readonly name: string;
  /** The version of the program. */
  readonly version: string;
  readonly maker: Toolchain;
  readonly cores: number;
  readonly memoryBytes: number;
  /** Milliseconds since 1970, by the worker's clock. */
  readonly startedAt: number;
  /** Milliseconds since 1970, by the clock of the queue's machine. */
  readonly seenAt: number;
  /** Whether the worker is draining: it takes no new jobs and stops when its jobs are done. */
  readonly isDraining: boolean;
  readonly doing: readonly WorkerTask[];
  /** The totals since the worker started. */
  readonly made: WorkerTotals;
  /** The average of the last ten seconds. */
  readonly framesPerSecond: number;
  readonly partsPerSecond: number;
}

export interface WorkerTask {
  readonly order: string;
  readonly kind: 'film' | 'parts';
  readonly render: string;
  /** The finished frames. */
  readonly done: number;
  readonly total: number;
  readonly since: number;
}

export interface WorkerTotals {
  readonly films: number;
  readonly parts: number;
  readonly frames: number;
  readonly failures: number;
  /** The number of parts that were looked up in the cache and the store. */
  readonly lookedFor: number;
  /** The number of these parts that were found. */
  readonly found: number;
  readonly bytesFetched: number;
  readonly bytesPut: number;
}

export type Reachability =
  | { readonly state: 'reached' }
  /** `why` is the failure of the latest attempt; `since` is in milliseconds since 1970. */
  | { readonly state: 'away'; readonly why: Message; readonly since: number };

/** The state of a farm from the view of its service. */
export interface FarmStatus {
  /** The addresses contain no secrets. */
  readonly queue: { readonly address: string } & Reachability;
  readonly store: { readonly address: string } & Reachability;
  readonly workers: readonly WorkerReport[];
  /** The versions that a worker needs. Engine, CanvasKit, and the SVG library must equal the service's. */
  readonly requested: Omit<Toolchain, 'ffmpeg'>;
  /** The toolchain whose workers get the jobs; null while no worker can take jobs. */
  readonly toolchain: Toolchain | null;
  /** The numbers of dispatched films without an answer, separately for waiting and active films. */
  readonly given: { readonly waiting: number; readonly active: number };
  /** The age in seconds of the render that has waited longest; null if no render waits. */
  readonly oldestSeconds: number | null;
  /** Configuration faults that do not prevent films from being rendered. */
  readonly faults: readonly Message[];
}

/** Returns the state of the farm; null if the service renders films itself. */
export type ReadFarmStatus = () => Promise<FarmStatus | null>;

/** The state of a worker for the service, and the reason if the worker gets no jobs. */
export interface WorkerStanding {
  readonly state: 'working' | 'idle' | 'draining' | 'other';
  /** The reason why the worker gets no jobs; null if it gets jobs. */
  readonly why: Message | null;
}

/** The number of workers per kind. */
export interface WorkerCounts {
  /** Workers that get jobs. */
  readonly able: number;
  readonly draining: number;
  readonly other: number;
}

type Requirements = Pick<FarmStatus, 'requested' | 'toolchain'>;

/** Returns the state of a worker, and the reason if it gets no jobs. */
export function standingOf(worker: WorkerReport, requirements: Requirements): WorkerStanding {
  if (worker.isDraining) return { state: 'draining', why: message('worker/draining') };
  const why = differenceOf(worker, requirements);
  if (why !== null) return { state: 'other', why };
  return { state: worker.doing.length === 0 ? 'idle' : 'working', why: null };
}

export function countWorkers({ workers, ...requirements }: Pick<FarmStatus, 'workers'> & Requirements): WorkerCounts {
  const counts = { able: 0, draining: 0, other: 0 };
  for (const worker of workers) {
    const { state } = standingOf(worker, requirements);
    counts[state === 'working' || state === 'idle' ? 'able' : state] += 1;
  }
  return counts;
}

/** Returns the reason why no film can be made; null if a worker can make films. */
export function farmWaitReason(status: FarmStatus): Message | null {
  if (status.queue.state === 'away') return message('farm/queue-away');
  if (status.store.state === 'away') return message('farm/store-away');
  const { workers, requested } = status;
  if (countWorkers(status).able > 0) return null;
  if (workers.length === 0) return message('farm/no-worker');
  const compatible = workers.filter(({ maker: toolchain }) => isSameExceptFfmpeg(toolchain, requested));
  if (compatible.length === 0) return message('farm/no-such-worker', { ...requested, count: workers.length });
  // All compatible workers are draining. Workers with another FFmpeg get jobs after the last of these workers has
  // stopped.
  return message('farm/only-draining', { count: compatible.filter(({ isDraining }) => isDraining).length });
}

/**
 * Returns a message about the version that excludes a worker from jobs; null if all versions fit. Compares FFmpeg only
 * if the farm has a toolchain.
 */
function differenceOf(
  { maker: workerToolchain }: WorkerReport,
  { requested, toolchain }: Requirements,
): Message | null {
  if (workerToolchain.engine !== requested.engine)
    return message('worker/other-engine', { there: workerToolchain.engine, wanted: requested.engine });
  if (workerToolchain.canvasKit !== requested.canvasKit)
    return message('worker/other-canvaskit', { there: workerToolchain.canvasKit, wanted: requested.canvasKit });
  if (workerToolchain.svg !== requested.svg)
    return message('worker/other-svg', { there: workerToolchain.svg, wanted: requested.svg });
  if (toolchain !== null && workerToolchain.ffmpeg !== toolchain.ffmpeg)
    return message('worker/other-ffmpeg', { there: workerToolchain.ffmpeg, wanted: toolchain.ffmpeg });
  return null;
}

/**
 * Returns how many of a worker's cores are in use, which determines whether it takes another job. A parts job is one
 * process and counts as one core. A film counts as about two cores, but as at most half of the cores: every machine has
 * room for two films, because one is joined and checked while parts of the other are encoded.
 */
export function takenCores(cores: number, activeJobs: Iterable<{ readonly kind: 'film' | 'parts' }>): number {
  const filmCores = cores / Math.max(2, Math.floor(cores / 2));
  return [...activeJobs].reduce((sum, { kind }) => sum + (kind === 'film' ? filmCores : 1), 0);
}

/** Returns the load of a worker from 0 to 1. */
export function loadOf({ cores, doing: tasks }: Pick<WorkerReport, 'cores' | 'doing'>): number {
  return cores <= 0 ? 0 : Math.min(1, takenCores(cores, tasks) / cores);
}

const name = z.string().max(200);
/** The limit keeps sums over all workers in range. */
const amount = z.number().min(0).max(1e15);
const count = z.int().min(0).max(1e11);
/** Milliseconds since 1970, at most the end of the year 9999, because later ISO 8601 dates have another form. */
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

const MAX_CHARACTERS = 1_000_000;

/** Parses a worker report; null if it is invalid. */
export function readWorkerReport(json: string): WorkerReport | null {
  return readShape(json, workerReport, MAX_CHARACTERS);
}
