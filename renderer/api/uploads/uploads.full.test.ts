import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { full } from '#shared/testing/full.ts';
import { FIVE_CHUNKS, uploadSteps } from './testing/upload-steps.ts';
import { makeFile, openUploadWorld, rowIn, rowWhere, type UploadWorld } from './testing/upload-world.ts';
import { memoryRecords } from './upload-records.ts';

let world: UploadWorld;
beforeEach(async () => {
  world = await openUploadWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const { assets, openUploads, chunksSent, add } = uploadSteps(() => world);

/** Calls `act` once after the service has answered this number of chunks. */
function afterChunks(count: number, act: () => void | Promise<void>): void {
  let answered = 0;
  world.after = async ({ path }) => {
    if (!path.includes('chunk_id=')) return;
    answered += 1;
    if (answered === count) await act();
  };
}

describe('an upload', () => {
  it('sends chunks in parallel and creates an identical file', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const uploads = world.openPage();
    await add(uploads, file);
    const row = await rowIn(uploads, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(row.bytesDone).toBe(FIVE_CHUNKS);
    expect(chunksSent().toSorted()).toEqual(['1', '2', '3', '4', '5']);
    expect(world.mostAtOnce()).toBe(3);
    uploads.dismiss(row.id);
    expect(uploads.rows.getState()).toEqual([]);
  });

  it('sends a small or empty file in one request', async () => {
    const uploads = world.openPage();
    const small = makeFile('small.bin', 1000);
    const empty = makeFile('empty.bin', 0);
    await add(uploads, small.file, empty.file);
    await Promise.all([rowIn(uploads, 'done', 'small.bin'), rowIn(uploads, 'done', 'empty.bin')]);
    expect(await assets()).toEqual([
      { name: 'empty.bin', etag: empty.etag },
      { name: 'small.bin', etag: small.etag },
    ]);
    expect(chunksSent()).toEqual([]);
  });

  it('recognizes its own asset after a lost response', async () => {
    const uploads = world.openPage();
    const { file, etag } = makeFile('small.bin', 1000);
    let lost = false;
    world.after = ({ method }) => {
      if (method !== 'POST' || lost) return;
      lost = true;
      throw new TypeError('the line is broken');
    };
    await add(uploads, file);
    await rowIn(uploads, 'done');
    expect([lost, await assets()]).toEqual([true, [{ name: 'small.bin', etag }]]);
  });

  it('continues after a restart of the service', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const uploads = world.openPage();
    let stopping: Promise<void> | null = null;
    afterChunks(2, () => {
      stopping = world.stopService();
    });
    await add(uploads, file);
    await rowIn(uploads, 'retrying');
    await stopping;
    await world.startService();
    await rowIn(uploads, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(world.requests.filter((request) => request.startsWith('POST') && request.includes('name='))).toHaveLength(1);
  });

  it('sends a chunk again after a network failure', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const uploads = world.openPage();
    const broken = new Set<string>();
    world.before = ({ path }) => {
      if (!path.includes('chunk_id=') || broken.has(path)) return;
      broken.add(path);
      throw new TypeError('the line is broken');
    };
    await add(uploads, file);
    await rowIn(uploads, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(broken.size).toBe(5);
  });

  full.test('sends only missing chunks after a pause', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const uploads = world.openPage();
    afterChunks(2, () => {
      const [row] = uploads.rows.getState();
      if (row !== undefined) void uploads.pause(row.id);
    });
    await add(uploads, file);
    const { id } = await rowIn(uploads, 'paused');
    world.after = () => undefined;
    const [open] = await openUploads();
    expect(open?.missing.length).toBeGreaterThan(0);
    const sent = chunksSent().length;
    await uploads.resume(id);
    await rowIn(uploads, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(chunksSent().length).toBeLessThanOrEqual(sent + 5);
  });

  full.test('leaves no data in the service after it is canceled', async () => {
    const { file } = makeFile('film.bin', FIVE_CHUNKS);
    const records = memoryRecords();
    const uploads = world.openPage(records);
    afterChunks(2, () => {
      const [row] = uploads.rows.getState();
      if (row !== undefined) void uploads.cancel(row.id);
    });
    await add(uploads, file);
    await new Promise<void>((resolve) => {
      const look = () => uploads.rows.getState().length === 0 && resolve();
      uploads.rows.subscribe(look);
      look();
    });
    expect([await openUploads(), await assets(), await records.all()]).toEqual([[], [], []]);
  });

  it('sends at most four small files in parallel', async () => {
    const uploads = world.openPage();
    let most = 0;
    uploads.rows.subscribe((rows) => {
      most = Math.max(most, rows.filter(({ phase }) => phase.type === 'running').length);
    });
    const files = ['a.bin', 'b.bin', 'c.bin', 'd.bin', 'e.bin', 'f.bin'].map((name) => makeFile(name, 1000).file);
    await add(uploads, ...files);
    await Promise.all(files.map(({ name }) => rowIn(uploads, 'done', name)));
    expect(most).toBeLessThanOrEqual(4);
  });
});

describe('an upload with a taken name', () => {
  it('waits until the user replaces, keeps both, or skips', async () => {
    const uploads = world.openPage();
    await add(uploads, makeFile('film.bin', 10).file);
    await rowIn(uploads, 'done');
    const [replacing, keeping, skipped] = ['FILM.bin', 'film.bin', 'Film.bin'].map((name) => makeFile(name, 20));
    if (replacing === undefined || keeping === undefined || skipped === undefined) throw new Error('no files');
    await add(uploads, replacing.file, keeping.file, skipped.file);
    const clashes = uploads.rows.getState().filter(({ phase }) => phase.type === 'conflict');
    expect(clashes.map(({ phase }) => phase)).toEqual(Array(3).fill({ type: 'conflict', existing: 'film.bin' }));
    const [first, second, third] = clashes.map(({ id }) => id);
    await uploads.choose(first ?? '', 'replace', false);
    await rowIn(uploads, 'done', 'FILM.bin');
    await uploads.choose(second ?? '', 'keep-both', false);
    await rowIn(uploads, 'done', 'film (2).bin');
    await uploads.choose(third ?? '', 'skip', false);
    expect(await assets()).toEqual([
      { name: 'FILM.bin', etag: replacing.etag },
      { name: 'film (2).bin', etag: keeping.etag },
    ]);
  });

  it('needs no choice if the existing asset has identical bytes', async () => {
    const { file, etag } = makeFile('film.bin', 10);
    const first = world.openPage();
    await add(first, file);
    await rowIn(first, 'done');
    const uploads = world.openPage();
    await add(uploads, file);
    expect(uploads.rows.getState()).toMatchObject([{ name: 'film.bin', phase: { type: 'done', isKnown: true } }]);
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
  });

  it('notes that the project has the same bytes under another name', async () => {
    const { file, etag } = makeFile('film.bin', 10);
    const uploads = world.openPage();
    await add(uploads, file);
    await rowIn(uploads, 'done');
    await add(uploads, new File([file], 'copy.bin'), makeFile('other.bin', 10).file);
    const row = await rowWhere(uploads, ({ name, sameAs }) => name === 'copy.bin' && sameAs !== undefined);
    expect(row.sameAs).toBe('film.bin');
    await Promise.all([rowIn(uploads, 'done', 'copy.bin'), rowIn(uploads, 'done', 'other.bin')]);
    const others = uploads.rows.getState().filter(({ name }) => name !== 'copy.bin');
    expect(others.every(({ sameAs }) => sameAs === undefined)).toBe(true);
    expect(await assets()).toContainEqual({ name: 'copy.bin', etag });
  });

  it('waits for one choice if two selected files share a name', async () => {
    const uploads = world.openPage();
    const files = [10, 20, 30].map((bytes) => makeFile('clip.bin', bytes).file);
    await add(uploads, ...files);
    const clash = await rowIn(uploads, 'conflict');
    await rowIn(uploads, 'done', 'clip.bin');
    await uploads.choose(clash.id, 'keep-both', true);
    await Promise.all([rowIn(uploads, 'done', 'clip (2).bin'), rowIn(uploads, 'done', 'clip (3).bin')]);
    expect((await assets()).map(({ name }) => name)).toEqual(['clip (2).bin', 'clip (3).bin', 'clip.bin']);
  });

  it('changes an invalid name into a valid one', async () => {
    const uploads = world.openPage();
    await add(uploads, makeFile('a:b?.bin', 10).file);
    await rowIn(uploads, 'done');
    expect((await assets()).map(({ name }) => name)).toEqual(['a-b-.bin']);
  });
});
