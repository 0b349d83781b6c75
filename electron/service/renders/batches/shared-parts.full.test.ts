import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { createRichProject, RICH_FRAMES } from '../testing/rich-project.ts';

/** The number of films that differ in a name. */
const ROWS = 10;

let service: TestService;
let project: string;
beforeAll(async () => {
  service = await openService();
  project = await createRichProject(service);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Returns the ended renders of a batch, in the order of its rows. */
async function filmsOf(rows: readonly Readonly<Record<string, string>>[]) {
  const body = { movie: 'Rich', rows: rows.map((row) => ({ ...row })), filename: 'film-${index}.mp4' };
  const { id } = await service.client.call('startBatch', { parameters: { region: 'local', project }, query: {}, body });
  const parameters = { project, batch: id };
  await waitUntil(
    async () => (await service.client.call('readBatch', { parameters, query: {} })).state === 'ended',
    270,
  );
  const { rows: ended } = await service.client.call('readBatch', { parameters, query: {} });
  return await Promise.all(
    ended.map(async ({ render }) => {
      const film = { project, render: required(render ?? undefined, 'a film of each row') };
      const { state, frames, sha256, scenes } = await service.client.call('readRender', {
        parameters: film,
        query: {},
      });
      expect({ state, frames }).toEqual({ state: 'succeeded', frames: RICH_FRAMES });
      return { sha256, scenes };
    }),
  );
}

/** Returns the number of cached parts, tracks, and films. */
async function cachedCount(): Promise<number> {
  const cache = join(service.workspace, 'workshop', 'kept');
  const folders = await readdir(cache);
  const keys = await Promise.all(folders.map((folder) => readdir(join(cache, folder))));
  return keys.flat().length;
}

full.test('films that differ in a name share the other scenes', async () => {
  const [first] = await filmsOf([{ name: 'First' }]);
  expect(first?.scenes).toEqual({ total: 3, cached: 0 });
  const before = await cachedCount();
  const films = await filmsOf(Array.from({ length: ROWS }, (_, index) => ({ name: `Guest ${index}` })));
  expect(new Set(films.map(({ sha256 }) => sha256)).size).toBe(ROWS);
  expect(films.map(({ scenes }) => scenes)).toEqual(films.map(() => ({ total: 3, cached: 2 })));
  // Each row adds the picture of its title, and the film.
  expect((await cachedCount()) - before).toBe(2 * ROWS);
});

test('rows that choose another branch share the common parts', async () => {
  const chosen = (plan: string) => ({ name: 'Chosen', plan });
  await filmsOf([{ name: 'Another' }]);
  const [gold] = await filmsOf([chosen('gold')]);
  // Only the scene with the title is new, because an earlier film contains the scene of the branch `gold`.
  expect(gold?.scenes).toEqual({ total: 3, cached: 2 });
  const [silver] = await filmsOf([chosen('silver')]);
  expect(silver?.sha256).not.toBe(gold?.sha256);
  // The scene of the branch `silver` and the transition into it are new.
  expect(silver?.scenes).toEqual({ total: 3, cached: 1 });
  const [bronze, again] = await filmsOf([chosen('bronze'), chosen('gold')]);
  expect([bronze?.sha256, again?.sha256]).toEqual([silver?.sha256, gold?.sha256]);
});
