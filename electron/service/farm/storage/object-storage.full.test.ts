import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { blobKey, damagedKey } from './object-storage.ts';
import { all, type OpenedStorage, openedBucket, openedFolder, signal } from './testing/opened-storage.ts';

const SOME_DIGEST = '0a'.repeat(32);

/** All implementations of the storage, which share one contract. */
const implementations: readonly { readonly name: string; readonly open: () => Promise<OpenedStorage> }[] = [
  { name: 'a folder', open: openedFolder },
  { name: 'a bucket', open: openedBucket },
];

describe.each(implementations)('$name', ({ open }) => {
  test('returns the stored bytes with their facts', async () => {
    await using at = await open();
    const before = Date.now();
    const { bytes, sha256 } = await at.put('parts/ab/abc', 'some bytes');
    const path = join(at.folder, 'there');
    const facts = await at.storage.fetch('parts/ab/abc', path, { signal });
    expect(facts).toMatchObject({ bytes, sha256 });
    // A store can round to whole seconds.
    expect(facts?.usedAt).toBeGreaterThanOrEqual(before - 1000);
    expect(facts?.usedAt).toBeLessThanOrEqual(Date.now() + 1000);
    expect(await readFile(path, 'utf8')).toBe('some bytes');
    expect(await at.storage.facts('parts/ab/abc', signal)).toEqual(facts);
  });

  test('a second put replaces the object', async () => {
    await using at = await open();
    await at.put('templates/a', 'first');
    const { sha256 } = await at.put('templates/a', 'the second');
    expect(await at.content('templates/a')).toBe('the second');
    expect(await at.storage.facts('templates/a', signal)).toMatchObject({ sha256, bytes: 10 });
    expect(await at.keys()).toEqual(['templates/a']);
  });

  test('an absent object is null and can be removed or touched', async () => {
    await using at = await open();
    const path = join(at.folder, 'there');
    expect(await at.storage.facts('a/b', signal)).toBeNull();
    expect(await at.storage.fetch('a/b', path, { signal })).toBeNull();
    expect(await at.storage.read('a/b', null, signal)).toBeNull();
    await at.storage.touch('a/b', signal);
    await at.storage.remove(['a/b', 'c'], signal);
    expect(existsSync(path)).toBe(false);
    expect(await at.keys()).toEqual([]);
  });

  test('an empty object exists', async () => {
    await using at = await open();
    await at.put('a', '');
    expect(await at.content('a')).toBe('');
    expect(await at.storage.facts('a', signal)).toMatchObject({ bytes: 0 });
    expect(await read(at, 'a', null)).toBe('');
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
    await using at = await open();
    await at.put('a', '0123456789');
    expect(await read(at, 'a', range)).toBe(expected);
  });

  test('keys with a prefix are listed in byte order', async () => {
    await using at = await open();
    const keys = ['b/a', 'a', 'a/b', 'a-b', 'a/ä', 'a/z', 'a0', 'A', 'parts/ab/x', 'parts/aa/y', 'partsy'];
    for (const key of keys) await at.put(key, key);
    const inOrder = keys.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    expect(await at.keys()).toEqual(inOrder);
    expect(await at.keys('a/')).toEqual(['a/b', 'a/z', 'a/ä']);
    expect(await at.keys('part')).toEqual(['parts/aa/y', 'parts/ab/x', 'partsy']);
    expect(await at.keys('parts/ab/x')).toEqual(['parts/ab/x']);
    expect(await at.keys('nothing/')).toEqual([]);
    const [listed] = await all(at.storage.list('b/', signal));
    expect(listed).toEqual({ key: 'b/a', bytes: 3, usedAt: (await at.storage.facts('b/a', signal))?.usedAt });
  });

  test.each(['a b/c', 'ä/ö', 'a+b', '50%', 'a%2fb', '日本', 'a&b<c>"', '.hidden/.x', 'A/b', 'x=object', '~', 'a b '])(
    'the key %s is valid',
    async (key) => {
      await using at = await open();
      await at.put(key, 'odd');
      await at.put(key.toUpperCase(), 'capital');
      await at.put(key, 'odd');
      expect(await at.content(key)).toBe('odd');
      expect(await at.keys()).toContain(key);
      await at.storage.touch(key, signal);
      expect(await at.content(key)).toBe('odd');
      await at.storage.remove([key], signal);
      expect(await at.keys()).not.toContain(key);
    },
  );

  test.each(['', '/', '/a', 'a/', 'a//b', '..', 'a/../b', './a', 'a\nb', 'a\u0000', 'x'.repeat(81), '\ud800'])(
    'the key %j is refused',
    async (key) => {
      await using at = await open();
      const file = await at.file('x');
      const refused = { code: 'destination/refused' };
      await expect(at.storage.put(key, file, { signal })).rejects.toMatchObject(refused);
      await expect(at.storage.facts(key, signal)).rejects.toMatchObject(refused);
      await expect(at.storage.fetch(key, join(at.folder, 'f'), { signal })).rejects.toMatchObject(refused);
      await expect(at.storage.read(key, null, signal)).rejects.toMatchObject(refused);
      await expect(at.storage.remove([key], signal)).rejects.toMatchObject(refused);
    },
  );

  test('touch changes only the time of last use', async () => {
    await using at = await open();
    const { bytes, sha256 } = await at.put('a', 'used');
    const put = await at.storage.facts('a', signal);
    // Times can be rounded to whole seconds.
    await expect
      .poll(
        async () => {
          await at.storage.touch('a', signal);
          return ((await at.storage.facts('a', signal))?.usedAt ?? 0) > (put?.usedAt ?? 0);
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    expect(await at.storage.facts('a', signal)).toMatchObject({ bytes, sha256 });
    expect(await at.content('a')).toBe('used');
  });

  test('remove deletes many objects at once and spares the others', async () => {
    await using at = await open();
    const keys = Array.from({ length: 30 }, (_, number) => `parts/${number}`);
    for (const key of keys) await at.put(key, key);
    await at.storage.remove(keys.slice(1), signal);
    expect(await at.keys()).toEqual(['parts/0']);
  });

  test('concurrent puts of a key leave one complete object', async () => {
    await using at = await open();
    const contents = Array.from({ length: 8 }, (_, number) => String(number).repeat(100_000 + number));
    await Promise.all(contents.map((content) => at.put('parts/one', content)));
    expect(contents).toContain(await at.content('parts/one'));
    expect(await at.keys()).toEqual(['parts/one']);
  });

  test('the progress of a put never decreases', async () => {
    await using at = await open();
    const file = await at.file(randomBytes(5 * 2 ** 20));
    const seen: Record<'put' | 'fetched', number[]> = { put: [], fetched: [] };
    await at.storage.put('large', file, { signal, onProgress: (bytes) => seen.put.push(bytes) });
    await at.storage.fetch('large', join(at.folder, 'there'), {
      signal,
      onProgress: (bytes) => seen.fetched.push(bytes),
    });
    for (const steps of [seen.put, seen.fetched]) {
      expect(steps).toEqual(steps.toSorted((left, right) => left - right));
      expect(steps.at(-1)).toBe(file.bytes);
    }
  });

  test('a multipart object is complete and can be read in ranges', async () => {
    await using at = await open();
    const content = randomBytes(17 * 2 ** 20 + 7);
    const { sha256 } = await at.put('blobs/large', content);
    const path = join(at.folder, 'there');
    expect(await at.storage.fetch('blobs/large', path, { signal })).toMatchObject({ sha256, bytes: content.length });
    expect((await readFile(path)).equals(content)).toBe(true);
    const pieces = await at.storage.read('blobs/large', { start: 5 * 2 ** 20, end: 15 * 2 ** 20 }, signal);
    const bytes = Buffer.concat(await all(required(pieces, 'bytes')));
    expect(bytes.equals(content.subarray(5 * 2 ** 20, 15 * 2 ** 20))).toBe(true);
  });

  test.each([10, 17 * 2 ** 20])('an aborted put of %i bytes leaves the old or the new object', async (size) => {
    await using at = await open();
    await at.put('a', 'before');
    const content = randomBytes(size / 2).toString('hex');
    const file = await at.file(content);
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error('enough'));
    await expect(at.storage.put('a', file, { signal: stop.signal, onProgress })).rejects.toThrow('enough');
    expect(['before', content]).toContain(await at.content('a'));
    expect(await at.keys()).toEqual(['a']);
    expect(await at.storage.clearInterrupted(Date.now() + 60_000, signal)).toBe(0);
  });

  test('an aborted fetch leaves no file', async () => {
    await using at = await open();
    await at.put('a', randomBytes(5 * 2 ** 20));
    const path = join(at.folder, 'there');
    const stop = new AbortController();
    const options = { signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) };
    await expect(at.storage.fetch('a', path, options)).rejects.toThrow('enough');
    expect(existsSync(path)).toBe(false);
    expect(await at.keys()).toEqual(['a']);
  });

  test.each(['changed', 'cut'] as const)('an object whose bytes were %s is absent and removed', async (how) => {
    await using at = await open();
    await at.put('parts/a', 'what was put');
    await at.damage('parts/a', how);
    expect(await at.content('parts/a')).toBeNull();
    expect(await at.keys()).toEqual([]);
    await at.put('parts/a', 'made anew');
    expect(await at.content('parts/a')).toBe('made anew');
  });

  test('a damaged blob is absent and moved to damaged/', async () => {
    await using at = await open();
    const { sha256 } = await at.put(blobKey(SOME_DIGEST), 'what was put');
    await at.damage(blobKey(SOME_DIGEST), 'changed');
    expect(await at.content(blobKey(SOME_DIGEST))).toBeNull();
    expect(await at.keys()).toEqual([damagedKey(SOME_DIGEST)]);
    // Reading it there does not remove it, either.
    expect(await at.content(damagedKey(SOME_DIGEST))).toBeNull();
    expect(await at.storage.facts(damagedKey(SOME_DIGEST), signal)).toMatchObject({ sha256 });
    await at.put(blobKey(SOME_DIGEST), 'put anew');
    expect(await at.content(blobKey(SOME_DIGEST))).toBe('put anew');
  });

  test('a file with another size or digest is not put', async () => {
    await using at = await open();
    const file = await at.file('what it is');
    const failed = { code: 'destination/failed' };
    await expect(at.storage.put('a', { ...file, bytes: 3 }, { signal })).rejects.toMatchObject(failed);
    await expect(at.storage.put('a', { ...file, sha256: '0'.repeat(64) }, { signal })).rejects.toMatchObject(failed);
    await expect(at.storage.put('a', { ...file, path: `${file.path}-not` }, { signal })).rejects.toMatchObject(failed);
    expect(await at.content('a')).toBeNull();
  });

  test('a fetch does not overwrite an existing file', async () => {
    await using at = await open();
    await at.put('a', 'in the store');
    const { path } = await at.file('mine');
    await expect(at.storage.fetch('a', path, { signal })).rejects.toMatchObject({ code: 'storage/unwritable' });
    expect(await readFile(path, 'utf8')).toBe('mine');
  });

  test('a check leaves no object, and the label is an address', async () => {
    await using at = await open();
    await at.storage.check(signal);
    expect(await at.keys()).toEqual([]);
    expect(at.storage.label).toMatch(/^(file|s3):\/\//);
  });
});

async function read(
  at: OpenedStorage,
  key: string,
  range: { readonly start: number; readonly end: number } | null,
): Promise<string | null> {
  const pieces = await at.storage.read(key, range, signal);
  return pieces === null ? null : Buffer.concat(await all(pieces)).toString();
}
