import { describe, expect, it } from 'vitest';
import { openFoundation } from '#service/renders/testing/job-world.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { LoggedEvent } from '../ports.ts';

async function openLog() {
  const folder = await temporaryFolder();
  const { database, events: log } = await openFoundation(folder.path);
  const received: LoggedEvent[] = [];
  log.subscribe((event) => received.push(event));
  const record = (n: number) => log.record({ type: 'asset.saved', project: null, data: { n } });
  return { database, log, received, record, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

describe('the event log', () => {
  it('reports an event with its id after the commit', async () => {
    await using test = await openLog();
    test.database.transaction(() => {
      test.record(1);
      expect(test.received).toEqual([]);
    });
    await Promise.resolve();
    expect(test.received).toMatchObject([{ id: 1, type: 'asset.saved', project: null, data: { n: 1 } }]);
    expect(test.log.since(0)).toEqual(test.received);
  });

  it('does not report a change that was rolled back', async () => {
    await using test = await openLog();
    const failing = () =>
      test.database.transaction(() => {
        test.record(1);
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    test.record(2);
    await Promise.resolve();
    expect(test.received.map(({ data }) => data)).toEqual([{ n: 2 }]);
  });

  it('reports transient events without storing them', async () => {
    await using test = await openLog();
    test.log.announce({ type: 'render.progress', project: null, data: { done: 1 } });
    await Promise.resolve();
    expect(test.received.map(({ id, type }) => [id, type])).toEqual([[null, 'render.progress']]);
    expect(test.log.since(0)).toEqual([]);
  });
});
