import { afterAll, describe, expect, test } from 'vitest';
import {
  createFilmPlanner,
  type FilmPlanner,
  type PlannedFilm,
  type PlanQuery,
} from '#service/engine/plan/film-planner.ts';
import { requestKey } from '#service/engine/plan/locate-sources.ts';
import { factsOf, movieOf } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import { ok } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { createInspectionQueue } from './inspection-queue.ts';
import { createMovieInspector } from './inspector.ts';

const inspector = createMovieInspector();
const thread = createInspectionQueue();
afterAll(async () => {
  await inspector[Symbol.asyncDispose]();
  await thread.stop();
});

const SCENES = 1000;
const xml = `<movie width="320" height="180" framerate="25">${Array.from(
  { length: SCENES },
  (_, index) => `<scene duration="${1 + (index % 7)}"><video src="${index % 3}.mp4" skip="${index}"/></scene>`,
).join('')}</movie>`;

function queryFor({ sources }: FilmPlanner): PlanQuery {
  const found = sources.map((requested) => [requestKey(requested), ok({ sha256: 'ab', facts: factsOf() })] as const);
  const filters = new Set(['zscale', 'tonemap']);
  return { format: 'mp4', quality: 'standard', found: new Map(found), filters, toolsVersion: '5.1' };
}

const { signal } = new AbortController();

async function planned(planner: FilmPlanner): Promise<PlannedFilm> {
  const result = await planner.plan(queryFor(planner), signal);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** Returns the part of a plan that determines a film. */
function asData({ plan, keys }: PlannedFilm) {
  return { plan, keys };
}

describe('a long film', () => {
  test('is planned in another thread with equal results', { tags: ['promise:P13'] }, async () => {
    const { planner } = await inspector.open({ xml, values: [] });
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      turning = setImmediate(turn);
    };
    let turning = setImmediate(turn);
    const there = await planned(required(planner, 'a planner'));
    clearImmediate(turning);
    // The scenes arrive in five messages, and other work of the event loop runs in between.
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(asData(there)).toEqual(asData(await planned(createFilmPlanner(movieOf(xml)))));
  });

  test('reports a missing source at every use', async () => {
    const planner = required((await inspector.open({ xml, values: [] })).planner, 'a planner');
    const failure = { code: 'source/not-found', says: message('source/changed') } as const;
    const query = queryFor(planner);
    const [first] = query.found.keys();
    const found = new Map([...query.found, [required(first, 'a source'), { ok: false, error: failure }]]);
    const result = await planner.plan({ ...query, found }, signal);
    expect(result.ok ? [] : result.error).toHaveLength(Math.ceil(SCENES / 3));
  });

  test('arrives complete while other tasks wait', async () => {
    const film = { xml, values: [] };
    const query = queryFor(createFilmPlanner(movieOf(xml)));
    const [first, json, second] = await Promise.all([
      thread.ask({ kind: 'plan', film, query }),
      thread.ask({ kind: 'json', xml }),
      thread.ask({ kind: 'plan', film, query }),
    ]);
    expect([first, second].map((each) => (each.ok ? each.value.plan.scenes.length : 0))).toEqual([SCENES, SCENES]);
    expect(JSON.parse(json)).toMatchObject({ variables: [] });
  });

  test('stops arriving after an abort', async () => {
    const film = { xml, values: [] };
    const query = queryFor(createFilmPlanner(movieOf(xml)));
    const controller = new AbortController();
    const plan = thread.ask({ kind: 'plan', film, query }, controller.signal);
    const variables = thread.ask({ kind: 'variables', xml });
    controller.abort(new Error('cancelled'));
    await expect(plan).rejects.toThrow('cancelled');
    expect(JSON.parse(await variables)).toEqual([]);
  });

  test('is not planned after an abort', async () => {
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    const planner = required((await inspector.open({ xml, values: [] })).planner, 'a planner');
    await expect(planner.plan(queryFor(planner), cancelled)).rejects.toThrow('cancelled');
  });
});
