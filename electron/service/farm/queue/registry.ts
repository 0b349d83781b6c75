import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { drawsAlike, type Maker, makerName } from '../orders/maker.ts';
import type { WorkerReport } from '../status/farm-status.ts';
import { readShape } from './answer-shapes.ts';
import { chooseMaker, coresOf, type WantedMaker } from './choose-maker.ts';
import { makerKey, readerKey, reportKey, workersKey } from './queue-names.ts';
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
  /** Whether another service reads here at the same time, under the same prefix. */
  isShared(): boolean;
  close(): Promise<void>;
}

export interface RegistryOptions {
  /** Of the use `asking`; stays open. */
  readonly connection: Redis;
  readonly prefix: string;
  readonly wanted: WantedMaker;
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
const MAKER_CHARACTERS = 10_000;
const storedMaker = z.object({
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
  let maker: Maker | null = null;
  let isRemembered = false;
  const me = randomUUID();
  let others = 0;

  /** What films were made with before this process: those that it left in the queue are of that maker. */
  const remember = async (): Promise<void> => {
    const kept = await connection.get(makerKey(prefix));
    isRemembered = true;
    const before = kept === null ? null : readShape(kept, storedMaker, MAKER_CHARACTERS);
    if (before !== null && drawsAlike(before, wanted)) maker ??= before;
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
    maker: () => (coresOf(workers, maker) > 0 ? maker : null),
    cores: () => coresOf(workers, maker),
    read,
    isShared: () => others >= OTHERS_FOUND,
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
