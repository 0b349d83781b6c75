import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabaseFile } from '#service/storage/database/database.ts';
import { migrate } from '#service/storage/database/migrate.ts';
import { migrations } from '#service/storage/database/schema.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openWorkspace } from './open-workspace.ts';
import { chunkOf, incoming } from './testing/scratch-workspace.ts';

/** Returns the names below a folder that other users can access, with their permissions. */
function openNames(folder: string): readonly string[] {
  const names = ['', ...readdirSync(folder, { recursive: true }).map(String)];
  return names
    .map((name) => ({ name, mode: statSync(join(folder, name)).mode & 0o777 }))
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ name, mode }) => `${name} ${mode.toString(8)}`);
}

async function openWithFiles(folder: string) {
  const workspace = await openWorkspace({ folder, clock: Date.now });
  const { uid } = workspace.projects.create('Films');
  await workspace.assets.put(uid, 'a.txt', incoming('content'));
  const { id } = workspace.uploads.start(uid, { name: 'b', chunkCount: 2, chunkSize: 3 });
  await workspace.uploads.writeChunk(uid, id, 1, chunkOf('abc'));
  return workspace;
}

describe.skipIf(process.platform === 'win32')(
  'a workspace is closed to other users of the machine',
  { tags: ['promise:P14'] },
  () => {
    test('is private from its first byte, with any umask', async () => {
      await using parent = await temporaryFolder();
      const folder = join(parent.path, 'workspace');
      const workspace = await openWithFiles(folder);
      expect(
        ['db.sqlite-wal', 'db.sqlite-shm', 'owner.lock', 'owner.json'].filter(
          (name) => !existsSync(join(folder, name)),
        ),
      ).toEqual([]);
      expect(openNames(folder)).toEqual([]);
      await workspace.close();
      expect(openNames(folder)).toEqual([]);
    });

    test('becomes private again if an earlier version left it readable', async () => {
      await using folder = await temporaryFolder();
      await (await openWithFiles(folder.path)).close();
      mkdirSync(join(folder.path, 'cache/kept/ab'), { recursive: true });
      writeFileSync(join(folder.path, 'cache/kept/ab/part'), 'x');
      for (const name of ['', ...readdirSync(folder.path, { recursive: true }).map(String)]) {
        const path = join(folder.path, name);
        chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
      }
      const workspace = await openWorkspace({ folder: folder.path, clock: Date.now });
      expect(openNames(folder.path)).toEqual([]);
      await workspace.close();
    });

    test('keeps the copy of its database private', async () => {
      await using folder = await temporaryFolder();
      const path = join(folder.path, 'db.sqlite');
      const connection = openDatabaseFile(path, 0);
      migrate(connection, path, migrations.slice(0, 1));
      migrate(connection, path);
      connection.close();
      expect(statSync(`${path}.backup-1`).mode & 0o777).toBe(0o600);
    });
  },
);
