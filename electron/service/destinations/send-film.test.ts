import { describe, expect, test } from 'vitest';
import { fakeObjectStore } from '#service/testing/fake-object-store.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { sendFilm } from './send-film.ts';
import { destinationAt, makeFilm, sendOptions } from './testing/make-film.ts';

const MEBIBYTE = 2 ** 20;
const KEY = 'films/out/hello, Zoë (1).mp4';

describe('an object is complete or absent', { tags: ['promise:P10'] }, () => {
  test.each([0, 1, MEBIBYTE])('sends a film of %i bytes in one request', async (bytes) => {
    await using folder = await temporaryFolder();
    await using store = await fakeObjectStore();
    const film = await makeFilm(folder.path, bytes);
    const sent = await sendFilm(film, destinationAt(store), store.keys, sendOptions());
    const object = store.objects.get(KEY);
    expect(object?.bytes.equals(film.content)).toBe(true);
    expect(object?.contentType).toBe('video/mp4');
    expect(sent).toEqual({ url: `${store.url}/films/out/hello%2C%20Zo%C3%AB%20%281%29.mp4`, etag: object?.etag });
    expect(store.log.map((line) => line.split(' ')[0])).toEqual(['PUT', 'HEAD']);
  });

  test('sends 40 MiB in parts and leaves no upload open', async () => {
    await using folder = await temporaryFolder();
    await using store = await fakeObjectStore();
    const film = await makeFilm(folder.path, 40 * MEBIBYTE);
    const progress: number[] = [];
    const notes: (string | undefined)[] = [];
    const sent = await sendFilm(
      film,
      destinationAt(store),
      store.keys,
      sendOptions({
        onProgress: (bytes) => progress.push(bytes),
        openUpload: { previous: null, note: (upload) => notes.push(upload?.kind), belongsToAnother: () => false },
      }),
    );
    expect(store.objects.get(KEY)?.bytes.equals(film.content)).toBe(true);
    expect(sent.etag).toMatch(/^"[0-9a-f]{32}-5"$/);
    expect(store.log.filter((line) => line.startsWith('PUT'))).toHaveLength(5);
    expect(progress.at(-1)).toBe(film.bytes);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(notes).toEqual(['opening', 'open', undefined]);
    expect(store.openUploads()).toEqual([]);
  });

  test.each([MEBIBYTE, 17 * MEBIBYTE])('sends checksums in trailers if requested (%i bytes)', async (bytes) => {
    await using folder = await temporaryFolder();
    await using store = await fakeObjectStore();
    const film = await makeFilm(folder.path, bytes);
    await sendFilm(film, destinationAt(store, { checksum: 'auto' }), store.keys, sendOptions());
    expect(store.objects.get(KEY)?.bytes.equals(film.content)).toBe(true);
    expect(store.openUploads()).toEqual([]);
  });

  test('replaces an existing object', async () => {
    await using folder = await temporaryFolder();
    await using store = await fakeObjectStore();
    await sendFilm(await makeFilm(folder.path, 10), destinationAt(store), store.keys, sendOptions());
    const second = await makeFilm(folder.path, 20);
    await sendFilm(second, destinationAt(store), store.keys, sendOptions());
    expect(store.objects.get(KEY)?.bytes.equals(second.content)).toBe(true);
  });
});
