import { describe, expect, it } from 'vitest';
import { openFoundation } from '#service/renders/testing/job-world.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { openEventStream } from './event-stream.ts';

async function openEvents() {
  const folder = await temporaryFolder();
  const { events, database } = await openFoundation(folder.path);
  const record = (n: number) => events.record({ type: 'asset.saved', project: null, data: { n } });
  return { events, database, record, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

const { signal: never } = new AbortController();

describe('the event stream', () => {
  it("continues after the client's last id", async () => {
    await using test = await openEvents();
    for (let n = 1; n <= 3; n++) test.record(n);
    const stream = openEventStream(test.events, { lastEventId: 1, signal: never });
    let text = '';
    stream.on('data', (part) => {
      text += part;
    });
    test.record(4);
    await waitUntil(() => text.includes('"n":4'));
    stream.destroy();
    expect(text).not.toContain('event: reset');
    expect([...text.matchAll(/^id: (\d+)\nevent: asset.saved\ndata: .*"n":(\d)/gm)].map((m) => [m[1], m[2]])).toEqual([
      ['2', '2'],
      ['3', '3'],
      ['4', '4'],
    ]);
  });

  it('sends a reset if missed events were deleted', async () => {
    await using test = await openEvents();
    for (let n = 1; n <= 3; n++) test.record(n);
    test.database.run('DELETE FROM event WHERE id = 2');
    const stream = openEventStream(test.events, { lastEventId: 1, signal: never });
    let text = '';
    stream.on('data', (part) => {
      text += part;
    });
    await waitUntil(() => text.includes('"n":3'));
    expect(text).toContain('event: reset');
    stream.destroy();
  });

  it('starts with the id for the next connection', async () => {
    await using test = await openEvents();
    for (let n = 1; n <= 3; n++) test.record(n);
    test.database.run('DELETE FROM event');
    const stream = openEventStream(test.events, { lastEventId: null, signal: never });
    expect(String(stream.read())).toMatch(/^id: 3\n\n/m);
    stream.destroy();
  });

  it.each([
    ['all missed events are deleted', 1],
    ['the id belongs to another workspace', 9],
  ])('sends a reset when %s', async (_case, lastEventId) => {
    await using test = await openEvents();
    for (let n = 1; n <= 3; n++) test.record(n);
    test.database.run('DELETE FROM event');
    const stream = openEventStream(test.events, { lastEventId, signal: never });
    expect(String(stream.read())).toContain('event: reset');
    stream.destroy();
  });

  it('sends heartbeats at intervals', async () => {
    await using test = await openEvents();
    const stream = openEventStream(test.events, { lastEventId: null, signal: never, heartbeatMilliseconds: 5 });
    let text = '';
    stream.on('data', (part) => {
      text += part;
    });
    await waitUntil(() => text.includes(': alive\n\n'));
    stream.destroy();
  });

  it('disconnects a reader that is too slow for transient events', async () => {
    await using test = await openEvents();
    const stream = openEventStream(test.events, { lastEventId: null, signal: never, waitingBytes: 1000 });
    for (let n = 0; n < 100; n++) test.events.announce({ type: 'render.progress', project: null, data: { n } });
    await waitUntil(() => stream.destroyed);
  });

  it('reads stored events page by page for a slow reader, in order', { tags: ['promise:P13'] }, async () => {
    await using test = await openEvents();
    const stream = openEventStream(test.events, { lastEventId: 0, signal: never, waitingBytes: 1000 });
    test.database.transaction(() => {
      for (let n = 1; n <= 2000; n++) test.record(n);
    });
    test.events.announce({ type: 'render.progress', project: null, data: { n: 'passes' } });
    test.record(2001);
    let text = '';
    for await (const part of stream) {
      text += part;
      if (text.includes('"n":2001}')) break;
    }
    const order = [...text.matchAll(/"n":(\d+|"passes")/g)].map(([, n]) => n);
    const numbers = Array.from({ length: 2001 }, (_, index) => String(index + 1));
    expect(order).toEqual([...numbers.slice(0, -1), '"passes"', '2001']);
    expect(text).not.toContain('event: reset');
  });

  it('sends a reset if events before a slow reader are deleted', async () => {
    await using test = await openEvents();
    for (let n = 1; n <= 5; n++) test.record(n);
    const stream = openEventStream(test.events, { lastEventId: 1, signal: never });
    test.database.run('DELETE FROM event WHERE id < 4');
    let text = '';
    for await (const part of stream) {
      text += part;
      if (text.includes('"n":5')) break;
    }
    expect(text).toMatch(/event: reset\ndata: \{\}\n\nid: 4\n/);
  });

  it('ends when its client disconnects', async () => {
    await using test = await openEvents();
    const client = new AbortController();
    const stream = openEventStream(test.events, { lastEventId: null, signal: client.signal });
    client.abort();
    await waitUntil(() => stream.destroyed);
  });
});
