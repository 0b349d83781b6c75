import { expect, it } from 'vitest';
import { createBrandStore } from '#service/brand/brand-store.ts';
import { ServiceError } from '#service/errors/service-error.ts';
import { takePublication } from '#service/publishing/publications.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import type { BrandKit } from '#shared/brand/brand-kit.ts';
import { required } from '#shared/lib/assert.ts';
import { jsonOf, readRender, requestOf, startRender } from './testing/calls.ts';
import { manualWorker } from './testing/hand-worker.ts';
import { openJobWorld, tinyFilm } from './testing/job-world.ts';

const film = tinyFilm('src="${brand_logo, clip.mp4}"');
const logo = (asset: string): BrandKit => ({ logos: [{ name: 'Logo', asset }] });

async function openWorld() {
  const folder = await temporaryFolder();
  const worker = manualWorker(folder.path);
  const world = await openJobWorld(folder.path, { worker });
  const { project, foundation } = world;
  world.queue.start();
  const put = (name: string) => world.putAsset(project, name, Buffer.from(name));
  const [clip, red, blue] = [await put('clip.mp4'), await put('red.mp4'), await put('blue.mp4')];
  world.putMovie(project, 'hello', film);
  const projects = { require: () => project };
  const brands = createBrandStore({ ...foundation, projects });
  brands.save(project, logo('red.mp4'));
  return {
    world,
    assets: { clip, red, blue },
    setLogo: (asset: string) => brands.save(project, logo(asset)),
    publish: () => takePublication({ ...foundation, projects }, project, new AbortController().signal),
    run: async (index: number) => {
      await waitUntil(() => worker.runs.length > index);
      return required(worker.runs[index], 'a run');
    },
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it('a render keeps the brand values from the time of its acceptance', async () => {
  await using test = await openWorld();
  const { assets } = test;
  const { id } = await startRender(test.world, { movie: 'hello', async: 'true' });
  await startRender(test.world, { movie: 'hello', async: 'true' });
  test.setLogo('blue.mp4');
  const first = await test.run(0);
  expect([[...first.work.variables], [...first.work.inputs.values()]]).toEqual([
    [['brand_logo', 'red.mp4']],
    [assets.red],
  ]);
  first.fail(new ServiceError('ffmpeg/failed'));
  const second = await test.run(1);
  expect(second.work.variables.get('brand_logo')).toBe('red.mp4');
  second.fail(new ServiceError('ffmpeg/failed'));
  await waitUntil(async () => (await readRender(test.world, id))['state'] === 'failed');
  const parameters = { project: test.world.project, render: String(id) };
  await test.world.handlers.retryRender(requestOf<'retryRender'>({ parameters, query: {}, body: null }));
  expect([...(await test.run(2)).work.inputs.values()]).toEqual([assets.red]);
});

it('a given value overrides the brand', async () => {
  await using test = await openWorld();
  const { assets } = test;
  const variables = JSON.stringify({ brand_logo: 'blue.mp4' });
  await startRender(test.world, { movie: 'hello', variables, async: 'true' });
  test.setLogo('gone.mp4');
  await startRender(test.world, { movie: 'hello', async: 'true' });
  const first = await test.run(0);
  expect([...first.work.inputs.values()]).toEqual([assets.blue]);
  first.fail(new ServiceError('ffmpeg/failed'));
  expect([...(await test.run(1)).work.inputs.values()]).toEqual([assets.clip]);
});

it('batch values override the brand', async () => {
  await using test = await openWorld();
  const { assets } = test;
  const parameters = { region: 'local', project: test.world.project };
  const rows = [{}, { brand_logo: 'blue.mp4' }];
  const body = { movie: 'hello', rows, filename: '${index}-${brand_logo}' };
  const answer = await test.world.handlers.startBatch(requestOf<'startBatch'>({ parameters, query: {}, body }));
  const id = String(jsonOf(answer)['id']);
  const first = await test.run(0);
  expect([...first.work.inputs.values()]).toEqual([assets.red]);
  first.fail(new ServiceError('ffmpeg/failed'));
  expect([...(await test.run(1)).work.inputs.values()]).toEqual([assets.blue]);
  const batch = { parameters: { project: test.world.project, batch: id }, query: {}, body: null };
  const read = await test.world.handlers.readBatch(requestOf<'readBatch'>(batch));
  expect(jsonOf(read)).toMatchObject({
    rows: [
      { filename: '1-red.mp4', variables: {} },
      { filename: '2-blue.mp4', variables: { brand_logo: 'blue.mp4' } },
    ],
  });
});

it('a film from a snapshot uses the brand of the snapshot', async () => {
  await using test = await openWorld();
  const { uid: published } = await test.publish();
  test.setLogo('blue.mp4');
  await startRender(test.world, { movie: 'hello', published, async: 'true' });
  expect([...(await test.run(0)).work.inputs.values()]).toEqual([test.assets.red]);
});
