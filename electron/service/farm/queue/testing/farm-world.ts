import { randomUUID } from 'node:crypto';
import type { FilmEvent, FilmRun, FilmWork } from '#service/renders/records/render-worker.ts';
import type { BlobDigest, ProjectUid } from '#service/storage/ports.ts';
import { type RedisOptions, type RedisProcess, redisProcess } from '#service/testing/redis-process.ts';
import { openFarmQueue } from '../../open-farm.ts';
import type { FilmJob, Toolchain } from '../../protocol/job.ts';
import type { Reachability } from '../../protocol/worker-report.ts';
import { createFarmRenderWorker, type FarmRenderWorkerOptions, jobId } from '../farm-renderer.ts';
import { type PretendedOptions, type PretendedWorker, pretendedWorker } from './pretended-worker.ts';

export const MAKER: Toolchain = { engine: 3, ffmpeg: '7.1', canvasKit: '0.42.0', svg: 'resvg 0.48.1' };
export const FILM = 'a'.repeat(64) as BlobDigest;

export interface FarmWorld extends AsyncDisposable {
  readonly redis: RedisProcess;
  readonly prefix: string;
  /** The films that were accepted from the store. */
  readonly accepted: readonly BlobDigest[];
  /** Returns the queue of the service, which {@link restart} opens again. */
  control(): FarmControl;
  restart(): Promise<FarmControl>;
  worker(options?: Partial<PretendedOptions>): Promise<PretendedWorker>;
  submit(work?: Partial<FilmWork>): Promise<Submitted>;
}

export interface Submitted extends FilmRun {
  readonly work: FilmWork;
  readonly events: readonly FilmEvent[];
}

type FarmControl = Awaited<ReturnType<typeof openControl>>;

interface WorldOptions extends Partial<Pick<FarmRenderWorkerOptions, 'write' | 'storeIsReached' | 'blobs'>> {
  readonly redis?: RedisOptions | RedisProcess;
  readonly prefix?: string;
}

/** Opens a queue on a real Redis, with fake workers and without a store: all blobs count as stored. */
export async function farmWorld(options: WorldOptions = {}): Promise<FarmWorld> {
  await using stack = new AsyncDisposableStack();
  const given = options.redis ?? {};
  const redis = 'port' in given ? given : stack.use(await redisProcess(given));
  const prefix = options.prefix ?? `farm-${randomUUID()}`;
  const accepted: BlobDigest[] = [];
  const blobs = options.blobs ?? {
    acceptStored: async (sha256, bytes) => {
      accepted.push(sha256);
      return { sha256, bytes };
    },
  };
  const open = () => openControl({ redis, prefix }, { ...options, blobs });
  let control = await open();
  stack.defer(() => control.queue[Symbol.asyncDispose]());
  const held = stack.move();
  return {
    redis,
    prefix,
    accepted,
    control: () => control,
    restart: async () => {
      await control.queue[Symbol.asyncDispose]();
      control = await open();
      return control;
    },
    worker: async (worker = {}) => held.use(await pretendedWorker({ redis, prefix, maker: MAKER, ...worker })),
    submit: async (work = {}) => {
      const events: FilmEvent[] = [];
      const whole = { ...filmWork(), ...work };
      const run = control.worker.submit(whole, (event) => void events.push(event));
      // Prevent an unhandled rejection in tests that do not wait for the film.
      run.film.catch(() => undefined);
      return { ...run, work: whole, events };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function openControl(
  { redis, prefix }: { readonly redis: RedisProcess; readonly prefix: string },
  options: WorldOptions & Pick<FarmRenderWorkerOptions, 'blobs'>,
) {
  const rooms: number[] = [];
  const reached: Reachability[] = [];
  const faults: string[] = [];
  const queue = await openFarmQueue(
    { url: redis.url, username: null, password: redis.password, authority: redis.authority, prefix },
    {
      wanted: { engine: MAKER.engine, canvasKit: MAKER.canvasKit, svg: MAKER.svg },
      clock: Date.now,
      onWorkers: () => rooms.push(queue.registry.cores()),
      onReachability: (now) => reached.push(now),
      onFault: ({ code }) => faults.push(code),
      lookMilliseconds: 300,
      readMilliseconds: 100,
    },
  );
  const worker = createFarmRenderWorker({
    blobs: options.blobs,
    write: options.write ?? (async (work) => orderOf(work)),
    dispatcher: queue.dispatcher,
    storeIsReached: options.storeIsReached ?? (() => true),
    pauseMilliseconds: 50,
  });
  return { queue, worker, rooms, reached, faults };
}

export function filmWork(): FilmWork {
  return {
    render: randomUUID() as FilmWork['render'],
    attempt: 1,
    project: 'p1' as ProjectUid,
    template: '<movie/>',
    variables: new Map(),
    range: null,
    format: 'mp4',
    quality: 'standard',
    hardware: null,
    inputs: new Map(),
  };
}

export function orderOf(work: FilmWork): FilmJob {
  const { render, attempt, project, range, format, quality, hardware } = work;
  return {
    ...{ kind: 'film', id: jobId(work), render, attempt, project, template: 'b'.repeat(64) },
    ...{ variables: [...work.variables], range, format, quality, hardware, inputs: [], ownAddresses: [], fonts: [] },
    encodingCores: 2,
  };
}
