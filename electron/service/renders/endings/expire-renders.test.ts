import { describe, expect, it } from 'vitest';
import type { BlobDigest } from '#service/storage/ports.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { readRender, requestOf, startRender } from '../testing/calls.ts';
import { manualWorker } from '../testing/hand-worker.ts';
import { openJobWorld } from '../testing/job-world.ts';
import { expireRenders, type FilmLimits } from './expire-renders.ts';

const TEMPLATE = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

async function openWorld() {
  const folder = await temporaryFolder();
  const worker = manualWorker(folder.path);
  const world = await openJobWorld(folder.path, { worker });
  world.queue.start();
  const { database, events, blobs } = world.foundation;
  /** Ends the render with this index in order of submission. Its film has these bytes. */
  const end = async (index: number, text: string, ago: number): Promise<string> => {
    await waitUntil(() => worker.runs.length > index);
    const run = worker.runs[index];
    run?.report({ kind: 'rendering' });
    await run?.finish(text);
    const id = String(run?.work.render);
    await waitUntil(async () => (await readRender(world, id))['state'] === 'succeeded');
    database.run('UPDATE render SET ended_at = ? WHERE id = ?', Date.now() - ago, id);
    return id;
  };
  let runs = 0;
  return {
    world,
    end,
    /** Renders a film and sets its end to `ago` milliseconds ago. */
    render: async (text: string, ago: number) => {
      await startRender(world, { template: TEMPLATE, async: 'true' });
      return await end(runs++, text, ago);
    },
    expire: (limits: Partial<FilmLimits> = {}) =>
      expireRenders({ records: { database, events, clock: Date.now }, isHeld: blobs.isHeld, limits }),
    urls: async (...ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await readRender(world, id))['url'] !== null)),
    filmOf: (id: string) => database.get('SELECT film FROM render WHERE id = ?', id)?.['film'] as BlobDigest,
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('a film', { tags: ['promise:P6'] }, () => {
  it('expires 30 days after its render ended', { tags: ['promise:P6'] }, async () => {
    await using test = await openWorld();
    const [old, young] = [await test.render('old', 31 * DAY), await test.render('young', 29 * DAY)];
    expect((await test.expire()).films).toBe(1);
    expect(await test.urls(old, young)).toEqual([false, true]);
    expect(await readRender(test.world, old)).toMatchObject({ state: 'succeeded', bytes: 3, url: null });
    const read = (render: string) =>
      test.world.handlers.readFilm(
        requestOf<'readFilm'>({ parameters: { project: 'p1', render }, query: {}, body: null }),
      );
    expect(() => read(old)).toThrow(expect.objectContaining({ code: 'render/expired' }));
    expect(await read(young)).toMatchObject({ status: 200 });
  });

  it('expires earlier above the size limit, oldest first, after one hour', { tags: ['promise:P6'] }, async () => {
    await using test = await openWorld();
    const ids = [
      await test.render('aaaa', 4 * HOUR),
      await test.render('bbbb', 3 * HOUR),
      await test.render('cccc', 2 * HOUR),
      await test.render('d'.repeat(100), 0.5 * HOUR),
    ];
    await test.expire({ filmsBytes: 104 });
    expect(await test.urls(...ids)).toEqual([false, false, true, true]);
    await test.expire({ filmsBytes: 1 });
    expect(await test.urls(...ids)).toEqual([false, false, false, true]);
  });

  it('expires with its youngest render and counts once', async () => {
    await using test = await openWorld();
    const [first, second] = [await test.render('same', 40 * DAY), await test.render('same', 1 * DAY)];
    await test.expire({ filmsBytes: 4 });
    expect(await test.urls(first, second)).toEqual([true, true]);
  });

  it('stays while it is downloaded', async () => {
    await using test = await openWorld();
    const id = await test.render('old', 31 * DAY);
    const hold = test.world.foundation.blobs.hold(test.filmOf(id));
    await test.expire();
    expect(await test.urls(id)).toEqual([true]);
    hold[Symbol.dispose]();
    await test.expire();
    expect(await test.urls(id)).toEqual([false]);
  });

  it('stays while its batch is running', async () => {
    await using test = await openWorld();
    test.world.putMovie(test.world.project, 'hello', TEMPLATE);
    const parameters = { region: 'local', project: 'p1' };
    const body = { movie: 'hello', rows: [{}, {}], filename: '${index}' };
    await test.world.handlers.startBatch(requestOf<'startBatch'>({ parameters, query: {}, body }));
    const first = await test.end(0, 'first', 31 * DAY);
    await test.expire({ filmsBytes: 1 });
    expect(await test.urls(first)).toEqual([true]);
    const second = await test.end(1, 'second', 31 * DAY);
    await test.expire();
    expect(await test.urls(first, second)).toEqual([false, false]);
  });
});

it('a render, a batch, and their notifications are deleted after 90 days', { tags: ['promise:P6'] }, async () => {
  await using test = await openWorld();
  const { database } = test.world.foundation;
  const [old, young] = [await test.render('old', 91 * DAY), await test.render('young', 89 * DAY)];
  database.run(
    `INSERT INTO notification (id, render, url, body, next_at, state, created_at, ended_at)
     VALUES ('m1', ?, 'u', '', 0, 'sent', 0, ?), ('m2', ?, 'u', '', 0, 'waiting', 0, NULL)`,
    ...[old, Date.now() - 91 * DAY, old],
  );
  database.run(
    `INSERT INTO batch (id, project, movie, format, quality, filename, created_at, accepted)
         VALUES ('b1', 'p1', 'm', 'mp4', 'draft', 'f', 0, 1), ('b2', 'p1', 'm', 'mp4', 'draft', 'f', 0, 1)`,
  );
  const row = `INSERT INTO render (id, sequence, project, batch, batch_index, state, request, template, created_at, ended_at)
    SELECT ?, ?, 'p1', ?, 1, 'cancelled', request, template, 0, ? FROM render WHERE id = ?`;
  database.run(row, 'r1', 101, 'b1', Date.now() - 91 * DAY, young);
  database.run(row, 'r2', 102, 'b2', Date.now() - 91 * DAY, young);
  database.run(row, 'r3', 103, 'b2', Date.now() - 80 * DAY, young);
  expect(await test.expire()).toMatchObject({ renders: 2, notifications: 1 });
  expect(database.all('SELECT id FROM render ORDER BY sequence').map(({ id }) => id)).toEqual([young, 'r2', 'r3']);
  expect(database.all('SELECT id FROM batch')).toEqual([{ id: 'b2' }]);
  expect(database.all('SELECT id FROM notification')).toEqual([{ id: 'm2' }]);
});

it('a render with an open upload is not deleted after 90 days', { tags: ['promise:P6'] }, async () => {
  await using test = await openWorld();
  const ids = [
    await test.render('forgotten', 91 * DAY),
    await test.render('left', 91 * DAY),
    await test.render('young', 89 * DAY),
  ];
  const { database } = test.world.foundation;
  const left = () => database.all('SELECT id FROM render ORDER BY sequence').map(({ id }) => id);
  database.run('UPDATE render SET open_upload = ? WHERE id = ?', '{"kind":"open","id":"u"}', ids[1] ?? '');
  expect((await test.expire()).renders).toBe(1);
  expect(left()).toEqual(ids.slice(1));
  database.run('UPDATE render SET open_upload = NULL');
  expect((await test.expire()).renders).toBe(1);
  expect(left()).toEqual(ids.slice(2));
});
