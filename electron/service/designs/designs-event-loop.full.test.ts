// @module-tag full-scale
import { expect, test } from 'vitest';
import { MAX_BLOCK_MILLISECONDS } from '#service/http/testing/longest-task.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

const region = 'local';
/** The number of attempts. More than one is needed, because garbage collection may run during a measurement. */
const TRIES = 3;

/** Measures, for each request, the longest time for which it blocks the main thread of a new service. */
async function longestTasks(): Promise<Readonly<Record<string, number>>> {
  await using folder = await temporaryFolder();
  await using service = await startServiceProcess(folder.path, { watched: true });
  const { client } = service;
  const found: Record<string, number> = {};
  const during = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
    await service.longestTask();
    const value = await work();
    found[name] = await service.longestTask();
    return value;
  };
  // First load the modules that every service loads only once.
  await service.fetch('/v1/list/project');
  const { designs } = await during('list', () => client.call('listDesigns', { query: {} }));
  expect(designs.length).toBeGreaterThan(0);
  await during('again', () => client.call('listDesigns', { query: { language: 'de' } }));
  const design = 'birthday';
  await during('poster', async () => {
    const query = { size: '9:16', values: JSON.stringify({ name: 'Ada' }) } as const;
    return await (await client.open('readDesignPoster', { parameters: { design }, query })).arrayBuffer();
  });
  const { uid: project } = await during('project', () =>
    client.call('createProject', { parameters: { name: 'x' }, query: { design, size: 'all' } }),
  );
  const used = await during('use', () =>
    client.call('useDesign', { parameters: { design, region, project }, body: { size: 'all' } }),
  );
  const body = { templates: used.templates.map(({ name }) => name), title: 'Ours', category: 'people' } as const;
  await during('save', () => client.call('saveDesign', { parameters: { design: 'ours', region, project }, body }));
  const bundle = await during('bundle', async () => {
    const answer = await client.open('readDesign', { parameters: { design: 'ours' } });
    return new Uint8Array(await answer.arrayBuffer());
  });
  await during('receive', () => client.call('createDesign', { parameters: { design: 'theirs' }, body: bundle }));
  return found;
}

test('no work with designs blocks the main thread for 200 ms', { tags: ['promise:P13'] }, async () => {
  const least: Record<string, number> = {};
  for (let count = 0; count < TRIES; count++) {
    for (const [name, milliseconds] of Object.entries(await longestTasks()))
      least[name] = Math.min(least[name] ?? milliseconds, milliseconds);
    if (Object.values(least).every((milliseconds) => milliseconds < MAX_BLOCK_MILLISECONDS)) break;
  }
  expect(Object.entries(least).filter(([, milliseconds]) => milliseconds >= MAX_BLOCK_MILLISECONDS)).toEqual([]);
});
