import { expect, test } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { createClient, type ServiceEvent } from '../../client/src/index.ts';

test('events are typed and continue after the last one without a gap', async () => {
  await using service = await openService();
  const client = createClient({ url: service.url, ...service.credentials });
  await client.projects.create({ name: 'first' });
  const names: string[] = [];
  let last: string | null = null;
  for await (const event of client.events({ lastEventId: '0' })) {
    last = event.id;
    if (event.type !== 'project.created') continue;
    names.push(event.data.name);
    break;
  }
  await client.projects.create({ name: 'second' });
  await client.projects.create({ name: 'third' });
  for await (const event of client.events({ lastEventId: last ?? '' })) {
    if (event.type === 'project.created') names.push(event.data.name);
    if (names.length === 3) break;
  }
  expect(names).toEqual(['first', 'second', 'third']);
});

test('a lost connection is opened again with the last id', async () => {
  const ids: (string | null)[] = [];
  const parts = [
    'id: 1\nevent: project.deleted\ndata: {"project":"p","at":"t","uid":"u"}\n\n',
    'event: reset\ndata: {}\n\n',
  ];
  const client = createClient({
    url: 'http://films.example',
    key: 'k',
    secret: 's',
    fetch: async (_url, request) => {
      ids.push(new Headers(request?.headers).get('last-event-id'));
      if (ids.length === 2) throw new TypeError('fetch failed');
      return new Response(parts[ids.length === 1 ? 0 : 1]);
    },
  });
  const events: ServiceEvent[] = [];
  for await (const event of client.events()) {
    events.push(event);
    if (events.length === 2) break;
  }
  expect(ids).toEqual([null, '1', '1']);
  expect(events).toEqual([
    { id: '1', type: 'project.deleted', project: 'p', at: 't', data: { uid: 'u' } },
    { id: '1', type: 'reset', project: null, at: null, data: {} },
  ]);
});

test('a signal ends the events', async () => {
  await using service = await openService();
  const client = createClient({ url: service.url, ...service.credentials });
  const stop = new AbortController();
  const following = (async () => {
    for await (const event of client.events({ signal: stop.signal, lastEventId: '0' })) if (event.type) stop.abort();
  })();
  const ending = expect(following).rejects.toMatchObject({ name: 'AbortError' });
  await client.projects.create({ name: 'one' });
  await ending;
});
