import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import { openFoundation } from '#service/renders/testing/job-world.ts';
import type { BlobDigest, ProjectUid } from '#service/storage/ports.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { blobKey, templateKey } from '../storage/object-storage.ts';
import { openObjectStorage } from '../storage/open-object-storage.ts';
import { filmWork } from '../testing/test-farm.ts';
import { createJobWriter } from './farm-renderer.ts';

const never = new AbortController().signal;
const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex');

/** Opens a workspace that writes jobs, with a folder as the store. */
async function orderWorld() {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const objects = join(folder.path, 'objects');
  const scratchFolder = join(folder.path, 'scratch');
  await mkdir(objects);
  const storage = await openObjectStorage({ kind: 'folder', folder: objects });
  const { database } = await openFoundation(folder.path);
  stack.defer(() => database.close());
  const inspector = stack.use(createMovieInspector());
  database.run('INSERT INTO project VALUES (?, ?, 0, 0)', 'p1', 'p1');
  const brought: string[] = [];
  const doubted: string[] = [];
  const puts: string[] = [];
  const font = { family: 'Sans', digest: sha256('font'), weights: { least: 400, most: 700 }, style: 'normal' } as const;
  await writeFile(join(folder.path, 'font.ttf'), 'font');
  let now = 0;
  const write = createJobWriter({
    ...{ database, inspector, scratchFolder, encodingCores: 4, clock: () => now, gainOf: async () => GAIN },
    storage: {
      ...storage,
      put: async (key, file, options) => {
        puts.push(key);
        await storage.put(key, file, options);
      },
    },
    ownHosts: { hosts: new Set(['films.example']) },
    blobs: {
      inStore: async (digest, _, options) => void (options?.isDoubted === true ? doubted : brought).push(digest),
    },
    addedFonts: async () => [{ ...font, path: join(folder.path, 'font.ttf') }],
  });
  return {
    ...{ write, brought, doubted, puts, font, storage, scratchFolder },
    later: (milliseconds: number) => {
      now += milliseconds;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const GAIN = { gain: 2, ceiling: 0.84, integrated: -20, truePeak: 0.3, reached: -14 };
const ownUrl = 'http://films.example/v1/data/p1/a%20b.mp4';
const others = ['http://films.example/v1/data/nobody/a.mp4', 'https://elsewhere.example/v1/data/p1/a.mp4'];
const TEMPLATE = `<movie width="64" height="64" framerate="10">${[ownUrl, ...others]
  .map((url) => `<scene duration="5"><video url="${url}"/></scene>`)
  .join('')}<scene duration="5"><video src="a.mp4"/></scene></movie>`;

test('a job names its inputs by digest, and the store has them', async () => {
  await using world = await orderWorld();
  const [a, b] = [sha256('a') as BlobDigest, sha256('b') as BlobDigest];
  const inputs = new Map([
    ['a.mp4', a],
    ['a b.mp4', b],
    ['copy.mp4', a],
  ]);
  const work = { ...filmWork(), template: TEMPLATE, variables: new Map([['name', 'value']]), inputs };
  const job = await world.write(work, never);
  expect(job).toEqual({
    ...{ kind: 'film', id: `${work.render}-1`, render: work.render, attempt: 1, project: 'p1' },
    ...{ template: sha256(TEMPLATE), variables: [['name', 'value']], range: null, format: 'mp4' },
    ...{ quality: 'standard', hardware: null, inputs: [...inputs], encodingCores: 4, fonts: [world.font] },
    ownAddresses: [[ownUrl, { project: 'p1' as ProjectUid, name: 'a b.mp4' }]],
  });
  expect(JSON.parse(JSON.stringify(job))).toEqual(job);
  expect(world.brought.toSorted()).toEqual([a, b].toSorted());
  const stored = async (key: string) => {
    const bytes = await world.storage.read(key, null, never);
    return bytes === null ? null : await text(bytes);
  };
  expect(await stored(templateKey(sha256(TEMPLATE)))).toBe(TEMPLATE);
  expect(await stored(blobKey(world.font.digest))).toBe('font');
  expect(await readdir(world.scratchFolder)).toEqual([]);
});

test('the service puts a shared file once, and again after a loss', async () => {
  await using world = await orderWorld();
  const works = Array.from({ length: 5 }, () => ({ ...filmWork(), template: TEMPLATE }));
  await Promise.all(works.map((work) => world.write(work, never)));
  const keys = [templateKey(sha256(TEMPLATE)), blobKey(world.font.digest)];
  expect(world.puts.toSorted()).toEqual(keys.toSorted());
  await world.storage.remove(keys, never);
  world.later(3_600_000);
  await world.write({ ...filmWork(), template: TEMPLATE }, never);
  expect(world.puts).toHaveLength(4);
});

test('files that a worker missed are checked immediately and put again', async () => {
  await using world = await orderWorld();
  const a = sha256('a') as BlobDigest;
  const work = { ...filmWork(), template: TEMPLATE, inputs: new Map([['a.mp4', a]]) };
  const job = await world.write(work, never);
  await world.storage.remove([templateKey(sha256(TEMPLATE)), blobKey(world.font.digest)], never);
  await world.write(work, never);
  expect(world.puts).toHaveLength(2);
  expect(await world.write(work, never, { isDoubted: true })).toEqual(job);
  expect(world.puts).toHaveLength(4);
  expect(world.doubted).toEqual([a]);
});

test('an invalid template fails before the service puts a file', async () => {
  await using world = await orderWorld();
  const refused = world.write({ ...filmWork(), template: '<movie><nothing/></movie>' }, never);
  await expect(refused).rejects.toMatchObject({
    code: 'render/invalid',
    issues: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]),
  });
  expect(world.puts).toEqual([]);
});

test('a job contains the gain for a film with a loudness target', async () => {
  await using world = await orderWorld();
  const write = async (template: string) => await world.write({ ...filmWork(), template }, never);
  const plain = '<movie width="64" height="64" framerate="10"><scene duration="5"><solid/></scene></movie>';
  expect(await write(plain)).not.toHaveProperty('gain');
  expect(await write(plain.replace('<movie', '<movie loudness="-14"'))).toMatchObject({ gain: GAIN });
});
