import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { canMount, mountDisk } from '#service/testing/small-disk.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';

const mayMount = await canMount();

/** Writes a file until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch {
    // The disk is full.
  } finally {
    closeSync(file);
  }
}

/** Leaves a workspace with an asset and an interrupted render on the disk. This is the state after a kill or a stop. */
async function leaveWorkspace(disk: string, end: 'killed' | 'stopped'): Promise<{ readonly project: string }> {
  const place = join(disk, 'workspace');
  const service = await openService({ workspace: join(disk, 'first'), credentials: null });
  const project = await service.createProject();
  await service.fetch(`/v1/data/${project}/a.txt`, { method: 'PUT', body: 'old' });
  // Omit the records of running programs. Their files change during the copy, and the programs do not run for the copy.
  const filter = (path: string) => basename(dirname(path)) !== 'running';
  const copy = () => cp(service.workspace, place, { recursive: true, filter });
  if (end === 'killed') await copy();
  await service.close();
  if (end === 'stopped') await copy();
  rmSync(service.workspace, { recursive: true });
  return { project };
}

describe.skipIf(!mayMount)('a service that starts with a full disk', { tags: ['promise:P7', 'promise:F12'] }, () => {
  test.each(['killed', 'stopped'] as const)('refuses changes with 507 until space is free: %s', async (end) => {
    await using folder = await temporaryFolder();
    await using disk = await mountDisk(join(folder.path, 'disk'), '8m');
    const { project } = await leaveWorkspace(disk.path, end);
    const ballast = join(disk.path, 'ballast');
    fill(ballast);
    const place = join(disk.path, 'workspace');
    await using service = await openService({ workspace: place, credentials: null });
    const read = async (from: TestService) => await from.readText(`/v1/data/${project}/a.txt`);
    expect(await read(service)).toBe('old');
    const put = async () => (await service.fetch(`/v1/data/${project}/a.txt`, { method: 'PUT', body: 'new' })).status;
    expect(await put()).toBe(507);
    expect((await service.fetch('/v1/project/More', { method: 'POST' })).status).toBe(507);
    expect(await read(service)).toBe('old');
    rmSync(ballast);
    expect(await put()).toBe(200);
    expect(await read(service)).toBe('new');
    await service.close();
    expect(existsSync(join(place, 'owner.json'))).toBe(false);
    await using again = await openService({ workspace: place, credentials: null });
    expect(await read(again)).toBe('new');
  });

  test('resumes an interrupted render when space is free', async () => {
    await using folder = await temporaryFolder();
    await using disk = await mountDisk(join(folder.path, 'disk'), '8m');
    const { project } = await leaveWorkspace(disk.path, 'stopped');
    const place = join(disk.path, 'workspace');
    const database = new DatabaseSync(join(place, 'db.sqlite'));
    database
      .prepare(
        `INSERT INTO render (id, sequence, project, state, request, template, attempt, created_at)
         VALUES ('cut-off', 1, ?, 'rendering', ?, '<movie/>', 3, 0)`,
      )
      .run(project, JSON.stringify(REQUEST));
    database.close();
    const ballast = join(disk.path, 'ballast');
    fill(ballast);
    await using service = await openService({ workspace: place, credentials: null });
    const state = async () => (await service.readRender(project, 'cut-off')).state;
    expect(await state()).toBe('rendering');
    rmSync(ballast);
    await waitUntil(async () => (await state()) === 'failed');
  });
});

/** The request of a render that has used all its attempts and will never run again. */
const REQUEST = {
  ...{ format: 'mp4', quality: 'standard', hardware: null, variables: [], destination: null, published: null },
  ...{ name: null, templateName: null, onsuccess: null, onerror: null, origin: 'http://127.0.0.1', total: 5 },
  uncounted: 0,
};
