import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFilmProject, destinationField, TINY_FILM } from './renders/testing/film-service.ts';
import { fakeObjectStore } from './testing/fake-object-store.ts';
import { fakeTool } from './testing/fake-tool.ts';
import { testTools } from './testing/render-film.ts';
import { startServiceProcess } from './testing/service-process.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { waitUntil } from './testing/wait-until.ts';
import { webhookSink } from './testing/webhook-sink.ts';

/** Returns every file below a folder with its content. */
async function filesIn(folder: string): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return await Promise.all(
    names
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { path, text: (await readFile(path)).toString('latin1') };
      }),
  );
}

test('no log, answer, row, file, command line, or environment contains a secret', {
  tags: ['promise:P14'],
}, async () => {
  await using folder = await temporaryFolder();
  await using store = await fakeObjectStore();
  await using sink = await webhookSink();
  const tools = await testTools();
  const toolLog = join(folder.path, 'tools.log');
  const watched = async (name: 'ffmpeg' | 'ffprobe') =>
    fakeTool(folder.path, name, `{ echo "$0 $*"; env; } >> ${toolLog}\nexec ${tools[name]} "$@"`);
  const environment = {
    SCENEWRIGHT_FFMPEG: await watched('ffmpeg'),
    SCENEWRIGHT_FFPROBE: await watched('ffprobe'),
  };
  const workspace = join(folder.path, 'workspace');
  const answers: string[] = [];
  await using service = await startServiceProcess(workspace, { environment, secret: 'canary-api-secret' });
  const project = await createFilmProject(service);
  const destination = destinationField(store, 'out/film.mp4');
  const hooks = { onsuccess: `${sink.url}/yes`, onerror: `${sink.url}/no` };
  const render = async (form: Readonly<Record<string, string>>) => {
    const id = await service.startRender(project, { ...TINY_FILM, ...hooks, destination, ...form });
    answers.push(JSON.stringify(await service.endedRender(project, id)));
  };
  // Render a film that is sent, a film that the store refuses with a message that quotes the keys, and films with
  // invalid forms.
  await render({});
  store.faults.always = { status: 403, code: 'SignatureDoesNotMatch' };
  await render({});
  store.faults.always = null;
  const broken = [destination.slice(0, -5), destination.replace('"bucket"', '"bukket"'), `[${destination}]`];
  for (const wrong of broken) {
    const body = new URLSearchParams({ ...TINY_FILM, destination: wrong });
    answers.push(await (await service.fetch(`/v1/render/local/${project}`, { method: 'POST', body })).text());
  }
  answers.push(await (await service.fetch('/v1/list/project?canary-api-secret', { method: 'PUT' })).text());
  for (const call of ['listRenders', 'listBatches'] as const)
    answers.push(JSON.stringify(await service.client.call(call, { parameters: { project }, query: {} })));

  const toolRuns = () => readFile(toolLog, 'utf8');
  // The service probes the clip of the large film with ffprobe after its upload.
  for (const name of ['ffmpeg', 'ffprobe'])
    await waitUntil(async () => (await toolRuns()).includes(`${join(folder.path, name)} `));

  // The keys of the film that can be sent again remain, readable only by the owner. The keys of the other film are
  // deleted.
  const secretFiles = await readdir(join(workspace, 'secrets'));
  expect(secretFiles).toHaveLength(1);
  for (const name of secretFiles) expect((await stat(join(workspace, 'secrets', name))).mode & 0o777).toBe(0o600);

  const secrets = [store.keys.secretAccessKey, store.keys.accessKeyId, 'canary-api-secret'];
  const files = (await filesIn(workspace)).filter(({ path }) => !path.startsWith(join(workspace, 'secrets')));
  const places = [
    { path: 'the log', text: service.output() },
    { path: 'answers', text: answers.join('\n') },
    { path: 'notifications', text: JSON.stringify(sink.received) },
    { path: 'command lines and environments', text: await toolRuns() },
    { path: 'the command line of the service', text: await readFile(`/proc/${service.pid}/cmdline`, 'utf8') },
    ...files,
  ];
  expect(places.length).toBeGreaterThan(8);
  expect(sink.received.map(({ path }) => path).toSorted()).toEqual(['/no', '/yes']);
  for (const { path, text } of places) {
    for (const secret of secrets) expect(text.includes(secret), `${secret} in ${path}`).toBe(false);
  }

  await service.client.call('deleteProject', { parameters: { project }, query: {} });
  expect(await readdir(join(workspace, 'secrets'))).toEqual([]);
});
