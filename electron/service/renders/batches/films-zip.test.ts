import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { requestOf } from '../testing/calls.ts';
import { manualWorker } from '../testing/hand-worker.ts';
import { openJobWorld } from '../testing/job-world.ts';

const MOVIE =
  '<movie width="64" height="64" framerate="10"><scene duration="5"><text content="${name}" width="60" height="20" size="8"/></scene></movie>';

async function openWorld() {
  const folder = await temporaryFolder();
  const worker = manualWorker(folder.path);
  const world = await openJobWorld(folder.path, { worker });
  const { project, handlers } = world;
  world.putMovie(project, 'hello', MOVIE);
  world.queue.start();
  let ended = 0;
  const { database } = world.foundation;
  const filmsMade = () => Number(database.get(`SELECT COUNT(*) AS n FROM render WHERE state = 'succeeded'`)?.['n']);
  return {
    world,
    batch: async (names: readonly string[], films = names.length): Promise<string> => {
      const body = { movie: 'hello', rows: names.map((name) => ({ name })), filename: '${name}' };
      const parameters = { region: 'local', project };
      const answer = await handlers.startBatch(requestOf<'startBatch'>({ parameters, query: {}, body }));
      for (const end = ended + films; ended < end; ended += 1) {
        await waitUntil(() => worker.runs.length > ended);
        const run = required(worker.runs[ended], 'a run');
        run.report({ kind: 'rendering' });
        await run.finish(`film of ${run.work.variables.get('name')}`);
        await waitUntil(() => filmsMade() > ended);
      }
      return ('json' in answer ? (answer.json as { readonly id: string }) : { id: '' }).id;
    },
    zip: async (of: string | string[], name?: string) => {
      const query = { of, ...(name !== undefined && { name }) };
      const answer = await handlers.readFilms(requestOf<'readFilms'>({ parameters: { project }, query, body: null }));
      if (!('stream' in answer)) throw new Error('no stream');
      using _hold = answer.stream.hold;
      const bytes = await buffer(answer.stream.content);
      expect(bytes.length).toBe(answer.stream.length);
      return { name: answer.stream.attachment, files: await filesIn(bytes) };
    },
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Reads the files of a ZIP with an independent library. */
function filesIn(bytes: Buffer): Promise<Readonly<Record<string, string>>> {
  const { promise, resolve, reject } = Promise.withResolvers<Readonly<Record<string, string>>>();
  const files: Record<string, string> = {};
  fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
    if (error !== null) return reject(error);
    zip.on('entry', (entry: { readonly fileName: string }) => {
      zip.openReadStream(entry as never, (failure, stream) => {
        if (failure !== null) return reject(failure);
        buffer(stream).then((text) => {
          files[entry.fileName] = text.toString();
          zip.readEntry();
        }, reject);
      });
    });
    zip.on('end', () => resolve(files));
    zip.readEntry();
  });
  return promise;
}

it('the ZIP file contains the films of all rows by file name', async () => {
  await using test = await openWorld();
  const batch = await test.batch(['Ada', 'a/b', 'ada']);
  expect(await test.zip(batch, 'Spring: 2026')).toEqual({
    name: 'Spring- 2026.zip',
    files: { 'Ada.mp4': 'film of Ada', 'a-b.mp4': 'film of a/b', 'ada-2.mp4': 'film of ada' },
  });
});

it('the ZIP file for several batches numbers equal names', async () => {
  await using test = await openWorld();
  const [first, second] = [await test.batch(['Ada', 'Bob', 'Cem']), await test.batch(['Bob'])];
  const { files } = await test.zip([`${first}:1-2`, second]);
  expect(Object.keys(files)).toEqual(['Ada.mp4', 'Bob.mp4', 'Bob-2.mp4']);
});

it('missing or expired films and invalid ranges are refused', async () => {
  await using test = await openWorld();
  const { database } = test.world.foundation;
  const batch = await test.batch(['Ada', 'Bob'], 1);
  await expect(test.zip(`${batch}:1-2`)).rejects.toMatchObject({ code: 'render/not-found' });
  await expect(test.zip(`${batch}:2-1`)).rejects.toMatchObject({ code: 'request/invalid' });
  await expect(test.zip('gone')).rejects.toMatchObject({ code: 'batch/not-found' });
  expect(Object.keys((await test.zip(batch)).files)).toEqual(['Ada.mp4']);
  database.run('UPDATE render SET film = NULL WHERE batch_index = 1');
  await expect(test.zip(`${batch}:1`)).rejects.toMatchObject({ code: 'render/expired' });
});
