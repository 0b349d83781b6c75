import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { all, type OpenedStorage, openedBucket, signal } from './testing/opened-storage.ts';

const failed = { code: 'destination/failed' };

describe('temporary failures are retried', { tags: ['promise:F30'] }, () => {
  test('503 and 500 are retried after growing, jittered pauses', async () => {
    const pauses: number[] = [];
    await using at = await openedBucket(
      {},
      {
        pause: async (milliseconds) => {
          pauses.push(milliseconds);
        },
      },
    );
    at.store.faults.slowDown = 4;
    await at.put('parts/a', 'a part');
    at.store.faults.internalError = 7;
    expect(await at.content('parts/a')).toBe('a part');
    expect(pauses).toHaveLength(11);
    const longest = [300, 600, 1200, 2400, 300, 600, 1200, 2400, 4800, 9600, 19_200];
    for (const [index, milliseconds] of pauses.entries()) {
      expect(milliseconds).toBeGreaterThanOrEqual((longest[index] ?? 0) / 2);
      expect(milliseconds).toBeLessThanOrEqual(longest[index] ?? 0);
    }
    expect(pauses.some((milliseconds) => !Number.isInteger(milliseconds))).toBe(true);
  });

  test('a request fails after eight attempts', async () => {
    await using at = await openedBucket();
    await at.put('parts/a', 'a part');
    const before = at.store.log.length;
    at.store.faults.slowDown = 100;
    await expect(at.content('parts/a')).rejects.toMatchObject({ ...failed, says: { code: 'store/busy' } });
    expect(at.store.log.length - before).toBe(8);
  });

  test.each([
    [403, 'ExpiredToken'],
    [404, 'NoSuchBucket'],
    [400, 'InvalidRequest'],
  ])('status %i is not retried: %s', async (status, code) => {
    await using at = await openedBucket();
    at.store.faults.always = { status, code };
    await expect(at.put('parts/a', 'a part')).rejects.toMatchObject(failed);
    await expect(at.keys()).rejects.toMatchObject(failed);
    expect(at.store.log).toHaveLength(2);
  });

  test('a put is retried after a connection reset', async () => {
    await using at = await openedBucket();
    at.store.faults.resets = 2;
    await at.put('parts/a', randomBytes(300_000));
    expect(await at.keys()).toEqual(['parts/a']);
  });

  test('a fetch continues from the byte where the answer broke off', async () => {
    await using at = await openedBucket();
    const content = randomBytes(10 * 2 ** 20);
    await at.put('large', content);
    at.store.onRequest = () => {
      // The last piece is being requested.
      if (at.store.log.length === gets + 3) at.store.faults.cuts = 2;
    };
    const gets = at.store.log.length;
    const path = join(at.folder, 'there');
    expect(await at.storage.fetch('large', path, { signal })).toMatchObject({ bytes: content.length });
    expect((await readFile(path)).equals(content)).toBe(true);
    expect(at.store.log.length - gets).toBe(5);
  });

  test('an answer shorter than its length is retried', async () => {
    await using at = await openedBucket();
    await at.put('a', 'some bytes');
    at.store.faults.shortened = 2;
    expect(await at.content('a')).toBe('some bytes');
    at.store.faults.shortened = 100;
    await expect(at.content('a')).rejects.toMatchObject(failed);
  });

  full.test('a multipart completion is retried after an error inside a 200', async () => {
    await using at = await openedBucket();
    const content = randomBytes(17 * 2 ** 20);
    at.store.faults.completeErrors = 1;
    await at.put('one', content);
    at.store.faults.completeLost = 1;
    await at.put('two', content);
    expect(await at.keys()).toEqual(['one', 'two']);
    expect(at.store.openUploads()).toEqual([]);
  });
});

describe('a slow or silent store fails in bounded time', { tags: ['promise:F30'] }, () => {
  test('a request to a silent store times out', async () => {
    await using at = await openedBucket({}, { idleMilliseconds: 100, attempts: 2 });
    await at.put('a', 'some bytes');
    at.store.faults.silent = 2;
    await expect(at.content('a')).rejects.toMatchObject({ ...failed, says: { code: 'store/silent' } });
  });

  test('a stalled answer is requested again', async () => {
    await using at = await openedBucket({}, { idleMilliseconds: 100 });
    await at.put('a', randomBytes(100_000));
    at.store.faults.stalls = 2;
    expect(await at.content('a')).not.toBeNull();
  });

  full.test('a download below the minimum rate fails', async () => {
    await using at = await openedBucket({}, { requestMilliseconds: 200, leastBytesPerSecond: 1e7, attempts: 2 });
    await at.put('a', randomBytes(100_000));
    at.store.faults.sendsBytesPerSecond = 20_000;
    const path = join(at.folder, 'there');
    await expect(at.storage.fetch('a', path, { signal })).rejects.toMatchObject({
      ...failed,
      says: { code: 'store/slow' },
    });
    expect(existsSync(path)).toBe(false);
  });

  full.test('an upload below the minimum rate fails', async () => {
    await using at = await openedBucket({}, { requestMilliseconds: 200, leastBytesPerSecond: 1e7, attempts: 2 });
    at.store.faults.bytesPerSecond = 20_000;
    await expect(at.put('a', randomBytes(300_000))).rejects.toMatchObject({ ...failed, says: { code: 'store/slow' } });
  });
});

describe('an object with wrong bytes counts as absent', { tags: ['promise:F30'] }, () => {
  test('bytes that changed in transit are requested again', async () => {
    await using at = await openedBucket();
    await at.put('parts/a', 'a part');
    at.store.faults.lies = 1;
    expect(await at.content('parts/a')).toBe('a part');
    expect(await at.keys()).toEqual(['parts/a']);
  });

  test('an object whose bytes are wrong twice is removed', async () => {
    await using at = await openedBucket();
    await at.put('parts/a', 'a part');
    at.store.faults.lies = 2;
    expect(await at.content('parts/a')).toBeNull();
    expect(await at.keys()).toEqual([]);
  });

  full.test('an object with a wrong digest is removed', async () => {
    await using at = await openedBucket();
    await at.put('parts/a', 'a part');
    at.store.faults.digest = '0'.repeat(64);
    expect(await at.content('parts/a')).toBeNull();
    at.store.faults.digest = null;
    expect(await at.keys()).toEqual([]);
  });

  test('an object that was replaced meanwhile is not removed', async () => {
    await using at = await openedBucket();
    await at.put('parts/a', 'a part');
    const anew = await at.file('made anew');
    at.store.faults.lies = 2;
    let isPut = false;
    at.store.onRequest = (line) => {
      if (!line.startsWith('HEAD') || isPut) return;
      isPut = true;
      at.store.damage('films/farm/parts/a', () => Buffer.from('made anew'));
      replaceEtag(at);
    };
    expect(await at.content('parts/a')).toBeNull();
    expect(await at.keys()).toEqual(['parts/a']);
    await at.storage.put('parts/a', anew, { signal });
    expect(await at.content('parts/a')).toBe('made anew');
  });

  test('an object without a digest is ignored and stays', async () => {
    await using at = await openedBucket();
    await at.put('parts/a', 'a part');
    at.store.faults.digest = 'none';
    expect(await at.storage.facts('parts/a', signal)).toBeNull();
    expect(await at.content('parts/a')).toBeNull();
    expect(await at.storage.read('parts/a', null, signal)).toBeNull();
    expect(await at.keys()).toEqual(['parts/a']);
  });

  test('a put that stored fewer bytes fails and removes the object', async () => {
    await using at = await openedBucket();
    at.store.faults.keepsBytes = 3;
    await expect(at.put('parts/a', 'a part')).rejects.toMatchObject({ ...failed, says: { code: 'store/bytes' } });
    expect(await at.keys()).toEqual([]);
  });
});

describe('an object that is replaced during a read', () => {
  const replacing = async (at: Awaited<ReturnType<typeof openedBucket>>) => {
    const large = randomBytes(10 * 2 ** 20);
    await at.put('large', large);
    let gets = 0;
    at.store.onRequest = (line) => {
      if (line.startsWith('GET') && ++gets === 3) replaceEtag(at);
    };
    return large;
  };

  test('is fetched again from the start', async () => {
    await using at = await openedBucket();
    const content = await replacing(at);
    const path = join(at.folder, 'there');
    expect(await at.storage.fetch('large', path, { signal })).toMatchObject({ bytes: content.length });
    expect((await readFile(path)).equals(content)).toBe(true);
  });

  full.test('fails the stream instead of mixing both versions', async () => {
    await using at = await openedBucket();
    await replacing(at);
    const pieces = required(await at.storage.read('large', null, signal), 'bytes');
    await expect(all(pieces)).rejects.toMatchObject(failed);
  });
});

/** Makes the store treat all objects as replaced. */
function replaceEtag(at: OpenedStorage & { readonly store: Awaited<ReturnType<typeof openedBucket>>['store'] }): void {
  for (const name of at.store.objects.keys()) at.store.replace(name);
}
