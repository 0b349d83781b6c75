import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { type FakeObjectStore, fakeObjectStore } from '#service/testing/fake-object-store.ts';
import { type RedisOptions, type RedisProcess, redisProcess } from '#service/testing/redis-process.ts';
import { type ServiceProcess, startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

const PREFIX = 'scenewright';

export interface FarmProcessesOptions {
  readonly workers: number;
  /** The kind of store, by default a folder; `s3` is a fake store with controllable faults. */
  readonly store?: 'folder' | 's3';
  readonly redis?: RedisOptions;
  /** Returns the port of the queue for service and workers, for example the port of a proxy. */
  readonly queuePort?: (redis: RedisProcess) => Promise<number>;
  /** Returns the address of an `s3` store for service and workers. */
  readonly storeUrl?: (store: FakeObjectStore) => Promise<string>;
  readonly control?: { readonly args?: readonly string[]; readonly watched?: boolean };
  /** Additional arguments of workers, which have one core and 2 GiB by default. */
  readonly workerArgs?: readonly string[];
  /** The environment of all programs. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A farm of real processes: Redis, a service (the control), and workers. All processes end with the scope. */
export interface FarmProcesses extends AsyncDisposable {
  readonly redis: RedisProcess;
  /** The object store; null if the farm's storage is a folder. */
  readonly store: FakeObjectStore | null;
  /** The workspace of the control. */
  readonly workspace: string;
  readonly workers: readonly WorkerProcess[];
  /** The current process of the control. */
  readonly control: ServiceProcess;
  worker(index: number): WorkerProcess;
  /** Kills the control. Requests fail until the control is started again. */
  killControl(): Promise<void>;
  /** Starts the control again in the same workspace and waits until it answers. Kills a running control first. */
  restartControl(): Promise<void>;
  addWorker(args?: readonly string[]): Promise<WorkerProcess>;
  /** Returns the number of jobs in each queue, in any state; empty when all are done. */
  ordersLeft(): Promise<Readonly<Record<string, number>>>;
}

export async function startFarm(options: FarmProcessesOptions): Promise<FarmProcesses> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const redis = stack.use(await redisProcess(options.redis));
  const store = options.store === 's3' ? stack.use(await fakeObjectStore()) : null;
  const workspace = join(folder.path, 'workspace');
  const objects = join(folder.path, 'objects');
  await mkdir(objects);
  const port = (await options.queuePort?.(redis)) ?? redis.port;
  const queue = redis.url.replace(/:\d+$/, `:${port}`);
  const place = ['--queue', queue, '--store', store === null ? objects : `s3://${store.bucket}/farm`];
  const storeUrl = store === null ? null : ((await options.storeUrl?.(store)) ?? store.url);
  const environment = {
    ...(redis.password !== null && { SCENEWRIGHT_QUEUE_PASSWORD: redis.password }),
    ...(store !== null &&
      storeUrl !== null && {
        SCENEWRIGHT_STORE_ENDPOINT: storeUrl,
        SCENEWRIGHT_STORE_REGION: 'us-east-1',
        SCENEWRIGHT_STORE_ACCESS_KEY_ID: store.keys.accessKeyId,
        SCENEWRIGHT_STORE_SECRET_ACCESS_KEY: store.keys.secretAccessKey,
      }),
    ...options.environment,
  };
  const startControl = (): Promise<ServiceProcess> =>
    startServiceProcess(workspace, {
      args: [...place, ...(options.control?.args ?? [])],
      environment,
      ...(options.control?.watched === true && { watched: true }),
    });
  const workers: WorkerProcess[] = [];
  // End the workers before Redis, because they would try to reach it.
  stack.defer(async () => void (await Promise.all(workers.map((worker) => worker.kill()))));
  const addWorker = async (args: readonly string[] = []): Promise<WorkerProcess> => {
    const limits = ['--cores', '1', '--memory', '2GiB', '--metrics-port', 'off', '--allow-host', '127.0.0.1'];
    const cache = ['--cache', join(folder.path, 'worker-cache')];
    const worker = await startWorkerProcess(
      `worker-${workers.length}`,
      [...place, ...limits, ...cache, ...(options.workerArgs ?? []), ...args],
      { ...environment, SCENEWRIGHT_CACHE: join(folder.path, 'cache') },
    );
    workers.push(worker);
    return worker;
  };
  let control = await startControl();
  stack.defer(() => control.kill());
  for (let each = 0; each < options.workers; each++) await addWorker();
  const resources = stack.move();
  return {
    redis,
    store,
    workspace,
    workers,
    get control() {
      return control;
    },
    worker: (index) => required(workers[index], 'a worker'),
    killControl: () => control.kill(),
    restartControl: async () => {
      await control.kill();
      control = await startControl();
    },
    addWorker,
    ordersLeft: () => ordersIn(redis),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function ordersIn(redis: RedisProcess): Promise<Readonly<Record<string, number>>> {
  const connection = {
    host: '127.0.0.1',
    port: redis.port,
    ...(redis.password !== null && { password: redis.password }),
    ...(redis.authority !== null && { tls: { ca: redis.authority } }),
  };
  const keys: readonly string[] = JSON.parse(await redis.command('KEYS', `${PREFIX}:work-*:meta`));
  const left: Record<string, number> = {};
  for (const key of keys) {
    const name = key.slice(PREFIX.length + 1, -':meta'.length);
    const queue = new Queue(name, { connection, prefix: PREFIX });
    try {
      const counts = Object.values(await queue.getJobCounts());
      left[name] = counts.reduce((sum, count) => sum + count, 0);
    } finally {
      await queue.close();
    }
  }
  return Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0));
}
