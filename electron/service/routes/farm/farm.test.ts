import { describe, expect, it } from 'vitest';
import { pretendedStatus, pretendedWorker } from '#service/farm/protocol/testing/pretended-farm.ts';
import type { FarmStatus } from '#service/farm/protocol/worker-report.ts';
import type { CallRequest } from '#service/http/handler.ts';
import { openJobWorld } from '#service/renders/testing/job-world.ts';
import { openService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { callOf } from '#shared/contract/contract.ts';
import * as shapes from '#shared/contract/shapes/farm-shapes.ts';
import { message } from '#shared/messages/message.ts';
import { countsByStart, farmHealth } from './farm-health.ts';
import { openFarmRoutes } from './farm-routes.ts';
import type { FarmSettingsAccess } from './farm-settings.ts';

const request = { signal: new AbortController().signal } as CallRequest<'readFarm'>;
const toolchain = { engine: 3, ffmpeg: '7.1', canvasKit: '0.40.0', svg: 'resvg 0.48.1' };

const noSettings: FarmSettingsAccess = {
  started: { farm: null, stored: null },
  stored: async () => null,
  keep: async () => undefined,
  tryQueue: async () => null,
  tryStore: async () => undefined,
};

/** Opens the handlers with a real database and a simulated farm. */
async function openRoutes(
  given: FarmStatus | null | (() => FarmStatus),
  queue?: Parameters<typeof openFarmRoutes>[0]['queue'],
) {
  const status = typeof given === 'function' ? given : given && (() => given);
  const folder = await temporaryFolder();
  const world = await openJobWorld(folder.path);
  const { database, events } = world.foundation;
  const routes = openFarmRoutes({
    ...{ database, events, clock: () => 1_000_000, version: '1.2.3', queue: queue ?? world.queue },
    watch: status && (async () => status()),
    settings: noSettings,
    uploadsWaiting: status && (() => 4),
  });
  const insert = (id: string, state: string, request: object, createdAt: number) =>
    database.run(
      `INSERT INTO render (id, sequence, project, state, request, template, created_at)
         VALUES (?, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM render), ?, ?, ?, '', ?)`,
      ...[id, world.project, state, JSON.stringify(request), createdAt],
    );
  return {
    routes,
    insert,
    project: world.project,
    read: async () => {
      const answer = await routes.handlers.readFarm(request);
      if ('jsonParts' in answer) return shapes.farm.parse(JSON.parse(answer.jsonParts.join('')));
      if (!('json' in answer)) throw new Error('no JSON');
      return shapes.farm.parse(answer.json);
    },
    [Symbol.asyncDispose]: async () => {
      routes[Symbol.dispose]();
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('the call GET /v1/farm', () => {
  it('reports the queued renders of an embedded engine', async () => {
    await using test = await openRoutes(null);
    test.insert('a', 'queued', {}, 990_000);
    test.insert('b', 'queued', {}, 995_000);
    expect(await test.read()).toEqual({ kind: 'embedded', renders: { queued: 2, running: 0 }, oldestSeconds: 10 });
  });

  it('names the workers with their jobs', async () => {
    const task = (render: string) =>
      ({ order: `${render}-1`, kind: 'film', render, done: 5, total: 50, since: 1000 }) as const;
    await using test = await openRoutes(
      pretendedStatus({
        toolchain,
        workers: [
          pretendedWorker({
            id: '2',
            name: 'box-10',
            maker: toolchain,
            cores: 4,
            doing: [task('known'), task('gone')],
            framesPerSecond: 20,
          }),
          pretendedWorker({
            id: '1',
            name: 'box-9',
            maker: { ...toolchain, engine: 2 },
            cores: 16,
            framesPerSecond: 5,
          }),
        ],
        given: { waiting: 1, active: 2 },
      }),
    );
    test.insert('known', 'rendering', { name: 'Evening' }, 0);
    const farm = await test.read();
    if (farm.kind !== 'farm') throw new Error('no farm');
    expect(farm.workers.map(({ name, state, why }) => [name, state, why?.reason ?? null])).toEqual([
      ['box-9', 'other', 'worker/other-engine'],
      ['box-10', 'working', null],
    ]);
    expect(farm.workers[1]?.doing).toMatchObject([
      {
        render: 'known',
        project: test.project,
        name: 'Evening',
        done: 5,
        total: 50,
        since: '1970-01-01T00:00:01.000Z',
      },
      { render: 'gone', project: null, name: null },
    ]);
    expect(farm).toMatchObject({ cores: 4, framesPerSecond: 25, workersInAll: 2, uploadsWaiting: 4, waitsFor: null });
  });

  it('reports an unreachable queue and its first failure', async () => {
    const why = message('farm/refused-connection');
    const away = { address: 'redis://q', state: 'away', why, since: 2000 } as const;
    await using test = await openRoutes(pretendedStatus({ queue: away }));
    expect(await test.read()).toMatchObject({
      queue: { state: 'away', why: { reason: 'farm/refused-connection' }, since: '1970-01-01T00:00:02.000Z' },
      waitsFor: { reason: 'farm/queue-away' },
    });
  });

  it('reports the progress of whole films', async () => {
    const progress = { render: 'shared', done: 5, total: 50, since: 1000 };
    const tasks = [
      { ...progress, order: 'shared-1.2', kind: 'parts' } as const,
      { ...progress, order: 'b-1', kind: 'film' } as const,
    ];
    await using test = await openRoutes(pretendedStatus({ workers: [pretendedWorker({ doing: tasks })] }), {
      progressOf: () => ({ done: 300, total: 900, framesPerSecond: null }),
    });
    const farm = await test.read();
    expect(farm.kind === 'farm' && farm.workers[0]?.doing.map(({ film }) => film)).toEqual([
      { done: 300, total: 900 },
      null,
    ]);
  });

  it('reports configuration errors while films are made', async () => {
    await using test = await openRoutes(pretendedStatus({ faults: [message('farm/second-service')] }));
    expect(await test.read()).toMatchObject({ waitsFor: null, faults: [{ reason: 'farm/second-service' }] });
  });

  it('is computed once per second for all callers', async () => {
    const status = pretendedStatus();
    let asked = 0;
    await using test = await openRoutes(() => {
      asked += 1;
      return status;
    });
    await Promise.all([test.read(), test.read()]);
    expect(asked).toBe(1);
  });

  it('answers the first thousand workers and their total', async () => {
    const workers = Array.from({ length: 1100 }, (_, index) => pretendedWorker({ id: `${index}`, name: `w${index}` }));
    await using test = await openRoutes(pretendedStatus({ workers }));
    const farm = await test.read();
    expect(farm).toMatchObject({ workersInAll: 1100, cores: 8800 });
    expect(farm.kind === 'farm' && farm.workers.length).toBe(1000);
  });
});

describe('the health of a farm', () => {
  const { signal } = new AbortController();

  it('contains facts for a monitor but no address', async () => {
    const health = await farmHealth(
      async () => pretendedStatus({ workers: [pretendedWorker({ maker: { ...toolchain, engine: 2 } })] }),
      signal,
    );
    expect(health?.answer).toEqual({
      queue: 'reached',
      store: 'reached',
      workers: { able: 0, draining: 0, other: 1 },
      waitsFor: {
        message: 'No worker has engine 3, CanvasKit 0.40.0, and resvg 0.48.1; the only worker has other versions.',
        reason: 'farm/no-such-worker',
        values: { engine: 3, canvasKit: '0.40.0', svg: 'resvg 0.48.1', count: 1 },
      },
    });
  });

  it('is answered within the time limit in any state', async () => {
    const health = await farmHealth(() => new Promise(() => undefined), signal);
    expect(health?.answer).toMatchObject({ queue: 'away', waitsFor: { reason: 'farm/not-seen' } });
  });

  it('reports a film as queued until a worker starts it', async () => {
    const given = { waiting: 3, active: 1 };
    const health = await farmHealth(async () => pretendedStatus({ given }), signal);
    expect(countsByStart({ queued: 10, running: 4 }, health?.notBegun ?? 0)).toEqual({ queued: 13, running: 1 });
    // The sum may differ, because the two numbers are counted at different times, and a render may end in between.
    expect(countsByStart({ queued: 0, running: 2 }, 3)).toEqual({ queued: 2, running: 0 });
  });

  it('is null without a farm', async () => {
    expect(await farmHealth(null, signal)).toBeNull();
    expect(await farmHealth(async () => null, signal)).toBeNull();
  });
});

describe('the metrics of the farm', () => {
  it('count each ended render once', async () => {
    await using folder = await temporaryFolder();
    await using world = await openJobWorld(folder.path);
    const { database, events } = world.foundation;
    using routes = openFarmRoutes({
      ...{ database, events, clock: Date.now, version: '1', queue: world.queue },
      ...{ watch: null, settings: noSettings, uploadsWaiting: null },
    });
    for (const [id, state] of [
      ['a', 'failed'],
      ['b', 'failed'],
      ['c', 'cancelled'],
      ['d', 'rendering'],
    ])
      database.transaction(() =>
        events.record({ type: 'render.changed', project: world.project, data: { id, state, attempt: 1, batch: null } }),
      );
    const answer = await routes.handlers.readMetrics({ ...request, query: {} } as never);
    const text = 'text' in answer ? String(answer.text) : '';
    expect(text).toContain('scenewright_renders_ended_total{state="failed"} 2\n');
    expect(text).toContain('scenewright_renders_ended_total{state="cancelled"} 1\n');
  });

  it('are answered as text only with credentials', async () => {
    await using service = await openService();
    expect((await fetch(`${service.url}/metrics`)).status).toBe(401);
    const answer = await service.fetch('/metrics');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(await answer.text()).toMatch(/^scenewright_renders_queued 0$/m);
    expect(callOf('readMetrics').access).toBe('credentials');
  });
});

describe('the settings of a farm in the complete service', () => {
  const farm = { queue: 'redis://127.0.0.1:9', store: '/srv/films' };

  it('are stored for the next start without showing secrets', async () => {
    await using folder = await temporaryFolder();
    const first = await openService({ workspace: folder.path });
    const input = { ...farm, username: 'films', password: 'not-for-the-log' };
    const changed = await first.client.call('changeFarmSettings', { body: { farm: input } });
    expect(changed).toMatchObject({ from: 'settings', takesEffect: 'at-next-start', farm: { hasPassword: true } });
    expect([JSON.stringify(changed), ...first.lines].join()).not.toContain('not-for-the-log');
    await first[Symbol.asyncDispose]();
    await using second = await openService({ workspace: folder.path });
    expect(await second.client.call('readFarmSettings')).toEqual({ ...changed, takesEffect: 'in-effect' });
  });

  it('are refused if they are invalid', async () => {
    await using service = await openService();
    const refused = service.client.call('changeFarmSettings', { body: { farm: { ...farm, queue: 'https://queue' } } });
    await expect(refused).rejects.toMatchObject({
      problem: { status: 400, code: 'request/invalid', reason: 'farm-setting/queue-address' },
    });
  });

  it('are checked before they are used', async () => {
    await using folder = await temporaryFolder();
    await using service = await openService();
    const check = await service.client.call('checkFarm', { body: { farm: { ...farm, store: folder.path } } });
    expect(check).toMatchObject({ queue: { ok: false, reason: 'farm/refused-connection' }, store: { ok: true } });
  });
});
