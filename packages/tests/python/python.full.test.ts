import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { buildWheel } from '../../../build/packages/clients/client-packages.ts';
import { createClient } from '../../client/src/index.ts';
import { callsNotMade } from '../testing/calls-made.ts';
import { exampleProject, TABLE_FILMS } from '../testing/example-project.ts';
import { probe } from '../testing/probe.ts';
import { signed } from '../testing/signed.ts';
import { type StartedProgram, startProgram } from '../testing/start-program.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const MAKE_CLIPS = "await (await import('./build/example-media.mjs')).provideExampleMedia()";
const PYTHON = process.env['SCENEWRIGHT_PYTHON'] ?? 'python3';
/** Whether this machine has Python 3.9 or later, which the client needs. */
const hasPython = spawnSync(PYTHON, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

describe.skipIf(!hasPython)('the Python client', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: TestService;
  let wheel: string;

  beforeAll(async () => {
    await run(process.execPath, ['--input-type=module', '-e', MAKE_CLIPS], { cwd: root });
    folder = await temporaryFolder();
    service = await openService();
    wheel = await buildWheel(root, path.join(folder.path, 'wheel'), PYTHON);
    // Unpack the package as an installation does, so that the tests do not use the sources of the repository.
    await run(PYTHON, ['-m', 'zipfile', '-e', wheel, path.join(folder.path, 'site')]);
    await mkdir(path.join(folder.path, 'examples'));
    await cp(path.join(root, 'examples', 'sunset.mp4'), path.join(folder.path, 'examples', 'sunset.mp4'));
    const examples = path.join(root, 'packages', 'python', 'examples');
    for (const name of (await readdir(examples)).filter((each) => each.endsWith('.py'))) {
      await cp(path.join(examples, name), path.join(folder.path, name));
    }
  });

  afterAll(async () => {
    await service.close();
    await folder[Symbol.asyncDispose]();
  });

  const environment = (of: Pick<TestService, 'url' | 'credentials'> = service) => ({
    ...process.env,
    PYTHONPATH: path.join(folder.path, 'site'),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUTF8: '1',
    SCENEWRIGHT_ROOT: root,
    SCENEWRIGHT_URL: of.url,
    SCENEWRIGHT_KEY: of.credentials.key,
    SCENEWRIGHT_SECRET: of.credentials.secret,
  });
  const start = (...args: readonly string[]): StartedProgram =>
    startProgram(PYTHON, ['-W', 'error', ...args], { cwd: folder.path, env: environment() });

  test('compiles without a warning', async () => {
    const env = { ...environment(), PYTHONPYCACHEPREFIX: path.join(folder.path, 'cache') };
    await run(PYTHON, ['-W', 'error', '-m', 'compileall', '-q', '-f', 'site', '.'], { cwd: folder.path, env });
  });

  test('is a reproducible wheel that pip installs offline', async () => {
    const again = await buildWheel(root, path.join(folder.path, 'again'), PYTHON);
    expect((await readFile(again)).equals(await readFile(wheel))).toBe(true);
    const { stdout } = await run(PYTHON, ['-m', 'zipfile', '-l', wheel]);
    expect(stdout).toContain('scenewright/py.typed');
    expect(stdout).not.toMatch(/test|\.pyc|example/);
    if (spawnSync(PYTHON, ['-m', 'pip', '--version']).status !== 0) return;
    const target = path.join(folder.path, 'installed');
    await run(PYTHON, ['-m', 'pip', 'install', '--no-index', '--no-deps', '--target', target, wheel]);
    const env = { ...process.env, PYTHONPATH: target };
    const { stdout: version } = await run(PYTHON, ['-c', 'import scenewright; print(scenewright.__version__)'], {
      env,
    });
    expect(wheel).toContain(`scenewright-${version.trim()}-py3-none-any.whl`);
  });

  test('passes its own tests', async () => {
    await start(path.join(import.meta.dirname, 'client_test.py')).ends();
  });

  test('the walk through the service makes every call', async () => {
    await using own = await openService();
    const script = [path.join(import.meta.dirname, 'walk.py'), path.join(root, 'examples'), folder.path];
    const child = startProgram(PYTHON, ['-W', 'error', ...script], { cwd: folder.path, env: environment(own) });
    expect(await child.ends()).toContain('done');
    const client = createClient({ url: own.url, ...own.credentials });
    for (const name of callsNotMade(own.lines)) await probe(name, (input) => client.open(name, input as never));
    expect(callsNotMade(own.lines)).toEqual([]);
  });

  test('the README works as it is printed', async () => {
    const page = await readFile(path.join(root, 'packages', 'python', 'README.md'), 'utf8');
    const [, marked = ''] = /<!-- walk:(.*?)<!-- end of walk -->/s.exec(page) ?? [];
    const port = await freePort();
    const program = [...marked.matchAll(/```python\n(.*?)```/gs)]
      .map(([, block = '']) => block)
      .join('\n')
      .replace('http://127.0.0.1:7420', service.url)
      .replace('"me"', JSON.stringify(service.credentials.key))
      .replaceAll('"choose-a-long-one"', JSON.stringify(service.credentials.secret))
      .replace('8080', String(port))
      .replace('HTTPServer((', 'print("listening", flush=True)\nHTTPServer((');
    await writeFile(path.join(folder.path, 'readme.py'), program);
    const child = start('readme.py');
    await child.prints('listening');
    const body = JSON.stringify({ type: 'render.succeeded', timestamp: '', data: { url: 'http://films.example/1' } });
    const headers = signed(body, service.credentials.secret);
    await untilAccepted(() => fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body }));
    const printed = await child.ends();
    expect(printed).toContain('the film is at http://films.example/1');
    expect(printed).toContain('template/invalid');
    expect(printed).toMatch(/https:\/\/films\.example\/v1\/render\/.*greeting\.mp4\?name=Ada&vary=name&sig=/);
    for (const name of ['hello.mp4', 'Ada.gif', 'Grace.gif']) {
      expect((await readFile(path.join(folder.path, name))).length, name).toBeGreaterThan(500);
    }
  });

  test('renders a film from a row in the example', async () => {
    const project = await exampleProject(service);
    expect(await start('film_from_row.py', project, 'tiny', '{"name": "Ada"}', 'row.mp4').ends()).toContain(
      'saved row.mp4',
    );
    expect((await readFile(path.join(folder.path, 'row.mp4'))).length).toBeGreaterThan(500);
  });

  test('continues films from a CSV file after a kill in the example', async () => {
    const project = await exampleProject(service);
    const rows = Array.from({ length: TABLE_FILMS }, (_, index) => `"Person, ${index}"`);
    await writeFile(path.join(folder.path, 'rows.csv'), `name\n${rows.join('\n')}\n`);
    const first = start('films_of_csv.py', project, 'tiny', 'rows.csv', 'films');
    const client = createClient({ url: service.url, ...service.credentials });
    let ended = 0;
    for await (const event of client.events({ lastEventId: '0' })) {
      if (event.type === 'render.changed' && event.project === project && event.data.state === 'succeeded') ended += 1;
      if (ended === 10) break;
    }
    await first.kill();
    const gifs = async () => (await readdir(path.join(folder.path, 'films'))).filter((name) => name.endsWith('.gif'));
    const before = (await gifs()).length;
    const printed = await start('films_of_csv.py', project, 'tiny', 'rows.csv', 'films').ends();
    expect(printed).toContain(`saved ${TABLE_FILMS - before} films`);
    expect(await gifs()).toHaveLength(TABLE_FILMS);
    expect((await client.batches.list({ project })).batches).toHaveLength(1);
  });

  test('continues an upload after a kill in the example', async () => {
    const project = await exampleProject(service);
    const bytes = randomBytes(24 * 2 ** 20);
    await writeFile(path.join(folder.path, 'large.bin'), bytes);
    const first = start('resume_upload.py', project, 'large.bin');
    await first.prints('of');
    await first.kill();
    expect(await start('resume_upload.py', project, 'large.bin').ends()).toContain('uploaded large.bin');
    const client = createClient({ url: service.url, ...service.credentials });
    const stored = await (await client.assets.read({ project, name: 'large.bin' })).arrayBuffer();
    expect(bytes.equals(new Uint8Array(stored))).toBe(true);
  });

  test('receives webhooks in the example', async () => {
    const child = start('webhook_receiver.py', '0');
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

  test('creates mailing links that the service accepts in the example', async () => {
    const project = await exampleProject(service);
    const printed = await start('mailing_links.py', project, 'tiny', service.url, 'Ada', 'Grace Hopper').ends();
    const links = printed
      .trim()
      .split('\n')
      .map((line) => line.slice(line.indexOf(',') + 1));
    expect(links).toHaveLength(2);
    for (const link of links) expect([200, 202]).toContain((await fetch(link)).status);
    expect((await fetch(links[0]?.replace('Ada', 'Eve') ?? '')).status).toBe(403);
  });

  test('continues events after a restart in the example', async () => {
    const client = createClient({ url: service.url, ...service.credentials });
    await writeFile(path.join(folder.path, 'note'), '0');
    await client.projects.create({ name: 'seen once' });
    const first = start('follow_events.py', 'note');
    await first.prints('new project seen once');
    await first.kill();
    await client.projects.create({ name: 'made meanwhile' });
    const second = start('follow_events.py', 'note');
    await second.prints('new project made meanwhile');
    await second.kill();
  });
});

/** Returns a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Repeats a request until the server listens. */
async function untilAccepted(send: () => Promise<Response>): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const status = await send().then(
      (answer) => answer.status,
      () => null,
    );
    if (status === 204) return;
  }
  throw new Error('The server does not listen.');
}
