import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openDatabaseFile } from '#service/storage/database/database.ts';
import { migrate } from '#service/storage/database/migrate.ts';
import { migrations } from '#service/storage/database/schema.ts';
import { noteDiskCalls } from '#service/testing/disk-calls.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openWorkspace } from './open-workspace.ts';
import { incoming, scratchWorkspace } from './testing/scratch-workspace.ts';

const HOLDER = fileURLToPath(new URL('./testing/hold-workspace.ts', import.meta.url));

function open(folder: string) {
  return openWorkspace({ folder, clock: Date.now });
}

/** Starts another process that opens the workspace; the end of the scope kills it. */
async function holder(folder: string) {
  const child = spawn(process.execPath, [HOLDER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { pid: child.pid, kill, [Symbol.asyncDispose]: kill };
}

/** Returns a copy of an open workspace. The copy has the state after a kill. */
async function killedCopy(): Promise<AsyncDisposable & { readonly path: string }> {
  const copy = await temporaryFolder();
  await using scratch = await scratchWorkspace();
  const project = scratch.workspace.projects.create('Films').uid;
  await scratch.workspace.assets.put(project, 'a.txt', incoming('content'));
  cpSync(scratch.folder, copy.path, { recursive: true });
  return copy;
}

describe('a workspace has one owner', { tags: ['promise:F17'] }, () => {
  test("a second process is refused with the owner's process id", async () => {
    await using folder = await temporaryFolder();
    await using other = await holder(folder.path);
    await expect(open(folder.path)).rejects.toMatchObject({
      code: 'workspace/in-use',
      message: expect.stringContaining(`process ${other.pid}.`),
    });
    await other.kill();
    const mine = await open(folder.path);
    await expect(open(folder.path)).rejects.toMatchObject({ code: 'workspace/in-use' });
    await mine.close();
    await (await open(folder.path)).close();
  });

  test('the workspace of a killed owner opens although its id is reused', { tags: ['promise:F17'] }, async () => {
    await using folder = await temporaryFolder();
    const other = await holder(folder.path);
    await other.kill();
    const note = join(folder.path, 'owner.json');
    // This process now has the id of the killed owner.
    writeFileSync(note, readFileSync(note, 'utf8').replace(String(other.pid), String(process.pid)));
    const workspace = await open(folder.path);
    expect(workspace.projects.list()).toMatchObject([{ name: 'Kept' }]);
    await workspace.close();
    expect(existsSync(note)).toBe(false);
  });
});

describe('a damaged workspace', { tags: ['promise:F15'] }, () => {
  test('is reported and not replaced if only its database is missing', async () => {
    await using folder = await killedCopy();
    for (const name of ['db.sqlite', 'db.sqlite-wal', 'db.sqlite-shm', 'owner.json'])
      rmSync(join(folder.path, name), { force: true });
    await expect(open(folder.path)).rejects.toMatchObject({
      code: 'workspace/damaged',
      message: expect.stringContaining('db.sqlite is missing'),
    });
    expect(existsSync(join(folder.path, 'db.sqlite'))).toBe(false);
  });

  test('is reported if its log is missing after a crash', async () => {
    await using folder = await killedCopy();
    expect(existsSync(join(folder.path, 'db.sqlite-wal'))).toBe(true);
    rmSync(join(folder.path, 'db.sqlite-wal'));
    await expect(open(folder.path)).rejects.toMatchObject({
      code: 'workspace/damaged',
      message: expect.stringContaining('db.sqlite-wal'),
    });
    // The second refusal shows that the first check changed nothing.
    await expect(open(folder.path)).rejects.toMatchObject({ code: 'workspace/damaged' });
  });

  test('opens if another program has checkpointed its log', { tags: ['promise:F15'] }, async () => {
    await using folder = await killedCopy();
    const path = join(folder.path, 'db.sqlite');
    // The program `sqlite3` and backups also checkpoint the log.
    const other = new DatabaseSync(path);
    expect(other.prepare('SELECT name FROM project').all()).toEqual([{ name: 'Films' }]);
    other.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    const workspace = await open(folder.path);
    expect(workspace.projects.list()).toMatchObject([{ name: 'Films', counts: { assets: 1 } }]);
    await workspace.close();
  });

  test('is reported if another program opened the database without its log', async () => {
    await using folder = await killedCopy();
    const path = join(folder.path, 'db.sqlite');
    rmSync(`${path}-wal`);
    const other = new DatabaseSync(path);
    other.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
    other.close();
    await expect(open(folder.path)).rejects.toMatchObject({
      code: 'workspace/damaged',
      message: expect.stringMatching(/which contained the latest changes, is missing\..*Then remove .*owner\.json/),
    });
    // A user can restore an older state. After the marks of the newer state are removed, the workspace opens.
    rmSync(join(folder.path, 'owner.json'));
    await (await open(folder.path)).close();
  });

  test('is reported with the number of lost changes', async () => {
    await using copy = await temporaryFolder();
    await using scratch = await scratchWorkspace();
    const { projects, database } = scratch.workspace;
    projects.create('Kept');
    database.get('PRAGMA wal_checkpoint(TRUNCATE)');
    for (const name of ['Lost', 'Lost too']) projects.create(name);
    cpSync(scratch.folder, copy.path, { recursive: true });
    rmSync(join(copy.path, 'db.sqlite-wal'));
    await expect(open(copy.path)).rejects.toMatchObject({
      code: 'workspace/damaged',
      message: expect.stringContaining('which contained the latest changes (2), is missing'),
    });
  });

  test('is reported with instructions if a page of its database is broken', async () => {
    await using folder = await killedCopy();
    const path = join(folder.path, 'db.sqlite');
    const connection = new DatabaseSync(path);
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close();
    writeFileSync(`${path}-wal`, '');
    copyFileSync(path, `${path}.backup-1`);
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 4096 * 2, 4096 * 12);
    writeFileSync(path, bytes);
    await expect(open(folder.path)).rejects.toMatchObject({
      code: 'workspace/damaged',
      message: expect.stringContaining('db.sqlite.backup-1'),
    });
    expect(readFileSync(path).subarray(8192, 8200)).toEqual(Buffer.alloc(8, 0x5a));
  });

  test('is reported if its database is another kind of file', async () => {
    await using folder = await temporaryFolder();
    writeFileSync(join(folder.path, 'db.sqlite'), 'no database, but long enough to be looked at as one'.repeat(100));
    await expect(open(folder.path)).rejects.toMatchObject({ code: 'workspace/damaged' });
  });
});

test('a folder that cannot be created is reported', { tags: ['promise:F16'] }, async () => {
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, 'file'), '');
  await expect(open(join(folder.path, 'file/workspace'))).rejects.toMatchObject({ code: 'storage/unwritable' });
});

test('a start removes only the temporary files of a killed owner', async () => {
  await using folder = await killedCopy();
  mkdirSync(join(folder.path, 'tmp/render-1'));
  writeFileSync(join(folder.path, 'tmp/render-1/part.mp4'), 'x');
  const workspace = await open(folder.path);
  expect(existsSync(join(folder.path, 'tmp/render-1'))).toBe(false);
  expect(workspace.projects.list()).toMatchObject([{ name: 'Films', counts: { assets: 1 }, bytes: 7 }]);
  await workspace.close();
});

describe('migrations', { tags: ['promise:F39'] }, () => {
  test('refuse a newer schema without a change', { tags: ['promise:F39'] }, async () => {
    await using scratch = await scratchWorkspace();
    scratch.workspace.database.run('PRAGMA user_version = 999');
    await expect(scratch.reopen()).rejects.toMatchObject({ code: 'workspace/newer' });
    await expect(open(scratch.folder)).rejects.toMatchObject({ code: 'workspace/newer' });
  });

  test('copy an older schema and upgrade it step by step', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'db.sqlite');
    const connection = openDatabaseFile(path, 0);
    migrate(connection, path);
    connection.exec("INSERT INTO project VALUES ('p', 'Films', 1, 1)");
    migrate(connection, path, [...migrations, 'ALTER TABLE project ADD COLUMN note TEXT']);
    expect(connection.prepare('SELECT name, note FROM project').all()).toEqual([{ name: 'Films', note: null }]);
    connection.close();
    const backup = new DatabaseSync(`${path}.backup-${migrations.length}`);
    expect(backup.prepare('SELECT * FROM project').all()).toEqual([
      { uid: 'p', name: 'Films', created_at: 1, updated_at: 1 },
    ]);
    backup.close();
  });

  test.runIf(process.platform === 'linux')(
    'the copy and its name are synced before a step starts',
    { tags: ['promise:F6', 'promise:F39'] },
    async () => {
      await using folder = await temporaryFolder();
      const path = join(folder.path, 'db.sqlite');
      const connection = openDatabaseFile(path, 0);
      migrate(connection, path);
      await using disk = await noteDiskCalls(folder.path);
      const steps = [...migrations, 'SELECT * FROM nowhere'];
      expect(() => migrate(connection, path, steps)).toThrow('nowhere');
      const copy = `db.sqlite.backup-${migrations.length}`;
      expect(disk.calls).toEqual([`sync ${copy}.part`, `rename ${copy}.part ${copy}`, 'sync .']);
      connection.close();
    },
  );

  test('leave the schema unchanged if a step fails', { tags: ['promise:F39'] }, async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'db.sqlite');
    const connection = openDatabaseFile(path, 0);
    migrate(connection, path);
    const steps = [...migrations, 'ALTER TABLE project ADD COLUMN note TEXT; SELECT * FROM nowhere'];
    expect(() => migrate(connection, path, steps)).toThrow('nowhere');
    expect(connection.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length });
    expect(connection.prepare('PRAGMA table_info(project)').all()).toHaveLength(4);
    connection.close();
  });
});

test('the database has the settings that durability needs', async () => {
  await using scratch = await scratchWorkspace();
  const setting = (name: string) => Object.values(scratch.workspace.database.get(`PRAGMA ${name}`) ?? {})[0];
  expect(['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema'].map(setting)).toEqual(['wal', 2, 1, 0]);
});
