import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { full } from '#shared/testing/full.ts';
import { beginImport } from './testing/unfinished-import.ts';
import { listed, zipBytes } from './testing/zip-bytes.ts';

function bundleOf(files: readonly { readonly name: string; readonly bytes: string }[]): Uint8Array<ArrayBuffer> {
  const manifest = {
    format: 'scenewright-bundle',
    schema: 1,
    generator: 'a test',
    exportedAt: '2026-01-01T00:00:00.000Z',
    project: { name: 'Many' },
    templates: [],
    editing: [],
    movies: [],
    assets: files.map(({ name, bytes }) => ({ ...listed(name, bytes), contentType: 'text/plain' })),
  };
  const entries = files.map(({ name, bytes }) => ({ name: `assets/${name}`, bytes }));
  return new Uint8Array(zipBytes([{ name: 'manifest.json', bytes: JSON.stringify(manifest) }, ...entries]));
}

full.test('a bundle restores thousands of small files', async () => {
  await using service = await openService();
  const files = Array.from({ length: 2000 }, (_, number) => ({
    name: `clip ${number}.bin`,
    bytes: `${number % 500}`,
  }));
  const first = await service.client.call('createFromBundle', { query: {}, body: bundleOf(files) });
  expect(first.counts.assets).toBe(2000);
  const answer = await service.client.open('readBundle', { parameters: { project: first.uid } });
  const body = await answer.arrayBuffer();
  expect(body.byteLength).toBe(Number(answer.headers.get('content-length')));
  const second = await service.client.call('createFromBundle', { query: {}, body: new Uint8Array(body) });
  const tags = async (project: string) => (await service.listAssets(project)).map(({ name, etag }) => [name, etag]);
  expect(await tags(second.uid)).toEqual(await tags(first.uid));
  expect((await tags(first.uid)).map(([name]) => name).toSorted()).toEqual(files.map(({ name }) => name).toSorted());
});

it('a kill during an import leaves nothing behind', async () => {
  await using folder = await temporaryFolder();
  const bundle = bundleOf([{ name: 'large.bin', bytes: 'x'.repeat(8_000_000) }]);
  const left = () => readdirSync(join(folder.path, 'tmp'));
  {
    await using service = await startServiceProcess(folder.path);
    const credentials = { key: 'key-of-tests', secret: 'secret-of-tests' };
    const sending = beginImport({ url: service.url, credentials }, bundle.subarray(0, 4_000_000));
    await waitUntil(() => left().length === 1);
    await service.kill();
    await sending.ended;
    expect(left()).toHaveLength(1);
  }
  await using service = await startServiceProcess(folder.path);
  expect(left()).toEqual([]);
  expect(readdirSync(join(folder.path, 'blobs'))).toEqual([]);
  expect((await service.client.call('listProjects')).projects).toEqual([]);
  const project = await service.client.call('createFromBundle', { query: {}, body: bundle });
  expect(project).toMatchObject({ name: 'Many', bytes: 8_000_000 });
});
