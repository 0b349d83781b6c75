import { describe, expect, test } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { type FakeObjectStore, fakeObjectStore, type StoreFaults } from '#service/testing/fake-object-store.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { cases } from '#shared/testing/scale.ts';
import type { Destination, SendOptions } from './destination.ts';
import { sendFilm } from './send-film.ts';
import { destinationAt, makeFilm, sendOptions } from './testing/make-film.ts';

const MEBIBYTE = 2 ** 20;
const SMALL = 100_000;
const LARGE = 17 * MEBIBYTE;
const KEY = 'films/out/hello, Zoë (1).mp4';

interface Sending {
  readonly store: FakeObjectStore;
  /** The failure; null if the film arrived completely. */
  readonly failure: ServiceError | null;
}

async function sendTo(
  store: FakeObjectStore,
  bytes: number,
  more: { readonly destination?: Partial<Destination>; readonly options?: Partial<SendOptions> } = {},
): Promise<Sending> {
  await using folder = await temporaryFolder();
  const film = await makeFilm(folder.path, bytes);
  try {
    await sendFilm(film, destinationAt(store, more.destination), store.keys, sendOptions(more.options));
    expect(store.objects.get(KEY)?.bytes.equals(film.content)).toBe(true);
    return { store, failure: null };
  } catch (error) {
    if (error instanceof ServiceError) return { store, failure: error };
    throw error;
  }
}

/** Returns a failure's message without the standard text of its code. */
function detail(failure: ServiceError | null): string {
  return failure?.message.replace('The film was rendered, but the object store didn’t accept it. ', '') ?? 'sent';
}

describe('sending with temporary failures', { tags: ['promise:F30'] }, () => {
  const passing: readonly (readonly [string, Partial<StoreFaults>])[] = [
    ['503 SlowDown, five times', { slowDown: 5 }],
    ['500, seven times', { internalError: 7 }],
    ['connections reset in the middle of a body', { resets: 3 }],
    ['200 with an error inside on completion', { completeErrors: 3 }],
    ['a completion whose answer is lost', { completeLost: 1 }],
    ['an opening whose answer is lost, twice', { createLost: 2 }],
  ];
  const writes = [LARGE, SMALL].flatMap((bytes) => passing.map(([name, faults]) => [name, bytes, faults] as const));
  test.each(cases(passing.length, writes))('all bytes arrive despite %s (%i bytes)', async (_name, bytes, faults) => {
    await using store = await fakeObjectStore();
    Object.assign(store.faults, faults);
    const { failure } = await sendTo(store, bytes);
    expect(failure).toBeNull();
    expect(store.openUploads()).toEqual([]);
  });

  test('reports the failure after eight attempts', async () => {
    await using store = await fakeObjectStore();
    store.faults.always = { status: 503, code: 'SlowDown' };
    const pauses: number[] = [];
    const pause = async (milliseconds: number) => void pauses.push(milliseconds);
    const { failure } = await sendTo(store, SMALL, { options: { limits: { pause } } });
    expect(failure?.code).toBe('destination/failed');
    expect(detail(failure)).toBe('The store was busy or broken (503 SlowDown).');
    expect(store.log).toHaveLength(8);
    expect(pauses).toHaveLength(7);
    expect(pauses.every((milliseconds, index) => milliseconds <= Math.min(300 * 2 ** index, 20_000))).toBe(true);
  });

  test('repeats a request that gets no answer', async () => {
    await using store = await fakeObjectStore();
    store.faults.silent = 1;
    expect(detail((await sendTo(store, SMALL, { options: { limits: { idleMilliseconds: 200 } } })).failure)).toBe(
      'sent',
    );
  });

  test('reports an unreachable store', async () => {
    const store = await fakeObjectStore();
    await store[Symbol.asyncDispose]();
    expect(detail((await sendTo(store, SMALL)).failure)).toBe(
      'The store can’t be reached, or the connection was lost (ECONNREFUSED).',
    );
  });

  test('leaves no upload open after refused parts', async () => {
    await using store = await fakeObjectStore();
    store.faults.onMethod = { method: 'PUT', status: 500, code: 'InternalError' };
    const { failure } = await sendTo(store, LARGE);
    expect(detail(failure)).toBe('The store was busy or broken (500 InternalError).');
    expect(store.openUploads()).toEqual([]);
    expect(store.objects.size).toBe(0);
  });

  test('stops sending if the store is too slow, and leaves no object', { tags: ['promise:F30'] }, async () => {
    await using store = await fakeObjectStore();
    store.faults.bytesPerSecond = 1000;
    const limits = { requestMilliseconds: 100, leastBytesPerSecond: 100_000_000, attempts: 2 };
    const { failure } = await sendTo(store, SMALL, { options: { limits } });
    expect(detail(failure)).toBe('The store didn’t accept the data within 1 s.');
    expect(store.objects.size).toBe(0);
  });
});

describe('sending with a permanent failure', { tags: ['promise:F30'] }, () => {
  const lasting: readonly (readonly [string, Partial<StoreFaults>, Partial<Destination>, string])[] = [
    [
      '403',
      { always: { status: 403, code: 'AccessDenied' } },
      {},
      'The credentials are wrong, have expired, or don’t allow it (403 AccessDenied).',
    ],
    ['expired credentials', { always: { status: 400, code: 'ExpiredToken' } }, {}, 'The credentials have expired.'],
    ['a bucket that is missing', {}, { bucket: 'fims' }, 'The store has no bucket “fims”.'],
    [
      'another region',
      { region: 'eu-north-1' },
      { region: 'eu-central-1' },
      'The bucket “films” is in the region eu-north-1, not in eu-central-1.',
    ],
    [
      'clocks that differ',
      { clockAheadMilliseconds: 20 * 60_000 },
      {},
      'This computer’s clock differs too much from the store’s clock. Correct it, then try again.',
    ],
    [
      'another 4xx',
      { always: { status: 400, code: 'InvalidStorageClass' } },
      {},
      'The store answered (400 InvalidStorageClass).',
    ],
    ['what is no S3 store', { always: { status: 404, code: '<script>' } }, {}, 'The store answered (404).'],
  ];
  const writes = [SMALL, LARGE].flatMap((bytes) =>
    lasting.map(([name, faults, destination, words]) => [name, bytes, faults, destination, words] as const),
  );
  test.each(cases(lasting.length, writes))(
    '%s is reported without a retry (%i bytes)',
    async (_name, bytes, faults, destination, words) => {
      await using store = await fakeObjectStore();
      Object.assign(store.faults, faults);
      const { failure } = await sendTo(store, bytes, { destination });
      expect(failure?.code).toBe('destination/failed');
      expect(detail(failure)).toBe(words);
      expect(store.log).toHaveLength(1);
      expect(store.objects.size).toBe(0);
    },
  );

  test('aborts the upload if the ETag of a part is missing', async () => {
    await using store = await fakeObjectStore();
    store.faults.withoutEtag = true;
    const { failure } = await sendTo(store, LARGE);
    expect(detail(failure)).toBe('The store was busy or broken (502 MissingETag).');
    expect(store.openUploads()).toEqual([]);
  });

  test('verifies an object without an ETag by size and digest', async () => {
    await using store = await fakeObjectStore();
    store.faults.withoutEtag = true;
    expect((await sendTo(store, SMALL)).failure).toBeNull();
  });

  test.each([SMALL, LARGE])('removes an object that is too short (%i bytes)', async (bytes) => {
    await using store = await fakeObjectStore();
    store.faults.keepsBytes = bytes === SMALL ? SMALL - 1 : 6 * MEBIBYTE;
    const { failure } = await sendTo(store, bytes);
    expect(detail(failure)).toMatch(/^After the upload, the store has \d+ bytes instead of \d+\.$/);
    expect(store.objects.size).toBe(0);
  });

  test('fails if the stored object cannot be verified', async () => {
    await using store = await fakeObjectStore();
    store.faults.onMethod = { method: 'HEAD', status: 403, code: 'AccessDenied' };
    expect(detail((await sendTo(store, SMALL)).failure)).toMatch(
      /^The film was uploaded, but it couldn’t be checked\. The credentials are wrong, have expired, or don’t allow it/,
    );
  });
});

describe('a store without checksums (501)', { tags: ['promise:F31'] }, () => {
  test.each([SMALL, LARGE])('accepts a film of %i bytes', async (bytes) => {
    await using store = await fakeObjectStore();
    store.faults.refusesChecksums = true;
    expect((await sendTo(store, bytes)).failure).toBeNull();
    expect((await sendTo(store, bytes, { destination: { checksum: 'when-required' } })).failure).toBeNull();
    expect((await sendTo(store, bytes, { destination: { checksum: 'auto' } })).failure).toBeNull();
    expect(store.openUploads()).toEqual([]);
  });
});
