import { describe, expect, test } from 'vitest';
import { DEFAULT_SET, putMarker, setSample } from '#shared/editing/model/editing-record.ts';
import { createRecordStore, type RecordOutcome } from './record-store.ts';
import { fakeClock } from './testing/fake-clock.ts';

function opened() {
  const clock = fakeClock();
  const sent: { readonly record: unknown; readonly etag: string | null; readonly keepalive: boolean }[] = [];
  const answers: (RecordOutcome | Promise<RecordOutcome>)[] = [];
  const store = createRecordStore({
    record: {},
    etag: '"0"',
    clock,
    save: async (record, etag, { keepalive }) => {
      sent.push({ record, etag, keepalive });
      return answers.shift() ?? { kind: 'saved', etag: `"${sent.length}"` };
    },
  });
  return { clock, store, sent, answers };
}

const marker = (id: string) => (record: Parameters<typeof putMarker>[0]) =>
  putMarker(record, { id, frame: 1, name: '' });

describe('the editing record', () => {
  test('is saved once after several quick changes', async () => {
    const { store, clock, sent } = opened();
    for (const value of ['A', 'An', 'Ann'])
      store.update((record) => setSample(record, { set: DEFAULT_SET, variable: 'name', value }));
    expect(store.state.isSaved).toBe(false);
    await clock.pass(1_000);
    expect(sent).toMatchObject([{ etag: '"0"', record: { dataSets: [{ values: { name: 'Ann' } }] } }]);
    expect(store.state.isSaved).toBe(true);
  });

  test('merges the changes of two windows', async () => {
    const { store, clock, sent, answers } = opened();
    const theirs = { markers: [{ id: 'theirs', frame: 0, name: '' }] };
    answers.push({ kind: 'conflict', theirs: { record: theirs, etag: '"9"' } });
    store.update(marker('mine'));
    await clock.pass(5_000);
    expect(sent[1]).toMatchObject({ etag: '"9"', record: { markers: [{ id: 'theirs' }, { id: 'mine' }] } });
    expect(store.state.isSaved).toBe(true);
  });

  test('is saved again after a failure', async () => {
    const { store, clock, sent, answers } = opened();
    answers.push({ kind: 'failed', reason: 'gone' }, { kind: 'failed', reason: 'gone' });
    store.update(marker('mine'));
    await clock.pass(1_000);
    expect(store.state.fault).toBe('gone');
    await clock.pass(10_000);
    expect(sent).toHaveLength(3);
    expect(store.state).toMatchObject({ isSaved: true, fault: null });
  });

  test('is saved immediately when the service is back', async () => {
    const { store, clock, sent, answers } = opened();
    answers.push(...Array.from({ length: 5 }, () => ({ kind: 'failed', reason: 'gone' }) as const));
    store.update(marker('mine'));
    await clock.pass(20_000);
    expect(sent).toHaveLength(5);
    store.retry();
    await clock.pass(0);
    expect(store.state).toMatchObject({ isSaved: true, fault: null });
    store.retry();
    await clock.pass(0);
    expect(sent).toHaveLength(6);
  });

  test('is saved when its store is closed', async () => {
    const { store, sent } = opened();
    store.update(marker('mine'));
    await store.close();
    expect(sent).toHaveLength(1);
  });

  test('is sent with keepalive when the page closes', async () => {
    const { store, sent } = opened();
    expect(store.sendBeforeUnload()).toBeNull();
    store.update(marker('mine'));
    expect(store.sendBeforeUnload()).toMatchObject({
      record: { markers: [{ id: 'mine' }] },
      etag: '"0"',
      underWay: null,
    });
    expect(sent).toMatchObject([{ keepalive: true, record: { markers: [{ id: 'mine' }] } }]);
  });

  test('is returned with the version that is being saved', async () => {
    const { store, sent, clock, answers } = opened();
    const answer = Promise.withResolvers<RecordOutcome>();
    answers.push(answer.promise);
    store.update(marker('one'));
    await clock.pass(800);
    store.update(marker('two'));
    expect(store.sendBeforeUnload()).toMatchObject({
      record: { markers: [{ id: 'one' }, { id: 'two' }] },
      etag: '"0"',
      underWay: { markers: [{ id: 'one' }] },
    });
    expect(sent).toHaveLength(1);
    answer.resolve({ kind: 'saved', etag: '"1"' });
  });
});
