import { expect, test } from 'vitest';
import { chunkOf, codeOf, incoming, scratchWorkspace } from '#service/workspace/testing/scratch-workspace.ts';

test('a project has an unguessable uid, counts, and bytes', async () => {
  await using scratch = await scratchWorkspace();
  const { projects, assets } = scratch.workspace;
  const project = projects.create('Films');
  expect(project).toMatchObject({ name: 'Films', counts: { assets: 0, movies: 0, templates: 0 }, bytes: 0 });
  expect(project.uid).toMatch(/^[A-Za-z0-9][\w-]{23}$/);
  scratch.advance(1000);
  await assets.put(project.uid, 'a', incoming('four'));
  await assets.put(project.uid, 'b', incoming('four'));
  const { counts, bytes, updatedAt } = projects.get(project.uid);
  expect({ counts, bytes }).toEqual({ counts: { assets: 2, movies: 0, templates: 0 }, bytes: 8 });
  expect(updatedAt).toBeGreaterThan(project.updatedAt);
});

test('projects are listed by name', async () => {
  await using scratch = await scratchWorkspace();
  const { projects } = scratch.workspace;
  for (const name of ['b', 'a', 'b']) projects.create(name);
  expect(projects.list().map(({ name }) => name)).toEqual(['a', 'b', 'b']);
  expect(await codeOf(() => projects.create('a/b'))).toBe('project/invalid-name');
});

test('the time of the last opening is stored', async () => {
  await using scratch = await scratchWorkspace();
  const { projects, database } = scratch.workspace;
  const { uid, openedAt, updatedAt } = projects.create('Films');
  expect(openedAt).toBeNull();
  scratch.advance(1000);
  const first = projects.opened(uid);
  expect(first).toMatchObject({ openedAt: expect.any(Number), updatedAt });
  scratch.advance(1000);
  expect(projects.opened(uid).openedAt ?? 0).toBeGreaterThanOrEqual((first.openedAt ?? 0) + 1000);
  expect((await projects.duplicate(uid, 'Copy')).openedAt).toBeNull();
  expect(await codeOf(() => projects.opened('nobody'))).toBe('project/not-found');
  await projects.delete(uid);
  expect(database.all('SELECT * FROM project_opened')).toEqual([]);
});

test('deleting a project runs its hooks and deletes its content', async () => {
  await using scratch = await scratchWorkspace();
  const { projects, assets, uploads, database, sweep } = scratch.workspace;
  const { uid } = projects.create('Films');
  await assets.put(uid, 'a', incoming('x'));
  const { id } = uploads.start(uid, { name: 'f', chunkCount: 2, chunkSize: 4 });
  await uploads.writeChunk(uid, id, 1, chunkOf('aaaa'));
  const calls: string[] = [];
  projects.beforeDelete(async (project) => {
    calls.push(`${project} has ${assets.list(project).assets.length}`);
  });
  await projects.delete(uid);
  expect(calls).toEqual([`${uid} has 1`]);
  for (const table of ['project', 'asset', 'upload', 'chunk'])
    expect(database.all(`SELECT * FROM ${table}`)).toEqual([]);
  expect(await codeOf(() => projects.delete(uid))).toBe('project/not-found');
  expect(await codeOf(() => assets.list(uid))).toBe('project/not-found');
  scratch.advance(2 * 3600 * 1000);
  expect(await sweep()).toMatchObject({ files: 1, blobs: 1 });
});

test('a project disappears when its deletion starts', async () => {
  await using scratch = await scratchWorkspace();
  const { projects, assets, database } = scratch.workspace;
  const { uid } = projects.create('Films');
  await assets.put(uid, 'a', incoming('x'));
  const deleting = projects.delete(uid);
  while (projects.list().length > 0) await new Promise((resolve) => void setImmediate(resolve));
  expect(database.all('SELECT name FROM asset')).toEqual([{ name: 'a' }]);
  await deleting;
  expect(database.all('SELECT name FROM asset')).toEqual([]);

  database.run("INSERT INTO project VALUES ('left', 'Left', 1, 1)");
  database.run("INSERT INTO setting VALUES ('unfinished project left', '1')");
  await scratch.workspace.sweep();
  expect(database.all('SELECT uid FROM project')).toEqual([]);
});

test('a failing hook prevents the deletion of the project', async () => {
  await using scratch = await scratchWorkspace();
  const { projects } = scratch.workspace;
  const { uid } = projects.create('Films');
  projects.beforeDelete(() => Promise.reject(new Error('still rendering')));
  await expect(projects.delete(uid)).rejects.toThrow('still rendering');
  expect(projects.list()).toHaveLength(1);
});

test('a copy appears only when it is complete', async () => {
  await using scratch = await scratchWorkspace();
  const { projects } = scratch.workspace;
  const { uid } = projects.create('Films');
  const copying = projects.duplicate(uid, 'Copy');
  expect(projects.list().map(({ name }) => name)).toEqual(['Films']);
  expect((await copying).name).toBe('Copy');
  expect(projects.list().map(({ name }) => name)).toEqual(['Copy', 'Films']);

  const { database } = scratch.workspace;
  database.run("INSERT INTO project VALUES ('left', 'Left', 1, 1)");
  database.run("INSERT INTO setting VALUES ('unfinished project left', '1')");
  expect(projects.list()).toHaveLength(2);
  expect(await codeOf(() => projects.require('left'))).toBe('project/not-found');
  await projects.duplicate(uid, 'Another');
  expect(database.all("SELECT uid FROM project WHERE uid = 'left'")).toEqual([]);
  expect(database.all("SELECT * FROM setting WHERE name LIKE 'unfinished%'")).toEqual([]);
});

test('deleting a project during its copying leaves no copy', async () => {
  await using scratch = await scratchWorkspace();
  const { projects, database } = scratch.workspace;
  const { uid } = projects.create('Films');
  const copying = codeOf(() => projects.duplicate(uid, 'Copy'));
  await projects.delete(uid);
  expect(await copying).toBe('project/not-found');
  expect(database.all('SELECT uid FROM project')).toEqual([]);
});
