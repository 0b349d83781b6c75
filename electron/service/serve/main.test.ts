import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { waitUntil } from '../testing/wait-until.ts';

const program = resolve(import.meta.dirname, 'main.ts');

interface Running {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly closeOutputs: () => void;
  readonly ended: Promise<number | null>;
  readonly url: () => Promise<string>;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const { SCENEWRIGHT_API_KEY: _key, SCENEWRIGHT_API_SECRET: _secret, ...plain } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...plain, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal) => child.kill(signal),
    closeOutputs: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    ended: once(child, 'exit').then(([code]: readonly (number | null)[]) => code ?? null),
    url: async () => {
      await waitUntil(() => stdout.includes('\n') || child.exitCode !== null);
      return /listening on (\S+)/.exec(stdout)?.[1] ?? `nothing, but: ${stderr}`;
    },
  };
}

describe('npm run service', () => {
  it('says in one line where it listens, where the credentials are and not what they are, and stops on SIGTERM', async () => {
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
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.stdout()).toBe(`listening on ${url}\n`);
    expect(service.stderr()).not.toContain(secret);
    expect(service.stderr()).not.toContain(authorization);
  });

  it('takes credentials from the environment, and writes them nowhere', async () => {
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

  it('goes on when nobody reads what it prints', async () => {
    await using folder = await temporaryFolder();
    const service = start(['--workspace', folder.path, '--port', '0']);
    const url = await service.url();
    service.closeOutputs();
    for (let count = 0; count < 20; count++) expect((await fetch(`${url}/health`)).status).toBe(200);
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  it.each([
    [['--port', 'x'], '--port x: give a number'],
    [['--region', '../x'], '--region ../x: give'],
    [['--nonsense'], "Unknown option '--nonsense'"],
    [['--host', '0.0.0.0'], 'set SCENEWRIGHT_API_KEY and SCENEWRIGHT_API_SECRET'],
  ])('refuses %j in a sentence', async (args, sentence) => {
    const service = start(args);
    expect(await service.ended).toBe(2);
    await waitUntil(() => service.stderr().includes(sentence));
  });
});
