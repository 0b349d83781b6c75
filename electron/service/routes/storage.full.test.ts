import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tinyClip, tinyFilm } from '#service/renders/testing/job-world.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import type { JsonOf } from '#shared/contract/client.ts';

async function area(service: TestService, name: JsonOf<'readStorage'>['areas'][number]['name']) {
  const { areas } = await service.client.call('readStorage', {});
  return areas.find((each) => each.name === name);
}

/** Opens a service with a project and a rendered film of five frames. */
async function openWithFilm() {
  const folder = await temporaryFolder();
  const service = await openService();
  const { client } = service;
  const project = await service.createProject('disk');
  const clip = await tinyClip(folder.path);
  await service.putAsset(project, 'clip.mp4', new Uint8Array(clip));
  const render = () =>
    client.call('startRender', { parameters: { region: 'local', project }, body: { template: tinyFilm() } });
  const film = await render();
  return {
    service,
    project,
    film,
    render,
    clipBytes: clip.length,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('the disk usage of the workspace', () => {
  it('is listed by area with its limits', async () => {
    await using test = await openWithFilm();
    const { areas, limits } = await test.service.client.call('readStorage', {});
    const bytes = Object.fromEntries(areas.map((each) => [each.name, each.bytes]));
    expect(bytes).toMatchObject({
      media: test.clipBytes,
      films: 'bytes' in test.film ? test.film.bytes : null,
      sources: 0,
      uploads: 0,
    });
    expect(bytes['segments']).toBeGreaterThan(0);
    expect(bytes['database']).toBeGreaterThan(0);
    expect(areas.filter(({ canEmpty }) => canEmpty).map(({ name }) => name)).toEqual([
      'links',
      'segments',
      'views',
      'sources',
    ]);
    expect(areas.find(({ name }) => name === 'segments')?.limitBytes).toBe(limits.segments);
  });

  it('counts only bytes that emptying the trash frees', async () => {
    await using service = await openService();
    const { client } = service;
    const project = await service.createProject('trash');
    const put = (name: string, byte: number) => service.putAsset(project, name, new Uint8Array(1000).fill(byte));
    const remove = (name: string) => client.call('deleteAsset', { parameters: { project, name } });
    for (const [name, byte] of [
      ['twice.txt', 1],
      ['again.txt', 1],
      ['once.txt', 2],
      ['kept.txt', 3],
    ] as const)
      await put(name, byte);
    const amounts = async () =>
      [await area(service, 'media'), await area(service, 'trash')].map((entry) => [entry?.bytes, entry?.files]);
    expect(await amounts()).toEqual([
      [3000, 3],
      [0, 0],
    ]);
    await remove('once.txt');
    await remove('again.txt');
    expect(await amounts()).toEqual([
      [2000, 2],
      [1000, 1],
    ]);
    await remove('twice.txt');
    expect(await amounts()).toEqual([
      [1000, 1],
      [2000, 2],
    ]);
    expect(await area(service, 'trash')).toMatchObject({ limitBytes: null, canEmpty: false });
    const { projects } = await client.call('listProjects');
    expect(projects).toMatchObject([{ bytes: 1000, counts: { assets: 1 } }]);
  });

  it('can be limited, and the excess is removed', async () => {
    await using folder = await temporaryFolder();
    const first = await openService({ workspace: folder.path });
    await expect(first.client.call('limitStorage', { body: { segments: 1 } })).rejects.toMatchObject({
      problem: { status: 400, issues: [{ path: 'segments' }] },
    });
    const limits = await first.client.call('limitStorage', { body: { segments: 100_000_000, films: 3e9 } });
    expect(limits).toMatchObject({ segments: 100_000_000, views: 8e9, films: 3e9 });
    await first[Symbol.asyncDispose]();
    await using second = await openService({ workspace: folder.path });
    expect((await second.client.call('readStorage', {})).limits).toEqual(limits);
    const cacheFolder = join(folder.path, 'workshop', 'kept', 'ab', 'abcd');
    await mkdir(cacheFolder, { recursive: true });
    await writeFile(join(cacheFolder, 'old'), new Uint8Array(60_000_000));
    await writeFile(join(cacheFolder, 'new'), new Uint8Array(60_000_000));
    await utimes(join(cacheFolder, 'old'), 1, 1);
    await second.client.call('limitStorage', { body: {} });
    await waitUntil(async () => (await readdir(cacheFolder)).join() === 'new');
  });

  it('shrinks when caches are emptied', async () => {
    await using test = await openWithFilm();
    const { client } = test.service;
    const src = { src: 'clip.mp4' };
    await (await client.open('readMediaFrame', { parameters: { project: test.project }, query: src })).arrayBuffer();
    expect((await area(test.service, 'views'))?.files).toBe(1);
    for (const name of ['segments', 'views'] as const) {
      const before = await area(test.service, name);
      const freed = await client.call('emptyCache', { parameters: { area: name } });
      expect(freed).toEqual({ freedBytes: before?.bytes, files: before?.files });
      expect(await area(test.service, name)).toMatchObject({ bytes: 0, files: 0 });
    }
    expect(await test.render()).toMatchObject({ frames: 5 });
    await client.call('emptyCache', { parameters: { area: 'sources' } });
    expect(await area(test.service, 'films')).toMatchObject({ files: 1 });
  });

  it('shrinks when fetched sources of any kind are removed', async () => {
    await using service = await openService();
    const folder = join(service.workspace, 'cache', 'sources', 'bytes');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'a'.repeat(64)), 'fetched');
    expect(await area(service, 'sources')).toMatchObject({ bytes: 7, files: 1 });
    expect(await service.client.call('emptyCache', { parameters: { area: 'sources' } })).toEqual({
      freedBytes: 7,
      files: 1,
    });
    expect(await area(service, 'sources')).toMatchObject({ bytes: 0, files: 0 });
  });
});
