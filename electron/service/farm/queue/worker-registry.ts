import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { isSameExceptFfmpeg, readShape, type Toolchain, toolchainId } from '../protocol/job.ts';
import { readerKey, reportKey, toolchainKey, workersKey } from '../protocol/queue-names.ts';
import { readWorkerReport, type WorkerReport } from '../protocol/worker-report.ts';

/** The living workers and the chosen toolchain. */
export interface Registry {
  workers(): readonly WorkerReport[];
  /** Returns the chosen toolchain; null if no worker can make films. */
  toolchain(): Toolchain | null;
  /** Returns the cores of the workers with that toolchain. */
  cores(): number;
  /** Reads the current reports. Rejects if the queue is unreachable. */
  read(): Promise<void>;
  /** Returns whether another service uses the same prefix at the same time. */
  isShared(): boolean;
  close(): Promise<void>;
}

export interface RegistryOptions {
  /** A connection with the use `asking`. The caller closes it. */
  readonly connection: Redis;
  readonly prefix: string;
  readonly requested: RequestedToolchain;
  /** Called when the toolchain or its number of cores has changed. */
  readonly onChange: () => void;
  /** Called after each reading with its error; null if the queue answered and accepts writes. */
  readonly onRead: (error: unknown) => void;
  /** The milliseconds between two readings; for tests. */
  readonly readMilliseconds?: number;
}

const READ_EVERY_MILLISECONDS = 2000;
const MAX_WORKERS = 10_000;
const READER_MILLISECONDS = 10_000;
const SHARED_COUNT = 3;
const TOOLCHAIN_CHARACTERS = 10_000;
const storedToolchain = z.object({
  engine: z.int(),
  ffmpeg: z.string(),
  canvasKit: z.string(),
  svg: z.string().default(''),
});

/** Starts reading immediately, and repeats until it is closed. */
export function createRegistry({ connection, prefix, requested, ...options }: RegistryOptions): Registry {
  const { onChange, onRead, readMilliseconds = READ_EVERY_MILLISECONDS } = options;
  const closing = new AbortController();
  let workers: readonly WorkerReport[] = [];
  let toolchain: Toolchain | null = null;
  let isRemembered = false;
  const readerId = randomUUID();
  let otherReaderCount = 0;

  /**
   * Reads the toolchain that the previous process stored, because films that are still in the queue use this toolchain.
   */
  const readPreviousToolchain = async (): Promise<void> => {
    const stored = await connection.get(toolchainKey(prefix));
    isRemembered = true;
    const previous = stored === null ? null : readShape(stored, storedToolchain, TOOLCHAIN_CHARACTERS);
    if (previous !== null && isSameExceptFfmpeg(previous, requested)) toolchain ??= previous;
  };

  const read = async (): Promise<void> => {
    if (!isRemembered) await readPreviousToolchain();
    const ids = await connection.zrange(workersKey(prefix), '0', String(MAX_WORKERS - 1));
    const reports = ids.length === 0 ? [] : await connection.mget(ids.map((id) => reportKey(prefix, id)));
    // Remove the ids of expired reports. A report expires after ten seconds, and a living worker adds its id again.
    const expired = ids.filter((_, index) => (reports[index] ?? null) === null);
    if (expired.length > 0) await connection.zrem(workersKey(prefix), ...expired);
    const previous = { name: toolchain && toolchainId(toolchain), cores: coresOf(workers, toolchain) };
    workers = reports.flatMap((json) => (json === null ? [] : (readWorkerReport(json) ?? [])));
    // If no worker is compatible, the toolchain stays.
    const chosen = chooseToolchain(workers, requested, toolchain);
    if (chosen !== null && (toolchain === null || toolchainId(chosen) !== toolchainId(toolchain)))
      await connection.set(toolchainKey(prefix), JSON.stringify(chosen));
    toolchain = chosen ?? toolchain;
    if (previous.name !== (toolchain && toolchainId(toolchain)) || previous.cores !== coresOf(workers, toolchain))
      onChange();
  };

  /** Writes the id of this reader. A failed write reveals a full queue, which can still be read. */
  const writeReader = async (): Promise<void> => {
    const previous = await connection.set(readerKey(prefix), readerId, 'PX', READER_MILLISECONDS, 'GET');
    // The id of an earlier reader appears only once. The id of a concurrent reader appears every time.
    otherReaderCount = previous === null || previous === readerId ? 0 : otherReaderCount + 1;
  };
  const readings = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await read()
        .then(writeReader)
        .then(() => onRead(null), onRead);
      await pause(readMilliseconds, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const running = readings();

  return {
    workers: () => workers,
    toolchain: () => (coresOf(workers, toolchain) > 0 ? toolchain : null),
    cores: () => coresOf(workers, toolchain),
    read,
    isShared: () => otherReaderCount >= SHARED_COUNT,
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

/** The versions that a worker must share with the service, which are all except FFmpeg. */
export type RequestedToolchain = Omit<Toolchain, 'ffmpeg'>;

/** Returns whether the worker takes new jobs, and plans and draws like the service. */
function canMakeFilms({ maker: toolchain, isDraining }: WorkerReport, requested: RequestedToolchain): boolean {
  return !isDraining && isSameExceptFfmpeg(toolchain, requested);
}

/**
 * Chooses the toolchain: the current one while a worker has it, otherwise the one with the most cores. A new FFmpeg on
 * some machines therefore takes over only after the last worker with the old FFmpeg is gone. This avoids making films
 * twice. Returns null if no worker is compatible.
 */
export function chooseToolchain(
  reports: readonly WorkerReport[],
  requested: RequestedToolchain,
  current: Toolchain | null,
): Toolchain | null {
  const cores = new Map<string, number>();
  for (const report of reports)
    if (canMakeFilms(report, requested)) {
      const { ffmpeg } = report.maker;
      cores.set(ffmpeg, (cores.get(ffmpeg) ?? 0) + report.cores);
    }
  const isCurrent = current !== null && isSameExceptFfmpeg(current, requested);
  if (isCurrent && cores.has(current.ffmpeg)) return current;
  const [first] = [...cores].toSorted(
    ([left, leftCores], [right, rightCores]) => rightCores - leftCores || (left < right ? -1 : 1),
  );
  return first === undefined ? null : { ...requested, ffmpeg: first[0] };
}

/** Returns the cores of the workers with this toolchain. */
export function coresOf(reports: readonly WorkerReport[], toolchain: Toolchain | null): number {
  if (toolchain === null) return 0;
  return reports
    .filter((report) => canMakeFilms(report, toolchain) && report.maker.ffmpeg === toolchain.ffmpeg)
    .reduce((sum, { cores }) => sum + cores, 0);
}

const MIN_FILMS = 8;
const MAX_FILMS = 1000;

/**
 * Returns the number of films that are dispatched at a time. `most` keeps every worker busy; further films wait in the
 * service, which decides their order. `withTwoCores` limits rows of batches, so that a single film finds free cores.
 */
export function filmsInFarm(cores: number): { readonly most: number; readonly withTwoCores: number } {
  const most = Math.min(MAX_FILMS, Math.max(MIN_FILMS, 2 * cores));
  return { most, withTwoCores: Math.ceil(most / 2) };
}
