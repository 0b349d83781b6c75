import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFile, openUploadWorld, rowIn, rowWhere, type UploadWorld } from './testing/upload-world.ts';
import type { UploadEngine } from './upload-engine.ts';
import { type FileHandle, memoryRecords } from './upload-records.ts';

const MEBIBYTE = 2 ** 20;
/** Of chunks of 4 MiB, the last one shorter. */
const FIVE_CHUNKS = 17 * MEBIBYTE + 1;

let world: UploadWorld;
beforeEach(async () => {
  world = await openUploadWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const assets = async () => {
  const { project, client } = world;
  return (await client.call('listAssets', { parameters: { project } })).assets.map(({ name, etag }) => ({
    name,
    etag,
  }));
};
const openUploads = async () => {
  const { project, client } = world;
  return (await client.call('listUploads', { parameters: { project } })).uploads;
};
const chunksSent = () =>
  world.requests.filter((request) => request.includes('chunk_id=')).map((text) => text.slice(21));
const add = (engine: UploadEngine, ...files: readonly File[]) =>
  engine.add(
    world.project,
    files.map((file) => ({ file, handle: null })),
  );

/** Calls `act` once, after so many chunks were answered. */
function afterChunks(count: number, act: () => void | Promise<void>): void {
  let answered = 0;
  world.after = async ({ path }) => {
    if (!path.includes('chunk_id=')) return;
    answered += 1;
    if (answered === count) await act();
  };
}

/** An upload of which two chunks are there, as a page left it that was closed. */
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

describe('an upload', () => {
  it('goes in parallel chunks and is the same file', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const engine = world.openPage();
    await add(engine, file);
    const row = await rowIn(engine, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(row.bytesDone).toBe(FIVE_CHUNKS);
    expect(chunksSent().toSorted()).toEqual(['1', '2', '3', '4', '5']);
    expect(world.mostAtOnce()).toBe(3);
    engine.dismiss(row.id);
    expect(engine.rows.getState()).toEqual([]);
  });

  it('of a small or empty file is one request', async () => {
    const engine = world.openPage();
    const small = makeFile('small.bin', 1000);
    const empty = makeFile('empty.bin', 0);
    await add(engine, small.file, empty.file);
    await Promise.all([rowIn(engine, 'done', 'small.bin'), rowIn(engine, 'done', 'empty.bin')]);
    expect(await assets()).toEqual([
      { name: 'empty.bin', etag: empty.etag },
      { name: 'small.bin', etag: small.etag },
    ]);
    expect(chunksSent()).toEqual([]);
  });

  it('whose answer got lost is not taken for a clash', async () => {
    const engine = world.openPage();
    const { file, etag } = makeFile('small.bin', 1000);
    let lost = false;
    world.after = ({ method }) => {
      if (method !== 'POST' || lost) return;
      lost = true;
      throw new TypeError('the line is broken');
    };
    await add(engine, file);
    await rowIn(engine, 'done');
    expect([lost, await assets()]).toEqual([true, [{ name: 'small.bin', etag }]]);
  });

  it('goes on where it was when the service is stopped in the middle and started again', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const engine = world.openPage();
    let stopping: Promise<void> | null = null;
    afterChunks(2, () => {
      stopping = world.stopService();
    });
    await add(engine, file);
    await rowIn(engine, 'retrying');
    await stopping;
    await world.startService();
    await rowIn(engine, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(world.requests.filter((request) => request.startsWith('POST') && request.includes('name='))).toHaveLength(1);
  });

  it('sends a chunk again when the line breaks', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const engine = world.openPage();
    const broken = new Set<string>();
    world.before = ({ path }) => {
      if (!path.includes('chunk_id=') || broken.has(path)) return;
      broken.add(path);
      throw new TypeError('the line is broken');
    };
    await add(engine, file);
    await rowIn(engine, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(broken.size).toBe(5);
  });

  it('rests when it is paused, and goes on without what is there', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const engine = world.openPage();
    afterChunks(2, () => {
      const [row] = engine.rows.getState();
      if (row !== undefined) void engine.pause(row.id);
    });
    await add(engine, file);
    const { id } = await rowIn(engine, 'paused');
    world.after = () => undefined;
    const [open] = await openUploads();
    expect(open?.missing.length).toBeGreaterThan(0);
    const sent = chunksSent().length;
    await engine.resume(id);
    await rowIn(engine, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(chunksSent().length).toBeLessThanOrEqual(sent + 5);
  });

  it('leaves nothing when it is cancelled', async () => {
    const { file } = makeFile('film.bin', FIVE_CHUNKS);
    const records = memoryRecords();
    const engine = world.openPage(records);
    afterChunks(2, () => {
      const [row] = engine.rows.getState();
      if (row !== undefined) void engine.cancel(row.id);
    });
    await add(engine, file);
    await new Promise<void>((resolve) => {
      const look = () => engine.rows.getState().length === 0 && resolve();
      engine.rows.subscribe(look);
      look();
    });
    expect([await openUploads(), await assets(), await records.all()]).toEqual([[], [], []]);
  });

  it('goes two files at a time', async () => {
    const engine = world.openPage();
    let most = 0;
    engine.rows.subscribe((rows) => {
      most = Math.max(most, rows.filter(({ phase }) => phase.type === 'running').length);
    });
    const files = ['a.bin', 'b.bin', 'c.bin', 'd.bin'].map((name) => makeFile(name, 1000).file);
    await add(engine, ...files);
    await Promise.all(files.map(({ name }) => rowIn(engine, 'done', name)));
    expect(most).toBeLessThanOrEqual(2);
  });
});

describe('an upload that a page left', () => {
  it('continues with the same content under another name, and sends only what is missing', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const records = await leaveHalfDone(file);
    const engine = world.openPage(records);
    await engine.restore(world.project);
    expect(engine.rows.getState()).toMatchObject([
      { name: 'film.bin', size: FIVE_CHUNKS, bytesDone: 8 * MEBIBYTE, phase: { type: 'waiting', reason: 'restarted' } },
    ]);
    world.requests.length = 0;
    await add(engine, new File([file], 'copy of my film.mov'));
    await rowIn(engine, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(chunksSent().toSorted()).toEqual(['3', '4', '5']);
    expect(await records.all()).toEqual([]);
  });

  it('is known by its chunks where the page has no record of it', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    await leaveHalfDone(file);
    const engine = world.openPage();
    await engine.restore(world.project);
    expect(engine.rows.getState()).toMatchObject([{ phase: { type: 'waiting', reason: 'elsewhere' } }]);
    world.requests.length = 0;
    await add(engine, new File([file], 'other.mov'));
    await rowIn(engine, 'done');
    expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    expect(chunksSent().toSorted()).toEqual(['3', '4', '5']);
  });

  it('refuses another content of the same name and size, which becomes an upload of its own', async () => {
    const { file } = makeFile('film.bin', FIVE_CHUNKS);
    for (const records of [await leaveHalfDone(file), memoryRecords()]) {
      const engine = world.openPage(records);
      await engine.restore(world.project);
      const row = await rowIn(engine, 'waiting');
      const other = makeFile('film.bin', FIVE_CHUNKS).file;
      expect(await engine.provideFile(row.id, { file: other, handle: null })).toBe(false);
      expect((await rowIn(engine, 'waiting')).phase).toEqual({ type: 'waiting', reason: 'other-file' });
      await add(engine, other);
      expect(engine.rows.getState().map(({ phase }) => phase.type)).toEqual(['waiting', 'conflict']);
    }
    expect(await openUploads()).toHaveLength(1);
  });

  it('sends a chunk again that is not what the file holds there', async () => {
    const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
    const records = await leaveHalfDone(file);
    const [open] = await openUploads();
    await world.client.call('writeChunk', {
      parameters: { project: world.project, upload: open?.id ?? '' },
      query: { chunk_id: 2 },
      body: new Uint8Array(4 * MEBIBYTE),
    });
    const engine = world.openPage(records);
    await engine.restore(world.project);
    world.requests.length = 0;
    await add(engine, file);
    await rowIn(engine, 'done');
    expect([await assets(), chunksSent().toSorted()]).toEqual([[{ name: 'film.bin', etag }], ['2', '3', '4', '5']]);
  });

  it.each(['granted', 'prompt'] as const)(
    'goes on by itself where the browser may read the file: %s',
    async (state) => {
      const { file, etag } = makeFile('film.bin', FIVE_CHUNKS);
      const records = await leaveHalfDone(file);
      const handle: FileHandle = {
        getFile: async () => file,
        queryPermission: async () => state,
        requestPermission: async () => 'granted',
      };
      for (const record of await records.all()) await records.put({ ...record, handle });
      const engine = world.openPage(records);
      await engine.restore(world.project);
      if (state === 'prompt') {
        const row = await rowIn(engine, 'waiting');
        expect(row.phase).toEqual({ type: 'waiting', reason: 'permission' });
        await engine.resume(row.id);
      }
      await rowIn(engine, 'done');
      expect(await assets()).toEqual([{ name: 'film.bin', etag }]);
    },
  );

  it('is forgotten when the service has it no more', async () => {
    const { file } = makeFile('film.bin', FIVE_CHUNKS);
    const records = await leaveHalfDone(file);
    const [open] = await openUploads();
    await world.client.call('abandonUpload', { parameters: { project: world.project, upload: open?.id ?? '' } });
    const engine = world.openPage(records);
    await engine.restore(world.project);
    expect([engine.rows.getState(), await records.all()]).toEqual([[], []]);
  });
});

describe('a name that is taken', () => {
  it('waits for a choice: replace, keep both or skip', async () => {
    const engine = world.openPage();
    await add(engine, makeFile('film.bin', 10).file);
    await rowIn(engine, 'done');
    const [replacing, keeping, skipped] = ['FILM.bin', 'film.bin', 'Film.bin'].map((name) => makeFile(name, 20));
    if (replacing === undefined || keeping === undefined || skipped === undefined) throw new Error('no files');
    await add(engine, replacing.file, keeping.file, skipped.file);
    const clashes = engine.rows.getState().filter(({ phase }) => phase.type === 'conflict');
    expect(clashes.map(({ phase }) => phase)).toEqual(Array(3).fill({ type: 'conflict', existing: 'film.bin' }));
    const [first, second, third] = clashes.map(({ id }) => id);
    await engine.choose(first ?? '', 'replace', false);
    await rowIn(engine, 'done', 'FILM.bin');
    await engine.choose(second ?? '', 'keep-both', false);
    await rowIn(engine, 'done', 'film (2).bin');
    await engine.choose(third ?? '', 'skip', false);
    expect(await assets()).toEqual([
      { name: 'FILM.bin', etag: replacing.etag },
      { name: 'film (2).bin', etag: keeping.etag },
    ]);
  });

  it('is found among files that come together, and one choice can be for all', async () => {
    const engine = world.openPage();
    const files = [10, 20, 30].map((bytes) => makeFile('clip.bin', bytes).file);
    await add(engine, ...files);
    const clash = await rowIn(engine, 'conflict');
    await rowIn(engine, 'done', 'clip.bin');
    await engine.choose(clash.id, 'keep-both', true);
    await Promise.all([rowIn(engine, 'done', 'clip (2).bin'), rowIn(engine, 'done', 'clip (3).bin')]);
    expect((await assets()).map(({ name }) => name)).toEqual(['clip (2).bin', 'clip (3).bin', 'clip.bin']);
  });

  it('that cannot be one is made one', async () => {
    const engine = world.openPage();
    await add(engine, makeFile('a:b?.bin', 10).file);
    await rowIn(engine, 'done');
    expect((await assets()).map(({ name }) => name)).toEqual(['a-b-.bin']);
  });
});
