import { expect, test } from 'vitest';
import type { ListedObject, ObjectStorage } from './object-storage.ts';
import { sweepStorage } from './sweep-storage.ts';
import { openedBucket, openedFolder, signal } from './testing/opened-storage.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const NOW = 1_800_000_000_000;
const clock = () => NOW;

interface FakeStorage {
  readonly storage: ObjectStorage;
  readonly objects: Map<string, ListedObject>;
  /** Returns the largest number of keys in one call of `remove`. */
  readonly largestSlice: () => number;
}

/** Creates a storage with virtual objects. Each was last used the given number of hours ago. */
async function fakeStorage(ages: Readonly<Record<string, number>>, bytes = 10): Promise<AsyncDisposable & FakeStorage> {
  const opened = await openedFolder();
  const objects = new Map<string, ListedObject>();
  for (const [key, hours] of Object.entries(ages)) objects.set(key, { key, bytes, usedAt: NOW - hours * HOUR });
  let largest = 0;
  const storage: ObjectStorage = {
    ...opened.storage,
    async *list(prefix, abortSignal) {
      for (const object of [...objects.values()]) {
        abortSignal.throwIfAborted();
        if (object.key.startsWith(prefix)) yield object;
      }
    },
    remove: async (keys, abortSignal) => {
      abortSignal.throwIfAborted();
      largest = Math.max(largest, keys.length);
      for (const key of keys) objects.delete(key);
    },
  };
  return { storage, objects, largestSlice: () => largest, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

test('a sweep removes least recently used parts down to the limit', async () => {
  await using opened = await fakeStorage({ 'parts/a': 5, 'parts/b': 900, 'parts/c': 20, 'parts/d': 2, 'parts/e': 30 });
  const swept = await sweepStorage(opened.storage, { limitBytes: 25, clock, signal });
  expect([...opened.objects.keys()]).toEqual(['parts/a', 'parts/d']);
  expect(swept).toEqual({ parts: 3, partsBytes: 30, others: 0, cutOff: 0, leftBytes: 20 });
});

test('old parts stay while the total is within the limit', async () => {
  await using opened = await fakeStorage({ 'parts/a': 5, 'parts/b': 90_000 });
  expect(await sweepStorage(opened.storage, { limitBytes: 20, clock, signal })).toMatchObject({
    parts: 0,
    leftBytes: 20,
  });
  expect(opened.objects.size).toBe(2);
});

test('only as many parts of the same age are removed as necessary', async () => {
  await using opened = await fakeStorage({ 'parts/a': 5, 'parts/b': 5, 'parts/c': 5, 'parts/d': 5, 'parts/e': 1 });
  await sweepStorage(opened.storage, { limitBytes: 30, clock, signal });
  expect([...opened.objects.keys()]).toEqual(['parts/c', 'parts/d', 'parts/e']);
});

test('parts that were used within the last hour stay', async () => {
  await using opened = await fakeStorage({ 'parts/a': 0.5, 'parts/b': 0, 'parts/c': 1.5 });
  await sweepStorage(opened.storage, { limitBytes: 0, clock, signal });
  expect([...opened.objects.keys()]).toEqual(['parts/a', 'parts/b']);
});

test('a part that is used during the sweep stays', async () => {
  await using opened = await fakeStorage({ 'parts/a': 5, 'parts/b': 6, 'parts/c': 7 });
  let lists = 0;
  const storage: ObjectStorage = {
    ...opened.storage,
    list: (prefix, abortSignal) => {
      if (prefix === 'parts/' && lists++ === 1)
        opened.objects.set('parts/b', { key: 'parts/b', bytes: 10, usedAt: NOW });
      return opened.storage.list(prefix, abortSignal);
    },
  };
  await sweepStorage(storage, { limitBytes: 0, clock, signal });
  expect([...opened.objects.keys()]).toEqual(['parts/b']);
});

test('templates and manifests expire after seven days, checks after one, blobs never', async () => {
  const old = { 'templates/a': 169, 'questions/a': 169, 'check/a': 25, 'blobs/aa/a': 90_000 };
  await using opened = await fakeStorage({ ...old, 'templates/b': 167, 'questions/b': 167, 'check/b': 23 });
  expect(await sweepStorage(opened.storage, { clock, signal })).toMatchObject({ parts: 0, others: 3 });
  expect([...opened.objects.keys()]).toEqual(['blobs/aa/a', 'templates/b', 'questions/b', 'check/b']);
});

test('many parts are removed in slices with progress', async () => {
  const ages = Object.fromEntries(Array.from({ length: 20_000 }, (_, number) => [`parts/${number}`, 2 + number]));
  await using opened = await fakeStorage(ages);
  const reported: number[] = [];
  const onProgress = ({ parts }: { readonly parts: number }) => reported.push(parts);
  await sweepStorage(opened.storage, { limitBytes: 10, clock, signal, onProgress });
  expect([...opened.objects.keys()]).toEqual(['parts/0']);
  expect(opened.largestSlice()).toBe(500);
  expect(reported.length).toBeGreaterThan(30);
});

test('an aborted sweep stops between two slices', async () => {
  const ages = Object.fromEntries(Array.from({ length: 2000 }, (_, number) => [`parts/${number}`, 10]));
  await using opened = await fakeStorage(ages);
  const stop = new AbortController();
  const onProgress = () => stop.abort(new Error('enough'));
  const swept = sweepStorage(opened.storage, { limitBytes: 0, clock, signal: stop.signal, onProgress });
  await expect(swept).rejects.toThrow('enough');
  expect(opened.objects.size).toBe(1500);
});

test.each([
  { name: 'a folder', open: openedFolder },
  { name: 'a bucket', open: openedBucket },
])('recently used objects survive a sweep: $name', async ({ open }) => {
  await using opened = await open();
  for (const key of ['parts/aa/a', 'templates/a', 'blobs/aa/a']) await opened.put(key, 'ten bytes.');
  await sweepStorage(opened.storage, { limitBytes: 0, clock: Date.now, signal });
  expect(await opened.keys()).toEqual(['blobs/aa/a', 'parts/aa/a', 'templates/a']);
  const later = () => Date.now() + 8 * DAY;
  const swept = await sweepStorage(opened.storage, { limitBytes: 0, clock: later, signal });
  expect(swept).toEqual({ parts: 1, partsBytes: 10, others: 1, cutOff: 0, leftBytes: 0 });
  expect(await opened.keys()).toEqual(['blobs/aa/a']);
});
