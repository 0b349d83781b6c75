import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { type Maker, makerName } from '../orders/maker.ts';
import type { WorkerReport } from '../status/farm-status.ts';
import { chooseMaker, coresOf, type WantedMaker } from './choose-maker.ts';
import { makerKey, reportKey, workersKey } from './queue-names.ts';
import { readWorkerReport } from './report-shape.ts';

/** The workers that live, and the maker that films are made with. */
export interface Registry {
  workers(): readonly WorkerReport[];
  /** Null while nobody is there who may make films. */
  maker(): Maker | null;
  /** Cores of that maker's workers. */
  cores(): number;
  /** Reads what workers say of themselves now. Rejects where the queue is away. */
  read(): Promise<void>;
  close(): Promise<void>;
}

export interface RegistryOptions {
  /** Of the use `asking`; stays open. */
  readonly connection: Redis;
  readonly prefix: string;
  readonly wanted: WantedMaker;
  /** The maker is another one, or has another number of cores. */
  readonly onChange: () => void;
  /** Told after each reading; null where the queue answered. */
  readonly onRead: (error: unknown) => void;
  /** Between two readings; for tests. */
  readonly readMilliseconds?: number;
}

const READ_EVERY_MILLISECONDS = 2000;
const MOST_WORKERS = 10_000;
const storedMaker = z.object({ engine: z.int(), ffmpeg: z.string(), canvasKit: z.string() });

/** Begins to read at once, and goes on until it is closed. */
export function createRegistry(options: RegistryOptions): Registry {
  const { connection, prefix, wanted, onChange, onRead, readMilliseconds = READ_EVERY_MILLISECONDS } = options;
  const closing = new AbortController();
  let workers: readonly WorkerReport[] = [];
  let maker: Maker | null = null;
  let isRemembered = false;

  /** What films were made with before this process: those that it left in the queue are of that maker. */
  const remember = async (): Promise<void> => {
    const kept = await connection.get(makerKey(prefix));
    isRemembered = true;
    const before = kept === null ? undefined : storedMaker.safeParse(parsed(kept)).data;
    if (before?.engine === wanted.engine && before.canvasKit === wanted.canvasKit) maker ??= before;
  };

  const read = async (): Promise<void> => {
    if (!isRemembered) await remember();
    const ids = await connection.zrange(workersKey(prefix), '0', String(MOST_WORKERS - 1));
    const reports = ids.length === 0 ? [] : await connection.mget(ids.map((id) => reportKey(prefix, id)));
    // Whoever is not heard of for ten seconds has no report any more; one that lives says so again.
    const gone = ids.filter((_, index) => (reports[index] ?? null) === null);
    if (gone.length > 0) await connection.zrem(workersKey(prefix), ...gone);
    const before = { name: maker && makerName(maker), cores: coresOf(workers, maker) };
    workers = reports.flatMap((json) => (json === null ? [] : (readWorkerReport(json) ?? [])));
    // With nobody there it is still known what films were made with.
    const chosen = chooseMaker(workers, wanted, maker);
    if (chosen !== null && (maker === null || makerName(chosen) !== makerName(maker)))
      await connection.set(makerKey(prefix), JSON.stringify(chosen));
    maker = chosen ?? maker;
    if (before.name !== (maker && makerName(maker)) || before.cores !== coresOf(workers, maker)) onChange();
  };

  const readings = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await read().then(() => onRead(null), onRead);
      await pause(readMilliseconds, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const running = readings();

  return {
    workers: () => workers,
    maker: () => (coresOf(workers, maker) > 0 ? maker : null),
    cores: () => coresOf(workers, maker),
    read,
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
