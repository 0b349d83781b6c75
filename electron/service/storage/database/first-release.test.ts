import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import { createMovieStore } from '#service/movies/movie-store.ts';
import { createTemplateStore } from '#service/movies/template-store.ts';
import { findRenders } from '#service/renders/records/render-record.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openWorkspace } from '#service/workspace/open-workspace.ts';
import type { Database } from '../ports.ts';
import { migrate } from './migrate.ts';
import { migrations } from './schema.ts';
import { firstRelease, firstReleaseDatabase } from './testing/first-release/make.ts';

/** Returns the rows of the first release with its columns. */
function rowsOfFirstRelease(database: Pick<Database, 'all'>): unknown {
  return Object.fromEntries(
    Object.entries(firstRelease).map(([table, rows]) => {
      const names = Object.keys(rows[0] ?? {}).join(', ');
      return [table, database.all(`SELECT ${names} FROM ${table} ORDER BY rowid`).map((row) => ({ ...row }))];
    }),
  );
}

/** Returns the rows that were written, with bytes in the form that SQLite returns. */
function rowsWritten(): unknown {
  const plain = (value: unknown) => (value instanceof Uint8Array ? new Uint8Array(value) : value);
  return Object.fromEntries(
    Object.entries(firstRelease).map(([table, rows]) => [
      table,
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))),
    ]),
  );
}

function schemaOf(database: DatabaseSync): unknown {
  return database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
}

describe('a workspace of the first release', { tags: ['promise:F39'] }, () => {
  test('matches the first migration, which never changes', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'kept');
    writeFileSync(file, firstReleaseDatabase());
    using old = new DatabaseSync(file);
    using fresh = new DatabaseSync(':memory:');
    fresh.exec(migrations[0] ?? '');
    expect(schemaOf(old)).toEqual(schemaOf(fresh));
    const tables = fresh
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all();
    expect(Object.keys(firstRelease).toSorted()).toEqual(tables.map(({ name }) => String(name)).toSorted());
  });

  test.each(migrations.map((_, index) => index + 1))('opens by way of schema %d with all its data', async (version) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'db.sqlite');
    writeFileSync(path, firstReleaseDatabase());
    {
      using connection = new DatabaseSync(path);
      migrate(connection, path, migrations.slice(0, version));
    }
    const workspace = await openWorkspace({ folder: folder.path, clock: () => 10_000 });
    expect(rowsOfFirstRelease(workspace.database)).toEqual(rowsWritten());
    expect(workspace.database.get('PRAGMA user_version')).toEqual({ user_version: migrations.length });
    expect(workspace.database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
    expect(workspace.database.all('PRAGMA foreign_key_check')).toEqual([]);
    expect(existsSync(`${path}.backup-${version}`)).toBe(version < migrations.length);
    await workspace.close();
  });

  test('is readable and writable in the current version', async () => {
    await using folder = await temporaryFolder();
    writeFileSync(join(folder.path, 'db.sqlite'), firstReleaseDatabase());
    const workspace = await openWorkspace({ folder: folder.path, clock: () => 10_000 });
    await using inspector = createMovieInspector();
    const foundation = { ...workspace, inspector };
    const { projects, assets, uploads, database } = workspace;
    expect(projects.list().map(({ uid, name, counts }) => [uid, name, counts])).toEqual([
      ['p2', 'Empty', { assets: 0, movies: 0, templates: 0 }],
      ['p1', 'Films – Größe', { assets: 2, movies: 1, templates: 1 }],
    ]);
    expect(assets.list('p1').assets.map(({ name, media }) => [name, media?.videoCodec])).toEqual([
      ['Clip.mp4', 'h264'],
      ['Logo.png', undefined],
    ]);
    expect(uploads.read('p1', 'open')).toMatchObject({ received: [{ chunkId: 1, size: 4 }], state: 'open' });
    expect(uploads.read('p1', 'done').state).toBe('finished');
    const movie = createMovieStore(foundation).get('p1', 'Film').xml;
    const templates = createTemplateStore(foundation);
    expect(Buffer.from(templates.get('p1', 'Film', 1).bytes).toString()).toBe(movie);
    expect(findRenders(database, 'TRUE ORDER BY sequence').map(({ state, isNext }) => [state, isNext])).toEqual(
      ['succeeded', 'failed', 'queued', 'cancelled', 'uploading'].map((state) => [state, false]),
    );
    expect(await templates.save('p1', 'Film', Buffer.from(movie.replace('5', '6')))).toMatchObject({ revision: 3 });
    await projects.duplicate('p1', 'Copy');
    await projects.delete('p1');
    expect(projects.list().map(({ name, counts }) => [name, counts.assets])).toEqual([
      ['Copy', 2],
      ['Empty', 0],
    ]);
    await workspace.close();
  });
});
