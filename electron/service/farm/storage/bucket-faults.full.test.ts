import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { all, type OpenedStorage, openedBucket, signal } from './testing/opened-storage.ts';

const failed = { code: 'destination/failed' };

describe('a request to a faulty store', { tags: ['promise:F30'] }, () => {
  test('is retried after 503 or 500, with growing and jittered pauses', async () => {
    const pauses: number[] = [];
    await using opened = await openedBucket(
      {},
      {
        pause: async (milliseconds) => {
          pauses.push(milliseconds);
        },
      },
    );
    opened.store.faults.slowDown = 4;
    await opened.put('parts/a', 'a part');
    opened.store.faults.internalError = 7;
    expect(await opened.content('parts/a')).toBe('a part');
    expect(pauses).toHaveLength(11);
    const longest = [300, 600, 1200, 2400, 300, 600, 1200, 2400, 4800, 9600, 19_200];
    for (const [index, milliseconds] of pauses.entries()) {
      expect(milliseconds).toBeGreaterThanOrEqual((longest[index] ?? 0) / 2);
      expect(milliseconds).toBeLessThanOrEqual(longest[index] ?? 0);
    }
    expect(pauses.some((milliseconds) => !Number.isInteger(milliseconds))).toBe(true);
  });

  test('fails after eight attempts', async () => {
    await using opened = await openedBucket();
    await opened.put('parts/a', 'a part');
    const before = opened.store.log.length;
    opened.store.faults.slowDown = 100;
    await expect(opened.content('parts/a')).rejects.toMatchObject({ ...failed, says: { code: 'store/busy' } });
    expect(opened.store.log.length - before).toBe(8);
  });

  test.each([
    [403, 'ExpiredToken'],
    [404, 'NoSuchBucket'],
    [400, 'InvalidRequest'],
  ])('is not retried after status %i: %s', async (status, code) => {
    await using opened = await openedBucket();
    opened.store.faults.always = { status, code };
    await expect(opened.put('parts/a', 'a part')).rejects.toMatchObject(failed);
    await expect(opened.keys()).rejects.toMatchObject(failed);
    expect(opened.store.log).toHaveLength(2);
  });

  test('is retried after a connection reset', async () => {
    await using opened = await openedBucket();
    opened.store.faults.resets = 2;
    await opened.put('parts/a', randomBytes(300_000));
    expect(await opened.keys()).toEqual(['parts/a']);
  });

  test('continues from the byte where the answer broke off', async () => {
    await using opened = await openedBucket();
    const content = randomBytes(10 * 2 ** 20);
    await opened.put('large', content);
    opened.store.onRequest = () => {
      // Cut the answer while the last piece is requested.
      if (opened.store.log.length === gets + 3) opened.store.faults.cuts = 2;
    };
    const gets = opened.store.log.length;
    const path = join(opened.folder, 'there');
    expect(await opened.storage.fetch('large', path, { signal })).toMatchObject({ bytes: content.length });
    expect((await readFile(path)).equals(content)).toBe(true);
    expect(opened.store.log.length - gets).toBe(5);
  });

  test('is retried if the answer is shorter than its length', async () => {
    await using opened = await openedBucket();
    await opened.put('a', 'some bytes');
    opened.store.faults.shortened = 2;
    expect(await opened.content('a')).toBe('some bytes');
    opened.store.faults.shortened = 100;
    await expect(opened.content('a')).rejects.toMatchObject(failed);
  });

  full.test('is retried if a multipart completion has an error inside a 200', async () => {
    await using opened = await openedBucket();
    const content = randomBytes(17 * 2 ** 20);
    opened.store.faults.completeErrors = 1;
    await opened.put('one', content);
    opened.store.faults.completeLost = 1;
    await opened.put('two', content);
    expect(await opened.keys()).toEqual(['one', 'two']);
    expect(opened.store.openUploads()).toEqual([]);
  });
});

describe('a request to a slow or silent store', { tags: ['promise:F30'] }, () => {
  test('times out without an answer', async () => {
    await using opened = await openedBucket({}, { idleMilliseconds: 100, attempts: 2 });
    opened.store.faults.silent = 2;
    await expect(opened.content('a')).rejects.toMatchObject({ ...failed, says: { code: 'store/silent' } });
  });

  test('is repeated if the answer stalls', async () => {
    await using opened = await openedBucket({}, { idleMilliseconds: 100 });
    await opened.put('a', randomBytes(100_000));
    opened.store.faults.stalls = 2;
    expect(await opened.content('a')).not.toBeNull();
  });

  full.test('fails if the download is below the minimum rate', async () => {
    await using opened = await openedBucket({}, { requestMilliseconds: 200, leastBytesPerSecond: 1e7, attempts: 2 });
    await opened.put('a', randomBytes(100_000));
    opened.store.faults.sendsBytesPerSecond = 20_000;
    const path = join(opened.folder, 'there');
    await expect(opened.storage.fetch('a', path, { signal })).rejects.toMatchObject({
      ...failed,
      says: { code: 'store/slow' },
    });
    expect(existsSync(path)).toBe(false);
  });

  full.test('fails if the upload is below the minimum rate', async () => {
    await using opened = await openedBucket({}, { requestMilliseconds: 200, leastBytesPerSecond: 1e7, attempts: 2 });
    opened.store.faults.bytesPerSecond = 20_000;
    await expect(opened.put('a', randomBytes(300_000))).rejects.toMatchObject({
      ...failed,
      says: { code: 'store/slow' },
    });
  });
});

describe('an object with wrong bytes', { tags: ['promise:F30'] }, () => {
  test('is requested again if its bytes changed in transit', async () => {
    await using opened = await openedBucket();
    await opened.put('parts/a', 'a part');
    opened.store.faults.lies = 1;
    expect(await opened.content('parts/a')).toBe('a part');
    expect(await opened.keys()).toEqual(['parts/a']);
  });

  test('is removed if its bytes are wrong twice', async () => {
    await using opened = await openedBucket();
    await opened.put('parts/a', 'a part');
    opened.store.faults.lies = 2;
    expect(await opened.content('parts/a')).toBeNull();
    expect(await opened.keys()).toEqual([]);
  });

  full.test('is removed if its digest is wrong', async () => {
    await using opened = await openedBucket();
    await opened.put('parts/a', 'a part');
    opened.store.faults.digest = '0'.repeat(64);
    expect(await opened.content('parts/a')).toBeNull();
    opened.store.faults.digest = null;
    expect(await opened.keys()).toEqual([]);
  });

  test('is not removed if it was replaced after it was read', async () => {
    await using opened = await openedBucket();
    await opened.put('parts/a', 'a part');
    const replacement = await opened.file('made anew');
    opened.store.faults.lies = 2;
    let isPut = false;
    opened.store.onRequest = (line) => {
      if (!line.startsWith('HEAD') || isPut) return;
      isPut = true;
      opened.store.damage('films/farm/parts/a', () => Buffer.from('made anew'));
      replaceEtag(opened);
    };
    expect(await opened.content('parts/a')).toBeNull();
    expect(await opened.keys()).toEqual(['parts/a']);
    await opened.storage.put('parts/a', replacement, { signal });
    expect(await opened.content('parts/a')).toBe('made anew');
  });

  test('is ignored and stays if it has no digest', async () => {
    await using opened = await openedBucket();
    await opened.put('parts/a', 'a part');
    opened.store.faults.digest = 'none';
    expect(await opened.storage.facts('parts/a', signal)).toBeNull();
    expect(await opened.content('parts/a')).toBeNull();
    expect(await opened.storage.read('parts/a', null, signal)).toBeNull();
    expect(await opened.keys()).toEqual(['parts/a']);
  });

  test('is removed if a put stored fewer bytes, and the put fails', async () => {
    await using opened = await openedBucket();
    opened.store.faults.keepsBytes = 3;
    await expect(opened.put('parts/a', 'a part')).rejects.toMatchObject({ ...failed, says: { code: 'store/bytes' } });
    expect(await opened.keys()).toEqual([]);
  });
});

describe('an object that is replaced during a read', () => {
  const replacing = async (opened: Awaited<ReturnType<typeof openedBucket>>) => {
    const large = randomBytes(10 * 2 ** 20);
    await opened.put('large', large);
    let gets = 0;
    opened.store.onRequest = (line) => {
      if (line.startsWith('GET') && ++gets === 3) replaceEtag(opened);
    };
    return large;
  };

  test('is fetched again from the start', async () => {
    await using opened = await openedBucket();
    const content = await replacing(opened);
    const path = join(opened.folder, 'there');
    expect(await opened.storage.fetch('large', path, { signal })).toMatchObject({ bytes: content.length });
    expect((await readFile(path)).equals(content)).toBe(true);
  });

  full.test('fails the stream instead of mixing both versions', async () => {
    await using opened = await openedBucket();
    await replacing(opened);
    const pieces = required(await opened.storage.read('large', null, signal), 'bytes');
    await expect(all(pieces)).rejects.toMatchObject(failed);
  });
});

/** Lets the store report all objects as replaced. */
function replaceEtag(
  opened: OpenedStorage & { readonly store: Awaited<ReturnType<typeof openedBucket>>['store'] },
): void {
  for (const name of opened.store.objects.keys()) opened.store.replace(name);
}
