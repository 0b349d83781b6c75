import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { WorkerTotals } from '../protocol/worker-report.ts';
import type { ActiveJobs } from './active-jobs.ts';
import type { WorkerIdentity } from './heartbeat.ts';
import type { WorkerStatistics } from './worker-statistics.ts';

const SECONDS_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];

const TOTALS: Readonly<Record<Exclude<keyof WorkerTotals, 'failures'>, readonly [name: string, help: string]>> = {
  films: ['films_made_total', 'Films that this worker finished.'],
  parts: ['parts_made_total', 'Parts that this worker rendered for films of other workers.'],
  frames: ['frames_total', 'Frames that this worker rendered.'],
  lookedFor: ['cache_lookups_total', 'Lookups of parts in the cache and the store.'],
  found: ['cache_hits_total', 'Parts found in the cache or the store.'],
  bytesFetched: ['fetched_bytes_total', 'Bytes downloaded from the store.'],
  bytesPut: ['put_bytes_total', 'Bytes uploaded to the store.'],
};

export interface WorkerMetricsOptions {
  readonly statistics: WorkerStatistics;
  readonly activeJobs: ActiveJobs;
  readonly identity: WorkerIdentity;
  readonly isTaking: () => boolean;
}

/** Creates a separate Prometheus registry with the metrics of a worker. */
export function createWorkerMetrics({ statistics, activeJobs, identity, isTaking }: WorkerMetricsOptions): Registry {
  const registry = new Registry();
  const registers = [registry];
  const { counters } = statistics;
  for (const [key, [name, help]] of Object.entries(TOTALS)) {
    new Counter({
      ...{ name: `scenewright_worker_${name}`, help, registers },
      collect() {
        // Set the counter from the totals. A counter of the library can only be reset and incremented.
        this.reset();
        this.inc(counters.totals[key as keyof typeof TOTALS]);
      },
    });
  }
  new Counter({
    ...{ name: 'scenewright_worker_failures_total', help: 'Failed jobs, by error code.', registers },
    labelNames: ['code'],
    collect() {
      this.reset();
      for (const [code, count] of statistics.failures) this.inc({ code }, count);
    },
  });
  new Gauge({
    ...{ name: 'scenewright_worker_orders_active', help: 'Jobs in progress.', registers },
    labelNames: ['kind'],
    collect() {
      for (const kind of ['film', 'parts'])
        this.set({ kind }, activeJobs.jobs().filter((job) => job.kind === kind).length);
    },
  });
  new Gauge({
    ...{ name: 'scenewright_worker_taking', help: '1 while the worker takes jobs, otherwise 0.', registers },
    collect() {
      this.set(isTaking() ? 1 : 0);
    },
  });
  new Gauge({
    ...{
      name: 'scenewright_worker_frames_per_second',
      help: 'Rendered frames per second, over the last ten seconds.',
      registers,
    },
    collect() {
      this.set(counters.speed().framesPerSecond);
    },
  });
  const cores = { name: 'scenewright_worker_cores', help: 'Cores that the worker uses.', registers };
  new Gauge(cores).set(identity.cores);
  const since = { name: 'scenewright_worker_up_since_seconds', help: 'Start time in seconds since 1970.', registers };
  new Gauge(since).set(identity.startedAt / 1000);
  const seconds = new Histogram({
    ...{ name: 'scenewright_worker_order_seconds', help: 'Durations of jobs, with any result.', registers },
    labelNames: ['kind'],
    buckets: SECONDS_BUCKETS,
  });
  statistics.onEnd((kind, taken) => seconds.observe({ kind }, taken));
  new Gauge({
    ...{
      name: 'scenewright_worker_build_info',
      help: '1, with the versions that determine the films as labels.',
      registers,
    },
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

/** The host of the metrics, which are available only on this machine. */
const METRICS_HOST = '127.0.0.1';
/** Limits for the heads of requests, which keep slow clients from occupying connections. */
const HEAD_BYTES = 8192;
const HEAD_MILLISECONDS = 5000;

export interface MetricsServer {
  readonly port: number;
  close(): void;
}

export interface MetricsServerOptions {
  /** The port; 0 for any free port. */
  readonly port: number;
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
  /** Returns the reason why the worker takes no jobs, in a few words; null if it takes jobs. */
  readonly idleReason: () => string | null;
}

/** Serves `GET /metrics` and `GET /healthz` on loopback. Rejects with the errors of `listen`, such as `EADDRINUSE`. */
export async function openMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer(
    { maxHeaderSize: HEAD_BYTES, headersTimeout: HEAD_MILLISECONDS, requestTimeout: HEAD_MILLISECONDS },
    (request, response) => {
      const send = (status: number, contentType: string, text: string): void => {
        response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' });
        response.end(request.method === 'HEAD' ? undefined : text);
      };
      const plain = (status: number, text: string): void => send(status, 'text/plain; charset=utf-8', `${text}\n`);
      if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'only GET');
      switch (request.url?.split('?', 1)[0]) {
        case '/metrics':
          options.metrics().then(
            ({ text, contentType }) => send(200, contentType, text),
            () => plain(500, 'the metrics cannot be read'),
          );
          return;
        case '/healthz': {
          const reason = options.idleReason();
          return reason === null ? plain(200, 'ok') : plain(503, reason);
        }
        default:
          return plain(404, 'only /metrics and /healthz exist');
      }
    },
  );
  await listen(server, options.port);
  // Do not let the server keep the process alive.
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, METRICS_HOST, resolve);
  });
}
