import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { drawsAlike, readShape, type Toolchain, toolchainId } from '../protocol/job.ts';
import { readerKey, reportKey, toolchainKey, workersKey } from '../protocol/queue-names.ts';
import { readWorkerReport, type WorkerReport } from '../protocol/worker-report.ts';

/** The workers that live, and the maker that films are made with. */
export interface Registry {
  workers(): readonly WorkerReport[];
  /** Null while nobody is there who may make films. */
  maker(): Toolchain | null;
  /** Cores of that maker's workers. */
  cores(): number;
  /** Reads what workers say of themselves now. Rejects where the queue is away. */
  read(): Promise<void>;
  /** Whether another service reads here at the same time, under the same prefix. */
  isShared(): boolean;
  close(): Promise<void>;
}

export interface RegistryOptions {
  /** Of the use `asking`; stays open. */
  readonly connection: Redis;
  readonly prefix: string;
  readonly wanted: RequestedToolchain;
  /** The maker is another one, or has another number of cores. */
  readonly onChange: () => void;
  /** Told after each reading; null where the queue answered, and takes what is written. */
  readonly onRead: (error: unknown) => void;
  /** Between two readings; for tests. */
  readonly readMilliseconds?: number;
}

const READ_EVERY_MILLISECONDS = 2000;
const MOST_WORKERS = 10_000;
const SIGNED_MILLISECONDS = 10_000;
const OTHERS_FOUND = 3;
const TOOLCHAIN_CHARACTERS = 10_000;
const storedToolchain = z.object({
  engine: z.int(),
  ffmpeg: z.string(),
  canvasKit: z.string(),
  svg: z.string().default(''),
});

/** Begins to read at once, and goes on until it is closed. */
export function createRegistry({ connection, prefix, wanted, ...told }: RegistryOptions): Registry {
  const { onChange, onRead, readMilliseconds = READ_EVERY_MILLISECONDS } = told;
  const closing = new AbortController();
  let workers: readonly WorkerReport[] = [];
  let toolchain: Toolchain | null = null;
  let isRemembered = false;
  const me = randomUUID();
  let others = 0;

  /** What films were made with before this process: those that it left in the queue are of that maker. */
  const remember = async (): Promise<void> => {
    const kept = await connection.get(toolchainKey(prefix));
    isRemembered = true;
    const before = kept === null ? null : readShape(kept, storedToolchain, TOOLCHAIN_CHARACTERS);
    if (before !== null && drawsAlike(before, wanted)) toolchain ??= before;
  };

  const read = async (): Promise<void> => {
    if (!isRemembered) await remember();
    const ids = await connection.zrange(workersKey(prefix), '0', String(MOST_WORKERS - 1));
    const reports = ids.length === 0 ? [] : await connection.mget(ids.map((id) => reportKey(prefix, id)));
    // Whoever is not heard of for ten seconds has no report any more; one that lives says so again.
    const gone = ids.filter((_, index) => (reports[index] ?? null) === null);
    if (gone.length > 0) await connection.zrem(workersKey(prefix), ...gone);
    const before = { name: toolchain && toolchainId(toolchain), cores: coresOf(workers, toolchain) };
    workers = reports.flatMap((json) => (json === null ? [] : (readWorkerReport(json) ?? [])));
    // With nobody there it is still known what films were made with.
    const chosen = chooseToolchain(workers, wanted, toolchain);
    if (chosen !== null && (toolchain === null || toolchainId(chosen) !== toolchainId(toolchain)))
      await connection.set(toolchainKey(prefix), JSON.stringify(chosen));
    toolchain = chosen ?? toolchain;
    if (before.name !== (toolchain && toolchainId(toolchain)) || before.cores !== coresOf(workers, toolchain))
      onChange();
  };

  /** Writes who reads here. It shows also whether the queue takes anything: one that is full can be read all the same. */
  const sign = async (): Promise<void> => {
    const before = await connection.set(readerKey(prefix), me, 'PX', SIGNED_MILLISECONDS, 'GET');
    // One that was here before us is found once; one that is here beside us each time.
    others = before === null || before === me ? 0 : others + 1;
  };
  const readings = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await read()
        .then(sign)
        .then(() => onRead(null), onRead);
      await pause(readMilliseconds, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const running = readings();

  return {
    workers: () => workers,
    maker: () => (coresOf(workers, toolchain) > 0 ? toolchain : null),
    cores: () => coresOf(workers, toolchain),
    read,
    isShared: () => others >= OTHERS_FOUND,
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

/** The versions that a worker shares with the service: all but that of FFmpeg. */
export type RequestedToolchain = Omit<Toolchain, 'ffmpeg'>;

/** Whether films may be made by it: it takes new work, with what the service itself would draw and plan with. */
function isOfUse({ maker, isDraining }: WorkerReport, requested: RequestedToolchain): boolean {
  return !isDraining && drawsAlike(maker, requested);
}

/**
 * Whose versions the films are made with: those that they are made with now, for as long as a worker has them, or else
 * those that most cores have. So a new FFmpeg on some machines makes no film anew half-way, and takes over when the old
 * one has gone. Null where nobody is there who may.
 */
export function chooseToolchain(
  reports: readonly WorkerReport[],
  requested: RequestedToolchain,
  current: Toolchain | null,
): Toolchain | null {
  const cores = new Map<string, number>();
  for (const report of reports)
    if (isOfUse(report, requested)) {
      const { ffmpeg } = report.maker;
      cores.set(ffmpeg, (cores.get(ffmpeg) ?? 0) + report.cores);
    }
  const isCurrent = current !== null && drawsAlike(current, requested);
  if (isCurrent && cores.has(current.ffmpeg)) return current;
  const [first] = [...cores].toSorted(([left, many], [right, more]) => more - many || (left < right ? -1 : 1));
  return first === undefined ? null : { ...requested, ffmpeg: first[0] };
}

/** Cores of the workers that make films with these versions. */
export function coresOf(reports: readonly WorkerReport[], toolchain: Toolchain | null): number {
  if (toolchain === null) return 0;
  return reports
    .filter((report) => isOfUse(report, toolchain) && report.maker.ffmpeg === toolchain.ffmpeg)
    .reduce((sum, { cores }) => sum + cores, 0);
}

const LEAST_FILMS = 8;
const MOST_FILMS = 1000;

/**
 * How many films are given at once. The queue is a dispatcher and no store: enough that no worker ever waits for the
 * database, and no more, because whose turn it is is decided there. Rows of batches leave cores to a single film.
 */
export function filmsInFarm(cores: number): { readonly most: number; readonly roomy: number } {
  const most = Math.min(MOST_FILMS, Math.max(LEAST_FILMS, 2 * cores));
  return { most, roomy: Math.ceil(most / 2) };
}
