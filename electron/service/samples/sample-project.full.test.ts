// @module-tag full-scale
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { parseEditingRecord } from '#shared/editing/model/editing-record.ts';
import { provideSampleMedia } from './sample-project.ts';

let made: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  made = await temporaryFolder();
  await provideSampleMedia(made.path, await findMediaTools(process.env), new AbortController().signal);
});
afterAll(() => made[Symbol.asyncDispose]());

/** Opens a service that already has the clips, because making them takes seconds. */
async function openWithClips(): Promise<TestService> {
  const service = await openService();
  await cp(join(made.path, 'samples'), join(service.workspace, 'samples'), { recursive: true });
  return service;
}

it('a sample project contains clips, a film, and a template', async () => {
  await using service = await openWithClips();
  const { client } = service;
  const sample = await client.call('createSample');
  const project = sample.uid;
  expect(sample).toEqual({
    'Project-UID': project,
    uid: project,
    name: 'Sample – An evening outdoors',
    template: 'Evening',
  });
  const listed = async () => await service.listAssets(project);
  await waitUntil(async () => (await listed()).every(({ media }) => media !== null));
  const videos = (await listed()).filter(({ media }) => media?.kind === 'video');
  expect(videos.map(({ name, media }) => [name, media])).toEqual(
    [
      ['aurora.mp4', 960],
      ['blossom.mp4', 540],
      ['mountains.mp4', 960],
      ['sunset.mp4', 960],
    ].map(([name, width]) => [
      name,
      {
        kind: 'video',
        fontFamily: null,
        durationSeconds: 4,
        pictureSeconds: 4,
        damage: null,
        reason: null,
        width,
        height: 540,
        frameRate: '30',
        videoCodec: 'h264',
        audioCodec: 'aac',
        hasAudio: true,
      },
    ]),
  );
  const sounds = (await listed()).filter(({ media }) => media?.kind === 'audio');
  expect(sounds.map(({ name, media }) => [name, media?.durationSeconds])).toEqual([['music.m4a', 16]]);
  const { templates } = await client.call('listTemplates', { parameters: { project } });
  expect(templates.map(({ name, durationFrames }) => [name, durationFrames])).toEqual([
    ['Evening', 450],
    ['Greeting', 250],
  ]);
  const { variables } = await client.call('listVariables', { parameters: { project, movie: 'Greeting' } });
  expect(variables.map(({ name, type }) => [name, type])).toEqual([
    ['length', 'time'],
    ['name', 'text'],
    ['clip', 'media'],
    ['sound', 'boolean'],
    ['mood', 'number'],
    ['colour', 'color'],
  ]);
});

it('every scene of the samples renders with every data set', async () => {
  await using service = await openWithClips();
  const { client } = service;
  const { uid: project } = await client.call('createSample');
  const record = parseEditingRecord(await client.call('readEditing', { parameters: { project, name: 'Greeting' } }));
  const parameters = { region: 'local', project };
  const rows = record.dataSets.map(({ values }) => values);
  expect(rows).toHaveLength(3);
  // Check all rows against the template and its sources before the first row is rendered.
  const body = { movie: 'Greeting', format: 'mp4', rows, filename: '${name}.mp4' } as const;
  const batch = await client.call('startBatch', { parameters, body });
  await client.call('cancelBatch', { parameters: { project, batch: batch.id } });
  const film = await client.call('startRender', { parameters, body: { movie: 'Evening', async: 'true' } });
  await client.call('cancelRender', { parameters: { project, render: film.id } });
});

it('a sample in German has German names', async () => {
  await using service = await openWithClips();
  const { client } = service;
  const sample = await client.call('createSample', { query: { language: 'de' } });
  expect(sample).toMatchObject({ name: 'Beispiel – Ein Abend im Freien', template: 'Abend' });
  const { templates } = await client.call('listTemplates', { parameters: { project: sample.uid } });
  expect(templates.map(({ name }) => name)).toEqual(['Abend', 'Gruß']);
});

it('clips are computed once for several samples', async () => {
  await using service = await openService();
  const folder = join(service.workspace, 'samples');
  // Two simultaneous requests share one computation.
  const [first, second] = await Promise.all([service.client.call('createSample'), service.client.call('createSample')]);
  expect(first.uid).not.toBe(second.uid);
  const clips = (await readdir(folder)).toSorted();
  expect(clips).toEqual(clips.filter((name) => /^[0-9a-f]{64}\.(mp4|m4a)$/.test(name)));
  const times = async () => Promise.all(clips.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  const before = await times();
  await service.client.call('createSample');
  expect(await times()).toEqual(before);
});

it('a failed sample leaves no project', async () => {
  await using service = await openWithClips();
  await service.client.call('createSample');
  const [clip = ''] = await readdir(join(service.workspace, 'samples'));
  await service.close();
  await using again = await openService({ workspace: service.workspace });
  await rm(join(service.workspace, 'samples', clip));
  // Put a folder in place of a file, because a folder has a size but cannot be read.
  await mkdir(join(service.workspace, 'samples', clip));
  const answer = await again.fetch('/v1/sample', { method: 'POST' });
  expect(answer.status).toBe(500);
  expect((await again.client.call('listProjects')).projects).toHaveLength(1);
});
