import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import type { RenderId } from '../records/render-record.ts';
import { claimRender, endRender } from '../records/transitions.ts';
import { readRender, requestOf, startRender } from '../testing/calls.ts';
import { manualWorker } from '../testing/hand-worker.ts';
import { openJobWorld } from '../testing/job-world.ts';

const EMPTY_FILM = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
const LATER = { template: EMPTY_FILM, async: 'true' };
const STORE = JSON.stringify({
  type: 's3',
  aws_access_key_id: 'AK',
  aws_secret_access_key: 'canary-secret-key',
  bucket: 'films',
  filename: 'a.mp4',
  endpoint: 'https://store.example',
});

async function openWorld(options: Parameters<typeof openJobWorld>[1] & { readonly deaf?: boolean } = {}) {
  const folder = await temporaryFolder();
  const worker = manualWorker(folder.path, { deaf: options.deaf === true });
  const world = await openJobWorld(folder.path, { worker, ...options });
  world.queue.start();
  const run = async (index: number) => {
    await waitUntil(() => worker.runs.length > index);
    return required(worker.runs[index], 'a run');
  };
  const stateOf = async (id: unknown) => (await readRender(world, id))['state'];
  const changesOf = (id: unknown) =>
    world.foundation.events
      .since(0)
      .flatMap(({ type, data }) => (type === 'render.changed' && 'id' in data && data.id === id ? [data] : []))
      .map((data) => ('state' in data ? data.state : null));
  const notifications = () => world.foundation.database.all('SELECT url, body FROM notification ORDER BY rowid');
  return {
    ...world,
    world,
    worker,
    run,
    stateOf,
    changesOf,
    notifications,
    folder,
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('a render', () => {
  it('passes through its states and reports each of them', async () => {
    await using test = await openWorld();
    const { id } = await startRender(test.world, {
      ...LATER,
      onsuccess: 'https://hook.example/yes',
      onerror: 'https://hook.example/no',
    });
    const run = await test.run(0);
    run.report({ kind: 'rendering' });
    run.report({ kind: 'progress', done: 3, total: 5, framesPerSecond: 2, etaSeconds: 1 });
    expect(await readRender(test.world, id)).toMatchObject({
      state: 'rendering',
      done: 3,
      total: 5,
      fps: 2,
      attempt: 1,
    });
    await run.finish();
    await waitUntil(async () => (await test.stateOf(id)) === 'succeeded');
    expect(test.changesOf(id)).toEqual(['queued', 'fetching', 'rendering', 'succeeded']);
    expect(test.notifications().map((row) => row['url'])).toEqual(['https://hook.example/yes']);
    expect(test.foundation.database.all('SELECT * FROM render_input')).toEqual([]);
  });

  it("has a reason and the tool's log after a failure", async () => {
    await using test = await openWorld();
    const { id } = await startRender(test.world, { ...LATER, onerror: 'https://hook.example/no' });
    (await test.run(0)).fail(new ServiceError('ffmpeg/failed', 'It ended with code 1.', { log: ['bad'] }));
    await waitUntil(async () => (await test.stateOf(id)) === 'failed');
    expect((await readRender(test.world, id))['error']).toEqual({
      code: 'ffmpeg/failed',
      detail: 'FFmpeg stopped with an error. It ended with code 1.',
      log: ['bad'],
    });
    expect(String(test.notifications()[0]?.['body'])).toContain('"render.failed"');
  });

  it.each(['queued', 'fetching', 'rendering', 'uploading'])(
    'ends once and leaves no film when canceled while %s',
    { tags: ['promise:F26'] },
    async (stage) => {
      const sent: string[] = [];
      await using test = await openWorld({
        send: (_film, _destination, _credentials, { signal }) =>
          new Promise((_resolve, reject) => {
            sent.push('begun');
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      });
      if (stage === 'queued') await startRender(test.world, LATER);
      const { id } = await startRender(test.world, {
        ...LATER,
        destination: STORE,
        onsuccess: 'https://hook.example/yes',
      });
      const run = stage === 'queued' ? null : await test.run(0);
      if (stage === 'rendering' || stage === 'uploading') run?.report({ kind: 'rendering' });
      if (stage === 'uploading') await run?.finish();
      await waitUntil(async () => (await test.stateOf(id)) === stage && (stage !== 'uploading' || sent.length > 0));
      await Promise.all([test.queue.cancel(id as RenderId), test.queue.cancel(id as RenderId)]);
      expect(await readRender(test.world, id)).toMatchObject({ state: 'cancelled', url: null });
      expect(test.changesOf(id).filter((state) => state === 'cancelled')).toHaveLength(1);
      expect(test.notifications()).toEqual([]);
    },
  );

  it('returns to the queue at a stop', async () => {
    await using test = await openWorld();
    const { id } = await startRender(test.world, LATER);
    await test.run(0);
    await test.queue.stop();
    expect(await readRender(test.world, id)).toMatchObject({ state: 'queued', attempt: 0 });
  });

  it('survives a stop on another machine, and the next start resumes it', { tags: ['promise:F24'] }, async () => {
    await using folder = await temporaryFolder();
    const open = async () => {
      const worker = manualWorker(folder.path, { outlivesUs: true });
      const world = await openJobWorld(folder.path, { worker, atOnce: { most: 2, withTwoCores: 2 } });
      world.queue.start();
      return { ...world, world, worker };
    };
    const before = await open();
    const ids = [(await startRender(before.world, LATER)).id, (await startRender(before.world, LATER)).id];
    await waitUntil(() => before.worker.runs.length === 2);
    required(before.worker.runs[0], 'a run').report({ kind: 'rendering' });
    await before.world[Symbol.asyncDispose]();
    expect(before.worker.runs.map(({ cancelledWith }) => cancelledWith())).toEqual([undefined, undefined]);

    const after = await open();
    await waitUntil(() => after.worker.runs.length === 2);
    expect(after.worker.runs.map(({ work }) => [work.render, work.attempt])).toEqual(ids.map((id) => [id, 1]));
    for (const run of after.worker.runs) {
      run.report({ kind: 'rendering' });
      await run.finish();
    }
    for (const id of ids) await waitUntil(async () => (await readRender(after.world, id))['state'] === 'succeeded');
    expect(await readRender(after.world, ids[0])).toMatchObject({ attempt: 1 });
    await after.world[Symbol.asyncDispose]();
  });

  it('keeps its film after a failed upload', async () => {
    let attempts = 0;
    await using test = await openWorld({
      send: async (film) => {
        attempts += 1;
        if (attempts === 1) throw new ServiceError('destination/failed', 'It said 503.');
        return { url: `https://store.example/films/${await readFile(film.path, 'utf8')}`, etag: null };
      },
    });
    const { id } = await startRender(test.world, { ...LATER, destination: STORE });
    const run = await test.run(0);
    run.report({ kind: 'rendering' });
    await run.finish('whole');
    await waitUntil(async () => (await test.stateOf(id)) === 'failed');
    expect(await readRender(test.world, id)).toMatchObject({ error: { code: 'destination/failed' }, bytes: 5 });
    await test.queue.retry(id as RenderId);
    await waitUntil(async () => (await test.stateOf(id)) === 'succeeded');
    expect(await readRender(test.world, id)).toMatchObject({ url: 'https://store.example/films/whole', frames: 5 });
    expect(test.worker.runs).toHaveLength(1);
  });
});

describe('the queue', () => {
  it('alternates between projects', async () => {
    await using test = await openWorld();
    test.addProject('p2');
    const orders: unknown[] = [];
    for (const project of ['p1', 'p1', 'p1', 'p2', 'p2'])
      orders.push((await startRender({ ...test.world, project: test.addProject(project) }, LATER))['id']);
    const order: unknown[] = [];
    for (let index = 0; index < 5; index++) {
      const run = await test.run(index);
      order.push(orders.indexOf(run.work.render));
      run.report({ kind: 'rendering' });
      await run.finish();
    }
    expect(order).toEqual([0, 3, 1, 4, 2]);
  });

  it('assigns a render to only one worker', { tags: ['promise:F28'] }, async () => {
    await using test = await openWorld();
    await startRender(test.world, LATER);
    const { id } = await startRender(test.world, LATER);
    const { database, events, clock } = test.foundation;
    const records = { database, events, clock, notify: () => undefined };
    expect([claimRender(records, id as RenderId)?.attempt, claimRender(records, id as RenderId)]).toEqual([1, null]);
  });

  it('refuses the result of an outdated attempt', { tags: ['promise:P8', 'promise:F27'] }, async () => {
    await using test = await openWorld({ deaf: true });
    const { id } = await startRender(test.world, LATER);
    const zombie = await test.run(0);
    zombie.report({ kind: 'rendering' });
    // Simulate that another process has taken over the render.
    test.foundation.database.run('UPDATE render SET attempt = attempt + 1 WHERE id = ?', String(id));
    await zombie.finish('of a zombie');
    await waitUntil(() => test.queue.counts().running === 0);
    expect(await readRender(test.world, id)).toMatchObject({ state: 'rendering', attempt: 2, url: null });
    const { database, events, clock } = test.foundation;
    const ticket = { id: id as RenderId, attempt: 1 };
    const ending = { state: 'cancelled' } as const;
    expect(endRender({ database, events, clock, notify: () => undefined }, ticket, ending)).toBe(false);
  });

  it('fails a render once after three interruptions and notifies', { tags: ['promise:F24'] }, async () => {
    await using folder = await temporaryFolder();
    const worker = manualWorker(folder.path);
    let id: unknown;
    for (let life = 1; life <= 4; life++) {
      const world = await openJobWorld(folder.path, { worker });
      world.queue.start();
      if (life === 1) id = (await startRender(world, { ...LATER, onerror: 'https://hook.example/no' }))['id'];
      if (life < 4) await waitUntil(() => worker.runs.length === life);
      else {
        expect(await readRender(world, id)).toMatchObject({
          state: 'failed',
          attempt: 3,
          error: { code: 'render/attempts' },
        });
        expect(world.foundation.database.all('SELECT url FROM notification')).toHaveLength(1);
      }
      // Simulate a crash: the running renders are not returned to the queue.
      world.foundation.database.close();
    }
    expect(worker.runs).toHaveLength(3);
  });

  it('stores keys outside of the database and removes unused keys', async () => {
    await using test = await openWorld({ send: async () => ({ url: 'https://store.example/x', etag: null }) });
    const { id } = await startRender(test.world, { ...LATER, destination: STORE });
    const run = await test.run(0);
    const name = String(test.foundation.database.get('SELECT secret_name FROM render')?.['secret_name']);
    const secretFile = `${test.foundation.workspace}/secrets/${name}`;
    expect(await readFile(secretFile, 'utf8')).toContain('canary-secret-key');
    run.report({ kind: 'rendering' });
    await run.finish();
    await waitUntil(async () => (await test.stateOf(id)) === 'succeeded' && test.queue.counts().running === 0);
    await expect(readFile(secretFile)).rejects.toThrow('ENOENT');
    const { workspace, database } = test.foundation;
    database.get('PRAGMA wal_checkpoint(TRUNCATE)');
    expect((await readFile(`${workspace}/scenewright.db`)).includes('canary-secret-key')).toBe(false);
  });
});

describe('a machine with two cores', () => {
  const TWO_CORES = { atOnce: { most: 2, withTwoCores: 1 } };
  const openBatch = async ({ world }: Awaited<ReturnType<typeof openWorld>>, rows: number) => {
    world.putMovie(world.project, 'card', EMPTY_FILM);
    const parameters = { region: 'local', project: world.project };
    const body = { movie: 'card', rows: Array.from({ length: rows }, () => ({})), filename: 'row-${index}' };
    await world.handlers.startBatch(requestOf<'startBatch'>({ parameters, query: {}, body }));
    return await world.batches.rows(required(world.batches.list(world.project)[0], 'a batch').id);
  };

  it('runs two rows of a batch together', async () => {
    await using test = await openWorld(TWO_CORES);
    const rows = await openBatch(test, 3);
    const [, second] = [await test.run(0), await test.run(1)];
    expect(test.queue.counts()).toEqual({ queued: 1, running: 2 });
    second.report({ kind: 'rendering' });
    await second.finish();
    expect((await test.run(2)).work.render).toBe(rows[2]?.id);
    expect(test.queue.counts()).toEqual({ queued: 0, running: 2 });
  });

  it('runs a single film together with one row and no other row', async () => {
    await using test = await openWorld(TWO_CORES);
    await openBatch(test, 3);
    const first = await test.run(0);
    await test.run(1);
    const { id } = await startRender(test.world, LATER);
    first.report({ kind: 'rendering' });
    await first.finish();
    const single = await test.run(2);
    expect(single.work.render).toBe(id);
    const second = await test.run(1);
    second.report({ kind: 'rendering' });
    await second.finish();
    await waitUntil(() => test.queue.counts().running === 1);
    // Check immediately, because `wake` chooses renders synchronously.
    test.queue.wake();
    expect(test.queue.counts()).toEqual({ queued: 1, running: 1 });
    single.report({ kind: 'rendering' });
    await single.finish();
    await test.run(3);
    expect(test.queue.counts()).toEqual({ queued: 0, running: 1 });
  });

  it('starts a prioritized row beside a single film', async () => {
    await using test = await openWorld(TWO_CORES);
    await startRender(test.world, LATER);
    await test.run(0);
    const rows = await openBatch(test, 2);
    expect(test.queue.counts()).toEqual({ queued: 2, running: 1 });
    const requested = required(rows[1], 'a row').id;
    test.queue.next(requested);
    expect((await test.run(1)).work.render).toBe(requested);
    expect(test.queue.counts()).toEqual({ queued: 1, running: 2 });
  });

  it('runs films of two projects and queues both at a stop', async () => {
    await using test = await openWorld(TWO_CORES);
    const { id: first } = await startRender(test.world, LATER);
    const { id: second } = await startRender({ ...test.world, project: test.addProject('p2') }, LATER);
    await test.run(1);
    await test.queue.stop();
    const states = test.foundation.database.all('SELECT id, state FROM render ORDER BY sequence');
    expect(states).toEqual([
      { id: first, state: 'queued' },
      { id: second, state: 'queued' },
    ]);
  });
});
