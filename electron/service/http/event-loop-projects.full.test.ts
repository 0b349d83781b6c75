// @module-tag full-scale
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServiceProcess, startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openWorkspace } from '#service/workspace/open-workspace.ts';
import { makeCrowdedProject } from '#service/workspace/testing/crowded-project.ts';
import { never, streamOf } from '#service/workspace/testing/scratch-workspace.ts';
import { longestTask, MAX_BLOCK_MILLISECONDS } from './testing/longest-task.ts';

const READERS = 50;
const TRASHED = 10_000;
/** The number of projects with a full trash. Each attempt to empty a trash needs another project. */
const TRASHES = 3;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: ServiceProcess;
let project: string;
let trashes: string[];
beforeAll(async () => {
  folder = await temporaryFolder();
  project = await makeCrowdedProject(folder.path);
  trashes = await makeTrashes(folder.path);
  service = await startServiceProcess(folder.path, { watched: true });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Creates the projects and fills their trash with assets. */
async function makeTrashes(path: string): Promise<string[]> {
  const workspace = await openWorkspace({ folder: path, clock: Date.now });
  const { projects, assets, blobs, database } = workspace;
  const blob = await blobs.put(streamOf('same'), { limitBytes: 10, signal: never });
  const uids = Array.from({ length: TRASHES }, (_, index) => projects.create(`Trash ${index}`).uid);
  for (const uid of uids)
    database.transaction(() => {
      for (let n = 0; n < TRASHED; n++) {
        assets.assign(uid, `Film ${n} – fertig.mp4`, blob, 'video/mp4');
        assets.delete(uid, `Film ${n} – fertig.mp4`);
      }
    });
  await workspace.close();
  return uids;
}

/** Empties a trash that is still full. Returns the answer. */
async function emptied(): Promise<Response> {
  const answer = await service.fetch(`/v1/trash/${trashes.pop()}`, { method: 'DELETE' });
  const text = await answer.text();
  expect(JSON.parse(text)).toEqual({ count: TRASHED });
  return new Response(text, { status: answer.status });
}

/** Copies the project and sends a request about the copy. The measurement excludes the time of copying. */
async function ofCopy(method: string, path: (uid: string) => string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const body = '{"name":"Copy"}';
  const copy = await service.fetch(`/v1/project/${project}/duplicate`, { method: 'POST', body, headers });
  const { uid } = JSON.parse(await copy.text());
  await service.longestTask();
  return await service.fetch(path(uid), { method });
}

/** Reads an event stream until the pattern matches. Returns the match. */
async function readUntil(pattern: RegExp, lastEventId?: string): Promise<string> {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const { body } = await service.fetch('/v1/events', { headers });
  let tail = '';
  for await (const part of body ?? []) {
    tail = tail.slice(-100) + Buffer.from(part).toString('latin1');
    const [, found] = pattern.exec(tail) ?? [];
    // Returning from the loop closes the stream.
    if (found !== undefined) return found;
  }
  throw new Error('the stream has ended');
}

/** Lets this number of readers follow all stored events to the last. Returns the answer of another call. */
async function followed(readers: number): Promise<Response> {
  const last = await readUntil(/\nid: (\d+)\n/);
  const toTheLast = new RegExp(`\nid: (${last})\n`);
  await Promise.all(Array.from({ length: readers }, () => readUntil(toTheLast, '1')));
  return await service.fetch('/health');
}

/** Keeps this number of event streams open and reads them during the request. */
async function whileFollowed(readers: number, ask: () => Promise<Response>): Promise<Response> {
  const leaving = new AbortController();
  const init = { signal: leaving.signal };
  const streams = await Promise.all(Array.from({ length: readers }, () => service.fetch('/v1/events', init)));
  const read = streams.map(async ({ body }) => {
    for await (const _ of body ?? []);
  });
  const answer = await ask();
  const text = await answer.text();
  leaving.abort();
  await Promise.allSettled(read);
  return new Response(text, { status: answer.status });
}

/** The calls to measure. The last two also send other requests at the same time. */
const calls: Readonly<Record<string, readonly [status: number, ask: () => Promise<Response>]>> = {
  'a project of 10,000 movies and 10,000 assets, deleted': [200, () => ofCopy('DELETE', (uid) => `/v1/project/${uid}`)],
  'its 10,000 movies, listed': [200, () => service.fetch(`/v1/list/sdl/${project}`)],
  'a trash of 10,000 assets, listed': [200, () => service.fetch(`/v1/list/trash/${trashes[0]}`)],
  'a trash of 10,000 assets, emptied': [200, emptied],
  'all publications, listed': [200, () => service.fetch('/v1/published/local')],
  'a reader 10,000 events behind': [200, () => followed(1)],
  'fifty readers 10,000 events behind': [200, () => followed(READERS)],
  'fifty readers who hear of the deletion of 10,000 movies': [
    200,
    () => whileFollowed(READERS, () => ofCopy('DELETE', (uid) => `/v1/sdl/${uid}`)),
  ],
  'its 10,000 movies, deleted': [200, () => ofCopy('DELETE', (uid) => `/v1/sdl/${uid}`)],
  'it, published': [200, () => service.fetch(`/v1/publish/${project}/local`, { method: 'POST' })],
};

describe('a crowded project blocks the main thread for at most 200 ms', { tags: ['promise:P13'] }, () => {
  test.each(Object.entries(calls))('for %s', async (_, [status, ask]) => {
    expect(await longestTask(service, ask, status)).toBeLessThan(MAX_BLOCK_MILLISECONDS);
  });
});
