import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { requestOf } from '../testing/calls.ts';
import { manualWorker } from '../testing/hand-worker.ts';
import { openJobWorld } from '../testing/job-world.ts';
import { finishBatches } from './batches.ts';

const FILM = `<movie width="64" height="64" framerate="10">
  <resources><variable name="color" type="color" default="#000000"/></resources>
  <scene duration="5" background="\${color}"/>
</movie>`;
const ROWS = 250;

async function openWorld() {
  const folder = await temporaryFolder();
  const world = await openJobWorld(folder.path, { worker: manualWorker(folder.path) });
  world.putMovie(world.project, 'card', FILM);
  const start = async (rows: number): Promise<string> => {
    const body = { movie: 'card', filename: '${index}', rows: Array.from({ length: rows }, () => ({})) };
    const parameters = { region: 'local', project: world.project };
    const answer = await world.handlers.startBatch(requestOf<'startBatch'>({ parameters, query: {}, body }));
    return String('json' in answer && 'id' in (answer.json as object) && (answer.json as { readonly id: string }).id);
  };
  return {
    ...world,
    start,
    /** Simulates a crash after which the rows from the index `from` on are stored but not queued. */
    cutOff: (id: string, isAccepted: boolean, from: number) => {
      const { database } = world.foundation;
      database.run('UPDATE batch SET accepted = ? WHERE id = ?', isAccepted ? 1 : 0, id);
      database.run(`UPDATE render SET state = 'cancelled' WHERE batch = ? AND batch_index > ?`, id, from);
    },
    counts: (id: string) => world.batches.get(world.project, id).counts,
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('a start queues the remaining rows of an accepted batch', async () => {
  await using world = await openWorld();
  const id = await world.start(ROWS);
  world.cutOff(id, true, 120);
  expect(world.counts(id)).toMatchObject({ total: ROWS, queued: ROWS, cancelled: 0 });
  expect(world.queue.counts().queued).toBe(120);
  await finishBatches(world.foundation);
  expect(world.queue.counts().queued).toBe(ROWS);
  expect(world.counts(id)).toMatchObject({ total: ROWS, queued: ROWS, cancelled: 0 });
});

test('a batch that was never accepted is hidden and removed', async () => {
  await using world = await openWorld();
  const id = await world.start(3);
  world.cutOff(id, false, 0);
  expect(world.batches.list(world.project)).toEqual([]);
  await finishBatches(world.foundation);
  expect(world.foundation.database.all('SELECT 1 FROM render')).toEqual([]);
});

test('canceled rows stay canceled', async () => {
  await using world = await openWorld();
  const id = await world.start(3);
  await world.batches.cancel(world.batches.get(world.project, id).id);
  await finishBatches(world.foundation);
  expect(world.counts(id)).toMatchObject({ total: 3, queued: 0, cancelled: 3 });
});
