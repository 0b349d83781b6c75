import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openWorkspace } from '#service/workspace/open-workspace.ts';
import { codeOf } from '#service/workspace/testing/scratch-workspace.ts';

/** Starts a change by another program, which locks the workspace's database. */
function lock(workspace: string) {
  const other = new DatabaseSync(join(workspace, 'db.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const end = (): void => {
    if (!other.isOpen) return;
    other.exec('ROLLBACK');
    other.close();
  };
  return { end, [Symbol.dispose]: end };
}

test('a change waits for a foreign lock without blocking others', {
  tags: ['promise:P13', 'promise:F15'],
}, async () => {
  await using service = await openService();
  const { client } = service;
  const project = (await client.call('createProject', { parameters: { name: 'Films' }, query: {} })).uid;
  using locked = lock(service.workspace);
  const ended: string[] = [];
  const put = (name: string) => service.fetch(`/v1/data/${project}/${name}`, { method: 'PUT', body: name });
  const changes = ['a', 'b', 'c'].map((name) => put(name).then(({ status }) => ended.push(`${name} ${status}`)));
  // The service answers every read while the changes wait.
  for (let count = 0; count < 30; count++) expect((await service.fetch('/v1/list/project')).status).toBe(200);
  expect(ended).toEqual([]);
  locked.end();
  await Promise.all(changes);
  expect(ended.toSorted()).toEqual(['a 201', 'b 201', 'c 201']);
});

test('a start waits for a foreign lock and reports one that stays', { tags: ['promise:F15'] }, async () => {
  await using folder = await temporaryFolder();
  const open = (databasePatience: number) =>
    openWorkspace({ folder: folder.path, clock: Date.now, databaseLockTimeout: databasePatience });
  await (await open(100)).close();
  {
    using _locked = lock(folder.path);
    expect(await codeOf(() => open(100))).toBe('storage/busy');
  }
  const workspace = await open(100);
  expect(workspace.database.get('PRAGMA busy_timeout')).toEqual({ timeout: 100 });
  await workspace.close();
});

test('waiting for a lasting lock times out and leaves the event loop free', { tags: ['promise:F15'] }, async () => {
  await using folder = await temporaryFolder();
  const workspace = await openWorkspace({ folder: folder.path, clock: Date.now, databaseLockTimeout: 300 });
  using locked = lock(folder.path);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 10);
  const waits = [workspace.database.waitForWriteLock(), workspace.database.waitForWriteLock()];
  expect(await Promise.all(waits.map((wait) => codeOf(() => wait)))).toEqual(['storage/busy', 'storage/busy']);
  clearInterval(timer);
  // A blocking wait would allow only one or two turns of the event loop.
  expect(turns).toBeGreaterThan(3);
  locked.end();
  await workspace.database.waitForWriteLock();
  expect(workspace.projects.create('Films').name).toBe('Films');
  await workspace.close();
});
