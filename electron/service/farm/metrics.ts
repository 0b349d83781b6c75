import { findRender, WORKING_STATES, type WorkingState } from '../renders/records/render-record.ts';
import type { Database, EventLog } from '../storage/ports.ts';
import { countWorkers, type FarmStatus, type WorkerReport } from './protocol/worker-report.ts';

/** A metric for monitors. A `counter` only grows until its process restarts. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly kind: 'gauge' | 'counter';
  readonly label: string | null;
  readonly values: readonly { readonly label: string | null; readonly value: number }[];
}

export interface MetricsInput {
  readonly version: string;
  readonly counts: RenderCounts;
  readonly ended: EndCounts;
  /** The speed of the films that this service renders itself. */
  readonly framesPerSecond: number;
  readonly farm: FarmStatus | null;
  /** The number of files without an object in the store; null without a store. */
  readonly uploadsWaiting: number | null;
}

export function metricsOf({ version, counts, ended, framesPerSecond, farm, uploadsWaiting }: MetricsInput): Metric[] {
  const { queued, oldestSeconds } = waitingRenders(counts, farm);
  const allFrames = farm === null ? framesPerSecond : sum(farm.workers, (worker) => worker.framesPerSecond);
  return [
    labeledMetric('info', '1, with the version of the service as a label.', 'gauge', 'version', [[version, 1]]),
    metric('renders_queued', 'Renders that wait; scale workers by this number.', 'gauge', queued),
    labeledMetric('renders_running', 'Renders in progress, by state.', 'gauge', 'state', [
      ...Object.entries(counts.working),
    ]),
    metric('oldest_queued_seconds', 'Age of the oldest waiting render; 0 if none waits.', 'gauge', oldestSeconds ?? 0),
    labeledMetric(
      'renders_ended_total',
      'Renders that ended since the service started, by state.',
      'counter',
      'state',
      [
        ['succeeded', ended.succeeded],
        ['failed', ended.failed],
        ['cancelled', ended.cancelled],
      ],
    ),
    metric('film_frames_total', 'Frames of finished films.', 'counter', ended.frames),
    metric('film_scenes_total', 'Scenes of finished films.', 'counter', ended.scenes),
    metric(
      'film_scenes_reused_total',
      'Scenes that came from the cache without rendering.',
      'counter',
      ended.scenesReused,
    ),
    metric('frames_per_second', 'Frames per second of all renders together.', 'gauge', allFrames),
    ...(uploadsWaiting === null
      ? []
      : [metric('store_uploads_waiting', 'Files that wait for their upload to the store.', 'gauge', uploadsWaiting)]),
    ...(farm === null ? [] : [...farmMetrics(farm), ...workerMetrics(farm)]),
  ];
}

function farmMetrics(farm: FarmStatus): Metric[] {
  const { able, draining, other } = countWorkers(farm);
  const isUp = ({ state }: FarmStatus['queue']) => (state === 'reached' ? 1 : 0);
  return [
    metric('farm_queue_up', '1 if the last attempt reached the queue, otherwise 0.', 'gauge', isUp(farm.queue)),
    metric('farm_store_up', '1 if the last attempt reached the store, otherwise 0.', 'gauge', isUp(farm.store)),
    labeledMetric('farm_orders', 'Jobs of the farm that wait or run, by state.', 'gauge', 'state', [
      ['waiting', farm.given.waiting],
      ['active', farm.given.active],
    ]),
    labeledMetric(
      'farm_workers',
      'Workers that accept jobs, stop after their current jobs, or have another version.',
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

function workerMetrics(farm: FarmStatus): Metric[] {
  const workers = [...labeledWorkers(farm.workers)];
  const metricOfWorkers = (name: string, help: string, kind: Metric['kind'], value: (worker: WorkerReport) => number) =>
    labeledMetric(
      `worker_${name}`,
      help,
      kind,
      'worker',
      workers.map(([label, worker]) => [label, value(worker)]),
    );
  return [
    metricOfWorkers('cores', 'Cores that the worker uses.', 'gauge', ({ cores }) => cores),
    metricOfWorkers('tasks', 'Films and groups of parts in progress.', 'gauge', ({ doing: tasks }) => tasks.length),
    metricOfWorkers(
      'frames_per_second',
      'Rendered frames per second, over the last ten seconds.',
      'gauge',
      (worker) => worker.framesPerSecond,
    ),
    metricOfWorkers(
      'parts_per_second',
      'Rendered parts per second, over the last ten seconds.',
      'gauge',
      (worker) => worker.partsPerSecond,
    ),
    metricOfWorkers('films_total', 'Films that the worker finished.', 'counter', ({ made }) => made.films),
    metricOfWorkers('parts_total', 'Parts that the worker rendered.', 'counter', ({ made }) => made.parts),
    metricOfWorkers('frames_total', 'Frames that the worker rendered.', 'counter', ({ made }) => made.frames),
    metricOfWorkers('failures_total', 'Jobs that failed on the worker.', 'counter', ({ made }) => made.failures),
    metricOfWorkers(
      'cache_lookups_total',
      'Lookups of parts in the cache and the store.',
      'counter',
      ({ made }) => made.lookedFor,
    ),
    metricOfWorkers('cache_hits_total', 'Parts found in the cache or the store.', 'counter', ({ made }) => made.found),
    metricOfWorkers(
      'fetched_bytes_total',
      'Bytes downloaded from the store.',
      'counter',
      ({ made }) => made.bytesFetched,
    ),
    metricOfWorkers('put_bytes_total', 'Bytes uploaded to the store.', 'counter', ({ made }) => made.bytesPut),
  ];
}

function metric(name: string, help: string, kind: Metric['kind'], value: number): Metric {
  return { name: `scenewright_${name}`, help, kind, label: null, values: [{ label: null, value }] };
}

function labeledMetric(
  name: string,
  help: string,
  kind: Metric['kind'],
  label: string,
  values: readonly (readonly [label: string, value: number])[],
): Metric {
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

/** The numbers of renders that wait and that run, from their rows. */
export interface RenderCounts {
  readonly queued: number;
  readonly working: Readonly<Record<WorkingState, number>>;
  /** The age in seconds of the render that has waited longest; null if no render waits. */
  readonly oldestSeconds: number | null;
}

/**
 * Reads the counts; `now` is in milliseconds since 1970. The queries skip ended renders and stay fast when there are
 * many.
 */
export function countRenders(database: Database, now: number): RenderCounts {
  const states = ['queued', ...WORKING_STATES];
  const rows = database.all(
    `SELECT state, COUNT(*) AS n FROM render WHERE state IN (${states.map(() => '?').join(', ')}) GROUP BY state`,
    ...states,
  );
  const counts = new Map(rows.map((row) => [String(row['state']), Number(row['n'])]));
  const oldest = database.get(`SELECT created_at FROM render WHERE state = 'queued' ORDER BY sequence LIMIT 1`);
  return {
    queued: counts.get('queued') ?? 0,
    working: {
      fetching: counts.get('fetching') ?? 0,
      rendering: counts.get('rendering') ?? 0,
      uploading: counts.get('uploading') ?? 0,
    },
    oldestSeconds: oldest === undefined ? null : Math.max(0, (now - Number(oldest['created_at'])) / 1000),
  };
}

/** The number of renders that wait for a worker, and the number of running renders. */
export interface WaitingRenders {
  readonly queued: number;
  readonly running: number;
  readonly oldestSeconds: number | null;
}

/**
 * Returns the counts of waiting and running renders, including the state of the farm. A render in the queue counts as
 * waiting until a worker starts it, so that autoscaling starts workers for a farm that has none.
 */
export function waitingRenders(counts: RenderCounts, farm: FarmStatus | null): WaitingRenders {
  const { fetching, rendering, uploading } = counts.working;
  // Another worker may have begun some films of the waiting jobs. Their state has then changed from `fetching`, so the
  // count is an upper limit.
  const notBegun = farm === null ? 0 : Math.min(fetching, farm.given.waiting);
  const ages = [counts.oldestSeconds, farm?.oldestSeconds ?? null].filter((age) => age !== null);
  return {
    queued: counts.queued + notBegun,
    running: fetching + rendering + uploading - notBegun,
    oldestSeconds: ages.length === 0 ? null : Math.max(...ages),
  };
}

/** The renders that ended since the service started, each counted once. */
export interface EndCounts {
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  /** The total frames of the rendered films. */
  readonly frames: number;
  /** The number of scenes of the rendered films. */
  readonly scenes: number;
  /** The number of scenes that came from the cache. */
  readonly scenesReused: number;
}

export interface RenderCounters extends Disposable {
  counts(): EndCounts;
}

/** Counts ended renders from the event log. Rows are deleted after a while, but a counter must never fall. */
export function createRenderCounters({
  database,
  events,
}: {
  readonly database: Database;
  readonly events: Pick<EventLog, 'subscribe'>;
}): RenderCounters {
  const counts = { succeeded: 0, failed: 0, cancelled: 0, frames: 0, scenes: 0, scenesReused: 0 };
  const subscription = events.subscribe(({ type, data }) => {
    if (type !== 'render.changed' || !('state' in data) || !('id' in data)) return;
    const { state, id } = data;
    if (state !== 'succeeded' && state !== 'failed' && state !== 'cancelled') return;
    counts[state] += 1;
    const outcome = state === 'succeeded' ? findRender(database, String(id))?.outcome : null;
    counts.frames += outcome?.frames ?? 0;
    counts.scenes += outcome?.scenes?.total ?? 0;
    counts.scenesReused += outcome?.scenes?.cached ?? 0;
  });
  return { counts: () => ({ ...counts }), [Symbol.dispose]: () => subscription[Symbol.dispose]() };
}

/** The maximum number of workers with separate metrics. Each label is a series that a monitor stores. */
export const MAX_WORKERS = 1000;

/**
 * Returns the workers by their metric labels, at most the first thousand. A restarted worker keeps its label, so its
 * series continues. Among workers with the same name, the oldest has the plain name and the others have numbers.
 */
export function labeledWorkers(workers: readonly WorkerReport[]): ReadonlyMap<string, WorkerReport> {
  const sorted = workers.toSorted(
    (one, other) => compare(one.name, other.name) || one.startedAt - other.startedAt || compare(one.id, other.id),
  );
  const labelled = new Map<string, WorkerReport>();
  let lastMetric = { name: '', count: 0 };
  for (const worker of sorted.slice(0, MAX_WORKERS)) {
    const count = worker.name === lastMetric.name ? lastMetric.count + 1 : 1;
    lastMetric = { name: worker.name, count };
    labelled.set(count === 1 ? worker.name : `${worker.name} (${count})`, worker);
  }
  return labelled;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

export interface MetricsText {
  readonly text: string;
  readonly contentType: string;
}

/**
 * Returns the metrics in the text format 0.0.4 of Prometheus
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Each line is a series, after the help and the type of
 * its metric. The text is built without a client library, because loading one took a third of a second.
 */
export function metricsText(metrics: readonly Metric[]): MetricsText {
  return { text: metrics.map(textOf).join('\n'), contentType: 'text/plain; version=0.0.4; charset=utf-8' };
}

function textOf({ name, help, kind, label, values }: Metric): string {
  const lines = values.map(({ label: labelValue, value }) =>
    label === null || labelValue === null ? `${name} ${value}` : `${name}{${label}="${escaped(labelValue)}"} ${value}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines, ''].join('\n');
}

/** Escapes a label value. Worker names come from users. */
function escaped(label: string): string {
  return label.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
