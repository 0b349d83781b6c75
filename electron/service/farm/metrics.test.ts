import { Counter, Gauge, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { message } from '#shared/messages/message.ts';
import { labeledWorkers, metricsOf, metricsText, waitingRenders } from './metrics.ts';
import { pretendedStatus, pretendedWorker } from './protocol/testing/pretended-farm.ts';

const counts = { queued: 7, working: { fetching: 3, rendering: 2, uploading: 1 }, oldestSeconds: 12.5 };
const ended = { succeeded: 5, failed: 1, cancelled: 2, frames: 900, scenes: 40, scenesReused: 30 };
const base = { version: '1.2.3', counts, ended, framesPerSecond: 48, farm: null, uploadsWaiting: null };

/** Parses the metrics text into series by name and labels; each line must be valid. */
function seriesOf(options: Parameters<typeof metricsOf>[0]): ReadonlyMap<string, number> {
  const { text, contentType } = metricsText(metricsOf(options));
  expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
  const series = new Map<string, number>();
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, name = '', value = ''] = /^([a-z_]+(?:\{[a-z_]+="(?:[^"\\\n]|\\.)*"\})?) (\S+)$/.exec(line) ?? [];
    expect([line, name !== '' && Number.isFinite(Number(value)), series.has(name)]).toEqual([line, true, false]);
    series.set(name, Number(value));
  }
  return series;
}

describe('metrics of a service without a farm', () => {
  it('have renders by state and age, ends, and speed, without farm metrics', () => {
    const series = seriesOf(base);
    expect(Object.fromEntries(series)).toEqual({
      'scenewright_info{version="1.2.3"}': 1,
      scenewright_renders_queued: 7,
      'scenewright_renders_running{state="fetching"}': 3,
      'scenewright_renders_running{state="rendering"}': 2,
      'scenewright_renders_running{state="uploading"}': 1,
      scenewright_oldest_queued_seconds: 12.5,
      'scenewright_renders_ended_total{state="succeeded"}': 5,
      'scenewright_renders_ended_total{state="failed"}': 1,
      'scenewright_renders_ended_total{state="cancelled"}': 2,
      scenewright_film_frames_total: 900,
      scenewright_film_scenes_total: 40,
      scenewright_film_scenes_reused_total: 30,
      scenewright_frames_per_second: 48,
    });
  });
});

describe('metrics of a farm', () => {
  const toolchain = { engine: 3, ffmpeg: '7.1', canvasKit: '0.40.0', svg: 'resvg 0.48.1' };
  const made = {
    films: 4,
    parts: 90,
    frames: 1800,
    failures: 1,
    lookedFor: 50,
    found: 20,
    bytesFetched: 5,
    bytesPut: 6,
  };
  const farm = pretendedStatus({
    toolchain,
    workers: [
      pretendedWorker({ id: 'a', name: 'say "hi"\\', maker: toolchain, made, framesPerSecond: 30, partsPerSecond: 2 }),
      pretendedWorker({ id: 'b', name: 'old', maker: { ...toolchain, engine: 2 }, framesPerSecond: 12 }),
    ],
    given: { waiting: 2, active: 5 },
    store: { address: 's3://films', state: 'away', why: message('store/busy', { answer: '503 SlowDown' }), since: 0 },
  });

  it('have queue, store, jobs, and each worker by its escaped name', () => {
    const series = seriesOf({ ...base, farm, uploadsWaiting: 3 });
    expect(Object.fromEntries(series)).toMatchObject({
      scenewright_farm_queue_up: 1,
      scenewright_farm_store_up: 0,
      'scenewright_farm_orders{state="waiting"}': 2,
      'scenewright_farm_orders{state="active"}': 5,
      'scenewright_farm_workers{state="able"}': 1,
      'scenewright_farm_workers{state="other"}': 1,
      scenewright_store_uploads_waiting: 3,
      scenewright_frames_per_second: 42,
      'scenewright_worker_frames_per_second{worker="say \\"hi\\"\\\\"}': 30,
      'scenewright_worker_parts_total{worker="say \\"hi\\"\\\\"}': 90,
      'scenewright_worker_cache_lookups_total{worker="say \\"hi\\"\\\\"}': 50,
      'scenewright_worker_cache_hits_total{worker="say \\"hi\\"\\\\"}': 20,
      'scenewright_worker_films_total{worker="old"}': 0,
    });
  });

  it('have series for at most a thousand workers', () => {
    const workers = Array.from({ length: 1200 }, (_, index) => pretendedWorker({ id: `${index}`, name: `w${index}` }));
    const series = seriesOf({ ...base, farm: pretendedStatus({ workers }) });
    expect([...series.keys()].filter((name) => name.startsWith('scenewright_worker_cores')).length).toBe(1000);
    expect(series.get('scenewright_farm_workers{state="able"}')).toBe(1200);
  });
});

it('the metrics text equals the output of the Prometheus client library', async () => {
  const awkward = pretendedWorker({ name: 'say "hi"\\\nto C:\\', framesPerSecond: 1e21, partsPerSecond: 0.1 });
  const metrics = metricsOf({ ...base, farm: pretendedStatus({ workers: [awkward] }), uploadsWaiting: 3 });
  const registry = new Registry();
  for (const { name, help, kind, label, values } of metrics) {
    const options = { name, help, labelNames: label === null ? [] : [label], registers: [registry] };
    const metric = kind === 'counter' ? new Counter(options) : new Gauge(options);
    for (const { label: labelValue, value } of values)
      metric.inc(label === null || labelValue === null ? {} : { [label]: labelValue }, value);
  }
  expect(metricsText(metrics)).toEqual({ text: await registry.metrics(), contentType: registry.contentType });
});

describe('labels of workers with the same name', () => {
  it('keep the name for the oldest worker and number the others', () => {
    const named = (id: string, startedAt: number) => pretendedWorker({ id, name: 'box', startedAt });
    const labels = labeledWorkers([named('new', 30), named('old', 10), named('middle', 20)]);
    expect([...labels].map(([label, { id }]) => [label, id])).toEqual([
      ['box', 'old'],
      ['box (2)', 'middle'],
      ['box (3)', 'new'],
    ]);
  });
});

describe('the number of waiting renders', () => {
  it('includes jobs in the queue that no worker has started', () => {
    const farm = pretendedStatus({ given: { waiting: 2, active: 0 }, oldestSeconds: 60 });
    expect(waitingRenders(counts, farm)).toEqual({ queued: 9, running: 4, oldestSeconds: 60 });
    expect(waitingRenders(counts, null)).toEqual({ queued: 7, running: 6, oldestSeconds: 12.5 });
  });

  it('counts no more farm jobs than renders that are fetching', () => {
    const farm = pretendedStatus({ given: { waiting: 500, active: 8 } });
    expect(waitingRenders(counts, farm).queued).toBe(10);
  });
});
