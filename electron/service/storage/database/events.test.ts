import { expect, test } from 'vitest';
import { DAY, scratchWorkspace } from '#service/workspace/testing/scratch-workspace.ts';
import type { LoggedEvent } from '../ports.ts';

test('a listener receives a change only after its commit', async () => {
  await using scratch = await scratchWorkspace();
  const { database, events, projects } = scratch.workspace;
  const received: LoggedEvent[] = [];
  using _ = events.subscribe((event) => {
    received.push(event);
    expect(projects.list()).toHaveLength(1);
  });
  database.transaction(() => {
    projects.create('Films');
    expect(received).toEqual([]);
  });
  expect(() =>
    database.transaction(() => {
      projects.create('Other');
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(received).toMatchObject([{ type: 'project.created', data: { name: 'Films' } }]);
  expect(events.since(0)).toEqual(received);
});

test('a transient event is not stored', async () => {
  await using scratch = await scratchWorkspace();
  const { events } = scratch.workspace;
  const received: LoggedEvent[] = [];
  const subscription = events.subscribe((event) => received.push(event));
  events.announce({ type: 'render.progress', project: null, data: { done: 1 } });
  subscription[Symbol.dispose]();
  events.announce({ type: 'render.progress', project: null, data: { done: 2 } });
  expect(received).toMatchObject([{ id: null, type: 'render.progress', data: { done: 1 } }]);
  expect(events.since(0)).toEqual([]);
});

test('a failing listener does not affect the change', async () => {
  await using scratch = await scratchWorkspace();
  const { events, projects } = scratch.workspace;
  let received = 0;
  using _one = events.subscribe(() => {
    throw new Error('no');
  });
  using _other = events.subscribe(() => {
    received += 1;
  });
  projects.create('Films');
  events.announce({ type: 'render.progress', project: null, data: {} });
  expect(received).toBe(2);
  expect(projects.list()).toHaveLength(1);
});

test('ids continue after a restart', async () => {
  await using scratch = await scratchWorkspace();
  const { projects } = scratch.workspace;
  projects.create('One');
  const { events, projects: again, sweep, database } = await scratch.reopen();
  again.create('Two');
  expect(events.since(0).map(({ id }) => id)).toEqual([1, 2]);
  expect(events.since(1)).toMatchObject([{ id: 2, data: { name: 'Two' } }]);
  scratch.advance(8 * DAY);
  again.create('Three');
  expect(await sweep()).toMatchObject({ events: 2 });
  database.transaction(() => {
    for (let n = 0; n < 10_050; n++) events.record({ type: 'project.created', project: null, data: {} });
  });
  expect(await sweep()).toMatchObject({ events: 51 });
  expect(events.since(0)).toHaveLength(10_000);
});
