import { QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import type { ServiceEvent } from '#shared/contract/events.ts';
import { type AssetEntry, readAllAssets } from './client/asset-list.ts';
import { createQueryClient } from './client/query-client.ts';
import { queryKeys } from './client/query-keys.ts';
import type { Trash } from './client/trash-list.ts';
import { cacheChangesOf, coalesce, createEventFeed } from './event-feed.ts';
import { fetchedStream } from './testing/fetched-stream.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

async function openFeed(name: string) {
  const { client } = service;
  const project = await service.createProject(name);
  const queries = createQueryClient();
  const feed = createEventFeed({ queries, client, connect: () => fetchedStream(client) });
  const heard: ServiceEvent[] = [];
  feed.subscribe((event) => event.project === project && heard.push(event));
  const close = feed.open();
  await waitUntil(() => feed.connection.getState() === 'online');
  await queries.fetchQuery({
    queryKey: queryKeys.assets(project),
    queryFn: () => readAllAssets(client, project),
  });
  const names = () =>
    queries.getQueryData<readonly AssetEntry[]>(queryKeys.assets(project))?.map((asset) => asset.name);
  const put = (asset: string) => service.putAsset(project, asset, new Uint8Array(3));
  return { project, queries, feed, heard, names, put, [Symbol.dispose]: close };
}

describe('the event feed', () => {
  it('updates the list of assets after an asset event', async () => {
    using test = await openFeed('one by one');
    await test.put('b.txt');
    await test.put('a.txt');
    await waitUntil(() => test.names()?.join() === 'a.txt,b.txt');
    await service.client.call('renameAsset', {
      parameters: { project: test.project, name: 'a.txt' },
      body: { name: 'A.txt' },
    });
    await waitUntil(() => test.names()?.join() === 'A.txt,b.txt');
    await service.client.call('deleteAsset', { parameters: { project: test.project, name: 'b.txt' } });
    await waitUntil(() => test.names()?.join() === 'A.txt');
    expect(test.heard.map(({ type }) => type)).toContain('asset.deleted');
  });

  it('updates the trash after a trash event', async () => {
    using test = await openFeed('trash');
    const key = queryKeys.trashUpTo(test.project, 10);
    const { client } = service;
    const read = () => client.call('listTrash', { parameters: { project: test.project } });
    const stop = new QueryObserver(test.queries, { queryKey: key, queryFn: read }).subscribe(() => undefined);
    const inTrash = () => test.queries.getQueryData<Trash>(key)?.assets.map(({ name }) => name);
    await waitUntil(() => inTrash()?.length === 0);
    await test.put('a.txt');
    await client.call('deleteAsset', { parameters: { project: test.project, name: 'a.txt' } });
    await waitUntil(() => inTrash()?.join() === 'a.txt' && test.names()?.length === 0);
    const [entry] = (await read()).assets;
    await client.call('restoreAsset', { parameters: { project: test.project, id: entry?.id ?? '' } });
    await waitUntil(() => inTrash()?.length === 0 && test.names()?.join() === 'a.txt');
    stop();
  });

  it('includes changes that happen during the first read of a list', async () => {
    using test = await openFeed('first reading');
    const key = queryKeys.assets(test.project);
    test.queries.removeQueries({ queryKey: key });
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const first = test.queries.fetchQuery({
      queryKey: key,
      queryFn: async () => {
        const before = await readAllAssets(service.client, test.project);
        await answered;
        return before;
      },
    });
    test.queries.setQueryData(queryKeys.projects, []);
    await test.put('meanwhile.txt');
    // The same event marks both queries as stale at the same time.
    await waitUntil(() => test.queries.getQueryState(queryKeys.projects)?.isInvalidated === true);
    answer();
    await first;
    await waitUntil(() => test.names()?.join() === 'meanwhile.txt');
  });

  it('invalidates data that was read before the stream connected', async () => {
    const { client } = service;
    const project = await service.createProject('before');
    const queries = createQueryClient();
    const queryKey = queryKeys.assets(project);
    await queries.fetchQuery({ queryKey, queryFn: () => readAllAssets(client, project) });
    await service.putAsset(project, 'early.txt', new Uint8Array(3));
    const feed = createEventFeed({ queries, client, connect: () => fetchedStream(client) });
    const close = feed.open();
    await waitUntil(() => feed.connection.getState() === 'online');
    await waitUntil(() => queries.getQueryState(queryKey)?.isInvalidated === true);
    close();
  });

  it('handles every event of a project', async () => {
    using test = await openFeed('all kinds');
    const { project } = test;
    const place = { project, name: 'film' };
    const text =
      '<movie width="320" height="180" framerate="25"><scene duration="10"><video src="a.mp4"/></scene></movie>';
    const { client } = service;
    await client.call('saveTemplate', { parameters: { region: 'local', ...place }, body: text });
    await client.call('saveEditing', { parameters: place, body: { markers: [] } });
    const { id } = await client.call('startUpload', {
      parameters: { project },
      query: { chunk_count: 1, chunk_size: 1, name: 'x' },
    });
    await client.call('writeChunk', { parameters: { project, upload: id }, query: { chunk_id: 1 }, body: 'x' });
    await client.call('abandonUpload', { parameters: { project, upload: id } });
    await client.call('deleteTemplate', { parameters: { region: 'local', ...place } });
    await client.call('publishProject', { parameters: { project, cluster: 'local' } });
    await waitUntil(() => test.heard.some(({ type }) => type === 'project.published'));
    expect([...new Set(test.heard.map(({ type }) => type))].toSorted()).toEqual([
      'editing.saved',
      'movie.deleted',
      'movie.saved',
      'project.published',
      'template.deleted',
      'template.saved',
      'upload.changed',
    ]);
  });
});

describe('the cache changes of events', () => {
  it('are merged per item and ordered by the last change', () => {
    const saved = (name: string): ServiceEvent => ({ type: 'asset.saved', project: 'p', data: { name, etag: '"e"' } });
    const gone: ServiceEvent = { type: 'asset.deleted', project: 'p', data: { name: 'a' } };
    const changes = coalesce([saved('a'), saved('b'), saved('a'), gone].flatMap(cacheChangesOf));
    expect(changes).toEqual([
      { type: 'asset', project: 'p', name: 'b' },
      { type: 'asset-gone', project: 'p', name: 'a' },
      { type: 'stale', key: queryKeys.brand('p') },
      { type: 'stale', key: queryKeys.projects },
      { type: 'stale', key: queryKeys.outdated },
    ]);
  });
});
