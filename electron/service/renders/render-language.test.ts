import { expect, it } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { requestedLanguage } from '#shared/template/variables/film-language.ts';
import { jsonOf, readRender, requestOf, startRender } from './testing/calls.ts';
import { manualWorker } from './testing/hand-worker.ts';
import { openJobWorld } from './testing/job-world.ts';

const FILM =
  '<movie width="64" height="64" framerate="10"><scene duration="5"><text content="${name, you}"/></scene></movie>';

async function openWorld() {
  const folder = await temporaryFolder();
  const worker = manualWorker(folder.path);
  const world = await openJobWorld(folder.path, { worker });
  world.queue.start();
  return {
    world,
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

it('the worker gets the requested language, and its variables stay as given', async () => {
  await using opened = await openWorld();
  const { world, run } = opened;
  const { id } = await startRender(world, {
    template: FILM,
    language: 'de',
    variables: '{"name": "Ada"}',
    async: 'true',
  });
  const { work, fail } = await run(0);
  expect([requestedLanguage(work.variables), work.variables.get('name')]).toEqual(['de', 'Ada']);
  expect(await readRender(world, id)).toMatchObject({ variables: { name: 'Ada' } });
  fail(new Error('a test'));
});

it('a repeated render has the language of the first one', async () => {
  await using opened = await openWorld();
  const { world, run } = opened;
  const { id } = await startRender(world, { template: FILM, language: 'pt-BR', async: 'true' });
  const first = await run(0);
  first.report({ kind: 'rendering' });
  await first.finish();
  await waitUntil(async () => (await readRender(world, id))['state'] === 'succeeded');
  const parameters = { project: world.project, render: String(id) };
  jsonOf(await world.handlers.renderAgain(requestOf<'renderAgain'>({ parameters, query: {}, body: null })));
  const again = await run(1);
  expect(requestedLanguage(again.work.variables)).toBe('pt-BR');
  await again.finish();
});

it('a render without a requested language uses the language of the movie', async () => {
  await using opened = await openWorld();
  await startRender(opened.world, { template: FILM, async: 'true' });
  const { work, finish } = await opened.run(0);
  expect(requestedLanguage(work.variables)).toBeNull();
  await finish();
});

it('a malformed language tag is refused', async () => {
  await using opened = await openWorld();
  await expect(startRender(opened.world, { template: FILM, language: 'de_DE', async: 'true' })).rejects.toMatchObject({
    code: 'render/invalid',
    issues: [{ path: 'language', reason: 'field/no-language' }],
  });
});
