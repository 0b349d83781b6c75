import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { fakeObjectStore } from '#service/testing/fake-object-store.ts';
import { loopbackCertificate } from '#service/testing/loopback-certificate.ts';
import { required } from '#shared/lib/assert.ts';
import type { FarmConfig } from '../settings/farm-config.ts';
import { openObjectStorage } from './open-object-storage.ts';
import { bucketAt, openedBucket, signal } from './testing/opened-storage.ts';

const answer = { seconds: 60, contentType: 'video/mp4', fileName: 'Zoë, „Film“ 1.mp4' };

describe('a signed address', () => {
  test('works without credentials, with content type and file name', async () => {
    await using opened = await openedBucket();
    await opened.put('blobs/ab/c d', 'a film');
    const address = required(await opened.storage.signedAddress('blobs/ab/c d', answer), 'an address');
    expect(address).not.toContain(opened.store.keys.secretAccessKey);
    const response = await fetch(address);
    expect([response.status, await response.text()]).toEqual([200, 'a film']);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Zo_, _Film_ 1.mp4"; filename*=UTF-8''Zo%C3%AB%2C%20%E2%80%9EFilm%E2%80%9C%201.mp4`,
    );
    const part = await fetch(address, { headers: { range: 'bytes=2-5' } });
    expect([part.status, await part.text()]).toEqual([206, 'film']);
  });

  test('is valid for one object and at most a week', async () => {
    await using opened = await openedBucket();
    await opened.put('a', 'a film');
    const address = required(await opened.storage.signedAddress('a', answer), 'an address');
    expect((await fetch(address.replace('/a?', '/b?'))).status).toBe(403);
    opened.store.faults.clockAheadMilliseconds = 61_000;
    expect((await fetch(address)).status).toBe(403);
    const long = await opened.storage.signedAddress('a', { ...answer, seconds: 1e9 });
    expect(long).toContain('X-Amz-Expires=604800');
  });
});

test('fetching a part takes one request, and putting it two', async () => {
  await using opened = await openedBucket();
  await opened.put('parts/ab/a', 'a part');
  expect(opened.store.log.map((line) => line.split(' ', 1)[0])).toEqual(['PUT', 'HEAD']);
  await opened.content('parts/ab/a');
  expect(opened.store.log).toHaveLength(3);
});

test('a listing continues over pages', async () => {
  await using opened = await openedBucket();
  const keys = ['a b', 'a/b', 'a+b', 'ä', 'z/1', 'z/2', 'z/3'];
  for (const key of keys) await opened.put(key, key);
  opened.store.faults.keysAtOnce = 2;
  expect((await opened.keys()).toSorted()).toEqual(keys.toSorted());
  expect(await opened.keys('z/')).toEqual(['z/1', 'z/2', 'z/3']);
});

test('a listing omits objects outside the prefix', async () => {
  await using opened = await openedBucket();
  const others = await openObjectStorage(bucketAt(opened.store, { prefix: '' }));
  const file = await opened.file('theirs');
  for (const key of ['farm2/a', 'other', 'farm/a']) await others.put(key, file, { signal });
  expect(await opened.keys()).toEqual(['a']);
  others.close();
});

test('only an abandoned upload is aborted after its time', { tags: ['promise:P10'] }, async () => {
  await using opened = await openedBucket();
  const others = await openObjectStorage(bucketAt(opened.store, { prefix: 'others' }));
  const file = await opened.file(Buffer.alloc(17 * 2 ** 20));
  for (const storage of [opened.storage, others]) {
    opened.store.faults.always = null;
    opened.store.onRequest = (line) => {
      if (line.includes('partNumber=')) opened.store.faults.always = { status: 403, code: 'AccessDenied' };
    };
    await expect(storage.put('large', file, { signal })).rejects.toMatchObject({ code: 'destination/failed' });
  }
  opened.store.onRequest = () => undefined;
  opened.store.faults.always = null;
  expect(opened.store.openUploads()).toHaveLength(2);
  expect(await opened.storage.clearInterrupted(Date.now() - 60_000, signal)).toBe(0);
  expect(await opened.storage.clearInterrupted(Date.now() + 60_000, signal)).toBe(1);
  expect(opened.store.openUploads()).toHaveLength(1);
  others.close();
});

describe('the endpoint of a bucket', () => {
  test('can resolve to a private address', async () => {
    await using store = await fakeObjectStore();
    const endpoint = store.url.replace('127.0.0.1', 'store.example');
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const storage = await openObjectStorage(bucketAt(store, { endpoint }), { resolve });
    await storage.check(signal);
    expect(store.objects.size).toBe(0);
    storage.close();
  });

  test('cannot redirect a request', async () => {
    await using opened = await openedBucket();
    opened.store.faults.region = 'eu-central-1';
    await expect(opened.storage.check(signal)).rejects.toMatchObject({ code: 'destination/failed' });
    expect(opened.store.log).toHaveLength(1);
  });

  test('trusts only the named authority with TLS', async () => {
    await using opened = await openedBucket();
    await using secure = await tlsProxy(opened.store.url);
    const endpoint = secure.url;
    const trusting = { authority: loopbackCertificate.certificate, endpoint };
    const storage = await openObjectStorage(bucketAt(opened.store, trusting));
    await storage.check(signal);
    storage.close();
    const limits = { attempts: 1 };
    const doubting = await openObjectStorage(bucketAt(opened.store, { endpoint }), { limits });
    await expect(doubting.check(signal)).rejects.toMatchObject({ code: 'destination/failed' });
    doubting.close();
  });

  test('reports a missing bucket', async () => {
    await using opened = await openedBucket({ bucket: 'none' });
    const missing = { code: 'destination/failed', says: { code: 'store/no-bucket' } };
    await expect(opened.storage.check(signal)).rejects.toMatchObject(missing);
    await expect(opened.content('a')).rejects.toMatchObject(missing);
  });
});

test('the label and failures contain no key', { tags: ['promise:P14'] }, async () => {
  await using opened = await openedBucket();
  const { accessKeyId, secretAccessKey } = opened.store.keys;
  const file = await opened.file('a');
  const reported: unknown[] = [opened.storage.label];
  for (const code of ['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken']) {
    opened.store.faults.always = { status: 403, code };
    for (const work of [
      () => opened.storage.put('a', file, { signal }),
      () => opened.content('a'),
      () => opened.storage.touch('a', signal),
      () => opened.keys(),
      () => opened.storage.remove(['a'], signal),
      () => opened.storage.check(signal),
    ])
      reported.push(await work().catch((error: unknown) => error));
  }
  const text = inspect(reported, { depth: 20, showHidden: true });
  expect(text).toContain('store/not-allowed');
  expect(text).not.toContain(secretAccessKey);
  expect(text).not.toContain(accessKeyId);
  expect(opened.storage.label).toBe(`s3://films/farm (${new URL(opened.store.url).host})`);
});

test('an Amazon bucket has its own host name and a short label', async () => {
  const store: FarmConfig['store'] = {
    kind: 's3',
    bucket: 'films',
    prefix: '',
    endpoint: null,
    region: 'eu-central-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 'secret',
    authority: null,
  };
  const storage = await openObjectStorage(store);
  expect(storage.label).toBe('s3://films');
  expect(await storage.signedAddress('a', answer)).toMatch(/^https:\/\/films\.s3\.eu-central-1\.amazonaws\.com\/a\?/);
  storage.close();
});

/** Opens a TLS proxy in front of a server. */
async function tlsProxy(target: string): Promise<AsyncDisposable & { readonly url: string }> {
  const { certificate: cert, key } = loopbackCertificate;
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const forwarded = request(new URL(path ?? '', target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
