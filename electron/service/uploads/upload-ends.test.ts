import { existsSync, linkSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentOf, openUpload } from '#service/workspace/testing/open-upload.ts';
import {
  chunkOf,
  codeOf,
  DAY,
  HOUR,
  incoming,
  never,
  scratchWorkspace,
  stalledStream,
} from '#service/workspace/testing/scratch-workspace.ts';

test('finishing fails with the list of missing chunks', { tags: ['promise:F11'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { send, finish, read } = openUpload(scratch.workspace);
  await expect(finish()).rejects.toMatchObject({ code: 'upload/incomplete', missing: [1, 2, 3] });
  await send(0, 'aaaa');
  await expect(finish()).rejects.toMatchObject({ code: 'upload/incomplete', missing: [1, 2] });
  expect(read().state).toBe('open');
});

test('finishing again has the same answer for 24 hours and after restarts', {
  tags: ['promise:P4', 'promise:F5'],
}, async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, finish } = openUpload(scratch.workspace, 1);
  await send(0, 'aaaa');
  const answer = await finish();
  await scratch.workspace.assets.put(project, 'film.mp4', incoming('other'));
  expect(await finish()).toEqual(answer);
  const { uploads } = await scratch.reopen();
  scratch.advance(23 * HOUR);
  expect(await uploads.finish(project, id, never)).toEqual(answer);
  await scratch.workspace.sweep();
  expect(await uploads.finish(project, id, never)).toEqual(answer);
  expect(uploads.read(project, id)).toMatchObject({ state: 'finished', missing: [], bytesReceived: 4 });
  expect(await contentOf(scratch.workspace, project)).toBe('other');
  scratch.advance(2 * HOUR);
  await scratch.workspace.sweep();
  expect(await codeOf(() => uploads.finish(project, id, never))).toBe('upload/not-found');
});

test('two simultaneous finishing calls have the same answer and effect', {
  tags: ['promise:F7'],
}, async () => {
  await using scratch = await scratchWorkspace();
  const { project, send, finish } = openUpload(scratch.workspace, 1);
  await send(0, 'aaaa');
  const [one, other] = await Promise.all([finish(), finish()]);
  expect(one).toEqual(other);
  const saved = scratch.workspace.events.since(0).filter(({ type }) => type === 'asset.saved');
  expect(saved).toHaveLength(1);
  expect(scratch.workspace.assets.list(project).assets).toEqual([one]);
});

test('an upload cannot be abandoned while it is being finished and afterward', { tags: ['promise:F7'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { uploads } = scratch.workspace;
  const one = openUpload(scratch.workspace, 1);
  await one.send(0, 'aaaa');
  const finishing = one.finish();
  expect(await codeOf(() => uploads.abandon(one.project, one.id))).toBe('upload/finished');
  await finishing;
  expect(await codeOf(() => uploads.abandon(one.project, one.id))).toBe('upload/finished');
});

test('an abandoned upload leaves no file and refuses to finish', { tags: ['promise:F7'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { uploads, assets } = scratch.workspace;
  const other = openUpload(scratch.workspace, 1);
  await other.send(0, 'aaaa');
  const abandoning = uploads.abandon(other.project, other.id);
  expect(await codeOf(other.finish)).toBe('upload/not-found');
  await abandoning;
  expect(assets.list(other.project).assets).toEqual([]);
  expect(readdirSync(join(scratch.folder, 'uploads'))).toEqual([]);
});

test('after a restart, an upload lists exactly its durable chunks', { tags: ['promise:P5'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, read } = openUpload(scratch.workspace);
  await send(3, 'cc');
  await send(1, 'aaaa');
  const before = read();
  expect(before).toMatchObject({ missing: [2], bytesReceived: 6, name: 'film.mp4', chunkCount: 3, chunkSize: 4 });
  const { uploads } = await scratch.reopen();
  expect(uploads.read(project, id)).toEqual(before);
  expect(uploads.list(project)).toEqual([before]);
  await uploads.writeChunk(project, id, 2, chunkOf('bbbb'));
  await uploads.finish(project, id, never);
  expect(await contentOf(scratch.workspace, project)).toBe('aaaabbbbcc');
});

test('an upload expires after 7 days; an unknown one is not found', { tags: ['promise:P4'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, read, finish } = openUpload(scratch.workspace);
  scratch.advance(6 * DAY);
  await send(1, 'aaaa');
  scratch.advance(6 * DAY);
  await scratch.workspace.sweep();
  expect(read().received).toHaveLength(1);
  scratch.advance(DAY + 1000);
  expect(await codeOf(read)).toBe('upload/expired');
  expect(await codeOf(() => send(2, 'bbbb'))).toBe('upload/expired');
  expect(scratch.workspace.uploads.list(project)).toEqual([]);
  expect(await scratch.workspace.sweep()).toMatchObject({ uploads: 1, files: 1 });
  expect(existsSync(join(scratch.folder, 'uploads', id))).toBe(false);
  expect(await codeOf(finish)).toBe('upload/expired');
  expect(await codeOf(() => scratch.workspace.uploads.read(project, 'nothing'))).toBe('upload/not-found');
});

test('an upload with an arriving chunk never expires', { tags: ['promise:F18'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, read } = openUpload(scratch.workspace);
  const slow = stalledStream('aaaa');
  const writing = scratch.workspace.uploads.writeChunk(project, id, 1, { ...slow, sha256: null, signal: never });
  await slow.reached;
  scratch.advance(30 * DAY);
  expect(await scratch.workspace.sweep()).toMatchObject({ uploads: 0, files: 0 });
  slow.end();
  await writing;
  expect(read().received).toHaveLength(1);
});

test('an upload of another project is not found', async () => {
  await using scratch = await scratchWorkspace();
  const { id } = openUpload(scratch.workspace);
  const other = scratch.workspace.projects.create('Other').uid;
  expect(await codeOf(() => scratch.workspace.uploads.read(other, id))).toBe('upload/not-found');
  expect(await codeOf(() => scratch.workspace.uploads.read('nobody', id))).toBe('project/not-found');
});

test('an invalid name, count, or size is refused at the start', async () => {
  await using scratch = await scratchWorkspace();
  const { uploads, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  const start = (name: string, chunkCount: number, chunkSize: number) => () =>
    uploads.start(project, { name, chunkCount, chunkSize });
  expect(await codeOf(start('../film', 1, 1))).toBe('asset/invalid-name');
  expect(await codeOf(start('film', 0, 1))).toBe('request/invalid');
  expect(await codeOf(start('film', 100_001, 1))).toBe('request/invalid');
  expect(await codeOf(start('film', 1, 2 ** 30 + 1))).toBe('request/invalid');
});

test('a project has at most 1,000 open uploads, without affecting others', { tags: ['promise:F20'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { uploads, projects, database } = scratch.workspace;
  const project = projects.create('Films').uid;
  const start = () => uploads.start(project, { name: 'film.mp4', chunkCount: 1, chunkSize: 1 });
  database.transaction(() => {
    for (let count = 0; count < 1000; count++) start();
  });
  expect(await codeOf(start)).toBe('access/too-many');
  openUpload(scratch.workspace);
});

test('a file shared with a blob is never changed', async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, finish } = openUpload(scratch.workspace, 2);
  await send(1, 'aaaa');
  await send(2, 'bb');
  // Restore the state after a crash between the link and the commit.
  const shared = join(scratch.folder, 'shared');
  linkSync(join(scratch.folder, 'uploads', id, 'data'), shared);
  for (const bytes of ['cccc', 'dddd', 'eeee']) await send(1, bytes);
  expect(readFileSync(shared, 'latin1')).toBe('aaaabb');
  await finish();
  expect(readFileSync(shared, 'latin1')).toBe('aaaabb');
  expect(await contentOf(scratch.workspace, project)).toBe('eeeebb');
});
