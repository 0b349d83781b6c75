import type { FarmStatus, WorkerReport } from '../status/farm-status.ts';
import { countWorkers } from '../status/worker-standing.ts';
import type { EndCounts } from './end-tally.ts';
import { type RenderCounts, waitingRenders } from './render-counts.ts';
import { labelledWorkers } from './worker-labels.ts';

/** A figure as a monitor reads it: a `counter` only grows, until what counts is started again. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly kind: 'gauge' | 'counter';
  readonly label: string | null;
  readonly values: readonly { readonly label: string | null; readonly value: number }[];
}

export interface FiguresOf {
  readonly version: string;
  readonly counts: RenderCounts;
  readonly ended: EndCounts;
  /** Of films that this service makes itself. */
  readonly framesPerSecond: number;
  readonly farm: FarmStatus | null;
  /** Files that are not in the store yet; null where nobody counts them. */
  readonly uploadsWaiting: number | null;
}

/** All figures of a service, with those of its farm where it has one. */
export function figuresOf({ version, counts, ended, framesPerSecond, farm, uploadsWaiting }: FiguresOf): Figure[] {
  const { queued, oldestSeconds } = waitingRenders(counts, farm);
  const allFrames = farm === null ? framesPerSecond : sum(farm.workers, (worker) => worker.framesPerSecond);
  return [
    by('info', 'The version of the service, as a label of 1.', 'gauge', 'version', [[version, 1]]),
    one('renders_queued', 'Renders that nobody works on yet; what scaling goes by.', 'gauge', queued),
    by('renders_running', 'Renders that are worked on or given to the queue, by state.', 'gauge', 'state', [
      ...Object.entries(counts.working),
    ]),
    one(
      'oldest_queued_seconds',
      'Age of the render that has waited longest; 0 when none waits.',
      'gauge',
      oldestSeconds ?? 0,
    ),
    by('renders_ended_total', 'Renders that ended since the service began, by state.', 'counter', 'state', [
      ['succeeded', ended.succeeded],
      ['failed', ended.failed],
      ['cancelled', ended.cancelled],
    ]),
    one('film_frames_total', 'Frames of the films that were made.', 'counter', ended.frames),
    one('film_scenes_total', 'Scenes of the films that were made.', 'counter', ended.scenes),
    one('film_scenes_reused_total', 'Scenes for which nothing had to be made.', 'counter', ended.scenesReused),
    one('frames_per_second', 'Frames that are made a second, by all together.', 'gauge', allFrames),
    ...(uploadsWaiting === null
      ? []
      : [one('store_uploads_waiting', 'Files that are not in the store yet.', 'gauge', uploadsWaiting)]),
    ...(farm === null ? [] : [...figuresOfFarm(farm), ...figuresOfWorkers(farm)]),
  ];
}

function figuresOfFarm(farm: FarmStatus): Figure[] {
  const { able, draining, other } = countWorkers(farm);
  const isUp = ({ state }: FarmStatus['queue']) => (state === 'reached' ? 1 : 0);
  return [
    one('farm_queue_up', 'Whether the queue was reached last.', 'gauge', isUp(farm.queue)),
    one('farm_store_up', 'Whether the store was reached last.', 'gauge', isUp(farm.store)),
    by('farm_orders', 'Orders that were given to workers and are not answered.', 'gauge', 'state', [
      ['waiting', farm.given.waiting],
      ['active', farm.given.active],
    ]),
    by(
      'farm_workers',
      'Workers: those that are given work, those that drain, those of other versions.',
      'gauge',
      'state',
      [
        ['able', able],
        ['draining', draining],
        ['other', other],
      ],
    ),
  ];
}

function figuresOfWorkers(farm: FarmStatus): Figure[] {
  const workers = [...labelledWorkers(farm.workers)];
  const each = (name: string, help: string, kind: Figure['kind'], value: (worker: WorkerReport) => number) =>
    by(
      `worker_${name}`,
      help,
      kind,
      'worker',
      workers.map(([label, worker]) => [label, value(worker)]),
    );
  return [
    each('cores', 'Cores that it may use.', 'gauge', ({ cores }) => cores),
    each('tasks', 'Films and groups of parts that it makes.', 'gauge', ({ doing }) => doing.length),
    each('frames_per_second', 'Over the last ten seconds.', 'gauge', (worker) => worker.framesPerSecond),
    each('parts_per_second', 'Over the last ten seconds.', 'gauge', (worker) => worker.partsPerSecond),
    each('films_total', 'Films that it finished.', 'counter', ({ made }) => made.films),
    each('parts_total', 'Parts that it made.', 'counter', ({ made }) => made.parts),
    each('frames_total', 'Frames that it made.', 'counter', ({ made }) => made.frames),
    each('failures_total', 'Orders that failed with it.', 'counter', ({ made }) => made.failures),
    each(
      'cache_lookups_total',
      'Parts that it looked for in cache and store.',
      'counter',
      ({ made }) => made.lookedFor,
    ),
    each('cache_hits_total', 'Parts that were there.', 'counter', ({ made }) => made.found),
    each('fetched_bytes_total', 'Bytes that it fetched from the store.', 'counter', ({ made }) => made.bytesFetched),
    each('put_bytes_total', 'Bytes that it put into the store.', 'counter', ({ made }) => made.bytesPut),
  ];
}

function one(name: string, help: string, kind: Figure['kind'], value: number): Figure {
  return { name: `scenewright_${name}`, help, kind, label: null, values: [{ label: null, value }] };
}

function by(
  name: string,
  help: string,
  kind: Figure['kind'],
  label: string,
  values: readonly (readonly [label: string, value: number])[],
): Figure {
  return {
    name: `scenewright_${name}`,
    help,
    kind,
    label,
    values: values.map(([each, value]) => ({ label: each, value })),
  };
}

function sum(workers: readonly WorkerReport[], value: (worker: WorkerReport) => number): number {
  return workers.reduce((total, worker) => total + value(worker), 0);
}
