import { describe, expect, it } from 'vitest';
import type { BlobDigest } from '#service/storage/ports.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { requeueFailed } from '../accept/retry-render.ts';
import { openUploadOf } from '../endings/left-uploads.ts';
import { startRender } from '../testing/calls.ts';
import { manualWorker } from '../testing/hand-worker.ts';
import { openJobWorld } from '../testing/job-world.ts';
import { countedAttempts, findRender, type RenderId, type StoredOutcome } from './render-record.ts';
import {
  advanceRender,
  claimRender,
  endRender,
  finishRendering,
  type RenderRecords,
  requeueUncounted,
} from './transitions.ts';

const FILM = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
const DIGEST = 'a'.repeat(64) as BlobDigest;
const OUTCOME: StoredOutcome = {
  url: null,
  frames: 50,
  durationSeconds: 5,
  bytes: 1,
  sha256: DIGEST,
  warnings: [],
  files: [],
  scenes: null,
};

/** Opens the records of a queued render. The queue does not run; instead, the test makes the worker's calls. */
async function openRecords(notify: RenderRecords['notify'] = () => undefined) {
  const folder = await temporaryFolder();
  const world = await openJobWorld(folder.path, { worker: manualWorker(folder.path) });
  const { id } = await startRender(world, { template: FILM, async: 'true' });
  const records: RenderRecords = { ...world.foundation, notify };
  return {
    ...world,
    records,
    id: id as RenderId,
    claim: () => required(claimRender(records, id as RenderId), 'a queued render'),
    record: () => findRender(records.database, id as RenderId),
    events: () => records.events.since(0).length,
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('an outdated attempt', () => {
  it.each<readonly [string, (records: RenderRecords, ticket: { id: RenderId; attempt: number }) => boolean]>([
    ['moves a render on', (records, ticket) => advanceRender(records, ticket, 'rendering', 'uploading')],
    ['gives it a film', (records, ticket) => finishRendering(records, ticket, DIGEST, OUTCOME)],
    ['ends it', (records, ticket) => endRender(records, ticket, { state: 'cancelled' })],
    ['puts it back', (records, ticket) => requeueUncounted(records, ticket)],
    ['notes an upload of it', (records, ticket) => noteUpload(records, ticket)],
  ])('never %s', async (_, act) => {
    await using test = await openRecords();
    const old = test.claim();
    expect(requeueUncounted(test.records, old)).toBe(true);
    const latest = test.claim();
    expect([old.attempt, latest.attempt]).toEqual([1, 2]);
    expect(advanceRender(test.records, latest, 'fetching', 'rendering')).toBe(true);
    const before = { record: test.record(), events: test.events() };
    expect(act(test.records, old)).toBe(false);
    expect({ record: test.record(), events: test.events() }).toEqual(before);
  });

  function noteUpload(records: RenderRecords, ticket: { id: RenderId; attempt: number }): boolean {
    openUploadOf({ ...ticket, openUpload: null }, records.database).note({ kind: 'open', id: 'u' });
    return findRender(records.database, ticket.id)?.openUpload !== null;
  }
});

it('a retried render has all its attempts again', async () => {
  await using test = await openRecords();
  const error = { code: 'render/invalid', detail: 'It cannot be rendered.' } as const;
  const counted = () => countedAttempts(required(test.record(), 'the render'));
  expect(endRender(test.records, test.claim(), { state: 'failed', error })).toBe(true);
  expect(counted()).toBe(1);
  expect(requeueFailed(test.id, null, test.records)).toMatchObject({ state: 'queued', error: null, endedAt: null });
  expect([counted(), test.claim().attempt, counted()]).toEqual([0, 2, 1]);
});

describe('the end of a render', () => {
  it('fails if the notification cannot be stored with it', async () => {
    await using test = await openRecords((_, database) => {
      database.run(`UPDATE render SET filename = 'written with the end'`);
      throw new Error('no place for the notification');
    });
    const ticket = test.claim();
    const before = { record: test.record(), events: test.events() };
    expect(() => endRender(test.records, ticket, { state: 'cancelled' })).toThrow('no place for the notification');
    expect({ record: test.record(), events: test.events() }).toEqual(before);
  });

  it('releases the assets of the render', async () => {
    await using test = await openRecords();
    const { database } = test.records;
    const inputs = () => Number(database.get('SELECT COUNT(*) AS n FROM render_input')?.['n']);
    const ticket = test.claim();
    const clip = await test.putAsset(test.project, 'clip.mp4', Buffer.from('a clip'));
    database.run('INSERT INTO render_input VALUES (?, ?, ?)', test.id, 'clip.mp4', clip);
    expect(inputs()).toBe(1);
    expect(endRender(test.records, ticket, { state: 'cancelled' })).toBe(true);
    expect(inputs()).toBe(0);
  });
});
