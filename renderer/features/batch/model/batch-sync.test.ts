import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQueryClient } from '#renderer/api/client/query-client.ts';
import { createEventFeed } from '#renderer/api/event-feed.ts';
import { fetchedStream } from '#renderer/api/testing/fetched-stream.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { noTableChoices } from '#shared/batch/read-table.ts';
import { defaultSettings } from './batch-settings.ts';
import { type LocalBatch, openBatchSync } from './batch-sync.ts';
import { editCell, preparedFromTable } from './prepared-batch.ts';
import type { SharedBatch } from './shared-table.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

const settings = defaultSettings('card');
const prepared = preparedFromTable(
  {
    table: {
      columns: ['name', 'city'],
      rows: [
        ['Ada', 'Bern'],
        ['Grace', 'Oslo'],
      ],
    },
    ...{ ragged: [], blankLines: [], repeated: [], repeatedColumns: [], otherMembers: [], headerLine: 1 },
    form: { encoding: 'utf-8', delimiter: ',', header: true },
  },
  { name: 'people.csv', content: new Uint8Array([0, 200, 255]), requests: noTableChoices },
  [{ name: 'name' }],
);

async function newProject(name: string): Promise<string> {
  const project = await service.createProject(name);
  const body = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
  await service.saveTemplate(project, 'card', body);
  return project;
}

/** Opens a window with its own browser storage. */
async function openWindow(project: string, stored: LocalBatch | null = null) {
  const { client } = service;
  const events = createEventFeed({ queries: createQueryClient(), client, connect: () => fetchedStream(client) });
  const close = events.open();
  await waitUntil(() => events.connection.getState() === 'online');
  let local = stored;
  const theirs: SharedBatch[] = [];
  const sync = openBatchSync({
    ...{ api: { client, events }, project, template: 'card' },
    local: {
      read: async () => local,
      write: async (batch) => {
        local = batch;
      },
    },
    onTheirs: (batch) => theirs.push(batch),
    onTooLarge: () => undefined,
  });
  return {
    ...{ sync, theirs, local: () => local },
    [Symbol.dispose]: () => {
      sync[Symbol.dispose]();
      close();
    },
  };
}

it('a second browser loads the table with its file name and settings', async () => {
  const project = await newProject('shared');
  using first = await openWindow(project);
  expect(await first.sync.load()).toBeNull();
  first.sync.save({ prepared, settings: { ...settings, format: 'webm' } });
  await waitUntil(() => first.local()?.isSent === true);
  using second = await openWindow(project);
  expect(await second.sync.load()).toEqual({ prepared, settings: { ...settings, format: 'webm' } });
});

it('an open window shows changes from another window', async () => {
  const project = await newProject('followed');
  using first = await openWindow(project);
  using second = await openWindow(project);
  for (const { sync } of [first, second]) await sync.load();
  const edited = editCell(prepared, 0, 0, 'Adele');
  first.sync.save({ prepared: edited, settings });
  await waitUntil(() => second.theirs.length > 0);
  expect([first.theirs, second.theirs]).toEqual([[], [{ prepared: edited, settings }]]);
  expect(second.local()).toEqual({ ...first.local(), sent: null });
});

it('a table that exists only in this browser is sent', async () => {
  const project = await newProject('from before');
  using window = await openWindow(project, { prepared, settings, etag: null, isSent: false, sent: null });
  expect((await window.sync.load())?.prepared).toEqual(prepared);
  await waitUntil(() => window.local()?.isSent === true);
  using other = await openWindow(project);
  expect((await other.sync.load())?.prepared?.table).toEqual(prepared.table);
});

it('a change is not lost if the window closes before an earlier save is answered', async () => {
  const project = await newProject('reloaded');
  const edited = editCell(prepared, 0, 0, 'Adele');
  let local: LocalBatch | null = null;
  {
    using window = await openWindow(project);
    await window.sync.load();
    window.sync.save({ prepared, settings });
    await waitUntil(() => window.local()?.isSent === true);
    // The service has stored the save, but the window does not know its version yet when the last change is stored.
    local = { ...(window.local() as LocalBatch), prepared: edited, etag: null, isSent: false };
  }
  using next = await openWindow(project, local);
  expect((await next.sync.load())?.prepared?.table).toEqual(edited.table);
  await waitUntil(() => next.local()?.isSent === true);
  using other = await openWindow(project);
  expect((await other.sync.load())?.prepared?.table).toEqual(edited.table);
});

it('a program that changes the saved table wins over an unsent change', async () => {
  const project = await newProject('program');
  const parameters = { project, name: 'card' };
  let local: LocalBatch | null = null;
  {
    using window = await openWindow(project);
    await window.sync.load();
    window.sync.save({ prepared, settings });
    await waitUntil(() => window.local()?.isSent === true);
    const unsent = editCell(prepared, 0, 0, 'Adele');
    local = { ...(window.local() as LocalBatch), prepared: unsent, isSent: false };
  }
  const stored = await service.client.call('readBatchTable', { parameters });
  // The table has no mark of the window, which the program would pass on.
  expect(stored.settings).toEqual(settings);
  const body = { ...stored, table: { columns: ['name', 'city'], rows: [['Alan', 'Rome']] }, links: [null] };
  await service.client.call('saveBatchTable', { parameters, body });
  using next = await openWindow(project, local);
  expect((await next.sync.load())?.prepared?.table.rows).toEqual([['Alan', 'Rome']]);
});

it('unknown settings stay, and the mark of an earlier version is dropped', async () => {
  const project = await newProject('unknown');
  const parameters = { project, name: 'card' };
  await service.client.call('saveBatchTable', { parameters, body: { settings: { later: [1], saveId: 'x' } } });
  using window = await openWindow(project);
  const loaded = await window.sync.load();
  expect(loaded?.settings).toEqual({ ...settings, later: [1] });
  window.sync.save({ prepared, settings: loaded?.settings ?? settings });
  await waitUntil(() => window.local()?.isSent === true);
  const stored = await service.client.call('readBatchTable', { parameters });
  expect(stored.settings).toEqual({ ...settings, later: [1] });
});

it('the last change is sent when the screen closes', async () => {
  const project = await newProject('closed');
  {
    using window = await openWindow(project);
    await window.sync.load();
    window.sync.save({ prepared, settings });
  }
  using other = await openWindow(project);
  await waitUntil(async () => (await other.sync.load()) !== null);
});

it('the bytes of a long file stay in one browser', async () => {
  const project = await newProject('long file');
  using first = await openWindow(project);
  await first.sync.load();
  const long = { ...prepared, content: 'x'.repeat(300_000) };
  first.sync.save({ prepared: long, settings });
  await waitUntil(() => first.local()?.isSent === true);
  using other = await openWindow(project);
  expect((await other.sync.load())?.prepared).toEqual({ ...long, content: null });
  expect((await first.sync.load())?.prepared).toEqual(long);
});
