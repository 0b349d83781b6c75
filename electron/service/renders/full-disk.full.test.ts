// @module-tag full-scale
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { canMount, mountDisk } from '#service/testing/small-disk.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { createFilmProject, LARGE_FILM, TINY_FILM } from './testing/film-service.ts';

const mayMount = await canMount();

test.skipIf(!mayMount)(
  'a disk that fills up fails the render, which succeeds later',
  { tags: ['promise:P7', 'promise:F12'] },
  async () => {
    await using folder = await temporaryFolder();
    await using disk = await mountDisk(join(folder.path, 'disk'), '60m');
    await using service = await openService({ workspace: join(disk.path, 'workspace') });
    const { client } = service;
    const project = await createFilmProject(service);
    const ballast = join(disk.path, 'ballast');
    // The remaining space is enough for the database log but not for the film.
    await writeFile(ballast, Buffer.alloc(28 * 2 ** 20));
    const id = await service.startRender(project, LARGE_FILM);
    const failed = await service.endedRender(project, id);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'storage/full' } });
    expect((await service.fetch(`/v1/data/${project}/clip.mp4`)).status).toBe(200);
    // The render's files are deleted after its failure, so a small film fits.
    const small = await service.render(project, TINY_FILM);
    expect(small.state).toBe('succeeded');

    await rm(ballast);
    await client.call('retryRender', { parameters: { project, render: id }, query: {} });
    expect(await service.endedRender(project, id)).toMatchObject({ state: 'succeeded', error: null });
  },
);
