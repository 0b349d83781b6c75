import { expect, it } from 'vitest';
import { createBrandStore } from '#service/brand/brand-store.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { jsonOf, requestOf, startRender } from '../testing/calls.ts';
import { manualWorker } from '../testing/hand-worker.ts';
import { openJobWorld } from '../testing/job-world.ts';

const film = (inside = '', attributes = '') =>
  `<movie width="64" height="64" framerate="10"><scene duration="5" ${attributes}><video src="clip.mp4"/>${inside}</scene></movie>`;
const text = (content: string) =>
  `<text content="${content}" color="\${brand_accent, #ffffff}" width="60" height="20" size="8"/>`;

async function openWorld() {
  const folder = await temporaryFolder();
  const worker = manualWorker(folder.path);
  const world = await openJobWorld(folder.path, { worker });
  const { project, foundation, handlers } = world;
  world.queue.start();
  await world.putAsset(project, 'clip.mp4', Buffer.from('clip'));
  const brands = createBrandStore({ ...foundation, projects: { require: () => project } });
  const parameters = { region: 'local', project };
  let ended = 0;
  const filmsMade = () =>
    Number(foundation.database.get(`SELECT COUNT(*) AS n FROM render WHERE state = 'succeeded'`)?.['n']);
  const finish = async (count = 1) => {
    for (const end = ended + count; ended < end; ended += 1) {
      await waitUntil(() => worker.runs.length > ended);
      const run = required(worker.runs[ended], 'a run');
      run.report({ kind: 'rendering' });
      await run.finish();
      await waitUntil(() => filmsMade() > ended);
    }
  };
  return {
    world,
    worker,
    save: (xml: string) => world.putMovie(project, 'hello', xml),
    accent: (value: string) => brands.save(project, { colours: [{ name: 'Accent', value, role: 'accent' }] }),
    render: async (form: Readonly<Record<string, string>> = {}) => {
      const { id } = await startRender(world, { movie: 'hello', async: 'true', ...form });
      await finish();
      return String(id);
    },
    batch: async (rows: readonly Readonly<Record<string, string>>[], settings: { readonly loudness?: string } = {}) => {
      const body = { ...settings, movie: 'hello', rows: rows.map((row) => ({ ...row })), filename: '${name}-${index}' };
      const { id } = jsonOf(await handlers.startBatch(requestOf<'startBatch'>({ parameters, query: {}, body })));
      await finish(rows.length);
      return String(id);
    },
    finish,
    outdated: async () => {
      const query = { project };
      const answer = await handlers.listOutdated(requestOf<'listOutdated'>({ parameters: {}, query, body: null }));
      return jsonOf(answer)['films'] as readonly Readonly<Record<string, unknown>>[];
    },
    again: async (render: string) => {
      const request = requestOf<'renderAgain'>({ parameters: { project, render }, query: {}, body: null });
      return String(jsonOf(await handlers.renderAgain(request))['id']);
    },
    batchAgain: async (batch: string, rows?: string) => {
      const query = rows === undefined ? {} : { rows };
      const request = requestOf<'againBatch'>({ parameters: { project, batch }, query, body: null });
      return String(jsonOf(await handlers.againBatch(request))['id']);
    },
    read: async (batch: string) => {
      const request = requestOf<'readBatch'>({ parameters: { project, batch }, query: {}, body: null });
      return jsonOf(await handlers.readBatch(request));
    },
    rows: async (batch: string) => {
      const request = requestOf<'readBatch'>({ parameters: { project, batch }, query: {}, body: null });
      return jsonOf(await handlers.readBatch(request))['rows'] as readonly Readonly<Record<string, unknown>>[];
    },
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it('a film is outdated if its changed template changes the picture', async () => {
  await using test = await openWorld();
  test.save(film());
  const render = await test.render();
  expect(await test.outdated()).toEqual([]);
  test.save(film(text('new')));
  expect(await test.outdated()).toEqual([{ project: 'p1', render, batch: null, by: ['template'], newer: null }]);
  test.save(film());
  expect(await test.outdated()).toEqual([]);
});

it('an edit that does not change the film keeps it current', async () => {
  await using test = await openWorld();
  test.save(film(text('${name, You}')));
  await test.render({ variables: '{"name": "Ada"}' });
  test.save(`<!-- new -->${film(text('${name, Somebody}'), 'name="Opening"')}`);
  expect(await test.outdated()).toEqual([]);
  test.save(film(`${text('${name, You}')}<text enabled="false" content="off" width="9" height="9" size="8"/>`));
  expect(await test.outdated()).toEqual([]);
});

it('a changed loudness of the template makes its films outdated', async () => {
  await using test = await openWorld();
  const loud = (attributes: string) => film().replace('<movie', `<movie ${attributes}`);
  test.save(loud('loudness="-14"'));
  const render = await test.render();
  const given = await test.render({ loudness: '-20', name: 'given' });
  const batch = await test.batch([{ name: 'Ada' }]);
  expect(await test.outdated()).toEqual([]);
  test.save(loud('loudness="-16"'));
  expect(await test.outdated()).toMatchObject([
    { batch, by: ['template'] },
    { render, by: ['template'] },
  ]);
  test.save(loud('loudness="-14" truepeak="-3"'));
  expect(await test.outdated()).toMatchObject([{ batch }, { render: given }, { render }]);
  test.save(film());
  expect(await test.outdated()).toMatchObject([{ batch }, { render }]);
  test.save(loud('loudness="-14" truepeak="-1"'));
  expect(await test.outdated()).toEqual([]);
});

it('a batch reports the loudness that was requested for its films', async () => {
  await using test = await openWorld();
  test.save(film());
  expect(await test.read(await test.batch([{ name: 'Ada' }], { loudness: '-16' }))).toMatchObject({ loudness: '-16' });
  const read = await test.read(await test.batch([{ name: 'Ada' }]));
  expect([Object.keys(read).includes('loudness'), Object.keys(read).includes('maxbytes')]).toEqual([false, false]);
});

it('a brand color makes only the films outdated that show it', async () => {
  await using test = await openWorld();
  test.save(film());
  await test.render();
  test.accent('#ff0000');
  expect(await test.outdated()).toEqual([]);
  test.save(film(text('Hi')));
  const shown = await test.render({ name: 'shown' });
  test.accent('#00ff00');
  expect(await test.outdated()).toMatchObject([{ render: shown, by: ['brand'] }, { by: ['template', 'brand'] }]);
  test.accent('#ff0000');
  expect(await test.outdated()).toMatchObject([{ by: ['template', 'brand'] }]);
});

it('a replaced asset makes its films outdated', async () => {
  await using test = await openWorld();
  const { world } = test;
  test.save(film());
  const render = await test.render();
  await world.putAsset(world.project, 'clip.mp4', Buffer.from('other'));
  expect(await test.outdated()).toMatchObject([{ render, by: ['assets'] }]);
  await world.putAsset(world.project, 'clip.mp4', Buffer.from('clip'));
  expect(await test.outdated()).toEqual([]);
});

it('an outdated film refers to its newer render', async () => {
  await using test = await openWorld();
  test.save(film());
  const old = await test.render({ name: 'Card', variables: '{"name": "Ada"}', quality: 'draft' });
  test.save(film(text('${name}')));
  const newer = await test.again(old);
  expect(await test.outdated()).toMatchObject([{ render: old, newer }]);
  await test.finish();
  const { work } = required(test.worker.runs.at(-1), 'a run');
  expect([work.template.includes('<text'), work.variables.get('name'), work.quality]).toEqual([true, 'Ada', 'draft']);
  expect(await test.outdated()).toMatchObject([{ render: old, newer }]);
});

it('outdated rows become a batch with the same file names', async () => {
  await using test = await openWorld();
  test.save(film(text('${name}')));
  const batch = await test.batch([{ name: 'Ada' }, { name: 'Bob' }]);
  expect(await test.outdated()).toEqual([]);
  await expect(test.batchAgain(batch)).rejects.toMatchObject({ code: 'render/not-retryable' });
  test.save(film(text('Dear ${name}')));
  expect(await test.outdated()).toMatchObject([{ batch, by: ['template'] }, { batch }]);
  const second = await test.batchAgain(batch, '2');
  expect(await test.rows(second)).toMatchObject([{ index: 1, filename: 'Bob-2.mp4', variables: { name: 'Bob' } }]);
  await test.finish();
  const rest = await test.batchAgain(batch);
  expect(await test.rows(rest)).toMatchObject([{ filename: 'Ada-1.mp4' }]);
  await test.finish();
});

it('a film whose keys were deleted cannot be rendered again', async () => {
  await using test = await openWorld();
  const { world } = test;
  test.save(film());
  const render = await test.render();
  world.foundation.database.run(
    `UPDATE render SET request = json_set(request, '$.destination', json('{"kind":"object_store","bucket":"b","filename":"f","endpoint":null,"region":null}')) WHERE id = ?`,
    render,
  );
  await expect(test.again(render)).rejects.toMatchObject({ code: 'render/not-retryable' });
});
