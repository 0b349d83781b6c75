import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callNames, callOf } from '#shared/contract/contract.ts';
import { required } from '#shared/lib/assert.ts';
import { credentialsFile } from './credentials.ts';
import { openProcessRegister } from './ffmpeg/process-register.ts';
import { rawRequest } from './http/testing/raw-request.ts';
import { noteDiskCalls } from './testing/disk-calls.ts';
import { openService } from './testing/open-service.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { isRunning, waitUntil } from './testing/wait-until.ts';

/** The calls that need no credentials, with the status of an empty request. The oEmbed address contains a signature. */
const WITHOUT_CREDENTIALS: ReadonlyMap<string, number> = new Map([
  ['readHealth', 200],
  ['readOembed', 400],
]);

describe('the service', () => {
  it('keeps its data after a restart', async () => {
    await using folder = await temporaryFolder();
    const first = await openService({ workspace: folder.path });
    const project = await first.createProject('kept');
    await first.putAsset(project, 'a.txt', 'kept');
    await first.close();
    await using second = await openService({ workspace: folder.path });
    expect(await second.readText(`/v1/data/${project}/a.txt`)).toBe('kept');
  });

  it('creates credentials at the first start that only their owner can read', async () => {
    await using folder = await temporaryFolder();
    const first = await openService({ workspace: folder.path, credentials: null });
    expect((await first.fetch('/v1/list/project')).status).toBe(200);
    expect((await stat(credentialsFile(folder.path))).mode & 0o777).toBe(0o600);
    await first.close();
    await using second = await openService({ workspace: folder.path, credentials: null });
    expect(second.credentials).toEqual(first.credentials);
    expect(first.credentials.secret.length).toBeGreaterThanOrEqual(43);
  });

  it.runIf(process.platform === 'linux')(
    'syncs its credentials file and folder before it returns them',
    { tags: ['promise:P2'] },
    async () => {
      await using folder = await temporaryFolder();
      await using disk = await noteDiskCalls(folder.path);
      await using _service = await openService({ workspace: folder.path, credentials: null });
      const at = disk.calls.indexOf('sync credentials.json.unfinished');
      expect(disk.calls.slice(at, at + 3)).toEqual([
        'sync credentials.json.unfinished',
        'rename credentials.json.unfinished credentials.json',
        'sync .',
      ]);
    },
  );

  it.runIf(process.platform === 'linux')(
    'ends processes that a killed service left running',
    { tags: ['promise:F24'] },
    async () => {
      await using folder = await temporaryFolder();
      const left = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
      const pid = required(left.pid, 'a process');
      try {
        const running = join(folder.path, 'running');
        (await openProcessRegister(running)).add(pid, 'sleep');
        const note = join(running, `${pid}.json`);
        const entry = JSON.parse(await readFile(note, 'utf8'));
        // The record of another process that no longer exists.
        await writeFile(
          note,
          JSON.stringify({ ...entry, owner: { pid: entry.owner.pid, start: { exact: '', about: 0 } } }),
        );
        await using _service = await openService({ workspace: folder.path });
        await waitUntil(() => !isRunning(pid));
      } finally {
        left.kill('SIGKILL');
      }
    },
  );

  it.each([
    ['of no length', ''],
    ['of zeros', '\0'.repeat(90)],
  ])('creates new credentials if a crash left a credentials file %s', async (_, left) => {
    await using folder = await temporaryFolder();
    await writeFile(credentialsFile(folder.path), left);
    await using service = await openService({ workspace: folder.path, credentials: null });
    expect(JSON.parse(await readFile(credentialsFile(folder.path), 'utf8'))).toEqual(service.credentials);
  });

  it('refuses unreadable credentials without printing them', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'credentials.json'), '{"key": "canary"');
    const failure = await openService({ workspace: folder.path, credentials: null }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'workspace/damaged' });
    expect(String(failure)).not.toContain('canary');
  });

  it('refuses a workspace that is in use', async () => {
    await using service = await openService();
    await expect(openService({ workspace: service.workspace })).rejects.toMatchObject({ code: 'workspace/in-use' });
  });

  it('releases its workspace if its port is in use', async () => {
    await using folder = await temporaryFolder();
    await using other = await openService();
    const port = Number(new URL(other.url).port);
    await expect(openService({ workspace: folder.path, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await using _service = await openService({ workspace: folder.path });
  });

  it('ends event streams and completes requests on close', async () => {
    const service = await openService();
    const events = await service.client.open('followEvents');
    const closed = service.close();
    await events.text();
    await closed;
    await service.close();
    await expect(fetch(service.url)).rejects.toThrow();
    await service[Symbol.asyncDispose]();
  });

  it('requires credentials for every call except health and oEmbed', { tags: ['promise:P14'] }, async () => {
    await using service = await openService();
    for (const name of callNames) {
      const { method, path } = callOf(name);
      const { status } = await fetch(`${service.url}${path.replaceAll(/:\w+/g, 'x')}`, { method });
      expect([name, status]).toEqual([name, WITHOUT_CREDENTIALS.get(name) ?? 401]);
    }
  });

  it('reports its health as ok in its first second', async () => {
    await using service = await openService();
    expect((await service.client.call('readHealth')).status).toBe('ok');
  });

  it('logs no secret of a request', async () => {
    await using service = await openService();
    const uid = await service.createProject('canaries');
    const keys = { access_key_id: 'CANARY-ID', secret_access_key: 'CANARY-SECRET' };
    const destination = {
      type: 'object_store',
      ...keys,
      bucket: 'b',
      filename: 'f',
      endpoint: 'http://CANARY@127.0.0.1:1',
    };
    const template =
      '<movie width="32" height="18" framerate="25"><scene duration="1s"><video src="a.mp4"/></scene></movie>';
    const fields = {
      template,
      destination: JSON.stringify(destination),
      async: 'true',
      onsuccess: 'http://u:CANARY@h/',
    };
    const body = new URLSearchParams(fields);
    const answer = await service.fetch(`/v1/render/local/${uid}?token=CANARY`, { method: 'POST', body });
    const said = await answer.text();
    await service.close();
    const { key, secret } = service.credentials;
    for (const canary of ['CANARY', secret, btoa(`${key}:${secret}`)]) {
      expect(service.lines.join('')).not.toContain(canary);
    }
    expect(said).not.toContain('CANARY-SECRET');
  });

  it('answers under both of its host names', async () => {
    await using service = await openService({ region: 'eu' });
    const port = Number(new URL(service.url).port);
    for (const host of [`api-eu.localhost:${port}`, `xml.localhost:${port}`]) {
      expect((await rawRequest(port, ['GET /health HTTP/1.1', `Host: ${host}`])).status).toBe(200);
    }
  });
});
