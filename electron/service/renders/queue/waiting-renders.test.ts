import { expect, it } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openJobWorld } from '../testing/job-world.ts';
import { nextRequestedRender, WAITING, waitingRenders } from './waiting-renders.ts';

async function openWorld() {
  const folder = await temporaryFolder();
  const world = await openJobWorld(folder.path);
  const { database } = world.foundation;
  let sequence = 0;
  for (const batch of ['b1', 'b2'])
    database.run(
      `INSERT INTO batch (id, project, movie, format, quality, filename, created_at, accepted)
         VALUES (?, 'p1', 'm', 'mp4', 'draft', 'f', 0, 1)`,
      batch,
    );
  return {
    database,
    addProject: world.addProject,
    add: (id: string, project: string, batch: string | null, state = 'queued') => {
      sequence += 1;
      database.run(
        `INSERT INTO render (id, sequence, project, batch, state, request, template, created_at) VALUES (?, ?, ?, ?, ?, '{}', '', 0)`,
        ...[id, sequence, project, batch, state],
      );
    },
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it('waitingRenders returns the oldest render per project and kind', async () => {
  await using test = await openWorld();
  test.addProject('p2');
  test.addProject('p3');
  test.add('ended', 'p1', null, 'failed');
  test.add('a', 'p1', 'b1');
  test.add('b', 'p1', 'b1');
  test.add('c', 'p1', null);
  test.add('d', 'p1', null);
  test.add('running', 'p2', null, 'rendering');
  test.add('e', 'p3', 'b2');
  expect(waitingRenders(test.database)).toEqual([
    { id: 'c', project: 'p1', batched: false, sequence: 4 },
    { id: 'a', project: 'p1', batched: true, sequence: 2 },
    { id: 'e', project: 'p3', batched: true, sequence: 7 },
  ]);
  test.database.run('DELETE FROM render');
  expect(waitingRenders(test.database)).toEqual([]);
});

it('nextRequestedRender returns the render that was moved last', async () => {
  await using test = await openWorld();
  for (const id of ['a', 'b', 'c', 'd']) test.add(id, 'p1', null);
  expect(nextRequestedRender(test.database)).toBeNull();
  const want = (id: string, requested: number) =>
    test.database.run('UPDATE render SET wanted = ? WHERE id = ?', requested, id);
  want('b', 1);
  want('c', 2);
  want('d', 3);
  test.database.run(`UPDATE render SET held = 1 WHERE id = 'd'`);
  expect(nextRequestedRender(test.database)).toEqual({ id: 'c', project: 'p1', batched: false, sequence: 3 });
  test.database.run(`UPDATE render SET state = 'fetching' WHERE id = 'c'`);
  expect(nextRequestedRender(test.database)?.id).toBe('b');
});

it('the query for waiting renders uses an index', async () => {
  await using test = await openWorld();
  const plan = test.database.all(`EXPLAIN QUERY PLAN ${WAITING}`).map(({ detail }) => String(detail));
  const looks = plan.filter((line) => /\brender\b/.test(line));
  expect(looks.length).toBeGreaterThan(0);
  for (const line of looks) expect(line).toMatch(/INDEX (?:render_waiting|sqlite_autoindex_render_2 \(sequence=)/);
});
