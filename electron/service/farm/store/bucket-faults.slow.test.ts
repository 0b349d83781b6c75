import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { testMore } from '#shared/testing/more.ts';
import { all, type OpenedStorage, openedBucket, signal } from './testing/opened-storage.ts';

const failed = { code: 'destination/failed' };

describe('F30: what may pass is tried again', () => {
  test('a burst of 503 and 500, with growing pauses that no two machines share', async () => {
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

  test('eight times, and then it is told', async () => {
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
  ])('%i is not: %s', async (status, code) => {
    await using at = await openedBucket();
    at.store.faults.always = { status, code };
    await expect(at.put('parts/a', 'a part')).rejects.toMatchObject(failed);
    await expect(at.keys()).rejects.toMatchObject(failed);
    expect(at.store.log).toHaveLength(2);
  });

  test('connections that break while something is put', async () => {
    await using at = await openedBucket();
    at.store.faults.resets = 2;
    await at.put('parts/a', randomBytes(300_000));
    expect(await at.keys()).toEqual(['parts/a']);
  });

  test('answers that break off, only from where they broke', async () => {
    await using at = await openedBucket();
    const content = randomBytes(10 * 2 ** 20);
    await at.put('large', content);
    at.store.onRequest = () => {
      // The last piece.
      if (at.store.log.length === gets + 3) at.store.faults.cuts = 2;
    };
    const gets = at.store.log.length;
    const path = join(at.folder, 'there');
    expect(await at.storage.fetch('large', path, { signal })).toMatchObject({ bytes: content.length });
    expect((await readFile(path)).equals(content)).toBe(true);
    expect(at.store.log.length - gets).toBe(5);
  });

  test('answers that are shorter than they say', async () => {
    await using at = await openedBucket();
    await at.put('a', 'some bytes');
    at.store.faults.shortened = 2;
    expect(await at.content('a')).toBe('some bytes');
    at.store.faults.shortened = 100;
    await expect(at.content('a')).rejects.toMatchObject(failed);
  });

  testMore('an upload in parts whose completion fails inside a 200, or whose answer is lost', async () => {
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

describe('F30: a store that is slow or silent is not waited for without end', () => {
  test('a silent one', async () => {
    await using at = await openedBucket({}, { idleMilliseconds: 100, attempts: 2 });
    await at.put('a', 'some bytes');
    at.store.faults.silent = 2;
    await expect(at.content('a')).rejects.toMatchObject({ ...failed, says: { code: 'store/silent' } });
  });

  test('one that stops in the middle', async () => {
    await using at = await openedBucket({}, { idleMilliseconds: 100 });
    await at.put('a', randomBytes(100_000));
    at.store.faults.stalls = 2;
    expect(await at.content('a')).not.toBeNull();
  });

  testMore('one that sends less than the least', async () => {
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

  testMore('one that takes less than the least', async () => {
    await using at = await openedBucket({}, { requestMilliseconds: 200, leastBytesPerSecond: 1e7, attempts: 2 });
    at.store.faults.bytesPerSecond = 20_000;
    await expect(at.put('a', randomBytes(300_000))).rejects.toMatchObject({ ...failed, says: { code: 'store/slow' } });
  });
});

describe('F30: a store that lies is as good as one that has nothing', () => {
  test('bytes that were changed on their way are asked for again', async () => {
    await using at = await openedBucket();
    await at.put('parts/a', 'a part');
    at.store.faults.lies = 1;
    expect(await at.content('parts/a')).toBe('a part');
    expect(await at.keys()).toEqual(['parts/a']);
  });

  test('an object that has other bytes again is removed', async () => {
    await using at = await openedBucket();
    await at.put('parts/a', 'a part');
    at.store.faults.lies = 2;
    expect(await at.content('parts/a')).toBeNull();
    expect(await at.keys()).toEqual([]);
  });

  testMore('so is one with another digest than it has', async () => {
    await using at = await openedBucket();
    await at.put('parts/a', 'a part');
    at.store.faults.digest = '0'.repeat(64);
    expect(await at.content('parts/a')).toBeNull();
    at.store.faults.digest = null;
    expect(await at.keys()).toEqual([]);
  });

  test('one that another has replaced meanwhile is not removed', async () => {
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

  test('an object that nobody noted a digest on is not ours, and stays', async () => {
    await using at = await openedBucket();
    await at.put('parts/a', 'a part');
    at.store.faults.digest = 'none';
    expect(await at.storage.facts('parts/a', signal)).toBeNull();
    expect(await at.content('parts/a')).toBeNull();
    expect(await at.storage.read('parts/a', null, signal)).toBeNull();
    expect(await at.keys()).toEqual(['parts/a']);
  });

  test('a put that kept less than was sent fails, and leaves nothing', async () => {
    await using at = await openedBucket();
    at.store.faults.keepsBytes = 3;
    await expect(at.put('parts/a', 'a part')).rejects.toMatchObject({ ...failed, says: { code: 'store/bytes' } });
    expect(await at.keys()).toEqual([]);
  });
});

describe('an object that is replaced while it is read', () => {
  const replacing = async (at: Awaited<ReturnType<typeof openedBucket>>) => {
    const large = randomBytes(10 * 2 ** 20);
    await at.put('large', large);
    let gets = 0;
    at.store.onRequest = (line) => {
      if (line.startsWith('GET') && ++gets === 3) replaceEtag(at);
    };
    return large;
  };

  test('is fetched anew as a whole', async () => {
    await using at = await openedBucket();
    const content = await replacing(at);
    const path = join(at.folder, 'there');
    expect(await at.storage.fetch('large', path, { signal })).toMatchObject({ bytes: content.length });
    expect((await readFile(path)).equals(content)).toBe(true);
  });

  testMore('is no mixture of both where it is only read', async () => {
    await using at = await openedBucket();
    await replacing(at);
    const pieces = required(await at.storage.read('large', null, signal), 'bytes');
    await expect(all(pieces)).rejects.toMatchObject(failed);
  });
});

/** What is there counts as another object from now on. */
function replaceEtag(at: OpenedStorage & { readonly store: Awaited<ReturnType<typeof openedBucket>>['store'] }): void {
  for (const name of at.store.objects.keys()) at.store.replace(name);
}
