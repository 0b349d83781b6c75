import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { blobKey, damagedKey } from './object-storage.ts';
import { all, type OpenedStorage, openedBucket, openedFolder, signal } from './testing/opened-storage.ts';

const SOME_DIGEST = '0a'.repeat(32);

/** All implementations of the storage. Each must pass the same tests. */
const implementations: readonly { readonly name: string; readonly open: () => Promise<OpenedStorage> }[] = [
  { name: 'a folder', open: openedFolder },
  { name: 'a bucket', open: openedBucket },
];

describe.each(implementations)('$name', ({ open }) => {
  test('returns the stored bytes with their facts', async () => {
    await using opened = await open();
    const before = Date.now();
    const { bytes, sha256 } = await opened.put('parts/ab/abc', 'some bytes');
    const path = join(opened.folder, 'there');
    const facts = await opened.storage.fetch('parts/ab/abc', path, { signal });
    expect(facts).toMatchObject({ bytes, sha256 });
    // A store may round times to whole seconds.
    expect(facts?.usedAt).toBeGreaterThanOrEqual(before - 1000);
    expect(facts?.usedAt).toBeLessThanOrEqual(Date.now() + 1000);
    expect(await readFile(path, 'utf8')).toBe('some bytes');
    expect(await opened.storage.facts('parts/ab/abc', signal)).toEqual(facts);
  });

  test('a second put replaces the object', async () => {
    await using opened = await open();
    await opened.put('templates/a', 'first');
    const { sha256 } = await opened.put('templates/a', 'the second');
    expect(await opened.content('templates/a')).toBe('the second');
    expect(await opened.storage.facts('templates/a', signal)).toMatchObject({ sha256, bytes: 10 });
    expect(await opened.keys()).toEqual(['templates/a']);
  });

  test('an absent object is null and can be removed or touched', async () => {
    await using opened = await open();
    const path = join(opened.folder, 'there');
    expect(await opened.storage.facts('a/b', signal)).toBeNull();
    expect(await opened.storage.fetch('a/b', path, { signal })).toBeNull();
    expect(await opened.storage.read('a/b', null, signal)).toBeNull();
    await opened.storage.touch('a/b', signal);
    await opened.storage.remove(['a/b', 'c'], signal);
    expect(existsSync(path)).toBe(false);
    expect(await opened.keys()).toEqual([]);
  });

  test('an empty object exists', async () => {
    await using opened = await open();
    await opened.put('a', '');
    expect(await opened.content('a')).toBe('');
    expect(await opened.storage.facts('a', signal)).toMatchObject({ bytes: 0 });
    expect(await read(opened, 'a', null)).toBe('');
  });

  test.each([
    [null, '0123456789'],
    [{ start: 0, end: 10 }, '0123456789'],
    [{ start: 2, end: 5 }, '234'],
    [{ start: 9, end: 10 }, '9'],
    [{ start: 8, end: 100 }, '89'],
    [{ start: 10, end: 12 }, ''],
    [{ start: 3, end: 3 }, ''],
  ])('reads the range %j', async (range, expected) => {
    await using opened = await open();
    await opened.put('a', '0123456789');
    expect(await read(opened, 'a', range)).toBe(expected);
  });

  test('keys with a prefix are listed in byte order', async () => {
    await using opened = await open();
    const keys = ['b/a', 'a', 'a/b', 'a-b', 'a/ä', 'a/z', 'a0', 'A', 'parts/ab/x', 'parts/aa/y', 'partsy'];
    for (const key of keys) await opened.put(key, key);
    const inOrder = keys.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    expect(await opened.keys()).toEqual(inOrder);
    expect(await opened.keys('a/')).toEqual(['a/b', 'a/z', 'a/ä']);
    expect(await opened.keys('part')).toEqual(['parts/aa/y', 'parts/ab/x', 'partsy']);
    expect(await opened.keys('parts/ab/x')).toEqual(['parts/ab/x']);
    expect(await opened.keys('nothing/')).toEqual([]);
    const [listed] = await all(opened.storage.list('b/', signal));
    expect(listed).toEqual({ key: 'b/a', bytes: 3, usedAt: (await opened.storage.facts('b/a', signal))?.usedAt });
  });

  test.each(['a b/c', 'ä/ö', 'a+b', '50%', 'a%2fb', '日本', 'a&b<c>"', '.hidden/.x', 'A/b', 'x=object', '~', 'a b '])(
    'the key %s is valid',
    async (key) => {
      await using opened = await open();
      await opened.put(key, 'odd');
      await opened.put(key.toUpperCase(), 'capital');
      await opened.put(key, 'odd');
      expect(await opened.content(key)).toBe('odd');
      expect(await opened.keys()).toContain(key);
      await opened.storage.touch(key, signal);
      expect(await opened.content(key)).toBe('odd');
      await opened.storage.remove([key], signal);
      expect(await opened.keys()).not.toContain(key);
    },
  );

  test.each(['', '/', '/a', 'a/', 'a//b', '..', 'a/../b', './a', 'a\nb', 'a\u0000', 'x'.repeat(81), '\ud800'])(
    'the key %j is refused',
    async (key) => {
      await using opened = await open();
      const file = await opened.file('x');
      const refused = { code: 'destination/refused' };
      await expect(opened.storage.put(key, file, { signal })).rejects.toMatchObject(refused);
      await expect(opened.storage.facts(key, signal)).rejects.toMatchObject(refused);
      await expect(opened.storage.fetch(key, join(opened.folder, 'f'), { signal })).rejects.toMatchObject(refused);
      await expect(opened.storage.read(key, null, signal)).rejects.toMatchObject(refused);
      await expect(opened.storage.remove([key], signal)).rejects.toMatchObject(refused);
    },
  );

  test('touch changes only the time of last use', async () => {
    await using opened = await open();
    const { bytes, sha256 } = await opened.put('a', 'used');
    const put = await opened.storage.facts('a', signal);
    // Times may be rounded to whole seconds.
    await expect
      .poll(async () => {
        await opened.storage.touch('a', signal);
        return ((await opened.storage.facts('a', signal))?.usedAt ?? 0) > (put?.usedAt ?? 0);
      })
      .toBe(true);
    expect(await opened.storage.facts('a', signal)).toMatchObject({ bytes, sha256 });
    expect(await opened.content('a')).toBe('used');
  });

  test('remove deletes many objects in one call and keeps the others', async () => {
    await using opened = await open();
    const keys = Array.from({ length: 30 }, (_, number) => `parts/${number}`);
    for (const key of keys) await opened.put(key, key);
    await opened.storage.remove(keys.slice(1), signal);
    expect(await opened.keys()).toEqual(['parts/0']);
  });

  test('concurrent puts of a key leave one complete object', async () => {
    await using opened = await open();
    const contents = Array.from({ length: 8 }, (_, number) => String(number).repeat(100_000 + number));
    await Promise.all(contents.map((content) => opened.put('parts/one', content)));
    expect(contents).toContain(await opened.content('parts/one'));
    expect(await opened.keys()).toEqual(['parts/one']);
  });

  test('the progress of a put and of a fetch never decreases', async () => {
    await using opened = await open();
    const file = await opened.file(randomBytes(5 * 2 ** 20));
    const progress: Record<'put' | 'fetched', number[]> = { put: [], fetched: [] };
    await opened.storage.put('large', file, { signal, onProgress: (bytes) => progress.put.push(bytes) });
    await opened.storage.fetch('large', join(opened.folder, 'there'), {
      signal,
      onProgress: (bytes) => progress.fetched.push(bytes),
    });
    for (const steps of [progress.put, progress.fetched]) {
      expect(steps).toEqual(steps.toSorted((left, right) => left - right));
      expect(steps.at(-1)).toBe(file.bytes);
    }
  });

  test('a multipart object is complete and can be read in ranges', async () => {
    await using opened = await open();
    const content = randomBytes(17 * 2 ** 20 + 7);
    const { sha256 } = await opened.put('blobs/large', content);
    const path = join(opened.folder, 'there');
    expect(await opened.storage.fetch('blobs/large', path, { signal })).toMatchObject({
      sha256,
      bytes: content.length,
    });
    expect((await readFile(path)).equals(content)).toBe(true);
    const pieces = await opened.storage.read('blobs/large', { start: 5 * 2 ** 20, end: 15 * 2 ** 20 }, signal);
    const bytes = Buffer.concat(await all(required(pieces, 'bytes')));
    expect(bytes.equals(content.subarray(5 * 2 ** 20, 15 * 2 ** 20))).toBe(true);
  });

  test.each([10, 17 * 2 ** 20])('an aborted put of %i bytes leaves the old or new object', async (size) => {
    await using opened = await open();
    await opened.put('a', 'before');
    const content = randomBytes(size / 2).toString('hex');
    const file = await opened.file(content);
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error('enough'));
    await expect(opened.storage.put('a', file, { signal: stop.signal, onProgress })).rejects.toThrow('enough');
    expect(['before', content]).toContain(await opened.content('a'));
    expect(await opened.keys()).toEqual(['a']);
    expect(await opened.storage.clearInterrupted(Date.now() + 60_000, signal)).toBe(0);
  });

  test('an aborted fetch leaves no file', async () => {
    await using opened = await open();
    await opened.put('a', randomBytes(5 * 2 ** 20));
    const path = join(opened.folder, 'there');
    const stop = new AbortController();
    const options = { signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) };
    await expect(opened.storage.fetch('a', path, options)).rejects.toThrow('enough');
    expect(existsSync(path)).toBe(false);
    expect(await opened.keys()).toEqual(['a']);
  });

  test.each(['changed', 'cut'] as const)('an object whose bytes were %s is absent and removed', async (damage) => {
    await using opened = await open();
    await opened.put('parts/a', 'what was put');
    await opened.damage('parts/a', damage);
    expect(await opened.content('parts/a')).toBeNull();
    expect(await opened.keys()).toEqual([]);
    await opened.put('parts/a', 'made anew');
    expect(await opened.content('parts/a')).toBe('made anew');
  });

  test('a damaged blob is absent and moved to damaged/', async () => {
    await using opened = await open();
    const { sha256 } = await opened.put(blobKey(SOME_DIGEST), 'what was put');
    await opened.damage(blobKey(SOME_DIGEST), 'changed');
    expect(await opened.content(blobKey(SOME_DIGEST))).toBeNull();
    expect(await opened.keys()).toEqual([damagedKey(SOME_DIGEST)]);
    // Reading the blob at its new key does not remove the blob.
    expect(await opened.content(damagedKey(SOME_DIGEST))).toBeNull();
    expect(await opened.storage.facts(damagedKey(SOME_DIGEST), signal)).toMatchObject({ sha256 });
    await opened.put(blobKey(SOME_DIGEST), 'put anew');
    expect(await opened.content(blobKey(SOME_DIGEST))).toBe('put anew');
  });

  test('a file with another size or digest is not put', async () => {
    await using opened = await open();
    const file = await opened.file('what it is');
    const failed = { code: 'destination/failed' };
    await expect(opened.storage.put('a', { ...file, bytes: 3 }, { signal })).rejects.toMatchObject(failed);
    await expect(opened.storage.put('a', { ...file, sha256: '0'.repeat(64) }, { signal })).rejects.toMatchObject(
      failed,
    );
    await expect(opened.storage.put('a', { ...file, path: `${file.path}-not` }, { signal })).rejects.toMatchObject(
      failed,
    );
    expect(await opened.content('a')).toBeNull();
  });

  test('a fetch does not overwrite an existing file', async () => {
    await using opened = await open();
    await opened.put('a', 'in the store');
    const { path } = await opened.file('mine');
    await expect(opened.storage.fetch('a', path, { signal })).rejects.toMatchObject({ code: 'storage/unwritable' });
    expect(await readFile(path, 'utf8')).toBe('mine');
  });

  test('a check leaves no object, and the label is an address', async () => {
    await using opened = await open();
    await opened.storage.check(signal);
    expect(await opened.keys()).toEqual([]);
    expect(opened.storage.label).toMatch(/^(file|s3):\/\//);
  });
});

async function read(
  opened: OpenedStorage,
  key: string,
  range: { readonly start: number; readonly end: number } | null,
): Promise<string | null> {
  const pieces = await opened.storage.read(key, range, signal);
  return pieces === null ? null : Buffer.concat(await all(pieces)).toString();
}
