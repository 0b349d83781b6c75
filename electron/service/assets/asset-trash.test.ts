import { existsSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  codeOf,
  DAY,
  HOUR,
  incoming,
  never,
  type ScratchWorkspace,
  scratchWorkspace,
  streamOf,
} from '#service/workspace/testing/scratch-workspace.ts';
import { noMedia } from '#shared/contract/shapes/no-media.ts';
import { invariant } from '#shared/lib/assert.ts';
import { TRASH_LIFE } from './asset-trash.ts';

/** Opens a workspace with a project in which the named assets were created and deleted one after another. */
async function withDeleted(...names: readonly string[]): Promise<ScratchWorkspace & { readonly project: string }> {
  const scratch = await scratchWorkspace();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  for (const [at, name] of names.entries()) {
    await assets.put(project, name, incoming(`text ${at}`));
    assets.delete(project, name);
  }
  return Object.assign(scratch, { project });
}

function inTrash({ workspace, project }: { workspace: ScratchWorkspace['workspace']; project: string }) {
  return workspace.trash.list(project).assets.map(({ name, sha256: digest }) => ({
    name,
    text: readFileSync(workspace.blobs.pathOf(digest), 'utf8'),
  }));
}

function idOf({ workspace, project }: { workspace: ScratchWorkspace['workspace']; project: string }, at = 0): string {
  return workspace.trash.list(project).assets[at]?.id ?? 'nothing';
}

describe('the trash', () => {
  test('lists deleted assets unchanged, the latest first', async () => {
    await using scratch = await scratchWorkspace();
    const { assets, projects, trash } = scratch.workspace;
    const project = projects.create('Films').uid;
    const first = (await assets.put(project, 'a.txt', incoming('one'))).asset;
    scratch.advance(HOUR);
    assets.delete(project, 'A.TXT');
    await assets.put(project, 'a.txt', incoming('other'));
    assets.delete(project, 'a.txt');
    const { assets: listed, cursor } = trash.list(project);
    expect(listed.map(({ name, size }) => [name, size])).toEqual([
      ['a.txt', 5],
      ['a.txt', 3],
    ]);
    const { id, deletedAt, expiresAt, ...asset } = listed[1] ?? { id: '', deletedAt: 0, expiresAt: 0 };
    expect(asset).toEqual(first);
    expect(deletedAt).toBeGreaterThanOrEqual(first.createdAt + HOUR);
    expect(expiresAt - deletedAt).toBe(30 * DAY);
    expect([Number(id) > 0, cursor]).toEqual([true, null]);
    expect(trash.amount(project)).toEqual({ count: 2, bytes: 8 });
    expect(assets.list(project).assets).toEqual([]);
    expect(projects.get(project)).toMatchObject({ counts: { assets: 0 }, bytes: 0 });
  });

  test('is listed in pages', async () => {
    await using scratch = await withDeleted('a', 'b', 'c', 'd', 'e');
    const { trash } = scratch.workspace;
    const names: string[][] = [];
    let cursor: string | null | undefined;
    do {
      const page = trash.list(scratch.project, { limit: 2, ...(cursor != null && { cursor }) });
      names.push(page.assets.map(({ name }) => name));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(names).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
    for (const wrong of ['§', Buffer.from('-1').toString('base64url'), Buffer.from('b').toString('base64url')])
      expect(await codeOf(() => trash.list(scratch.project, { cursor: wrong }))).toBe('request/invalid');
  });

  test('is separate for each project and deleted with it', async () => {
    await using scratch = await withDeleted('a.txt');
    const { projects, trash, database, sweep, blobs } = scratch.workspace;
    const other = projects.create('Other').uid;
    expect(trash.list(other).assets).toEqual([]);
    const [deleted] = trash.list(scratch.project).assets;
    invariant(deleted !== undefined, 'it was put there');
    const path = blobs.pathOf(deleted.sha256);
    for (const use of [trash.restore, trash.delete])
      expect(await codeOf(() => use(other, idOf(scratch)))).toBe('asset/not-found');
    const copy = (await projects.duplicate(scratch.project, 'Copy')).uid;
    expect(trash.list(copy).assets).toEqual([]);
    await projects.delete(scratch.project);
    expect(await codeOf(() => trash.list(scratch.project))).toBe('project/not-found');
    expect(database.all('SELECT * FROM trashed_asset')).toEqual([]);
    scratch.advance(2 * HOUR);
    expect(await sweep()).toMatchObject({ blobs: 1, trash: 0 });
    expect(existsSync(path)).toBe(false);
  });

  test('contains no replaced or renamed assets', async () => {
    await using scratch = await scratchWorkspace();
    const { assets, projects, trash } = scratch.workspace;
    const project = projects.create('Films').uid;
    await assets.put(project, 'a', incoming('one'));
    await assets.put(project, 'a', incoming('two'));
    assets.rename(project, 'a', 'b');
    expect(trash.list(project).assets).toEqual([]);
  });
});

describe('restoring a deleted asset', () => {
  test('returns it under its name with its media facts', async () => {
    await using scratch = await scratchWorkspace();
    const { assets, projects, trash, events } = scratch.workspace;
    const project = projects.create('Films').uid;
    const { sha256: digest } = await assets.create(project, 'a.mp4', incoming('film'));
    await assets.setMedia(digest, noMedia);
    const before = assets.get(project, 'a.mp4');
    assets.delete(project, 'a.mp4');
    const lastEvent = events.latest();
    scratch.advance(DAY);
    const { asset, formerName } = trash.restore(project, idOf({ workspace: scratch.workspace, project }));
    expect(formerName).toBe('a.mp4');
    expect(asset).toEqual({ ...before, updatedAt: asset.updatedAt });
    // The asset counts as changed now, because other bytes had the name before.
    expect(asset.updatedAt).toBeGreaterThanOrEqual(before.updatedAt + DAY);
    expect(assets.list(project).assets).toEqual([asset]);
    expect(trash.list(project).assets).toEqual([]);
    expect(events.since(lastEvent).map(({ type, data }) => [type, data])).toEqual([
      ['asset.saved', { name: 'a.mp4', etag: asset.etag }],
      ['trash.changed', {}],
    ]);
  });

  test('uses a free name if the old name exists in any case', async () => {
    await using scratch = await withDeleted('Film.mp4', 'film.mp4', 'FILM.mp4');
    const { assets, trash } = scratch.workspace;
    await assets.put(scratch.project, 'film (2).MP4', incoming('other'));
    const names = [0, 0, 0].map(() => trash.restore(scratch.project, idOf(scratch)));
    expect(names.map(({ asset, formerName }) => [formerName, asset.name])).toEqual([
      ['FILM.mp4', 'FILM.mp4'],
      ['film.mp4', 'film (3).mp4'],
      ['Film.mp4', 'Film (4).mp4'],
    ]);
    expect(trash.list(scratch.project).assets).toEqual([]);
  });

  test('works only once', async () => {
    await using scratch = await withDeleted('a');
    const { trash } = scratch.workspace;
    const id = idOf(scratch);
    trash.restore(scratch.project, id);
    for (const wrong of [id, '0', '-1', '1e3', '99999999999999999999', 'a'])
      for (const use of [trash.restore, trash.delete])
        expect(await codeOf(() => use(scratch.project, wrong))).toBe('asset/not-found');
    expect(await codeOf(() => trash.restore('nowhere', id))).toBe('project/not-found');
  });

  test('adopts the media facts of an existing asset with the same bytes', async () => {
    await using scratch = await withDeleted('unknown', 'older');
    const { assets, trash, database } = scratch.workspace;
    const { damage: _, ...older } = noMedia;
    database.run("UPDATE trashed_asset SET media = ? WHERE name = 'older'", JSON.stringify(older));
    const { asset: same } = await assets.put(scratch.project, 'same', incoming('text 0'));
    await assets.setMedia(same.sha256, noMedia);
    const restored = [0, 0].map(() => trash.restore(scratch.project, idOf(scratch)).asset);
    expect(restored.map(({ name, media }) => [name, media])).toEqual([
      ['older', null],
      ['unknown', noMedia],
    ]);
    expect(assets.withoutMedia(10).map(({ name }) => name)).toEqual(['older']);
  });
});

describe('deleting permanently', () => {
  test('removes one asset, and its bytes at the next sweep', async () => {
    await using scratch = await withDeleted('a', 'b', 'c');
    const { trash, events, sweep } = scratch.workspace;
    const lastEvent = events.latest();
    expect(trash.delete(scratch.project, idOf(scratch, 1))).toMatchObject({ name: 'b' });
    expect(events.since(lastEvent).map(({ type }) => type)).toEqual(['trash.changed']);
    expect(inTrash(scratch)).toEqual([
      { name: 'c', text: 'text 2' },
      { name: 'a', text: 'text 0' },
    ]);
    scratch.advance(2 * HOUR);
    expect(await sweep()).toMatchObject({ blobs: 1 });
    expect(inTrash(scratch)).toHaveLength(2);
  });

  test('removes all assets present at its start, in slices', async () => {
    await using scratch = await scratchWorkspace();
    const { assets, projects, trash, database, blobs } = scratch.workspace;
    const project = projects.create('Films').uid;
    const blob = await blobs.put(streamOf('same'), { limitBytes: 10, signal: never });
    database.transaction(() => {
      for (let n = 0; n < 600; n++) assets.assign(project, `${n}.txt`, blob, null);
      for (let n = 0; n < 600; n++) assets.delete(project, `${n}.txt`);
      assets.assign(project, 'late.txt', blob, null);
    });
    const left = new Set<number>();
    const going = { on: true };
    const emptied = trash.empty(project).finally(() => {
      going.on = false;
    });
    assets.delete(project, 'late.txt');
    while (going.on) {
      left.add(trash.amount(project).count);
      await nextTurn();
    }
    expect(await emptied).toBe(600);
    expect([...left]).toEqual(expect.arrayContaining([601, 351, 101]));
    expect(trash.list(project).assets.map(({ name }) => name)).toEqual(['late.txt']);
    expect(await trash.empty(project)).toBe(1);
    expect(await trash.empty(project)).toBe(0);
    expect(await codeOf(() => trash.empty('nowhere'))).toBe('project/not-found');
  });
});

test('a deleted asset keeps its bytes for 30 days until the sweep', { tags: ['promise:P6'] }, async () => {
  await using scratch = await withDeleted('first.txt');
  const { sweep, assets } = scratch.workspace;
  scratch.advance(DAY);
  await assets.put(scratch.project, 'second.txt', incoming('second'));
  assets.delete(scratch.project, 'second.txt');
  scratch.advance(TRASH_LIFE - DAY - HOUR);
  expect(await sweep()).toMatchObject({ trash: 0, blobs: 0 });
  await scratch.reopen();
  expect(inTrash(scratch).map(({ name }) => name)).toEqual(['second.txt', 'first.txt']);
  scratch.advance(2 * HOUR);
  const lastEvent = scratch.workspace.events.latest();
  expect(await scratch.workspace.sweep()).toMatchObject({ trash: 1, blobs: 1 });
  expect(scratch.workspace.events.since(lastEvent)).toMatchObject([
    { type: 'trash.changed', project: scratch.project },
  ]);
  expect(inTrash(scratch)).toEqual([{ name: 'second.txt', text: 'second' }]);
  scratch.advance(DAY);
  expect(await scratch.workspace.sweep()).toMatchObject({ trash: 1, blobs: 1 });
  expect(inTrash(scratch)).toEqual([]);
});
