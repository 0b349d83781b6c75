import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { expectProblem } from '#service/testing/expect-problem.ts';
import { openService } from '#service/testing/open-service.ts';
import { canMount, mountDisk } from '#service/testing/small-disk.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openWorkspace } from './open-workspace.ts';
import { failingFiles } from './testing/failing-files.ts';
import { codeOf, incoming } from './testing/scratch-workspace.ts';

const mayMount = await canMount();

describe('the folder of a workspace', { tags: ['promise:F16'] }, () => {
  test('gets no files at its old path after a move', async () => {
    await using folder = await temporaryFolder();
    const workspace = join(folder.path, 'workspace');
    const away = join(folder.path, 'away');
    let project: string;
    {
      await using service = await openService({ workspace });
      const { client } = service;
      project = await service.createProject();
      const asset = { parameters: { project, name: 'a.txt' }, query: {} };
      await client.call('createAsset', { ...asset, body: 'old' });
      await rename(workspace, away);

      const at = `/v1/data/${project}/a.txt`;
      await expectProblem(service.fetch(at), 503, 'storage/missing');
      await expectProblem(service.fetch(at, { method: 'PUT', body: 'new' }), 503, 'storage/missing');
      const start = `/chunked/videos/${project}?chunk_count=1&chunk_size=3&name=b`;
      await expectProblem(service.fetch(start, { method: 'POST' }), 503, 'storage/missing');
      expect(await (await service.fetch('/health')).json()).toMatchObject({ status: 'read-only' });
      expect(existsSync(workspace)).toBe(false);
    }
    // Closing also writes nothing at the old path.
    expect(existsSync(workspace)).toBe(false);
    await rename(away, workspace);
    await using again = await openService({ workspace });
    expect(await again.readText(`/v1/data/${project}/a.txt`)).toBe('old');
  });

  test('leaves no partial upload behind when it moves', async () => {
    await using folder = await temporaryFolder();
    const place = join(folder.path, 'workspace');
    const workspace = await openWorkspace({ folder: place, clock: Date.now });
    const { uid } = workspace.projects.create('Films');
    const { id } = workspace.uploads.start(uid, { name: 'f', chunkCount: 1, chunkSize: 3 });
    await rename(place, join(folder.path, 'away'));
    // An unplugged disk leaves its mount point as an empty folder.
    await mkdir(place);
    const body = { stream: incoming('abc').stream, sha256: null, signal: new AbortController().signal };
    expect(await codeOf(() => workspace.uploads.writeChunk(uid, id, 1, body))).toBe('storage/missing');
    expect(await readdir(place)).toEqual([]);
    await workspace.close();
  });

  test.skipIf(!mayMount)('is refused on a read-only disk and stays unchanged', async () => {
    await using folder = await temporaryFolder();
    await using disk = await mountDisk(join(folder.path, 'disk'), '20m');
    const place = join(disk.path, 'workspace');
    const workspace = await openWorkspace({ folder: place, clock: Date.now });
    workspace.projects.create('Films');
    await workspace.close();
    const remount = (how: string) => promisify(execFile)('mount', ['-o', `remount,${how}`, disk.path]);
    await remount('ro');
    await expect(openWorkspace({ folder: place, clock: Date.now })).rejects.toMatchObject({
      code: 'storage/unwritable',
      message: expect.stringContaining(place),
    });
    await remount('rw');
    const again = await openWorkspace({ folder: place, clock: Date.now });
    expect(again.projects.list()).toHaveLength(1);
    await again.close();
  });

  test.each(['EINVAL', 'ENOTSUP', 'ENOSYS'])(
    'works without fsync and warns once: %s',
    { tags: ['promise:F16'] },
    async (code) => {
      await using folder = await temporaryFolder();
      const failing = failingFiles();
      const warnings: string[] = [];
      const logger = {
        info: () => undefined,
        warn: (_: object, text: string) => warnings.push(text),
        error: () => undefined,
      };
      const workspace = await openWorkspace({ folder: folder.path, clock: Date.now, files: failing.files, logger });
      const { uid } = workspace.projects.create('Films');
      for (const [name, call] of [
        ['a', 'sync'],
        ['b', 'syncFolder'],
        ['c', 'sync'],
      ] as const) {
        failing.failCall(1, code, call);
        await workspace.assets.put(uid, name, incoming(name));
        expect(failing.failed()).toBe(call);
      }
      expect(workspace.state()).toBe('ok');
      expect(warnings).toEqual([
        'the file system of the workspace cannot sync; a power failure can lose the latest changes',
      ]);
      await workspace.close();
    },
  );
});
