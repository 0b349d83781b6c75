import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { testTools } from '#service/testing/render-film.ts';
import { type ServiceProcess, startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';

const FILM = `<movie width="320" height="180" framerate="25">${Array.from(
  { length: 4 },
  (_, at) => `<scene duration="25"><video src="clip.mp4" skip="${12 * at}"/><text content="${at}" size="30"/></scene>`,
).join('')}</movie>`;
const FORM = { template: FILM, format: 'mp4' };

async function createProject(service: ServiceProcess): Promise<string> {
  await using folder = await temporaryFolder();
  const project = await service.createProject('Sizes');
  const noisy = { seconds: 4, filters: 'noise=alls=12:allf=t' };
  await service.putAsset(project, 'clip.mp4', await readFile(await makeClip(join(folder.path, 'clip.mp4'), noisy)));
  return project;
}

/** Writes an FFmpeg that logs the runs whose quality differs from the film's quality. */
async function loggingFfmpeg(folder: string) {
  const { ffmpeg } = await testTools();
  const log = join(folder, 'tries.log');
  const script = `
case "$*" in
  *"-crf 20 "*) ;;
  *"-crf "*) echo try >> ${log} ;;
esac
exec ${realpathSync(ffmpeg)} "$@"`;
  const tries = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0);
  return { ffmpeg: await fakeTool(folder, 'logging-ffmpeg', script), tries };
}

test('a size-limited film has the same bytes after kill -9', {
  tags: ['promise:P8', 'promise:F24'],
  timeout: 300_000,
}, async () => {
  await using alone = await temporaryFolder();
  await using killed = await temporaryFolder();
  const expected = await (async () => {
    await using service = await startServiceProcess(alone.path);
    const project = await createProject(service);
    const { bytes } = await service.render(project, FORM);
    const maxbytes = String(Math.round(0.4 * Number(bytes)));
    return { ...(await service.render(project, { ...FORM, maxbytes })), maxbytes };
  })();

  const logging = await loggingFfmpeg(alone.path);
  const environment = { SCENEWRIGHT_FFMPEG: logging.ffmpeg };
  let render: { readonly project: string; readonly id: string } | null = null;
  for (let kills = 0; kills < 2; kills++) {
    await using service = await startServiceProcess(killed.path, { environment });
    if (render === null) {
      const project = await createProject(service);
      render = { project, id: await service.startRender(project, { ...FORM, maxbytes: expected.maxbytes }) };
    }
    const before = logging.tries();
    await waitUntil(() => logging.tries() > before, 60);
    await service.kill();
  }
  await using service = await startServiceProcess(killed.path, { environment });
  if (render === null) throw new Error('no render');
  const { project, id } = render;
  const film = await service.endedRender(project, id);
  expect(film).toMatchObject({ state: 'succeeded', attempt: 3, error: null, sha256: expected.sha256 });
  expect(film.bytes).toBeLessThanOrEqual(Number(expected.maxbytes));
  const { renders } = await service.client.call('listRenders', { parameters: { project }, query: {} });
  expect(renders).toHaveLength(1);
  // The folder of unfinished work must be empty.
  expect(await readdir(join(killed.path, 'temp')).catch(() => [])).toEqual([]);
});
