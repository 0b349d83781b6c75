// @module-tag full-scale
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fakeObjectStore } from '#service/testing/fake-object-store.ts';
import { openService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { createFilmProject, TINY_FILM } from '../testing/film-service.ts';

test('a batch sends its films to an object store by file name', async () => {
  await using store = await fakeObjectStore();
  await using service = await openService({ allowHosts: ['127.0.0.1'] });
  const { client } = service;
  const project = await createFilmProject(service);
  const body = TINY_FILM.template.replace('duration="5"', 'duration="${frames, 5}"');
  await service.saveTemplate(project, 'card', body);
  const { accessKeyId, secretAccessKey } = store.keys;
  const { id } = await client.call('startBatch', {
    parameters: { region: 'local', project },
    body: {
      movie: 'card',
      rows: [{ frames: 3 }, { frames: 4 }],
      filename: 'film-${index}',
      destination: {
        type: 'object_store',
        access_key_id: accessKeyId,
        secret_access_key: secretAccessKey,
        bucket: store.bucket,
        filename: 'spring/2026',
        endpoint: store.url,
      },
    },
  });
  const read = () => client.call('readBatch', { parameters: { project, batch: id } });
  await waitUntil(async () => (await read()).state === 'ended', 60);
  const { rows } = await read();
  expect(rows.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
  for (const [at, { url, render }] of rows.entries()) {
    const name = `films/spring/2026/film-${at + 1}.mp4`;
    expect(url).toBe(`${store.url}/${name}`);
    const { bytes } = required(store.objects.get(name), name);
    const { sha256 } = await service.readRender(project, render ?? '');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
});
