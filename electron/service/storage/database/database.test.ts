import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { codeOf, incoming, scratchWorkspace } from '#service/workspace/testing/scratch-workspace.ts';
import type { Database } from '../ports.ts';

function insert(database: Database, uid: string): void {
  database.run('INSERT INTO project (uid, name, created_at, updated_at) VALUES (?, ?, 0, 0)', uid, uid);
}

function uids(database: Database): unknown[] {
  return database.all('SELECT uid FROM project ORDER BY uid').map((row) => row['uid']);
}

test('a transaction is stored completely or not at all', async () => {
  await using scratch = await scratchWorkspace();
  const { database } = scratch.workspace;
  database.transaction(() => insert(database, 'a'));
  const fail = () =>
    database.transaction(() => {
      insert(database, 'b');
      throw new Error('no');
    });
  expect(fail).toThrow('no');
  expect(uids(database)).toEqual(['a']);
});

test('a failing nested transaction undoes only its own changes', async () => {
  await using scratch = await scratchWorkspace();
  const { database } = scratch.workspace;
  const value = database.transaction(() => {
    insert(database, 'a');
    try {
      database.transaction(() => {
        insert(database, 'b');
        database.transaction(() => insert(database, 'c'));
        throw new Error('no');
      });
    } catch {
      insert(database, 'd');
    }
    return 7;
  });
  expect(value).toBe(7);
  expect(uids(database)).toEqual(['a', 'd']);
  expect(() =>
    database.transaction(() => {
      database.transaction(() => insert(database, 'e'));
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(uids(database)).toEqual(['a', 'd']);
});

test('a transaction on a full disk is undone', {
  tags: ['promise:P7', 'promise:F12'],
}, async () => {
  await using scratch = await scratchWorkspace();
  const { database, projects, assets, state } = scratch.workspace;
  const project = projects.create('Films').uid;
  await assets.put(project, 'a.txt', incoming('old'));
  // With the maximum number of pages, SQLite fails as on a full disk.
  const pages = Number(database.get('PRAGMA page_count')?.['page_count']);
  database.get(`PRAGMA max_page_count = ${pages}`);
  const fill = () =>
    database.transaction(() => {
      for (let n = 0; n < 1000; n++) insert(database, `filler-${n}-${'x'.repeat(500)}`);
    });
  expect(await codeOf(fill)).toBe('storage/full');
  expect(state()).toBe('ok');
  expect(assets.list(project).assets).toHaveLength(1);
  expect(projects.list()).toHaveLength(1);
  database.get('PRAGMA max_page_count = 1000000');
  fill();
  expect(projects.list()).toHaveLength(1001);
});

test('a lock that stays is reported as busy and nothing changes', {
  tags: ['promise:F15', 'promise:F28'],
}, async () => {
  await using scratch = await scratchWorkspace();
  const { database, projects } = scratch.workspace;
  const other = new DatabaseSync(join(scratch.folder, 'db.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  expect(await codeOf(() => projects.create('Films'))).toBe('storage/busy');
  expect(projects.list()).toEqual([]);
  other.exec('ROLLBACK');
  other.close();
  projects.create('Films');
  expect(uids(database)).toHaveLength(1);
});

test('an error that the disk did not cause is rethrown unchanged', async () => {
  await using scratch = await scratchWorkspace();
  const { database, state } = scratch.workspace;
  insert(database, 'a');
  expect(() => insert(database, 'a')).toThrow('UNIQUE');
  expect(() => database.run('INSERT INTO asset SELECT 1')).toThrow();
  expect(state()).toBe('ok');
});

test('any number of different statements can run', async () => {
  await using scratch = await scratchWorkspace();
  const { database } = scratch.workspace;
  for (let n = 0; n < 1200; n++) expect(database.get(`SELECT ${n} AS n`)).toEqual({ n });
});
