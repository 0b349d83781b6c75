import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { full } from '#shared/testing/full.ts';
import { FIVE_CHUNKS, uploadSteps } from './testing/upload-steps.ts';
import { makeFile, openUploadWorld, rowIn, rowWhere, type UploadWorld } from './testing/upload-world.ts';
import { type FileHandle, memoryRecords } from './upload-records.ts';

const MEBIBYTE = 2 ** 20;

let world: UploadWorld;
beforeEach(async () => {
  world = await openUploadWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const { assets, openUploads, chunksSent, add } = uploadSteps(() => world);

/** Starts an upload and closes its page after two chunks. */
async function leaveHalfDone(file: File, records = memoryRecords()) {
  const page = world.openPage(records);
  const { promise: enough, resolve: stopped } = Promise.withResolvers<void>();
  let answered = 0;
  world.before = ({ path }) => {
    if (path.includes('chunk_id=') && /chunk_id=[345]$/.test(path)) throw new TypeError('the line is broken');
  };
  world.after = ({ path }) => {
    if (path.includes('chunk_id=')) answered += 1;
    if (answered === 2) stopped();
  };
  await add(page, file);
  await enough;
  const { id } = await rowWhere(page, (row) => row.bytesDone >= 8 * MEBIBYTE);
  await page.pause(id);
  world.before = () => undefined;
  world.after = () => undefined;
  return records;
}

describe('an upload that a page left', () => {
  it('sends only the missing chunks, even under another file name', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const records = await leaveHalfDone(file);
    const uploads = world.openPage(records);
    await uploads.restore(world.project);
    expect(uploads.rows.getState()).toMatchObject([
      { name: 'film.bin', size: FIVE_CHUNKS, bytesDone: 8 * MEBIBYTE, phase: { type: 'waiting', reason: 'restarted' } },
    ]);
    world.requests.length = 0;
    await add(uploads, new File([file], 'copy of my film.mov'));
    await rowIn(uploads, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(chunksSent().toSorted()).toEqual(['3', '4', '5']);
    expect(await records.all()).toEqual([]);
  });

  full.test('is recognized by its chunks without a local record', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    await leaveHalfDone(file);
    const uploads = world.openPage();
    await uploads.restore(world.project);
    expect(uploads.rows.getState()).toMatchObject([{ phase: { type: 'waiting', reason: 'elsewhere' } }]);
    world.requests.length = 0;
    await add(uploads, new File([file], 'other.mov'));
    await rowIn(uploads, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(chunksSent().toSorted()).toEqual(['3', '4', '5']);
  });

  full.test('refuses a different file with an equal name and size', async () => {
    const { file } = makeFile('film.bin', FIVE_CHUNKS);
    for (const records of [await leaveHalfDone(file), memoryRecords()]) {
      const uploads = world.openPage(records);
      await uploads.restore(world.project);
      const row = await rowIn(uploads, 'waiting');
      const other = makeFile('film.bin', FIVE_CHUNKS).file;
      expect(await uploads.provideFile(row.id, { file: other, handle: null })).toBe(false);
      expect((await rowIn(uploads, 'waiting')).phase).toEqual({ type: 'waiting', reason: 'other-file' });
      await add(uploads, other);
      expect(uploads.rows.getState().map(({ phase }) => phase.type)).toEqual(['waiting', 'conflict']);
    }
    expect(await openUploads()).toHaveLength(1);
  });

  full.test('sends a chunk again if the service’s bytes differ', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const records = await leaveHalfDone(file);
    const [open] = await openUploads();
    await world.client.call('writeChunk', {
      parameters: { project: world.project, upload: open?.id ?? '' },
      query: { chunk_id: 2 },
      body: new Uint8Array(4 * MEBIBYTE),
    });
    const uploads = world.openPage(records);
    await uploads.restore(world.project);
    world.requests.length = 0;
    await add(uploads, file);
    await rowIn(uploads, 'done');
    expect([await assets(), chunksSent().toSorted()]).toEqual([[{ name: 'film.bin', etag }], ['2', '3', '4', '5']]);
  });

  it.each(['granted', 'prompt'] as const)(
    'continues without the user if the browser can read the file: %s',
    async (state) => {
      const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
      const records = await leaveHalfDone(file);
      const handle: FileHandle = {
        getFile: async () => file,
        queryPermission: async () => state,
        requestPermission: async () => 'granted',
      };
      for (const record of await records.all()) await records.put({ ...record, handle });
      const uploads = world.openPage(records);
      await uploads.restore(world.project);
      if (state === 'prompt') {
        const row = await rowIn(uploads, 'waiting');
        expect(row.phase).toEqual({ type: 'waiting', reason: 'permission' });
        await uploads.resume(row.id);
      }
      await rowIn(uploads, 'done');
      expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    },
  );

  full.test('has no row after the service deleted it', async () => {
    const { file } = makeFile('film.bin', FIVE_CHUNKS);
    const records = await leaveHalfDone(file);
    const [open] = await openUploads();
    await world.client.call('abandonUpload', { parameters: { project: world.project, upload: open?.id ?? '' } });
    const uploads = world.openPage(records);
    await uploads.restore(world.project);
    expect([uploads.rows.getState(), await records.all()]).toEqual([[], []]);
  });
});
