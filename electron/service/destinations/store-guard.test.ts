import { describe, expect, test } from 'vitest';
import type { AddressPolicy } from '#service/network/address-guard.ts';
import { fakeObjectStore } from '#service/testing/fake-object-store.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { Destination } from './destination.ts';
import { sendFilm } from './send-film.ts';
import { storeAddress } from './store-address.ts';
import { destinationAt, makeFilm, sendOptions } from './testing/make-film.ts';

const strict: AddressPolicy = { allowHosts: new Set(), allowLoopback: false };
const plain: Destination = { kind: 'object_store', bucket: 'films', filename: 'a.mp4', endpoint: null, region: null };

describe('endpoints that lead to this machine or its network', { tags: ['promise:F34'] }, () => {
  const endpoints = [
    'http://127.0.0.1:9000',
    'http://169.254.169.254',
    'http://[::ffff:10.0.0.1]',
    'http://0x7f000001',
    'http://localhost:9000',
  ];
  test.each(endpoints)('are refused: %s', async (endpoint) => {
    await using folder = await temporaryFolder();
    const film = await makeFilm(folder.path, 10);
    const keys = { accessKeyId: 'a', secretAccessKey: 'b' };
    await expect(sendFilm(film, { ...plain, endpoint }, keys, sendOptions({ policy: strict }))).rejects.toMatchObject({
      code: 'destination/refused',
    });
  });

  test('are allowed if the configuration lists their host', async () => {
    await using folder = await temporaryFolder();
    await using store = await fakeObjectStore();
    const policy = { ...strict, allowHosts: new Set(['127.0.0.1']) };
    await sendFilm(await makeFilm(folder.path, 10), destinationAt(store), store.keys, sendOptions({ policy }));
    expect(store.objects.size).toBe(1);
  });

  test('are refused if their address changes after the check', async () => {
    await using folder = await temporaryFolder();
    await using store = await fakeObjectStore();
    let asked = 0;
    const resolve = async () => [{ address: asked++ === 0 ? '8.8.8.8' : '127.0.0.1', family: 4 }];
    const destination = destinationAt(store, { endpoint: store.url.replace('127.0.0.1', 'store.example') });
    const options = sendOptions({ policy: { ...strict, resolve } });
    await expect(sendFilm(await makeFilm(folder.path, 10), destination, store.keys, options)).rejects.toMatchObject({
      code: 'destination/refused',
    });
    expect(asked).toBe(2);
    expect(store.log).toEqual([]);
  });

  test('are reached at the checked address of their name', async () => {
    await using folder = await temporaryFolder();
    await using store = await fakeObjectStore();
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const destination = destinationAt(store, { endpoint: store.url.replace('127.0.0.1', 'store.example') });
    const options = sendOptions({ policy: { allowHosts: new Set(['store.example']), allowLoopback: false, resolve } });
    await sendFilm(await makeFilm(folder.path, 10), destination, store.keys, options);
    expect(store.objects.size).toBe(1);
  });
});

describe('the address of a destination', () => {
  const urlOf = (more: Partial<Destination>) => storeAddress({ ...plain, ...more }).url;

  test('has the bucket in the host for Amazon S3', () => {
    expect(urlOf({})).toBe('https://films.s3.us-east-1.amazonaws.com/a.mp4');
    expect(urlOf({ region: 'eu-central-1', filename: 'x/ä b.mp4' })).toBe(
      'https://films.s3.eu-central-1.amazonaws.com/x/%C3%A4%20b.mp4',
    );
    expect(urlOf({ region: 'cn-north-1' })).toBe('https://films.s3.cn-north-1.amazonaws.com.cn/a.mp4');
    expect(urlOf({ bucket: 'my.films' })).toBe('https://s3.us-east-1.amazonaws.com/my.films/a.mp4');
  });

  test('has the bucket in the path for other stores', () => {
    expect(urlOf({ endpoint: 'https://minio.example:9000/' })).toBe('https://minio.example:9000/films/a.mp4');
    expect(urlOf({ endpoint: 'https://host.example/s3/' })).toBe('https://host.example/s3/films/a.mp4');
  });

  const refused: readonly Partial<Destination>[] = [
    { endpoint: 'ftp://store.example' },
    { endpoint: 'store.example' },
    { endpoint: 'https://user:secret@store.example' },
    { endpoint: 'https://store.example/?x=1' },
    { region: 'evil.example/#' },
    { region: '' },
    { bucket: 'evil.example/' },
    { bucket: 'Films' },
    { bucket: '169.254.169.254' },
    { bucket: 'arn:aws:s3:us-east-1:123456789012:accesspoint/mine', endpoint: 'https://store.example' },
    { filename: '' },
    { filename: '/a.mp4' },
    { filename: 'a/../b.mp4' },
    { filename: 'a\nb.mp4' },
    { filename: 'ä'.repeat(513) },
  ];
  test.each(refused)('is refused: %j', (more) => {
    expect(() => urlOf(more)).toThrow('The destination isn’t allowed.');
  });
});
