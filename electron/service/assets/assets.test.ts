import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Workspace } from '#service/storage/stores.ts';
import {
  codeOf,
  incoming,
  never,
  scratchWorkspace,
  sha256,
  stalledStream,
  streamOf,
} from '#service/workspace/testing/scratch-workspace.ts';
import { noMedia } from '#shared/contract/shapes/no-media.ts';
import { TRASH_LIFE } from './asset-trash.ts';

async function textOf({ assets }: Workspace, project: string, name: string): Promise<string> {
  const { read, hold } = assets.open(project, name);
  using _ = hold;
  return await text(await read(null, never));
}

test('creating an asset is refused if its name exists in any case', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  const asset = await assets.create(project, 'Straße.txt', incoming('one'));
  expect(asset).toMatchObject({ project, name: 'Straße.txt', size: 3, etag: `"${sha256('one')}"`, media: null });
  expect(await codeOf(() => assets.create(project, 'STRASSE.TXT', incoming('two')))).toBe('asset/exists');
  expect(assets.get(project, 'strasse.txt')).toEqual(asset);
  expect(await textOf(scratch.workspace, project, 'Straße.txt')).toBe('one');
});

test('two simultaneous creations succeed once', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  const both = await Promise.allSettled(['one', 'two'].map((text) => assets.create(project, 'a.txt', incoming(text))));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a replacement keeps the creation time and running downloads', {
  tags: ['promise:P1', 'promise:F8', 'promise:F9'],
}, async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  const { asset: old, created } = await assets.put(project, 'a.txt', incoming('old'));
  expect(created).toBe(true);
  const reader = assets.open(project, 'a.txt');
  const slow = stalledStream('new');
  const putting = assets.put(project, 'a.txt', incoming('', { stream: slow.stream }));
  await slow.reached;
  expect(await textOf(scratch.workspace, project, 'a.txt')).toBe('old');
  scratch.advance(1000);
  slow.end();
  const replaced = await putting;
  expect(replaced).toMatchObject({ created: false, asset: { createdAt: old.createdAt, etag: `"${sha256('new')}"` } });
  expect(replaced.asset.updatedAt).toBeGreaterThan(old.updatedAt);
  expect(await textOf(scratch.workspace, project, 'a.txt')).toBe('new');
  expect(await text(await reader.read(null, never))).toBe('old');
  reader.hold[Symbol.dispose]();
});

test('conditions are evaluated when the new file is complete', { tags: ['promise:F8'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  const slow = stalledStream('slow');
  const guarded = assets.put(project, 'a.txt', incoming('', { stream: slow.stream }), { ifNoneMatch: '*' });
  await slow.reached;
  await assets.put(project, 'a.txt', incoming('first'), { ifNoneMatch: '*' });
  slow.end();
  expect(await codeOf(() => guarded)).toBe('asset/precondition');
  expect(await textOf(scratch.workspace, project, 'a.txt')).toBe('first');
});

test.each([
  ['If-Match with its tag', { ifMatch: `"x", "${sha256('old')}"` }, 'done'],
  ['If-Match *', { ifMatch: '*' }, 'done'],
  [
    'If-Unmodified-Since before the change',
    { ifUnmodifiedSince: 'Thu, 01 Jan 1970 00:00:00 GMT' },
    'asset/precondition',
  ],
  ['If-Unmodified-Since after the change', { ifUnmodifiedSince: 'Thu, 01 Jan 2099 00:00:00 GMT' }, 'done'],
  ['an invalid If-Unmodified-Since', { ifUnmodifiedSince: 'yesterday' }, 'done'],
  ['If-Unmodified-Since beside If-Match', { ifMatch: '*', ifUnmodifiedSince: 'Thu, 01 Jan 1970 00:00:00 GMT' }, 'done'],
  ['If-Match with another tag', { ifMatch: '"other"' }, 'asset/precondition'],
  ['If-Match with a weak tag', { ifMatch: `W/"${sha256('old')}"` }, 'asset/precondition'],
  ['If-None-Match *', { ifNoneMatch: '*' }, 'asset/precondition'],
  ['If-None-Match with its tag', { ifNoneMatch: `W/"${sha256('old')}"` }, 'asset/precondition'],
  ['If-None-Match with another tag', { ifNoneMatch: '"other"' }, 'done'],
])('an asset is stored with %s: %s', async (_, conditions, outcome) => {
  await using scratch = await scratchWorkspace();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  await assets.put(project, 'a.txt', incoming('old'));
  const put = () => assets.put(project, 'a.txt', incoming('new'), conditions);
  if (outcome === 'done') await put();
  else expect(await codeOf(put)).toBe(outcome);
  expect(await textOf(scratch.workspace, project, 'a.txt')).toBe(outcome === 'done' ? 'new' : 'old');
});

test('If-Match fails for a missing asset, and If-None-Match * succeeds', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  expect(await codeOf(() => assets.put(project, 'a', incoming('x'), { ifMatch: '*' }))).toBe('asset/precondition');
  expect(await assets.put(project, 'a', incoming('x'), { ifNoneMatch: '*' })).toMatchObject({ created: true });
});

test('a body with a wrong digest or size is not stored', { tags: ['promise:F10'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects, database } = scratch.workspace;
  const project = projects.create('Films').uid;
  expect(await codeOf(() => assets.put(project, 'a', incoming('x', { sha256: sha256('y') })))).toBe('upload/digest');
  expect(await codeOf(() => assets.put(project, 'a', incoming('xx', { limitBytes: 1 })))).toBe('request/too-large');
  expect(assets.list(project).assets).toEqual([]);
  expect(database.all('SELECT * FROM blob')).toEqual([]);
});

test('a download continues with the old bytes after the asset is deleted', { tags: ['promise:F9'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects, sweep } = scratch.workspace;
  const project = projects.create('Films').uid;
  await assets.put(project, 'a.txt', incoming('old'));
  const { read, hold } = assets.open(project, 'A.TXT');
  expect(await codeOf(() => assets.delete(project, 'a.txt', { ifMatch: '"other"' }))).toBe('asset/precondition');
  expect(assets.delete(project, 'A.txt').name).toBe('a.txt');
  expect(await codeOf(() => assets.get(project, 'a.txt'))).toBe('asset/not-found');
  expect(await codeOf(() => assets.delete(project, 'a.txt'))).toBe('asset/not-found');
  scratch.advance(TRASH_LIFE + 1);
  expect(await sweep()).toMatchObject({ blobs: 0 });
  expect(await text(await read(null, never))).toBe('old');
  hold[Symbol.dispose]();
  expect(await sweep()).toMatchObject({ blobs: 1 });
});

test('a list is filtered, paged, and in code-point order', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  for (const name of ['b1', 'B2', 'a%_', 'ab', 'b2.mp4', '映画', 'b3']) await assets.put(project, name, incoming(name));
  const names = (options = {}) => assets.list(project, options).assets.map(({ name }) => name);
  expect(names()).toEqual(['B2', 'a%_', 'ab', 'b1', 'b2.mp4', 'b3', '映画']);
  expect(names({ prefix: 'b' })).toEqual(['b1', 'b2.mp4', 'b3']);
  expect(names({ prefix: 'a%' })).toEqual(['a%_']);
  const first = assets.list(project, { limit: 2, prefix: 'b' });
  expect(first.assets.map(({ name }) => name)).toEqual(['b1', 'b2.mp4']);
  const second = assets.list(project, { limit: 2, prefix: 'b', cursor: first.cursor ?? '' });
  expect(second).toMatchObject({ assets: [{ name: 'b3' }], cursor: null });
  expect(await codeOf(() => assets.list(project, { cursor: '§' }))).toBe('request/invalid');
});

test.each([
  ['film.mp4', null, 'x', 'video/mp4'],
  ['film.MP4', 'application/octet-stream', 'x', 'video/mp4'],
  ['film.mp4', 'application/x-www-form-urlencoded', 'x', 'video/mp4'],
  ['film.mp4', 'video/x-own; codecs="a, b"', 'x', 'video/x-own; codecs="a, b"'],
  ['film.mp4', 'text/html\r\nx: y', 'x', 'video/mp4'],
  ['film', null, '\0\0\0\x18ftypisom', 'video/mp4'],
  ['picture', null, 'GIF89a', 'image/gif'],
  ['thing.__proto__', null, 'x', 'application/octet-stream'],
])('a file has its content type: %s sent as %s', async (name, header, bytes, expected) => {
  await using scratch = await scratchWorkspace();
  const project = scratch.workspace.projects.create('Films').uid;
  const asset = await scratch.workspace.assets.create(project, name, incoming(bytes, { contentType: header }));
  expect(asset.contentType).toBe(expected);
});

test('media facts apply to equal bytes under every name', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects, events } = scratch.workspace;
  const project = projects.create('Films').uid;
  const { sha256: digest } = await assets.create(project, 'a.mp4', incoming('same'));
  await assets.create(project, 'b.mp4', incoming('same'));
  expect(assets.withoutMedia(10)).toMatchObject([{ sha256: digest }]);
  await assets.setMedia(digest, noMedia);
  await assets.create(project, 'c.mp4', incoming('same'));
  expect(assets.list(project).assets.map((asset) => asset.media)).toEqual([noMedia, noMedia, noMedia]);
  expect(assets.withoutMedia(10)).toEqual([]);
  await assets.put(project, 'c.mp4', incoming('other'));
  expect(assets.get(project, 'c.mp4').media).toBeNull();
  expect(events.since(0).filter(({ type }) => type === 'asset.saved')).toHaveLength(6);
});

test('damage that is found later applies to equal bytes under every name', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects, events } = scratch.workspace;
  const project = projects.create('Films').uid;
  const { sha256: digest } = await assets.create(project, 'a.mp4', incoming('same'));
  await assets.create(project, 'b.mp4', incoming('same'));
  const faults = [{ from: 1.5, until: 2 }];
  await assets.setFaults(digest, faults);
  expect(assets.list(project).assets.map(({ media }) => media)).toEqual([null, null]);
  await assets.setMedia(digest, noMedia);
  const saved = () => events.since(0).filter(({ type }) => type === 'asset.saved').length;
  const before = saved();
  for (let times = 0; times < 2; times++) await assets.setFaults(digest, faults);
  expect(assets.list(project).assets.map(({ media }) => media?.faults)).toEqual([faults, faults]);
  expect(saved()).toBe(before + 2);
});

test('setting media facts of 1,200 names can be interrupted', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects, database, blobs } = scratch.workspace;
  const project = projects.create('Films').uid;
  const blob = await blobs.put(streamOf('same'), { limitBytes: 10, signal: never });
  database.transaction(() => {
    for (let n = 0; n < 1200; n++) assets.assign(project, `${n}.mp4`, blob, null);
  });
  const notSeen = () => assets.list(project).assets.filter(({ media }) => media === null).length;
  const left = new Set<number>();
  const going = { on: true };
  const remembered = assets.setMedia(blob.sha256, noMedia).finally(() => {
    going.on = false;
  });
  while (going.on) {
    left.add(notSeen());
    // Restore the state after a kill between two slices.
    expect(assets.withoutMedia(10)).toHaveLength(notSeen() > 0 ? 1 : 0);
    await nextTurn();
  }
  await remembered;
  expect([...left, notSeen()]).toEqual(expect.arrayContaining([1200, 700, 200, 0]));
});

test('tags survive a replacement, a rename, the trash, and a project copy', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects, trash } = scratch.workspace;
  const project = projects.create('Films').uid;
  await assets.create(project, 'a.txt', incoming('one'));
  assets.setTags(project, 'A.TXT', ['sea', 'summer']);
  const tags = (uid: string) => assets.list(uid).assets.map((asset) => [asset.name, ...asset.tags]);
  await assets.put(project, 'a.txt', incoming('two'));
  assets.rename(project, 'a.txt', 'b.txt');
  expect(tags(project)).toEqual([['b.txt', 'sea', 'summer']]);
  expect(tags((await projects.duplicate(project, 'Copy')).uid)).toEqual([['b.txt', 'sea', 'summer']]);
  assets.delete(project, 'b.txt');
  const [deleted] = trash.list(project).assets;
  expect(deleted?.tags).toEqual(['sea', 'summer']);
  trash.restore(project, deleted?.id ?? '');
  expect(tags(project)).toEqual([['b.txt', 'sea', 'summer']]);
  // A new asset under a free name has no tags.
  await assets.create(project, 'c.txt', incoming('three'));
  expect(tags(project)).toEqual([['b.txt', 'sea', 'summer'], ['c.txt']]);
});
