import { afterAll, describe, expect, test } from 'vitest';
import { required } from '../../../shared/lib/assert.ts';
import { ok } from '../../../shared/lib/result.ts';
import { sourceKey } from '../../../shared/template/used-sources.ts';
import type { FilmPlanner, PlannedFilm, PlanQuestion } from '../render/plan/film-planner.ts';
import { createFilmPlanner } from '../render/plan/film-planner.ts';
import { factsOf, movieOf } from '../testing/plan-film.ts';
import { createInspectionQueue, type InspectionQueue } from './inspection-queue.ts';
import { createInspection } from './inspection-task.ts';
import { createMovieInspector } from './inspector.ts';
import { createThreadedPlanner } from './threaded-planner.ts';

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

function questionFor({ sources }: FilmPlanner): PlanQuestion {
  const found = sources.map((source) => [sourceKey(source), ok({ sha256: 'ab', facts: factsOf() })] as const);
  const filters = new Set(['zscale', 'tonemap']);
  return { format: 'mp4', quality: 'standard', found: new Map(found), filters, toolsVersion: '5.1' };
}

const { signal } = new AbortController();

async function planned(planner: FilmPlanner): Promise<PlannedFilm> {
  const result = await planner.plan(questionFor(planner), signal);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** All that making a film asks of a plan. */
function asData({ plan, keys }: PlannedFilm) {
  return { plan, keys };
}

describe('a long film', () => {
  test('is planned in another thread as it would be here, and others go on meanwhile', async () => {
    const { planner } = await inspector.open({ xml, values: [] });
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      turning = setImmediate(turn);
    };
    let turning = setImmediate(turn);
    const there = await planned(required(planner, 'a planner'));
    clearImmediate(turning);
    // Its scenes come over in five answers, with a turn for everybody else between two of them.
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(asData(there)).toEqual(asData(await planned(createFilmPlanner(movieOf(xml)))));
  });

  test('is told what is wrong with its sources at every place that shows them', async () => {
    const planner = required((await inspector.open({ xml, values: [] })).planner, 'a planner');
    const failure = { code: 'source/not-found', message: 'It is not there.' } as const;
    const question = questionFor(planner);
    const [first] = question.found.keys();
    const found = new Map([...question.found, [required(first, 'a source'), { ok: false, error: failure }]]);
    const result = await planner.plan({ ...question, found }, signal);
    expect(result.ok ? [] : result.error).toHaveLength(Math.ceil(SCENES / 3));
  });

  test('is planned again when its plan was lost while it was fetched', async () => {
    let losses = 1;
    const losing: InspectionQueue = {
      ask: async (task) => {
        const result = await thread.ask(task);
        return task.kind === 'scenes' && task.start > 0 && losses-- > 0 ? (null as never) : result;
      },
      stop: () => thread.stop(),
    };
    const film = { xml, values: [] };
    const { sources } = createFilmPlanner(movieOf(xml));
    const { plan } = await planned(createThreadedPlanner(film, sources, losing));
    expect(plan.scenes).toHaveLength(SCENES);
    losses = Number.POSITIVE_INFINITY;
    await expect(planned(createThreadedPlanner(film, sources, losing))).rejects.toThrow('again and again');
  });

  test('does not go on being planned for nobody', async () => {
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    const planner = required((await inspector.open({ xml, values: [] })).planner, 'a planner');
    await expect(planner.plan(questionFor(planner), cancelled)).rejects.toThrow('cancelled');
  });

  test('keeps only a few plans that nobody fetched', () => {
    const inspect = createInspection();
    const film = { xml: '<movie width="64" height="64" framerate="25"><scene duration="5"/></movie>', values: [] };
    const question = questionFor(createFilmPlanner(movieOf(film.xml)));
    const tickets = Array.from({ length: 5 }, () => {
      const result = inspect({ kind: 'plan', film, question });
      return result.ok ? result.value.ticket : 0;
    });
    const scenes = tickets.map((ticket) => inspect({ kind: 'scenes', ticket, start: 0 })?.length ?? null);
    expect(scenes).toEqual([null, 1, 1, 1, 1]);
  });
});
