import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPartStore } from '#service/engine/cache/part-store.ts';
import { ServiceError } from '#service/errors/service-error.ts';
import { blobKey, digestOfText, filmKey, type ObjectStorage, partKey } from './object-storage.ts';
import { openSharedParts, type SharedPartsOptions } from './part-cache.ts';
import { type OpenedStorage, openedFolder, signal } from './testing/opened-storage.ts';

const KEY = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const DAY = 24 * 60 * 60 * 1000;

/** Creates a machine with separate local parts, counters, and failures. */
function machine(opened: OpenedStorage, name: string, more: Partial<SharedPartsOptions> = {}) {
  const counts = { lookups: 0, found: 0, bytesFetched: 0, bytesPut: 0 };
  const failures: ServiceError[] = [];
  const local = openPartStore({ folder: join(opened.folder, name), isCacheOn: true, limitBytes: 1e9 });
  let number = 0;
  const parts = openSharedParts({
    local,
    storage: opened.storage,
    clock: Date.now,
    count: (what) => {
      for (const field of Object.keys(counts) as (keyof typeof counts)[]) counts[field] += what[field] ?? 0;
    },
    onFailure: (error) => failures.push(error),
    ...more,
  });
  const path = () => join(opened.folder, `${name}-${number++}`);
  return {
    parts,
    local,
    counts,
    failures,
    path,
    make: async (content: string) => {
      const made = path();
      await writeFile(made, content);
      return made;
    },
    taken: async (key: string, from: Pick<typeof parts, 'take'> = parts) => {
      const file = path();
      return (await from.take(key, file, signal)) === null ? null : await readFile(file, 'utf8');
    },
  };
}

/** Returns the storage with failing calls. */
function failing(storage: ObjectStorage, calls: readonly (keyof ObjectStorage)[]): ObjectStorage {
  const fail = () => Promise.reject(new ServiceError('destination/failed'));
  return { ...storage, ...Object.fromEntries(calls.map((call) => [call, fail])) };
}

test('a part stays on its machine until a second film uses it', async () => {
  await using opened = await openedFolder();
  const [one, two] = [machine(opened, 'one'), machine(opened, 'two')];
  await one.parts.keep(KEY, await one.make('a part'), signal);
  await one.parts.keep(OTHER, await one.make('another part'), signal);
  expect(await opened.keys()).toEqual([]);
  expect(await two.taken(KEY)).toBeNull();
  expect(await one.taken(KEY)).toBe('a part');
  expect(await opened.keys()).toEqual([partKey(KEY)]);
  expect(await two.taken(KEY)).toBe('a part');
});

test('a shared part costs the store one lookup and one put', async () => {
  await using opened = await openedFolder();
  const requests: string[] = [];
  const counted = (name: string): ObjectStorage => ({
    ...opened.storage,
    facts: async (key, abortSignal) => {
      requests.push(`${name} facts`);
      return await opened.storage.facts(key, abortSignal);
    },
    put: async (...parameters) => {
      requests.push(`${name} put`);
      await opened.storage.put(...parameters);
    },
  });
  const one = machine(opened, 'one', { storage: counted('one') });
  const two = machine(opened, 'two', { storage: counted('two') });
  await one.parts.keep(KEY, await one.make('a part'), signal);
  for (let film = 0; film < 3; film++) for (const each of [one, two]) expect(await each.taken(KEY)).toBe('a part');
  expect(requests).toEqual(['one facts', 'one put']);
});

test('a machine finds and caches a part from another machine', async () => {
  await using opened = await openedFolder();
  const [one, two] = [machine(opened, 'one'), machine(opened, 'two')];
  expect(await one.taken(KEY)).toBeNull();
  await one.parts.strict.keep(KEY, await one.make('a part'), signal);
  expect(await two.taken(KEY)).toBe('a part');
  await opened.storage.remove([partKey(KEY)], signal);
  expect(await two.taken(KEY)).toBe('a part');
  expect(one.counts).toEqual({ lookups: 1, found: 0, bytesFetched: 0, bytesPut: 6 });
  expect(two.counts).toEqual({ lookups: 2, found: 2, bytesFetched: 6, bytesPut: 0 });
});

test('a film is found by its key once its blob is stored', async () => {
  await using opened = await openedFolder();
  const [one, two] = [machine(opened, 'one'), machine(opened, 'two')];
  const film = await one.make('a film');
  const sha256 = digestOfText('a film');
  await one.parts.films.keep(KEY, film, signal, { sha256 });
  expect(await two.taken(KEY, two.parts.films)).toBeNull();
  await opened.storage.put(blobKey(sha256), { path: film, bytes: 6, sha256 }, { signal });
  expect(await opened.keys()).toEqual([blobKey(sha256), filmKey(KEY)]);
  expect(await two.taken(KEY, two.parts.films)).toBe('a film');
  // A local copy needs no request.
  await opened.storage.remove([blobKey(sha256), filmKey(KEY)], signal);
  expect(await two.taken(KEY, two.parts.films)).toBe('a film');
  expect([one.failures, two.failures]).toEqual([[], []]);
});

test('a film with a missing or wrong blob is treated as absent', async () => {
  await using opened = await openedFolder();
  const [one, two] = [machine(opened, 'one'), machine(opened, 'two')];
  const film = await one.make('a film');
  const sha256 = digestOfText('a film');
  await one.parts.films.keep(KEY, film, signal, { sha256 });
  const other = await one.make('other');
  await opened.storage.put(blobKey(sha256), { path: other, bytes: 5, sha256: digestOfText('other') }, { signal });
  const path = two.path();
  expect(await two.parts.films.take(KEY, path, signal)).toBeNull();
  expect(existsSync(path)).toBe(false);
  await opened.storage.remove([filmKey(KEY)], signal);
  await opened.storage.put(filmKey(KEY), { path: other, bytes: 5, sha256: digestOfText('other') }, { signal });
  expect(await two.taken(KEY, two.parts.films)).toBeNull();
});

test('a damaged part is treated as absent', async () => {
  await using opened = await openedFolder();
  const [one, two] = [machine(opened, 'one'), machine(opened, 'two')];
  await one.parts.strict.keep(KEY, await one.make('a part'), signal);
  await opened.damage(partKey(KEY), 'changed');
  expect(await two.taken(KEY)).toBeNull();
  expect(await opened.keys()).toEqual([]);
});

test('a wrong part is dropped locally and from the store', async () => {
  await using opened = await openedFolder();
  const one = machine(opened, 'one');
  await one.parts.strict.keep(KEY, await one.make('wrong'), signal);
  await one.parts.drop([KEY, OTHER]);
  expect(await one.taken(KEY)).toBeNull();
  expect(await opened.keys()).toEqual([]);
});

test('a part that could not be dropped is ignored until made again', async () => {
  await using opened = await openedFolder();
  const one = machine(opened, 'one', { storage: failing(opened.storage, ['remove']), clock: () => 0 });
  const later = machine(opened, 'later');
  await later.parts.strict.keep(KEY, await later.make('wrong'), signal);
  await one.parts.strict.drop([KEY]);
  expect(one.failures).toHaveLength(1);
  expect(await one.taken(KEY, one.parts.strict)).toBeNull();
  await one.parts.strict.keep(KEY, await one.make('right'), signal);
  await one.local.drop([KEY]);
  expect(await one.taken(KEY, one.parts.strict)).toBe('right');
});

test('pruning removes only local parts', async () => {
  await using opened = await openedFolder();
  const local = openPartStore({ folder: join(opened.folder, 'small'), isCacheOn: true, limitBytes: 0 });
  const one = machine(opened, 'one', { local });
  await one.parts.strict.keep(KEY, await one.make('a part'), signal);
  await one.parts.prune();
  expect(await local.take(KEY, one.path(), signal)).toBeNull();
  expect(await one.taken(KEY)).toBe('a part');
});

test('a failing store fails no part and is skipped for a while', { tags: ['promise:F30'] }, async () => {
  await using opened = await openedFolder();
  let now = 1e12;
  let requests = 0;
  const failingStore: ObjectStorage = {
    ...opened.storage,
    ...{ put: () => fail(), fetch: () => fail(), facts: () => fail() },
  };
  const fail = () => {
    requests++;
    return Promise.reject(new ServiceError('destination/failed'));
  };
  const one = machine(opened, 'one', { storage: failingStore, clock: () => now });
  expect(await one.taken(KEY)).toBeNull();
  await one.parts.keep(KEY, await one.make('a part'), signal);
  expect(await one.taken(KEY)).toBe('a part');
  expect(await one.taken(OTHER)).toBeNull();
  expect([requests, one.failures.length]).toEqual([1, 1]);
  now += 60_000;
  expect(await one.taken(KEY)).toBe('a part');
  expect(requests).toBe(2);
});

test('a store that does not answer is abandoned', { tags: ['promise:F30'] }, async () => {
  await using opened = await openedFolder();
  const hanging: ObjectStorage = {
    ...opened.storage,
    fetch: (_key, _path, options) =>
      new Promise((_resolve, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason))),
  };
  const one = machine(opened, 'one', { storage: hanging, timeoutMilliseconds: 50 });
  expect(await one.taken(KEY)).toBeNull();
  expect(one.failures).toMatchObject([{ code: 'destination/failed', says: { code: 'store/slow' } }]);
});

test('calls that require the store reject if it fails', async () => {
  await using opened = await openedFolder();
  const one = machine(opened, 'one', { storage: failing(opened.storage, ['put', 'fetch', 'facts']) });
  const failed = { code: 'destination/failed' };
  const made = await one.make('a part');
  await expect(one.parts.strict.keep(KEY, made, signal)).rejects.toMatchObject(failed);
  await expect(one.parts.strict.take(KEY, one.path(), signal)).rejects.toMatchObject(failed);
  await expect(one.parts.strict.take(OTHER, one.path(), signal)).rejects.toMatchObject(failed);
  expect(one.failures).toEqual([]);
});

test('a required part that only this machine has is stored', async () => {
  await using opened = await openedFolder();
  const [one, two] = [machine(opened, 'one'), machine(opened, 'two')];
  await one.local.keep(KEY, await one.make('a part'), signal);
  expect(await two.taken(KEY)).toBeNull();
  expect(await one.taken(KEY, one.parts.strict)).toBe('a part');
  expect(await one.taken(KEY, one.parts.strict)).toBe('a part');
  expect(one.counts.bytesPut).toBe(6);
  expect(await two.taken(KEY)).toBe('a part');
});

test('a used part is touched at most once a day', async () => {
  await using opened = await openedFolder();
  let touched = 0;
  const storage: ObjectStorage = {
    ...opened.storage,
    touch: async (key, abortSignal) => {
      touched++;
      await opened.storage.touch(key, abortSignal);
    },
  };
  const one = machine(opened, 'one');
  await one.parts.strict.keep(KEY, await one.make('a part'), signal);
  const today = machine(opened, 'today', { storage });
  await today.taken(KEY);
  expect(touched).toBe(0);
  const next = machine(opened, 'next', { storage, clock: () => Date.now() + DAY + 1000 });
  expect(await next.taken(KEY)).toBe('a part');
  expect(touched).toBe(1);
});

test('an aborted fetch of a part leaves no file', async () => {
  await using opened = await openedFolder();
  const one = machine(opened, 'one');
  const path = one.path();
  const stopped = AbortSignal.abort(new Error('enough'));
  await expect(one.parts.take(KEY, path, stopped)).rejects.toThrow('enough');
  expect(existsSync(path)).toBe(false);
  expect(one.failures).toEqual([]);
});
