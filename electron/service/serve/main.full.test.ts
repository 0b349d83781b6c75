import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { testedProgram } from '#service/testing/tested-program.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { full } from '#shared/testing/full.ts';

interface Running {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly closeOutputs: () => void;
  readonly ended: Promise<number | null>;
  readonly url: () => Promise<string>;
  /** Returns the printed link to the editor. */
  readonly link: () => Promise<URL>;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}, log: 'pipe' | number = 'pipe'): Running {
  const { SCENEWRIGHT_API_KEY: _key, SCENEWRIGHT_API_SECRET: _secret, ...plain } = process.env;
  const child = spawn(process.execPath, [testedProgram('serve/main.ts'), ...args], {
    env: { ...plain, ...env },
    stdio: ['ignore', 'pipe', log],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data) => {
    stdout += data;
  });
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal) => child.kill(signal),
    closeOutputs: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    // The last output arrives after `exit`, but before `close`.
    ended: once(child, 'close').then(([code]: readonly (number | null)[]) => code ?? null),
    url: async () => {
      await waitUntil(() => stdout.includes('\n') || child.exitCode !== null);
      return /listening on (\S+)/.exec(stdout)?.[1] ?? `nothing, but: ${stderr}`;
    },
    link: async () => {
      await waitUntil(() => stdout.includes('?token=') || child.exitCode !== null);
      return new URL(/Scenewright is open at (\S+)\n/.exec(stdout)?.[1] ?? `nothing:${stderr}`);
    },
  };
}

/** Returns the permissions of a file; 0 for a missing file, such as the note of a service that has ended. */
async function modeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mode;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

describe('npm run service', () => {
  it('prints its address, logs where the credentials are, and stops on SIGTERM', async () => {
    await using folder = await temporaryFolder();
    const service = start(['--workspace', folder.path, '--port', '0']);
    const url = await service.url();
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const file = join(folder.path, 'credentials.json');
    await waitUntil(() => service.stderr().includes(file));
    const { key, secret } = JSON.parse(await readFile(file, 'utf8')) as {
      readonly key: string;
      readonly secret: string;
    };
    const authorization = `Basic ${btoa(`${key}:${secret}`)}`;
    expect((await fetch(`${url}/v1/list/project`, { headers: { authorization } })).status).toBe(200);
    // Other users of the machine must not have access to any file (P14).
    for (const name of ['', ...(await readdir(folder.path, { recursive: true }))])
      expect([name, (await modeOf(join(folder.path, name))) & 0o077]).toEqual([name, 0]);
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.stdout()).toBe(`listening on ${url}\n`);
    expect(service.stderr()).not.toContain(secret);
    expect(service.stderr()).not.toContain(authorization);
  });

  it('takes credentials from the environment and does not store them', async () => {
    await using folder = await temporaryFolder();
    const env = { SCENEWRIGHT_API_KEY: 'canary-key', SCENEWRIGHT_API_SECRET: 'canary-secret-of-some-length' };
    const service = start(['--workspace', folder.path, '--port', '0'], env);
    const url = await service.url();
    const good = `Basic ${btoa('canary-key:canary-secret-of-some-length')}`;
    expect((await fetch(`${url}/v1/list/project`, { headers: { authorization: good } })).status).toBe(200);
    expect(
      (
        await fetch(`${url}/v1/project/canary-secret-of-some-length`, {
          method: 'POST',
          headers: { authorization: good },
        })
      ).status,
    ).toBe(201);
    service.kill('SIGINT');
    expect(await service.ended).toBe(0);
    expect(service.stderr()).toContain('/v1/project/[hidden]');
    expect(service.stdout() + service.stderr()).not.toContain('canary-secret');
    await expect(readFile(join(folder.path, 'credentials.json'))).rejects.toThrow();
  });

  it('continues when its outputs are closed (EPIPE)', { tags: ['promise:F41'] }, async () => {
    await using folder = await temporaryFolder();
    const service = start(['--workspace', folder.path, '--port', '0']);
    const url = await service.url();
    service.closeOutputs();
    for (let count = 0; count < 20; count++) expect((await fetch(`${url}/health`)).status).toBe(200);
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  it('continues when the disk of its log is full', { tags: ['promise:F41'] }, async () => {
    await using folder = await temporaryFolder();
    await using full = await open('/dev/full', 'w');
    const service = start(['--workspace', folder.path, '--port', '0'], {}, full.fd);
    const url = await service.url();
    for (let count = 0; count < 20; count++) expect((await fetch(`${url}/v1/list/project`)).status).toBe(401);
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  it.each([
    [['--log', 'loud'], '--log loud: use info, warn, error (see scenewright service --help)'],
    [['--host', '0.0.0.0'], 'set SCENEWRIGHT_API_KEY and SCENEWRIGHT_API_SECRET'],
  ])('refuses wrong arguments with one sentence: %j', { tags: ['promise:P14'] }, async (args, sentence) => {
    const service = start(args);
    expect(await service.ended).toBe(2);
    await waitUntil(() => service.stderr().includes(sentence));
  });
});

// Some tests start several programs, which takes a long time on a busy machine.
describe('npm run service -- --editor', { timeout: 240_000 }, () => {
  /** Creates a workspace with a built editor, and returns the environment for it. */
  async function openFolder() {
    const folder = await temporaryFolder();
    await writeFile(join(folder.path, 'index.html'), '<title>Editor</title>');
    return { ...folder, env: { SCENEWRIGHT_EDITOR: folder.path }, args: ['--workspace', folder.path, '--editor'] };
  }

  it('prints a link that opens the editor and respects the log level', async () => {
    await using folder = await openFolder();
    const service = start([...folder.args, '--port', '0', '--log', 'warn'], folder.env);
    const link = await service.link();
    expect(link.origin).toBe(await service.url());
    const entered = await fetch(link, { redirect: 'manual' });
    expect([entered.status, entered.headers.has('set-cookie')]).toEqual([200, true]);
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.stderr()).toBe('');
  });

  full.test('prints another link if the service is already running', async () => {
    await using folder = await openFolder();
    const service = start([...folder.args, '--port', '0'], folder.env);
    const first = await service.link();
    const again = start(folder.args, folder.env);
    const second = await again.link();
    expect(await again.ended).toBe(0);
    expect([second.origin, second.href === first.href]).toEqual([first.origin, false]);
    for (const link of [first, second]) expect((await fetch(link)).status).toBe(200);
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  full.test('names a running service that serves another build of the editor', async () => {
    await using folder = await openFolder();
    const service = start([...folder.args, '--port', '0'], folder.env);
    const { origin } = await service.link();
    await writeFile(join(folder.path, 'index.html'), '<title>Editor, updated</title>');
    const again = start(folder.args, folder.env);
    expect(await again.ended).toBe(2);
    expect(again.stderr()).toMatch(
      /another version of the editor is running at \S+ \(process \d+\); stop it, then start/,
    );
    expect(again.stderr()).toContain(origin);
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  full.test('names the process that uses the workspace but serves no editor', async () => {
    await using folder = await openFolder();
    const headless = start(['--workspace', folder.path, '--port', '0']);
    await headless.url();
    const refused = start(folder.args, folder.env);
    expect(await refused.ended).toBe(2);
    expect(refused.stderr()).toMatch(/Another process is using this workspace\. It is process \d+\./);
    headless.kill('SIGTERM');
    await headless.ended;
    const keys = { SCENEWRIGHT_API_KEY: 'key', SCENEWRIGHT_API_SECRET: 'secret-of-another' };
    const other = start([...folder.args, '--port', '0'], { ...folder.env, ...keys });
    await other.link();
    const unknown = start(folder.args, folder.env);
    expect(await unknown.ended).toBe(2);
    other.kill('SIGTERM');
    expect(await other.ended).toBe(0);
  });

  full.test('takes the next port if the usual one is in use', async () => {
    await using folder = await openFolder();
    const other = createServer();
    // Ignore the error: this test or another program already uses the port.
    await new Promise<void>((listening) => {
      other.once('error', () => listening());
      other.listen(7420, '127.0.0.1', () => listening());
    });
    const service = start(folder.args, folder.env);
    const { port } = await service.link();
    expect([Number(port) > 7420, service.stderr().includes('port 7420 is in use')]).toEqual([true, true]);
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    other.close();
  });

  it('requires a built editor', async () => {
    await using folder = await temporaryFolder();
    const service = start(['--workspace', folder.path, '--editor'], { SCENEWRIGHT_EDITOR: join(folder.path, 'none') });
    expect(await service.ended).toBe(2);
    expect(service.stderr()).toContain('the editor isn’t built');
  });
});
