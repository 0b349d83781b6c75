import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { WorkerTotals } from '../../status/farm-status.ts';
import type { Doing } from './doing.ts';
import type { WorkerFigures } from './worker-figures.ts';
import type { WorkerIdentity } from './worker-report.ts';

const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];

const TOTALS: Readonly<Record<Exclude<keyof WorkerTotals, 'failures'>, readonly [name: string, help: string]>> = {
  films: ['films_made_total', 'Films that this worker finished.'],
  parts: ['parts_made_total', 'Parts that this worker made for films of others.'],
  frames: ['frames_total', 'Frames that this worker made.'],
  lookedFor: ['cache_lookups_total', 'Parts that were looked for among those that are kept.'],
  found: ['cache_hits_total', 'Parts that were found among those that are kept.'],
  bytesFetched: ['fetched_bytes_total', 'Bytes that came from the store.'],
  bytesPut: ['put_bytes_total', 'Bytes that were put into the store.'],
};

export interface WorkerMetricsOptions {
  readonly figures: WorkerFigures;
  readonly doing: Doing;
  readonly identity: WorkerIdentity;
  /** Whether it takes orders. */
  readonly isTaking: () => boolean;
}

/** Everything that a worker counts, as Prometheus reads it; in a registry of its own. */
export function createWorkerMetrics({ figures, doing, identity, isTaking }: WorkerMetricsOptions): Registry {
  const registry = new Registry();
  const registers = [registry];
  const { tally } = figures;
  for (const [key, [name, help]] of Object.entries(TOTALS)) {
    new Counter({
      ...{ name: `scenewright_worker_${name}`, help, registers },
      collect() {
        // A counter can only be added to; what is counted stands in the tally.
        this.reset();
        this.inc(tally.totals[key as keyof typeof TOTALS]);
      },
    });
  }
  new Counter({
    ...{ name: 'scenewright_worker_failures_total', help: 'Orders that were not made, by why.', registers },
    labelNames: ['code'],
    collect() {
      this.reset();
      for (const [code, count] of figures.failures) this.inc({ code }, count);
    },
  });
  new Gauge({
    ...{ name: 'scenewright_worker_orders_active', help: 'Orders that are worked on.', registers },
    labelNames: ['kind'],
    collect() {
      for (const kind of ['film', 'parts'])
        this.set({ kind }, doing.orders().filter((order) => order.kind === kind).length);
    },
  });
  new Gauge({
    ...{ name: 'scenewright_worker_taking', help: '1 while it takes orders.', registers },
    collect() {
      this.set(isTaking() ? 1 : 0);
    },
  });
  new Gauge({
    ...{ name: 'scenewright_worker_frames_per_second', help: 'Over the last ten seconds.', registers },
    collect() {
      this.set(tally.speed().framesPerSecond);
    },
  });
  const cores = { name: 'scenewright_worker_cores', help: 'Cores that it may fill.', registers };
  new Gauge(cores).set(identity.cores);
  const since = { name: 'scenewright_worker_up_since_seconds', help: 'When it started, since 1970.', registers };
  new Gauge(since).set(identity.startedAt / 1000);
  const seconds = new Histogram({
    ...{ name: 'scenewright_worker_order_seconds', help: 'How long orders took here, however they ended.', registers },
    labelNames: ['kind'],
    buckets: SECONDS,
  });
  figures.onEnd((kind, taken) => seconds.observe({ kind }, taken));
  new Gauge({
    ...{ name: 'scenewright_worker_build_info', help: 'Always 1: its labels say what makes the films.', registers },
    labelNames: ['version', 'engine', 'ffmpeg', 'canvaskit', 'svg', 'worker'],
  }).set(
    {
      version: identity.version,
      engine: String(identity.maker.engine),
      ffmpeg: identity.maker.ffmpeg,
      canvaskit: identity.maker.canvasKit,
      svg: identity.maker.svg,
      worker: identity.name,
    },
    1,
  );
  return registry;
}
