// @module-tag full-scale
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fakeObjectStore } from '#service/testing/fake-object-store.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { createFilmProject, destinationField, LARGE_FILM } from './testing/film-service.ts';

/** The duration of a sleep in milliseconds. Work outside of the process ends or times out in this time. */
const ASLEEP_MILLISECONDS = 1000;

test('a service that sleeps during a render continues and publishes one film', { tags: ['promise:F40'] }, async () => {
  await using folder = await temporaryFolder();
  await using store = await fakeObjectStore();
  await using service = await startServiceProcess(folder.path);
  const sleep = async () => {
    process.kill(service.pid, 'SIGSTOP');
    await pause(ASLEEP_MILLISECONDS);
    process.kill(service.pid, 'SIGCONT');
  };
  const { client } = service;
  const project = await createFilmProject(service);
  let naps: Promise<void> | null = null;
  store.onRequest = (line) => {
    if (line.includes('partNumber=2')) naps ??= sleep();
  };
  const query = { chunk_count: 2, chunk_size: 5, name: 'slept.txt' };
  const { id: upload } = await client.call('startUpload', { parameters: { project }, query });
  const send = (chunk_id: number, body: string) =>
    client.call('writeChunk', { parameters: { project, upload }, query: { chunk_id }, body });
  await send(1, 'Hello');
  const destination = destinationField(store, 'out/film.mov');
  const id = await service.startRender(project, { ...LARGE_FILM, destination });
  const read = () => service.readRender(project, id);
  await waitUntil(async () => (await read()).state !== 'queued');
  // The service sleeps twice: while FFmpeg runs, and while the store delays its answer.
  await sleep();
  await send(2, 'World');
  const asset = await client.call('finishUpload', { parameters: { project, upload }, query: {} });
  expect(asset).toMatchObject({ name: 'slept.txt', size: 10 });
  const render = await service.endedRender(project, id);
  await naps;
  expect(naps).not.toBeNull();
  expect(render).toMatchObject({ state: 'succeeded', attempt: 1 });
  expect(store.log.filter((line) => /^POST .*uploadId/.test(line))).toHaveLength(1);
  expect(store.openUploads()).toEqual([]);
});
