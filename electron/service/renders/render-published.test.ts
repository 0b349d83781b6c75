import { expect, it } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { takePublication } from '#service/publishing/publications.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { readRender, requestOf, startRender } from './testing/calls.ts';
import { manualWorker } from './testing/hand-worker.ts';
import { openJobWorld, tinyFilm } from './testing/job-world.ts';

async function openWorld() {
  const folder = await temporaryFolder();
  const worker = manualWorker(folder.path);
  const world = await openJobWorld(folder.path, { worker });
  world.queue.start();
  const put = (name: string, text: string) => world.putAsset(world.project, name, Buffer.from(text));
  const old = await put('clip.mp4', 'old');
  world.putMovie(world.project, 'hello', tinyFilm());
  const projects = { require: () => world.project };
  const { signal } = new AbortController();
  const { uid: published } = await takePublication({ ...world.foundation, projects }, world.project, signal);
  await put('clip.mp4', 'new');
  world.putMovie(world.project, 'hello', tinyFilm('src="${name}"'));
  const run = async (index: number) => {
    await waitUntil(() => worker.runs.length > index);
    return required(worker.runs[index], 'a run');
  };
  return {
    world,
    published,
    old,
    run,
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it('a movie from a snapshot uses the assets of the snapshot', async () => {
  await using test = await openWorld();
  await startRender(test.world, { movie: 'Hello', published: test.published, async: 'true' });
  const { work } = await test.run(0);
  expect([work.template, [...work.inputs]]).toEqual([tinyFilm(), [['clip.mp4', test.old]]]);
});

it('a failed render is retried from the same snapshot', async () => {
  await using test = await openWorld();
  const { id } = await startRender(test.world, { movie: 'hello', published: test.published, async: 'true' });
  (await test.run(0)).fail(new ServiceError('ffmpeg/failed'));
  await waitUntil(async () => (await readRender(test.world, id))['state'] === 'failed');
  const parameters = { project: test.world.project, render: String(id) };
  await test.world.handlers.retryRender(requestOf<'retryRender'>({ parameters, query: {}, body: null }));
  expect([...(await test.run(1)).work.inputs.values()]).toEqual([test.old]);
});

it('a snapshot is rendered after its project is deleted', async () => {
  await using test = await openWorld();
  const other = test.world.addProject('p2');
  test.world.foundation.database.run('DELETE FROM project WHERE uid = ?', test.world.project);
  const form = { movie: 'hello', published: test.published, async: 'true' };
  await startRender({ ...test.world, project: other }, form);
  expect([...(await test.run(0)).work.inputs.values()]).toEqual([test.old]);
});

it('a batch from a snapshot is rendered and retried', async () => {
  await using test = await openWorld();
  const parameters = { region: 'local', project: test.world.project };
  const body = { movie: 'hello', published: test.published, rows: [{}, {}], filename: 'film-${index}' };
  const answer = await test.world.handlers.startBatch(requestOf<'startBatch'>({ parameters, query: {}, body }));
  const { id } = ('json' in answer ? answer.json : {}) as { readonly id: string };
  const first = await test.run(0);
  expect([...first.work.inputs.values()]).toEqual([test.old]);
  first.fail(new ServiceError('ffmpeg/failed'));
  await test.run(1);
  const batch = { parameters: { project: test.world.project, batch: id }, query: {}, body: null };
  await test.world.handlers.retryBatch(requestOf<'retryBatch'>(batch));
  (await test.run(1)).fail(new ServiceError('ffmpeg/failed'));
  expect([...(await test.run(2)).work.inputs.values()]).toEqual([test.old]);
});

it.each([
  [{ movie: 'hello', published: 'nothing' }, 'published/not-found'],
  [{ movie: 'other', published: 'SNAPSHOT' }, 'movie/not-found'],
  [{ template: tinyFilm(), published: 'SNAPSHOT' }, 'render/invalid'],
])('a render of %j is refused', async (form, code) => {
  await using test = await openWorld();
  const published = form.published === 'SNAPSHOT' ? test.published : form.published;
  await expect(startRender(test.world, { ...form, published })).rejects.toMatchObject({ code });
});
