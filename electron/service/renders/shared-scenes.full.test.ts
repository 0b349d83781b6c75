import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';
import { countingFfmpeg } from '#service/testing/faulty-ffmpeg.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { requestOf, startRender } from './testing/calls.ts';
import { openJobWorld, tinyClip } from './testing/job-world.ts';

const SHARED = [1, 2, 3].map((frames) => `<scene duration="${frames}"><video src="clip.mp4"/></scene>`).join('');
const movie = (last: string) =>
  `<movie width="64" height="64" framerate="10">${SHARED}<scene duration="4"><video src="clip.mp4" skip="${last}"/></scene></movie>`;

/** Opens a world that makes two films at the same time. Its FFmpeg counts the encoded scenes. */
async function openWorld() {
  const folder = await temporaryFolder();
  const { ffmpeg, log } = await countingFfmpeg(folder.path);
  const tools = async () => ({ ...(await findMediaTools(process.env)), ffmpeg });
  const world = await openJobWorld(folder.path, { tools, atOnce: { most: 2, withTwoCores: 2 } });
  await world.putAsset(world.project, 'clip.mp4', await tinyClip(folder.path));
  return {
    ...world,
    world,
    /** Runs all films. Returns their outcomes and the number of encoded scenes. */
    made: async () => {
      world.queue.start();
      await waitUntil(() => world.queue.counts().queued + world.queue.counts().running === 0, 100);
      const states = world.foundation.database.all('SELECT state FROM render').map(({ state }) => state);
      const runs = [...(await readFile(log, 'utf8')).matchAll(/^part (\d+)$/gm)];
      return { states, encoded: runs.reduce((sum, [, parts]) => sum + Number(parts), 0) };
    },
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it('two simultaneous rows encode common scenes once', async () => {
  await using test = await openWorld();
  test.putMovie(test.project, 'card', movie('${skip}'));
  const parameters = { region: 'local', project: test.project };
  const body = { movie: 'card', rows: [{ skip: 0 }, { skip: 1 }, { skip: 2 }, { skip: 3 }], filename: 'film-${index}' };
  await test.handlers.startBatch(requestOf<'startBatch'>({ parameters, query: {}, body }));
  expect(await test.made()).toEqual({ states: Array(4).fill('succeeded'), encoded: 3 + 4 });
  const rows = await test.batches.rows(required(test.batches.list(test.project)[0], 'a batch').id);
  // Either the first or the second row makes the common scenes.
  expect(rows.map(({ outcome }) => outcome?.scenes?.cached).toSorted()).toEqual([0, 3, 3, 3]);
});

full.test('a movie that is rendered twice is encoded once', async () => {
  await using test = await openWorld();
  for (const skip of ['0', '0', '1']) await startRender(test.world, { template: movie(skip), async: 'true' });
  expect(await test.made()).toEqual({ states: Array(3).fill('succeeded'), encoded: 3 + 2 });
});
