import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { stageClient } from '../../../build/packages/clients/client-packages.ts';
import { createClient } from '../../client/src/index.ts';
import { callsNotMade } from '../testing/calls-made.ts';
import { exampleProject, TABLE_FILMS } from '../testing/example-project.ts';
import { probe } from '../testing/probe.ts';
import { signed } from '../testing/signed.ts';
import { startProgram } from '../testing/start-program.ts';
import { walk } from './walk.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const MAKE_CLIPS = "await (await import('./build/example-media.mjs')).provideExampleMedia()";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: TestService;
/** The published package in `node_modules` of an empty project, with the examples beside it. */
let staged: string;

beforeAll(async () => {
  await run(process.execPath, ['--input-type=module', '-e', MAKE_CLIPS], { cwd: root });
  folder = await temporaryFolder();
  service = await openService();
  staged = path.join(folder.path, 'node_modules', '@scenewright', 'client');
  await stageClient(root, staged);
  for (const name of ['fastify', '@types', 'undici-types']) {
    await symlink(path.join(root, 'node_modules', name), path.join(folder.path, 'node_modules', name));
  }
  await mkdir(path.join(folder.path, 'examples'));
  await cp(path.join(root, 'examples', 'sunset.mp4'), path.join(folder.path, 'examples', 'sunset.mp4'));
  for (const name of await readdir(path.join(staged, 'examples'))) {
    await cp(path.join(staged, 'examples', name), path.join(folder.path, name));
  }
  await writeFile(path.join(folder.path, 'package.json'), '{"type": "module"}');
  await writeReadme();
});

afterAll(async () => {
  await service.close();
  await folder[Symbol.asyncDispose]();
});

const environment = () => ({
  ...process.env,
  SCENEWRIGHT_URL: service.url,
  SCENEWRIGHT_KEY: service.credentials.key,
  SCENEWRIGHT_SECRET: service.credentials.secret,
});

const start = (name: string, ...args: readonly string[]) =>
  startProgram(process.execPath, [name, ...args], { cwd: folder.path, env: environment() });

test('the walk through the service makes every call', async () => {
  await using own = await openService();
  await walk({ url: own.url, ...own.credentials, root, folder: folder.path });
  const client = createClient({ url: own.url, ...own.credentials });
  for (const name of callsNotMade(own.lines)) {
    await probe(name, (input) => client.open(name, input as never));
  }
  expect(callsNotMade(own.lines)).toEqual([]);
});

test('the README works as it is printed', async () => {
  const child = start('readme.ts');
  await child.prints('"port":');
  const port = /"port":(\d+)/.exec(child.printed())?.[1];
  const body = JSON.stringify({ type: 'render.succeeded', timestamp: '', data: { url: 'http://films.example/1' } });
  const post = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/films`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  expect((await post(signed(body, service.credentials.secret))).status).toBe(204);
  expect((await post(signed(body, 'another secret'))).status).toBe(500);
  await child.prints('the film is at http://films.example/1');
  await child.kill();
  expect(child.printed()).toContain('template/invalid');
  expect(child.printed()).toMatch(/https:\/\/films\.example\/v1\/render\/.*greeting\.mp4\?name=Ada&vary=name&sig=/);
  for (const name of ['hello.mp4', 'Ada.gif', 'Grace.gif']) {
    expect((await readFile(path.join(folder.path, name))).length, name).toBeGreaterThan(500);
  }
});

test('README and examples compile strictly against the published types', async () => {
  const examples = (await readdir(path.join(staged, 'examples'))).map((name) => path.join(folder.path, name));
  expect(examples).toHaveLength(6);
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const files = [...examples, path.join(folder.path, 'readme.ts')];
  await run(process.execPath, [tsc, ...options, '--ignoreConfig', ...files], { cwd: folder.path }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout);
    },
  );
});

test('the package is small and has no tests, sources, or maps', async () => {
  const npm = path.join(path.dirname(process.execPath), 'npm');
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: staged, env: process.env }).catch(() =>
    run(npm, ['pack', '--dry-run', '--json'], { cwd: staged }),
  );
  const [{ files = [] } = {}] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const names = files.map((file) => file.path);
  expect(names).toContain('LICENSE');
  expect(names.filter((name) => /\.map$|test|\.tsbuildinfo$|^src\//.test(name))).toEqual([]);
  const modules = names.filter((name) => name.endsWith('.js'));
  const code = (await Promise.all(modules.map((name) => readFile(path.join(staged, name), 'utf8')))).join('');
  expect(code.length).toBeLessThan(60_000);
  expect(gzipSync(code).length).toBeLessThan(25_000);
  expect(code).not.toMatch(/from ['"](?!\.)/);
});

test('the example renders a film from a row', async () => {
  const project = await exampleProject(service);
  const child = start('film-from-row.ts', project, 'tiny', '{"name": "Ada"}', 'row.mp4');
  expect(await child.ends()).toContain('saved row.mp4');
  expect((await readFile(path.join(folder.path, 'row.mp4'))).length).toBeGreaterThan(500);
});

test('the example continues films from a CSV file after a kill', async () => {
  const project = await exampleProject(service);
  const rows = Array.from({ length: TABLE_FILMS }, (_, index) => `Person ${index}`);
  await writeFile(path.join(folder.path, 'rows.csv'), `name\n${rows.join('\n')}\n`);
  const gifs = async () =>
    (await readdir(path.join(folder.path, 'films')).catch(() => [])).filter((name) => name.endsWith('.gif'));
  const first = start('films-of-csv.ts', project, 'tiny', 'rows.csv', 'films');
  const client = createClient({ url: service.url, ...service.credentials });
  let ended = 0;
  for await (const event of client.events({ lastEventId: '0' })) {
    if (event.type === 'render.changed' && event.project === project && event.data.state === 'succeeded') ended += 1;
    if (ended === 10) break;
  }
  await first.kill();
  const before = (await gifs()).length;
  const printed = await start('films-of-csv.ts', project, 'tiny', 'rows.csv', 'films').ends();
  expect(before).toBeLessThan(TABLE_FILMS);
  expect(printed).toContain(`saved ${TABLE_FILMS - before} films`);
  expect(await gifs()).toHaveLength(TABLE_FILMS);
  expect((await client.batches.list({ project })).batches).toHaveLength(1);
});

test('the example continues an upload after a kill', async () => {
  const project = await exampleProject(service);
  const bytes = randomBytes(24 * 2 ** 20);
  await writeFile(path.join(folder.path, 'large.bin'), bytes);
  const first = start('resume-upload.ts', project, 'large.bin');
  await first.prints('of');
  await first.kill();
  const printed = await start('resume-upload.ts', project, 'large.bin').ends();
  expect(printed).toContain('uploaded large.bin');
  const client = createClient({ url: service.url, ...service.credentials });
  const stored = await (await client.assets.read({ project, name: 'large.bin' })).arrayBuffer();
  expect(digest(new Uint8Array(stored))).toBe(digest(bytes));
});

test('the example receives webhooks', async () => {
  const child = start('webhook-receiver.ts', '0');
  await child.prints('ready on');
  const port = /ready on (\d+)/.exec(child.printed())?.[1];
  const body = JSON.stringify({ type: 'render.failed', timestamp: '', data: { error: { detail: 'No space.' } } });
  const post = (secret: string) =>
    fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: signed(body, secret), body });
  expect((await post('another secret')).status).toBe(400);
  expect((await post(service.credentials.secret)).status).toBe(204);
  await child.prints('failed: No space.');
  await child.kill();
});

test('the example creates mailing links that the service accepts', async () => {
  const project = await exampleProject(service);
  const printed = await start('mailing-links.ts', project, 'tiny', service.url, 'Ada', 'Grace Hopper').ends();
  const links = printed
    .trim()
    .split('\n')
    .map((line) => line.slice(line.indexOf(',') + 1));
  expect(links).toHaveLength(2);
  for (const link of links) expect([200, 202]).toContain((await fetch(link)).status);
  expect((await fetch(links[0]?.replace('Ada', 'Eve') ?? '')).status).toBe(403);
});

test('the example continues events after a restart', async () => {
  const client = createClient({ url: service.url, ...service.credentials });
  await writeFile(path.join(folder.path, 'note'), '0');
  await client.projects.create({ name: 'seen once' });
  const first = start('follow-events.ts', 'note');
  await first.prints('new project seen once');
  await first.kill();
  await client.projects.create({ name: 'made meanwhile' });
  const second = start('follow-events.ts', 'note');
  await second.prints('new project made meanwhile');
  await second.kill();
});

/** Writes the blocks of the README as one program, which ends with the port of its receiver. */
async function writeReadme(): Promise<void> {
  const page = await readFile(path.join(root, 'packages', 'client', 'README.md'), 'utf8');
  const [, marked = ''] = /<!-- walk:(.*?)<!-- end of walk -->/s.exec(page) ?? [];
  const program = [...marked.matchAll(/```ts\n(.*?)```/gs)]
    .map(([, block = '']) => block)
    .join('\n')
    .replace('http://127.0.0.1:7420', service.url)
    .replace("'me'", JSON.stringify(service.credentials.key))
    .replaceAll("'choose-a-long-one'", JSON.stringify(service.credentials.secret))
    .replace('port: 8080', 'port: 0');
  await writeFile(
    path.join(folder.path, 'readme.ts'),
    `${program}\nconsole.log(JSON.stringify(receiver.server.address()));\n`,
  );
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
