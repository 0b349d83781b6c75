import { expect, it } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { readRender, requestOf, startRender } from '../testing/calls.ts';
import { manualWorker } from '../testing/hand-worker.ts';
import { openJobWorld } from '../testing/job-world.ts';

const FILM = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';

async function openWorld() {
  const folder = await temporaryFolder();
  const worker = manualWorker(folder.path);
  const world = await openJobWorld(folder.path, { worker });
  const start = async (name: string) =>
    String((await startRender(world, { template: FILM, async: 'true', name }))['id']);
  const next = (id: string) => {
    const parameters = { project: world.project, render: id };
    return world.handlers.renderNext(requestOf<'renderNext'>({ parameters, query: {}, body: null }));
  };
  /** Finishes the running film. Returns the name of the film. */
  const finish = async (index: number) => {
    await waitUntil(() => worker.runs.length > index);
    const run = required(worker.runs[index], 'a run');
    run.report({ kind: 'rendering' });
    await run.finish();
    await waitUntil(async () => (await readRender(world, run.work.render))['state'] === 'succeeded');
    return String((await readRender(world, run.work.render))['name']);
  };
  return {
    ...world,
    world,
    worker,
    start,
    next,
    finish,
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it('the render that was moved to the front last starts first', async () => {
  await using test = await openWorld();
  const ids = new Map<string, string>();
  for (const name of ['a', 'b', 'c', 'd']) ids.set(name, await test.start(name));
  const id = (name: string) => required(ids.get(name) ?? null, name);
  // Before the queue starts, only the rows change.
  await test.next(id('c'));
  await test.next(id('d'));
  expect(await readRender(test.world, id('d'))).toMatchObject({ state: 'queued', next: true });
  expect(await readRender(test.world, id('a'))).toMatchObject({ state: 'queued', next: false });
  test.queue.start();
  const order: string[] = [];
  for (const index of [0, 1, 2, 3]) order.push(await test.finish(index));
  expect(order).toEqual(['d', 'c', 'a', 'b']);
});

it('a render that has started or ended does not move', async () => {
  await using test = await openWorld();
  const first = await test.start('does not move to the front');
  test.queue.start();
  await waitUntil(() => test.worker.runs.length === 1);
  expect(await test.next(first)).toMatchObject({ status: 200, json: { state: 'fetching', next: false } });
  await test.finish(0);
  expect(await test.next(first)).toMatchObject({ status: 200, json: { state: 'succeeded', next: false } });
});

it('a row at the front is rendered despite its paused batch', async () => {
  await using test = await openWorld();
  test.putMovie(test.project, 'card', FILM);
  const parameters = { region: 'local', project: test.project };
  const body = { movie: 'card', rows: [{}, {}, {}], filename: 'film-${index}' };
  await test.handlers.startBatch(requestOf<'startBatch'>({ parameters, query: {}, body }));
  const batch = required(test.batches.list(test.project)[0], 'a batch');
  test.batches.pause(batch);
  test.queue.start();
  const rows = await test.batches.rows(batch.id);
  await test.next(required(rows[1], 'a row').id);
  expect(await test.finish(0)).toBe('film-2.mp4');
  expect(test.batches.listAll(5)).toMatchObject([{ id: batch.id, paused: true, counts: { succeeded: 1, queued: 2 } }]);
});
