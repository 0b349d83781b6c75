import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { glob, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '#service/testing/wait-until.ts';
import { openWorkspace } from '#service/workspace/open-workspace.ts';
import { codeOf, DAY, HOUR, incoming, never, sha256 } from '#service/workspace/testing/scratch-workspace.ts';
import { relativePathOf as folderPlaceOf, openFolderStorage } from '../storage/folder-storage.ts';
import { blobKey, damagedKey, partKey, templateKey } from '../storage/object-storage.ts';
import { blobBackendIn } from './open-blob-backend.ts';
import { storedWorkspace } from './testing/stored-workspace.ts';

test('a new blob is uploaded to the store automatically', async () => {
  await using world = await storedWorkspace();
  const { sha256: digest } = await world.put('film');
  await waitUntil(async () => (await world.stored()).includes(digest));
  await waitUntil(() => world.scratch.workspace.store?.().waiting.blobs === 0);
  expect(world.scratch.workspace.store?.()).toMatchObject({ away: null, lost: 0, copies: { blobs: 1, bytes: 4 } });
});

test('the next process uploads a blob that an earlier process stored', async () => {
  await using world = await storedWorkspace();
  world.storage.isAway = true;
  const { sha256: digest } = await world.put('film');
  await world.scratch.reopen();
  expect(await world.stored()).toEqual([]);
  world.storage.isAway = false;
  await world.scratch.reopen();
  await waitUntil(async () => (await world.stored()).includes(digest));
});

test('reads continue and uploads wait while the store is unreachable', async () => {
  await using world = await storedWorkspace();
  const early = await world.putStored('early');
  world.storage.isAway = true;
  const late = await world.put('late');
  const { workspace } = world.scratch;
  await waitUntil(() => workspace.store?.().away !== null);
  expect(workspace.store?.()).toMatchObject({
    away: { why: expect.anything() },
    waiting: { blobs: 1, bytes: 4 },
  });
  expect([await world.read(early.sha256), await world.read(late.sha256)]).toEqual(['early', 'late']);
  const stored = workspace.blobs.inStore(late.sha256, never);
  world.storage.isAway = false;
  await stored;
  expect(workspace.store?.()).toMatchObject({ away: null, waiting: { blobs: 0 } });
});

test('an evicted copy is read remotely and fetched once for several callers', async () => {
  await using world = await storedWorkspace();
  const { sha256: digest } = await world.putStored('0123456789');
  await world.evictAll();
  const { blobs } = world.scratch.workspace;
  await waitUntil(() => !existsSync(blobs.pathOf(digest)));
  expect([await world.read(digest), await world.read(digest, { start: 3, end: 6 })]).toEqual(['0123456789', '345']);
  expect(world.storage.calls.fetch).toEqual([]);
  const paths = await Promise.all([1, 2, 3].map(() => blobs.atHand(digest, never)));
  expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(Array(3).fill('0123456789'));
  expect(world.storage.calls.fetch).toEqual([blobKey(digest)]);
  expect(world.isHere(digest)).toBe(true);
});

test('eviction spares blobs in use, recent blobs, and blobs without an object', async () => {
  await using world = await storedWorkspace();
  const { workspace } = world.scratch;
  const [held, recent, gone] = [
    await world.putStored('held'),
    await world.putStored('asked'),
    await world.putStored('gone'),
  ];
  using _hold = workspace.blobs.hold(held.sha256);
  const lost = await world.putStored('lost');
  await openFolderStorage(world.folder).remove([blobKey(lost.sha256)], never);
  world.scratch.advance(HOUR / 2);
  await workspace.blobs.atHand(recent.sha256, never);
  world.options.copyBytes = 0;
  await workspace.sweep();
  await waitUntil(() => !world.isHere(gone.sha256));
  // The eviction found that the object was missing, so the blob is uploaded again.
  await waitUntil(async () => (await world.stored()).includes(lost.sha256));
  expect([held, recent, lost].map(({ sha256: digest }) => world.isHere(digest))).toEqual([true, true, true]);
});

test('a doubted object is checked and uploaded again if lost', async () => {
  await using world = await storedWorkspace();
  const { sha256: digest } = await world.putStored('film');
  const { blobs } = world.scratch.workspace;
  await blobs.inStore(digest, never);
  await openFolderStorage(world.folder).remove([blobKey(digest)], never);
  await blobs.inStore(digest, never);
  expect(await world.stored()).toEqual([]);
  await blobs.inStore(digest, never, { isDoubted: true });
  expect(await world.stored()).toEqual([digest]);
});

test('a blob that is lost everywhere fails with its digest', async () => {
  await using world = await storedWorkspace();
  const other = await world.putStored('other');
  const { sha256: digest } = await world.putStored('film');
  await world.evictAll();
  await openFolderStorage(world.folder).remove([blobKey(digest)], never);
  const { blobs, store } = world.scratch.workspace;
  expect(await codeOf(() => blobs.read(digest, null, never))).toBe('storage/lost');
  await expect(blobs.atHand(digest, never)).rejects.toThrow(digest);
  expect(await codeOf(() => blobs.inStore(digest, never))).toBe('storage/lost');
  expect(store?.().lost).toBe(1);
  expect(await world.read(other.sha256)).toBe('other');
  await world.put('film');
  expect([await world.read(digest), store?.().lost]).toEqual(['film', 0]);
});

test('an object with damaged bytes is treated as lost', async () => {
  await using world = await storedWorkspace();
  const { sha256: digest } = await world.putStored('film');
  await world.evictAll();
  const { path } = await objectFile(world.folder, digest);
  writeFileSync(path, readFileSync(path, 'utf8').replace('film', 'fil_'));
  const { blobs } = world.scratch.workspace;
  expect(await codeOf(() => blobs.atHand(digest, never))).toBe('storage/lost');
  await waitUntil(() => !existsSync(blobs.pathOf(digest)));
});

test.each(['read', 'at hand', 'in the store'] as const)(
  'an intact blob under damaged/ is restored on use: %s',
  async (use) => {
    await using world = await storedWorkspace();
    const { sha256: digest } = await world.putStored('film');
    await world.evictAll();
    const place = await objectFile(world.folder, digest);
    const aside = join(world.folder, folderPlaceOf(damagedKey(digest)));
    mkdirSync(dirname(aside), { recursive: true });
    renameSync(place.path, aside);
    const { blobs, store } = world.scratch.workspace;
    if (use === 'read') expect(await world.read(digest, { start: 1, end: 3 })).toBe('il');
    else if (use === 'at hand') expect(readFileSync(await blobs.atHand(digest, never), 'utf8')).toBe('film');
    else await blobs.inStore(digest, never, { isDoubted: true });
    expect(await world.stored()).toEqual([digest]);
    expect(existsSync(aside)).toBe(false);
    expect(store?.().lost).toBe(0);
    expect(await world.read(digest)).toBe('film');
  },
);

test('a file deleted from the workspace folder is fetched again', async () => {
  await using world = await storedWorkspace();
  const { sha256: digest } = await world.putStored('film');
  const { blobs } = world.scratch.workspace;
  rmSync(blobs.pathOf(digest));
  expect(await world.read(digest)).toBe('film');
  expect(readFileSync(await blobs.atHand(digest, never), 'utf8')).toBe('film');
});

test('a fetch to a full disk evicts copies before it fails', async () => {
  let free = 0;
  await using world = await storedWorkspace({ freeBytes: async () => free });
  const { sha256: digest } = await world.putStored('film');
  await world.evictAll();
  const other = await world.putStored('other');
  world.scratch.advance(HOUR);
  const { blobs } = world.scratch.workspace;
  const failed = blobs.atHand(digest, never);
  await expect(failed).rejects.toThrow('must be downloaded from the object store');
  expect(await codeOf(() => failed)).toBe('storage/full');
  expect(world.isHere(other.sha256)).toBe(false);
  free = 2 ** 30;
  expect(readFileSync(await blobs.atHand(digest, never), 'utf8')).toBe('film');
});

test('acceptStored adds a row without downloading the film', async () => {
  await using world = await storedWorkspace();
  const { blobs, store, database } = world.scratch.workspace;
  const path = join(world.scratch.folder, 'tmp', 'film');
  writeFileSync(path, 'film');
  const digest = sha256('film') as Parameters<typeof blobs.hold>[0];
  expect(await codeOf(() => blobs.acceptStored(digest, 4, { signal: never }))).toBe('storage/lost');
  await openFolderStorage(world.folder).put(blobKey(digest), { path, bytes: 4, sha256: digest }, { signal: never });
  expect(await codeOf(() => blobs.acceptStored(digest, 5, { signal: never }))).toBe('storage/lost');
  expect(await blobs.acceptStored(digest, 4, { signal: never })).toEqual({ sha256: digest, bytes: 4 });
  expect(database.get('SELECT bytes, is_here FROM blob')).toEqual({ bytes: 4, is_here: 0 });
  expect([await world.read(digest), store?.().waiting.blobs]).toEqual(['film', 0]);
  expect(await blobs.addressOf(digest, { seconds: 60, contentType: 'video/mp4', fileName: 'f' }, never)).toBe(null);
});

test('a store refuses a second workspace and accepts its own again', async () => {
  await using world = await storedWorkspace();
  await world.putStored('film');
  await using other = await storedWorkspace();
  const { folder } = other.scratch;
  await other.scratch.workspace.close();
  const open = () =>
    openWorkspace({ folder, clock: Date.now, openBlobs: blobBackendIn(openFolderStorage(world.folder)) });
  expect(await codeOf(open)).toBe('workspace/foreign-store');
  await other.scratch.reopen();
  await world.scratch.reopen();
  expect(world.scratch.workspace.store?.().waiting.blobs).toBe(0);
});

test('local blobs are uploaded again to a store that was emptied', async () => {
  await using world = await storedWorkspace();
  const { sha256: digest } = await world.putStored('film');
  for (const name of readdirSync(world.folder)) rmSync(join(world.folder, name), { recursive: true });
  await world.scratch.reopen();
  await waitUntil(async () => (await world.stored()).includes(digest));
});

test('a workspace opens without its store and explains missing blobs', async () => {
  await using world = await storedWorkspace();
  const { sha256: digest } = await world.putStored('film');
  await world.evictAll();
  await world.scratch.workspace.close();
  const lines: string[] = [];
  const note = (_: object, message: string) => lines.push(message);
  const workspace = await openWorkspace({
    folder: world.scratch.folder,
    clock: Date.now,
    logger: { info: note, warn: note, error: note },
  });
  expect(lines.join()).toContain('was started without one');
  await expect(workspace.blobs.read(digest, null, never)).rejects.toThrow('was started without one');
  expect(await codeOf(() => workspace.blobs.atHand(digest, never))).toBe('storage/away');
  await workspace.close();
  await world.scratch.reopen();
});

test('swept blobs are removed from the store, later if it is unreachable', async () => {
  await using world = await storedWorkspace();
  const [one, two] = [await world.putStored('one'), await world.putStored('two')];
  const { workspace } = world.scratch;
  const project = workspace.projects.create('Films').uid;
  await workspace.assets.put(project, 'kept', incoming('kept'));
  world.scratch.advance(2 * HOUR);
  world.storage.isAway = true;
  expect(await workspace.sweep()).toMatchObject({ blobs: 2 });
  expect(workspace.store?.().removals).toBe(2);
  expect(
    (await world.stored()).filter((digest) => [one.sha256, two.sha256].includes(digest as typeof one.sha256)),
  ).toHaveLength(2);
  await world.scratch.reopen();
  world.storage.isAway = false;
  // Store the same bytes again, which must not be removed now.
  await world.put('two');
  await waitUntil(async () => {
    await world.scratch.workspace.sweep();
    return world.scratch.workspace.store?.().removals === 0;
  });
  await waitUntil(() => world.scratch.workspace.store?.().waiting.blobs === 0);
  expect(await world.stored()).toEqual([sha256('kept'), two.sha256].toSorted());
});

test('a comparison removes unused objects and uploads missing ones', async () => {
  await using world = await storedWorkspace();
  const stored = await world.putStored('kept');
  const store = openFolderStorage(world.folder);
  const path = join(world.scratch.folder, 'tmp', 'stray');
  const strays = ['old', 'touched'].map((content) => ({ content, digest: sha256(content) }));
  for (const { content, digest } of strays) {
    writeFileSync(path, content);
    await store.put(blobKey(digest), { path, bytes: content.length, sha256: digest }, { signal: never });
  }
  const [part, template] = [partKey(sha256('part')), templateKey(sha256('template'))];
  for (const key of [part, template])
    await store.put(key, { path, bytes: 7, sha256: sha256('touched') }, { signal: never });
  await store.remove([blobKey(stored.sha256)], never);
  const { workspace } = world.scratch;
  const project = workspace.projects.create('Films').uid;
  await workspace.assets.put(project, 'kept', incoming('kept'));
  world.scratch.advance(6 * DAY);
  await workspace.sweep();
  await waitUntil(async () => (await world.stored()).includes(stored.sha256));
  expect(await world.stored()).toHaveLength(3);
  expect(await store.facts(template, never)).not.toBe(null);
  world.scratch.advance(2 * DAY);
  // Touch the object as a worker does, at the advanced time.
  const today = (Date.now() + 8 * DAY) / 1000;
  await utimes((await objectFile(world.folder, sha256('touched'))).path, today, today);
  await workspace.sweep();
  await waitUntil(async () => !(await world.stored()).includes(sha256('old')));
  expect(await world.stored()).toEqual([stored.sha256, sha256('touched')].toSorted());
  await waitUntil(async () => (await store.facts(template, never)) === null);
  // Parts are removed only when they exceed their limit.
  expect(await store.facts(part, never)).not.toBe(null);
});

async function objectFile(folder: string, digest: string): Promise<{ readonly path: string }> {
  for await (const path of glob(`**/${digest}*`, { cwd: folder })) return { path: join(folder, path) };
  throw new Error('there is no such object');
}
