import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { filmJob, partsJob } from '../testing/jobs.ts';
import { createActiveJobs } from './active-jobs.ts';
import { createWorkerMetrics, openMetricsServer } from './worker-metrics.ts';
import { createWorkerCounters, createWorkerStatistics } from './worker-statistics.ts';

const identity = {
  id: 'w1',
  name: 'left',
  version: '1.2.3',
  maker: { engine: 3, ffmpeg: '7.0', canvasKit: '0.42.0', svg: 'resvg 0.48.1' },
  cores: 4,
  memoryBytes: 2 ** 32,
  startedAt: 1_700_000_000_000,
};

test('metrics contain counters by kind and code', async () => {
  let now = 0;
  const statistics = createWorkerStatistics(
    createWorkerCounters(() => now),
    () => now,
  );
  const activeJobs = createActiveJobs(
    () => now,
    () => undefined,
  );
  const registry = createWorkerMetrics({ statistics, activeJobs, identity, isTaking: () => false });
  const film = filmJob('a');
  using _task = activeJobs.begin(film);
  {
    using _timed = statistics.begin('film');
    now = 2000;
  }
  statistics.countMade(film);
  statistics.countMade(partsJob(film, 1));
  statistics.countFailure('ffmpeg/failed');
  statistics.countFailure('ffmpeg/failed');
  statistics.countFrames(50);
  statistics.counters.count({ lookedFor: 3, found: 2, bytesFetched: 7, bytesPut: 9 });
  const lines = (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#') && line !== '');
  expect(lines.filter((line) => !line.includes('order_seconds'))).toEqual([
    'scenewright_worker_films_made_total 1',
    'scenewright_worker_parts_made_total 1',
    'scenewright_worker_frames_total 50',
    'scenewright_worker_cache_lookups_total 3',
    'scenewright_worker_cache_hits_total 2',
    'scenewright_worker_fetched_bytes_total 7',
    'scenewright_worker_put_bytes_total 9',
    'scenewright_worker_failures_total{code="ffmpeg/failed"} 2',
    'scenewright_worker_orders_active{kind="film"} 1',
    'scenewright_worker_orders_active{kind="parts"} 0',
    'scenewright_worker_taking 0',
    'scenewright_worker_frames_per_second 25',
    'scenewright_worker_cores 4',
    'scenewright_worker_up_since_seconds 1700000000',
    'scenewright_worker_build_info{version="1.2.3",engine="3",ffmpeg="7.0",canvaskit="0.42.0",svg="resvg 0.48.1",worker="left"} 1',
  ]);
  expect(lines).toContain('scenewright_worker_order_seconds_bucket{le="2.5",kind="film"} 1');
  expect(lines).toContain('scenewright_worker_order_seconds_bucket{le="1",kind="film"} 0');
  // A second request counts nothing twice.
  expect((await registry.metrics()).split('\n')).toContain('scenewright_worker_frames_total 50');
});

test('the server answers only loopback, with metrics and health', async () => {
  let reason: string | null = null;
  const server = await openMetricsServer({
    port: 0,
    metrics: async () => ({ text: 'a 1\n', contentType: 'text/plain; version=0.0.4' }),
    idleReason: () => reason,
  });
  const get = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
    return [answer.status, await answer.text()];
  };
  expect(await get('/metrics')).toEqual([200, 'a 1\n']);
  expect(await get('/healthz')).toEqual([200, 'ok\n']);
  reason = 'draining';
  expect(await get('/healthz')).toEqual([503, 'draining\n']);
  expect(await get('/')).toEqual([404, 'only /metrics and /healthz exist\n']);
  expect(await get('/metrics', { method: 'POST' })).toEqual([405, 'only GET\n']);
  const others = Object.values(networkInterfaces()).flatMap((networkInterface) => networkInterface ?? []);
  for (const { address, family, internal } of others)
    if (family === 'IPv4' && !internal)
      await expect(fetch(`http://${address}:${server.port}/metrics`)).rejects.toThrow();
  server.close();
});
