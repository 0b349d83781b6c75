import { rm } from 'node:fs/promises';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { fakeObjectStore } from '#service/testing/fake-object-store.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import type { OpenUpload } from './destination.ts';
import { sendFilm } from './send-film.ts';
import { destinationAt, makeFilm, sendOptions } from './testing/make-film.ts';

const MEBIBYTE = 2 ** 20;

describe('a canceled sending', () => {
  const moments: readonly (readonly [string, RegExp, number])[] = [
    ['while a small film is sent', /^PUT/, 1],
    ['when the upload was opened', /^POST .*uploads/, 17],
    ['while a part is sent', /partNumber=2/, 17],
    ['while parts are put together', /^POST .*uploadId/, 17],
    ['while it is verified', /^HEAD/, 17],
  ];
  test.each(moments)('throws the reason and leaves no upload open: %s', async (_name, moment, mebibytes) => {
    await using folder = await temporaryFolder();
    await using store = await fakeObjectStore();
    const film = await makeFilm(folder.path, mebibytes * MEBIBYTE);
    const controller = new AbortController();
    const reason = new Error('cancelled by hand');
    store.onRequest = (line) => {
      if (moment.test(line)) controller.abort(reason);
    };
    const sending = sendFilm(film, destinationAt(store), store.keys, sendOptions({ signal: controller.signal }));
    await expect(sending).rejects.toBe(reason);
    expect(store.openUploads()).toEqual([]);
  });

  test('ends the pause before another attempt', async () => {
    await using folder = await temporaryFolder();
    await using store = await fakeObjectStore();
    store.faults.always = { status: 503, code: 'SlowDown' };
    const controller = new AbortController();
    const pause = async (_milliseconds: number, signal: AbortSignal) => {
      controller.abort(new Error('enough'));
      signal.throwIfAborted();
    };
    const options = sendOptions({ signal: controller.signal, limits: { pause } });
    await expect(
      sendFilm(await makeFilm(folder.path, 1000), destinationAt(store), store.keys, options),
    ).rejects.toThrow('enough');
    expect(store.log).toHaveLength(1);
  });
});

test('the next attempt aborts an upload that a crash left', { tags: ['promise:P10'] }, async () => {
  await using folder = await temporaryFolder();
  await using store = await fakeObjectStore();
  const film = await makeFilm(folder.path, 17 * MEBIBYTE);
  // Simulate a crash: the store refuses to abort the upload.
  store.faults.onMethod = { method: 'DELETE', status: 403, code: 'AccessDenied' };
  const controller = new AbortController();
  store.onRequest = (line) => {
    if (line.includes('partNumber=1')) controller.abort();
  };
  let noted: OpenUpload | null = null;
  const note = (upload: OpenUpload | null) => {
    noted = upload;
  };
  const belongsToAnother = () => false;
  const cut = sendOptions({ signal: controller.signal, openUpload: { previous: null, note, belongsToAnother } });
  await expect(sendFilm(film, destinationAt(store), store.keys, cut)).rejects.toThrow('aborted');
  expect(noted).toEqual({ kind: 'open', id: store.openUploads()[0] });

  store.faults.onMethod = null;
  store.onRequest = () => undefined;
  await sendFilm(
    film,
    destinationAt(store),
    store.keys,
    sendOptions({ openUpload: { previous: noted, note, belongsToAnother } }),
  );
  expect(store.openUploads()).toEqual([]);
  expect(noted).toBeNull();
});

describe('the next attempt after a crash', { tags: ['promise:P10'] }, () => {
  const note = () => undefined;

  test('aborts an upload with an unknown id and no other upload', async () => {
    await using folder = await temporaryFolder();
    await using store = await fakeObjectStore();
    const film = await makeFilm(folder.path, 17 * MEBIBYTE);
    const notes: (OpenUpload | null)[] = [];
    // Simulate a crash after the upload is opened. From then on, no record is stored, and the store is unreachable.
    const dying = (upload: OpenUpload | null) => {
      if (upload?.kind === 'open') store.faults.always = { status: 503, code: 'SlowDown' };
      else if (upload !== null) notes.push(upload);
      if (upload?.kind === 'open') throw new Error('dead');
    };
    const dead = sendOptions({ openUpload: { previous: null, note: dying, belongsToAnother: () => false } });
    await expect(sendFilm(film, destinationAt(store), store.keys, dead)).rejects.toThrow('dead');
    store.faults.always = null;
    const [left] = store.openUploads();
    const previous = notes.at(-1) ?? null;
    expect(previous).toEqual({ kind: 'opening', since: expect.any(Number) });

    // Two other films are being sent: one to the same place, one to a key with the same prefix.
    const started: string[] = [];
    store.onRequest = (line) => {
      if (line.includes('partNumber=1')) started.push(...store.openUploads().filter((id) => id !== left));
    };
    const belongsToAnother = (id: string) => started.includes(id);
    const longer = destinationAt(store, { filename: 'out/hello, Zoë (1).mp4.bak' });
    const controllers = [new AbortController(), new AbortController()];
    const others = [destinationAt(store), longer].map((place, index) => {
      const signal = required(controllers[index], 'a controller').signal;
      return sendFilm(film, place, store.keys, sendOptions({ signal })).catch(() => undefined);
    });
    await waitUntil(() => new Set(started).size === 2);
    const sending = sendOptions({ openUpload: { previous, note, belongsToAnother } });
    await sendFilm(film, destinationAt(store), store.keys, sending);
    expect(store.openUploads()).not.toContain(left);
    for (const controller of controllers) controller.abort();
    await Promise.all(others);
    expect(store.openUploads()).toEqual([]);
  });

  test('finds a film that the store already has', async () => {
    await using folder = await temporaryFolder();
    await using store = await fakeObjectStore();
    const film = await makeFilm(folder.path, 17 * MEBIBYTE);
    await sendFilm(film, destinationAt(store), store.keys, sendOptions());
    const requests = store.log.length;
    const previous = { kind: 'open', id: 'completed' } as const;
    const again = sendOptions({ openUpload: { previous, note, belongsToAnother: () => false } });
    const { url } = await sendFilm(film, destinationAt(store), store.keys, again);
    expect(url).toContain('/films/out/');
    expect(store.log.slice(requests).filter((line) => line.startsWith('PUT'))).toEqual([]);
  });
});

test.each([1000, 17 * MEBIBYTE])('a missing file is reported (%i bytes)', async (bytes) => {
  await using folder = await temporaryFolder();
  await using store = await fakeObjectStore();
  const film = await makeFilm(folder.path, bytes);
  await rm(film.path);
  await expect(sendFilm(film, destinationAt(store), store.keys, sendOptions())).rejects.toThrow(
    'The film on disk can’t be read.',
  );
  const shorter = { ...(await makeFilm(folder.path, bytes)), bytes: bytes + 1 };
  await expect(sendFilm(shorter, destinationAt(store), store.keys, sendOptions())).rejects.toThrow('has changed');
});

test('no failure contains the secret at any depth', { tags: ['promise:P14'] }, async () => {
  await using folder = await temporaryFolder();
  const film = await makeFilm(folder.path, 1000);
  for (const [status, code] of [
    [403, 'SignatureDoesNotMatch'],
    [500, 'InternalError'],
    [400, 'InvalidRequest'],
  ] as const) {
    await using store = await fakeObjectStore();
    store.faults.always = { status, code };
    const error: unknown = await sendFilm(film, destinationAt(store), store.keys, sendOptions()).catch(
      (e: unknown) => e,
    );
    const shown = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error);
    expect(shown).not.toContain(store.keys.secretAccessKey);
    expect(shown).not.toContain(store.keys.accessKeyId);
    expect(shown).not.toContain('AWS4-HMAC');
  }
});

test('a wrong secret is reported', async () => {
  await using folder = await temporaryFolder();
  await using store = await fakeObjectStore();
  const film = await makeFilm(folder.path, 1000);
  const wrong = { ...store.keys, secretAccessKey: 'canary-of-a-wrong-secret' };
  const error: unknown = await sendFilm(film, destinationAt(store), wrong, sendOptions()).catch((e: unknown) => e);
  expect(String(error)).toContain('The secret access key doesn’t match the access key.');
  expect(inspect(error, { depth: 20 })).not.toContain('canary');
});
