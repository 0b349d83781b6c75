import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fakeObjectStore } from '#service/testing/fake-object-store.ts';
import { openService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { createFilmProject, destinationField } from './testing/film-service.ts';

const VTT = 'WEBVTT\n\n00:00.100 --> 00:00.400\nHallo\n';
const template = [
  '<movie width="64" height="64" framerate="10" language="de"><resources><metadata title="${title, Eins}"/></resources>',
  '<scene duration="5" chapter="Anfang"><video src="clip.mp4"/><captions src="cues.vtt" track="soft"/></scene></movie>',
].join('');
const parts = { poster: 'jpg', captions: ['srt'], chapters: true, metadata: true, checksums: true } as const;

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function openProject(options: Parameters<typeof openService>[0] = {}) {
  const service = await openService(options);
  const project = await createFilmProject(service);
  await service.putAsset(project, 'cues.vtt', Buffer.from(VTT));
  return { service, project };
}

test("a render lists its package's files with address, size, and digest", async () => {
  const { service, project } = await openProject();
  await using _service = service;
  const id = await service.startRender(project, { template, name: 'Film', package: JSON.stringify(parts) });
  const render = await service.endedRender(project, id);
  expect(render.error).toBeNull();
  expect(render.files.map(({ name, part }) => [name, part])).toEqual([
    ['Film.jpg', 'poster'],
    ['Film.de.srt', 'captions'],
    ['Film.sha256', 'checksums'],
  ]);
  for (const { url, bytes, sha256 } of render.files) {
    const answer = await service.fetch(new URL(required(url, 'an address')).pathname);
    const content = new Uint8Array(await answer.arrayBuffer());
    expect([content.length, digest(content)]).toEqual([bytes, sha256]);
  }
  const film = await service.fetch(`/v1/renders/${project}/${id}/film`);
  expect(digest(new Uint8Array(await film.arrayBuffer()))).toBe(render.sha256);
  const missing = await service.fetch(`/v1/renders/${project}/${id}/files/other.txt`);
  expect(missing.status).toBe(404);
});

test('a destination gets the files beside the film', async () => {
  await using store = await fakeObjectStore();
  const { service, project } = await openProject({ allowHosts: ['127.0.0.1'] });
  await using _service = service;
  const destination = destinationField(store, 'out/card.mp4');
  const id = await service.startRender(project, { template, destination, package: JSON.stringify(parts) });
  const render = await service.endedRender(project, id);
  expect(render.error).toBeNull();
  expect(render.files.map(({ url }) => url)).toEqual(
    ['card.jpg', 'card.de.srt', 'card.sha256'].map((name) => `${store.url}/films/out/${name}`),
  );
  for (const { name, sha256 } of render.files)
    expect(digest(required(store.objects.get(`films/out/${name}`), name).bytes)).toBe(sha256);
  expect(digest(required(store.objects.get('films/out/card.mp4'), 'the film').bytes)).toBe(render.sha256);
});

test('each row in a batch has a package, which the manifest lists', async () => {
  const { service, project } = await openProject();
  await using _service = service;
  const { client } = service;
  await service.saveTemplate(project, 'card', template);
  const { id } = await client.call('startBatch', {
    parameters: { region: 'local', project },
    body: {
      movie: 'card',
      rows: [{ title: 'A' }, { title: 'B' }],
      filename: 'film-${index}',
      package: { poster: 'png', metadata: true },
    },
  });
  const read = () => client.call('readBatch', { parameters: { project, batch: id } });
  await waitUntil(async () => (await read()).state === 'ended', 60);
  const { rows } = await read();
  expect(rows.map(({ error, files }) => [error, files.map(({ name }) => name)])).toEqual([
    [null, ['film-1.png']],
    [null, ['film-2.png']],
  ]);
});

test('a wrong part and a missing cover are refused before the render', async () => {
  const { service, project } = await openProject();
  await using _service = service;
  const start = (form: Readonly<Record<string, string>>) =>
    service.client.call('startRender', { parameters: { region: 'local', project }, body: { async: 'true', ...form } });
  await expect(start({ template, package: '{"poster": "bmp", "film": true}' })).rejects.toMatchObject({
    problem: { code: 'render/invalid', issues: [{ path: 'package.poster' }, { path: 'package.film' }] },
  });
  const covered = template.replace('title="${title, Eins}"', 'cover="none.png"');
  await expect(start({ template: covered, package: '{"metadata": true}' })).rejects.toMatchObject({
    problem: { issues: [{ code: 'package/cover' }] },
  });
  await expect(start({ template: covered })).resolves.toMatchObject({ state: 'queued' });
});
