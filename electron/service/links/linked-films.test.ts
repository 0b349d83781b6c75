import { expect, it } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { expireLinkedFilms } from '#service/renders/records/linked-films.ts';
import { manualWorker } from '#service/renders/testing/hand-worker.ts';
import { openJobWorld } from '#service/renders/testing/job-world.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { required } from '#shared/lib/assert.ts';
import { requestedLanguage } from '#shared/template/variables/film-language.ts';
import { createLinkBudget, createLinkedFilms } from './linked-films.ts';
import { readLink } from './read-link.ts';

const FILM = `<movie width="64" height="64" framerate="10">
  <scene duration="\${length, 5}"><solid color="\${color, #ff0000}"/><text content="\${name, you}"/></scene></movie>`;
const { signal } = new AbortController();

async function openWorld() {
  const folder = await temporaryFolder();
  const worker = manualWorker(folder.path);
  const world = await openJobWorld(folder.path, { worker });
  let later = 0;
  const foundation = { ...world.foundation, clock: () => Date.now() + later };
  const films = createLinkedFilms({ foundation, queue: world.queue, requests: world.requests });
  world.putMovie(world.project, 'film', FILM);
  world.queue.start();
  const ask = (query: Record<string, string> = {}) =>
    films.ask(readLink('film.mp4', query), { project: world.project, origin: 'http://here' }, signal);
  const renders = () => world.foundation.database.all('SELECT id, state FROM render ORDER BY sequence');
  return {
    ...world,
    worker,
    films,
    ask,
    renders,
    wait: (milliseconds: number) => {
      later += milliseconds;
    },
    /** Requests a film, finishes its render, and repeats the request until the film is ready. */
    finish: async (query: Record<string, string> = {}) => {
      await ask(query);
      const made = worker.runs.length;
      await waitUntil(() => worker.runs.length >= made && worker.runs.length > 0);
      await worker.runs.at(-1)?.finish();
      await waitUntil(async () => (await ask(query)).kind === 'ready');
      return await ask(query);
    },
    change: (xml: string) => {
      world.putMovie(world.project, 'film', xml);
      world.foundation.events.record({ type: 'movie.saved', project: world.project, data: { name: 'film' } });
    },
    [Symbol.asyncDispose]: async () => {
      films.stop();
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it('all callers of a film share one render', async () => {
  await using world = await openWorld();
  const gone = new AbortController();
  const link = readLink('film.mp4', { name: 'Ada' });
  const from = { project: world.project, origin: 'http://here' };
  const asked = await Promise.all([1, 2, 3].map(() => world.films.ask(link, from, gone.signal)));
  gone.abort();
  expect(asked.map(({ kind }) => kind)).toEqual(['making', 'making', 'making']);
  await waitUntil(() => world.worker.runs.length === 1);
  expect(world.worker.runs[0]?.cancelledWith()).toBeUndefined();
  await world.worker.runs[0]?.finish();
  await waitUntil(async () => (await world.ask({ name: 'Ada' })).kind === 'ready');
  expect([world.worker.runs.length, world.renders()]).toEqual([1, []]);
});

it('a film depends on its values, not their spelling', async () => {
  await using world = await openWorld();
  const ada = await world.finish({ name: 'Ada' });
  expect(await world.ask({ 'var.name': 'Ada' })).toEqual(ada);
  const bob = await world.finish({ name: 'Bob' });
  expect(bob).not.toEqual(ada);
  expect(world.worker.runs.map(({ work }) => work.variables.get('name'))).toEqual(['Ada', 'Bob']);
});

it('a changed template makes a new film', async () => {
  await using world = await openWorld();
  const before = await world.finish();
  world.change(FILM.replace('${length, 5}', '6'));
  expect((await world.ask()).kind).toBe('making');
  const after = await world.finish();
  expect(after).not.toEqual(before);
  expect(world.foundation.database.all('SELECT film FROM linked_film')).toHaveLength(1);
});

it('a render for an older template is canceled', async () => {
  await using world = await openWorld();
  await world.ask();
  await waitUntil(() => world.worker.runs.length === 1);
  world.change(FILM.replace('${length, 5}', '6'));
  await world.finish();
  expect(world.worker.runs.map((run) => run.cancelledWith() !== undefined)).toEqual([true, false]);
  expect(world.renders()).toEqual([]);
});

it('a failed film starts again after ten minutes', async () => {
  await using world = await openWorld();
  await world.ask();
  await waitUntil(() => world.worker.runs.length === 1);
  world.worker.runs[0]?.fail(new ServiceError('ffmpeg/failed'));
  await waitUntil(() => world.renders()[0]?.['state'] === 'failed');
  await expect(world.ask()).rejects.toMatchObject({ code: 'ffmpeg/failed' });
  world.wait(serviceLimits.filmLinks.failureMinutes * 60_000 + 1000);
  expect((await world.ask()).kind).toBe('making');
  // The failed render was deleted.
  expect(world.renders()).toHaveLength(1);
});

it('the next caller does not restart a canceled film', async () => {
  await using world = await openWorld();
  const asked = await world.ask();
  if (asked.kind === 'making') await world.queue.cancel(asked.render.id);
  await expect(world.ask()).rejects.toMatchObject({ code: 'render/cancelled' });
});

it('a project renders a limited number of linked films', async () => {
  await using world = await openWorld();
  for (let count = 0; count < serviceLimits.filmLinks.making; count++) await world.ask({ name: `n${count}` });
  await expect(world.ask({ name: 'more' })).rejects.toMatchObject({ code: 'link/too-many' });
  // A repeated request for a film that is being made does not count as another film.
  expect((await world.ask({ name: 'n3' })).kind).toBe('making');
  const own = await world.handlers.startRender({
    parameters: { region: 'local', project: world.project },
    query: {},
    headers: {},
    body: { movie: 'film', async: 'true', variables: '{"name": "own"}' },
    unusedFields: [],
    repeatedFields: [],
    unusedParameters: [],
    head: false,
    origin: 'http://here',
    signal,
  });
  expect(own).toMatchObject({ status: 202 });
  await world.worker.runs[0]?.finish();
  await waitUntil(() => world.worker.runs.length === 2);
  expect(world.worker.runs[1]?.work.variables.get('name')).toBe('own');
});

it.each([
  [{ nmae: 'Ada' }, 'link/invalid', 'link/no-variable'],
  [{ length: '200000' }, 'link/too-long', 'link/frames'],
  [{ color: 'no colour' }, 'render/invalid', null],
  [{ quality: 'best' }, 'render/invalid', null],
])('a link with %j is refused', async (query: Record<string, string>, code, reason) => {
  await using world = await openWorld();
  const refused = await world.ask(query).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code, ...(reason !== null && { says: { code: reason } }) });
  expect(world.renders()).toEqual([]);
});

it('the least recently used films are deleted first', async () => {
  await using world = await openWorld();
  for (const name of ['a', 'b', 'c']) await world.finish({ name });
  const { database, blobs } = world.foundation;
  for (const row of [1, 2, 3]) database.run('UPDATE linked_film SET used_at = ? WHERE rowid = ?', 999 + row, row);
  const bytes = Number(database.get('SELECT MAX(bytes) AS most FROM linked_film')?.['most']);
  const clock = () => 2000;
  const first = String(database.get('SELECT film FROM linked_film WHERE used_at = 1000')?.['film']);
  const isHeld = (film: string) => film === first;
  expect(expireLinkedFilms({ database, clock }, { isHeld, limitBytes: bytes })).toBe(1);
  expect(database.all('SELECT used_at FROM linked_film ORDER BY used_at').map((row) => row['used_at'])).toEqual([
    1000, 1002,
  ]);
  expect(
    expireLinkedFilms({ database, clock: () => 91 * 86_400_000 + 1002 }, { isHeld: blobs.isHeld, limitBytes: 1e9 }),
  ).toBe(2);
});

it('a link with free values has a daily limit', () => {
  let now = 0;
  const budget = createLinkBudget(() => now, 2);
  for (const values of ['a', 'b', 'a', 'b']) budget.spend('link', values);
  expect(() => budget.spend('link', 'c')).toThrow('different sets of values');
  budget.spend('another link', 'c');
  now += 3600 * 1000;
  expect(() => budget.spend('link', 'c')).toThrow(expect.objectContaining({ retryAfterSeconds: 23 * 3600 }));
  now += 23 * 3600 * 1000;
  budget.spend('link', 'c');
});

it('a link chooses the language of its film', async () => {
  await using world = await openWorld();
  await world.ask({ 'film.language': 'de', name: 'Ada' });
  await waitUntil(() => world.worker.runs.length === 1);
  const { variables } = required(world.worker.runs[0], 'a run').work;
  expect([requestedLanguage(variables), variables.get('name'), variables.has('film.language')]).toEqual([
    'de',
    'Ada',
    false,
  ]);
  await world.worker.runs[0]?.finish();
});

it('the parameter sets a variable that is named film.language', async () => {
  await using world = await openWorld();
  world.change(FILM.replace('${name, you}', '${film.language, en}'));
  await world.ask({ 'film.language': 'de' });
  await waitUntil(() => world.worker.runs.length === 1);
  const { variables } = required(world.worker.runs[0], 'a run').work;
  expect([requestedLanguage(variables), variables.get('film.language')]).toEqual([null, 'de']);
  await world.worker.runs[0]?.finish();
});

it('the value of a list is a JSON array or comma-separated values', async () => {
  await using world = await openWorld();
  world.change(`<movie width="64" height="64" framerate="10"><resources>
    <variable name="goods" type="list" max="2"><field name="name" required="true"/></variable>
    <variable name="colors" type="list" of="color"/></resources>
    <scene each="\${goods}" duration="5"><text content="\${item.name}"/></scene>
    <scene each="\${colors}" as="color" duration="5" background="\${color}"/></movie>`);
  const goods = (...names: readonly string[]) => JSON.stringify(names.map((name) => ({ name })));
  const made = await world.finish({ goods: goods('Tea', 'Jam'), colors: '#ff0000, #00ff00' });
  expect(made.kind).toBe('ready');
  expect(world.worker.runs.at(-1)?.work.variables.get('goods')).toBe(goods('Tea', 'Jam'));
  const refused = async (query: Record<string, string>) => {
    const error: unknown = await world
      .ask({ goods: goods('Tea'), colors: '#fff', ...query })
      .catch((reason: unknown) => reason);
    return error instanceof ServiceError ? error.issues.map(({ code }) => code) : error;
  };
  expect(await refused({ goods: goods('Tea', 'Jam', 'Salt') })).toEqual(['list/count']);
  expect(await refused({ goods: goods('') })).toEqual(['variable/missing']);
  expect(await refused({ goods: '[{"name": ' })).toEqual(['list/unreadable']);
  expect(await refused({ colors: 'red' })).toEqual(['variable/refused']);
});
