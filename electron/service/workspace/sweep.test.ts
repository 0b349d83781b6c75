import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Workspace } from '#service/storage/stores.ts';
import {
  chunkOf,
  DAY,
  HOUR,
  incoming,
  never,
  scratchWorkspace,
  sha256,
  stalledStream,
  streamOf,
} from './testing/scratch-workspace.ts';

function blob({ blobs }: Workspace, text: string) {
  return blobs.put(streamOf(text), { limitBytes: 1000, signal: never });
}

test('an unused blob is removed after an hour, not before', { tags: ['promise:P6'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { sweep, blobs } = scratch.workspace;
  const { sha256: digest } = await blob(scratch.workspace, 'orphan');
  scratch.advance(HOUR - 1000);
  expect(await sweep()).toMatchObject({ blobs: 0 });
  scratch.advance(2000);
  expect(await sweep()).toMatchObject({ blobs: 1 });
  expect(existsSync(blobs.pathOf(digest))).toBe(false);
});

test('storing the bytes again restarts the hour', async () => {
  await using scratch = await scratchWorkspace();
  await blob(scratch.workspace, 'orphan');
  scratch.advance(HOUR - 1000);
  await blob(scratch.workspace, 'orphan');
  scratch.advance(HOUR - 1000);
  expect(await scratch.workspace.sweep()).toMatchObject({ blobs: 0 });
});

test('blobs of assets, films, queued renders, publications, and holds stay', { tags: ['promise:P6'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { database, assets, projects, blobs, sweep } = scratch.workspace;
  const project = projects.create('Films').uid;
  await assets.put(project, 'a', incoming('asset'));
  const film = await blob(scratch.workspace, 'film');
  const input = await blob(scratch.workspace, 'input');
  const item = await blob(scratch.workspace, 'item');
  const held = await blob(scratch.workspace, 'held');
  database.run(
    `INSERT INTO render (id, sequence, project, state, request, template, film, created_at)
      VALUES ('r', 1, ?, 'uploading', '{}', '', ?, 0)`,
    project,
    film.sha256,
  );
  database.run("INSERT INTO render_input VALUES ('r', 'a', ?)", input.sha256);
  database.run("INSERT INTO publication VALUES ('p', 'local', ?, 'Films', 1, 0, NULL)", project);
  database.run("INSERT INTO publication_item VALUES ('p', 'asset', 'a', ?, NULL, NULL)", item.sha256);
  const hold = blobs.hold(held.sha256);
  const again = blobs.hold(held.sha256);
  scratch.advance(30 * DAY);
  expect(await sweep()).toMatchObject({ blobs: 0 });
  hold[Symbol.dispose]();
  hold[Symbol.dispose]();
  expect(await sweep()).toMatchObject({ blobs: 0 });
  again[Symbol.dispose]();
  expect(await sweep()).toMatchObject({ blobs: 1 });
  database.run('DELETE FROM publication');
  database.run('DELETE FROM render');
  expect(await sweep()).toMatchObject({ blobs: 3 });
  expect(database.all('SELECT sha256 FROM blob')).toEqual([{ sha256: sha256('asset') }]);
});

test('a file without a row is removed after an hour', { tags: ['promise:F4'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { blobs, sweep } = scratch.workspace;
  const { sha256: digest } = await blob(scratch.workspace, 'first');
  const strange = join(blobs.pathOf(digest), '..', sha256('second'));
  writeFileSync(strange, 'half');
  expect(await sweep()).toMatchObject({ blobs: 0 });
  scratch.advance(2 * HOUR);
  await blob(scratch.workspace, 'first');
  expect(await sweep()).toMatchObject({ blobs: 1 });
  expect(readdirSync(join(strange, '..'))).toEqual([digest]);
});

test('equal files are stored once', async () => {
  await using scratch = await scratchWorkspace();
  const { projects, assets, database } = scratch.workspace;
  const project = projects.create('Films').uid;
  await Promise.all(['a', 'b', 'c'].map((name) => assets.put(project, name, incoming('same'))));
  expect(database.all('SELECT bytes FROM blob')).toEqual([{ bytes: 4 }]);
  expect(readdirSync(join(scratch.folder, 'tmp'))).toEqual([]);
});

test('a finished file moves, and a duplicate is deleted', async () => {
  await using scratch = await scratchWorkspace();
  const { blobs } = scratch.workspace;
  for (const name of ['one', 'two']) {
    const path = join(scratch.folder, 'tmp', name);
    writeFileSync(path, 'film');
    expect(await blobs.adopt(path, { signal: never })).toEqual({ sha256: sha256('film'), bytes: 4 });
    expect(existsSync(path)).toBe(false);
  }
});

test('temporary files and files without an upload or chunk are removed', { tags: ['promise:P6'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { projects, uploads, assets, sweep } = scratch.workspace;
  const project = projects.create('Films').uid;
  const { id } = uploads.start(project, { name: 'f', chunkCount: 2, chunkSize: 4 });
  for (const bytes of ['aaaa', 'bbbb']) await uploads.writeChunk(project, id, 1, chunkOf(bytes));
  const left = join(scratch.folder, 'uploads', id, 'left-by-a-crash');
  writeFileSync(left, 'x');
  mkdirSync(join(scratch.folder, 'uploads/of-no-row'));
  mkdirSync(join(scratch.folder, 'tmp/render-scratch'));
  writeFileSync(join(scratch.folder, 'tmp/storage-left'), 'x');
  const slow = stalledStream('slow');
  const putting = assets.put(project, 'slow.txt', incoming('', { stream: slow.stream }));
  await slow.reached;
  scratch.advance(2 * DAY);
  expect(await sweep()).toMatchObject({ files: 3 });
  // The file of a running render or request stays.
  expect(existsSync(join(scratch.folder, 'tmp/render-scratch'))).toBe(true);
  slow.end();
  await putting;
  await uploads.writeChunk(project, id, 2, chunkOf('cc'));
  expect(await uploads.finish(project, id, never)).toMatchObject({ sha256: sha256('bbbbcc') });
});
