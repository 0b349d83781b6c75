import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { tinyClip } from '#service/renders/testing/job-world.ts';
import { nvencFfmpeg } from '#service/testing/nvenc-ffmpeg.ts';
import { openService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

const film = (last: string) =>
  `<movie width="64" height="64" framerate="10"><scene duration="3"><video src="clip.mp4"/></scene><scene duration="2"><video src="clip.mp4" skip="1"/></scene>${last}</movie>`;

async function openWorld() {
  const folder = await temporaryFolder();
  const { ffmpeg, log } = await nvencFfmpeg(folder.path);
  const service = await openService({ environment: { ...process.env, SCENEWRIGHT_FFMPEG: ffmpeg } });
  const { client } = service;
  const project = await service.createProject('card');
  const clip = new Uint8Array(await tinyClip(folder.path));
  await service.putAsset(project, 'clip.mp4', clip);
  return {
    service,
    client,
    project,
    runs: async () => (await readFile(log, 'utf8')).trim().split('\n').length,
    render: (body: Record<string, string>) =>
      client.call('startRender', {
        parameters: { region: 'local', project },
        body: { template: film(''), ...body },
      }),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it('hardware encoders are listed if they work', async () => {
  await using test = await openWorld();
  const { service, client, project } = test;
  const { ffmpeg, encoders } = await client.call('listEncoders', {});
  expect(ffmpeg).toMatchObject({ path: expect.stringContaining('ffmpeg-with-nvenc'), origin: 'configured' });
  expect(ffmpeg?.configuration).toContain('--enable-');
  expect(encoders.map(({ name, available }) => `${name} ${available}`)).toEqual([
    'videotoolbox false',
    'nvenc true',
    'qsv false',
    'vaapi false',
    'amf false',
  ]);
  expect(encoders.find(({ name }) => name === 'nvenc')).toMatchObject({ formats: ['mp4', 'flv', 'mkv'], reason: null });
  expect(encoders.find(({ name }) => name === 'videotoolbox')).toMatchObject({ reason: 'not-in-ffmpeg' });
  expect(await test.runs()).toBe(1);

  const plain = await test.render({});
  expect(await test.runs()).toBe(1);
  const read = (render: string) => service.readRender(project, render);
  expect(await read(plain.id)).toMatchObject({ encoder: 'software', scenes: { total: 2, cached: 0 } });

  // The cached parts of the software encoder must not be used.
  const fast = await test.render({ encoder: 'nvenc' });
  expect(fast).toMatchObject({ state: 'succeeded', frames: 5 });
  expect(await test.runs()).toBeGreaterThan(1);
  expect(await read(fast.id)).toMatchObject({ encoder: 'nvenc', scenes: { total: 2, cached: 0 } });
  const runs = await test.runs();
  const again = await test.render({ encoder: 'nvenc', template: film('<scene duration="1"/>') });
  expect(await read(again.id)).toMatchObject({ scenes: { total: 3, cached: 2 } });
  expect(await test.runs()).toBe(runs + 1);
});

it('an unavailable or unknown encoder is refused', async () => {
  await using test = await openWorld();
  const refused = (body: Record<string, string>) => expect(test.render(body)).rejects;
  await refused({ encoder: 'videotoolbox' }).toMatchObject({
    problem: {
      code: 'render/encoder-unavailable',
      detail: expect.stringContaining('Apple VideoToolbox: this FFmpeg was built without `h264_videotoolbox`.'),
    },
  });
  await refused({ encoder: 'quick' }).toMatchObject({
    problem: { code: 'render/invalid', issues: [{ path: 'encoder', message: expect.stringContaining('nvenc') }] },
  });
  await refused({ encoder: 'nvenc', format: 'webm' }).toMatchObject({
    problem: { code: 'render/invalid', issues: [{ path: 'encoder' }] },
  });
});
