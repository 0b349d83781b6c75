import { describe, expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { madeAnswer } from '../testing/pretended-worker.ts';
import { FILM, filmWork, jobOf } from '../testing/test-farm.ts';
import { type DesiredJob, type JobAction, type ObservedJob, reconcile } from './reconcile.ts';

const job = (render: string) => jobOf({ ...filmWork(), render: render as never });
const desired = (changes: Partial<DesiredJob> = {}): DesiredJob => ({
  ...{ job: job('a'), queue: null, isAwaited: true, removal: null },
  ...changes,
});
const decide = (one: DesiredJob, state: ObservedJob | null = null, target: string | null = 'new') =>
  reconcile(new Map([['a-1', one]]), new Map(state === null ? [] : [['a-1', state]]), target);
const submit = { do: 'submit', queue: 'new', jobs: [job('a')] };
const remove = (queue: string, announce = false) => ({ do: 'remove', queue, id: 'a-1', announce });
const completed = (answer: unknown): ObservedJob => ({ state: 'completed', answer: JSON.stringify(answer) });

describe('reconcile', () => {
  test('submits a job that no queue has', () => {
    expect(decide(desired())).toEqual([submit]);
  });

  test('submits a job that its queue lost', () => {
    expect(decide(desired({ queue: 'new' }), { state: 'missing' })).toEqual([submit]);
  });

  test('submits jobs only while a worker can make films', () => {
    expect(decide(desired(), null, null)).toEqual([]);
    expect(decide(desired({ queue: 'old' }), { state: 'missing' }, null)).toEqual([]);
  });

  test('leaves a waiting job in its queue', () => {
    expect(decide(desired({ queue: 'new' }), { state: 'waiting' })).toEqual([]);
    expect(decide(desired({ queue: 'new' }))).toEqual([]);
  });

  test('removes a waiting job from the queue of another toolchain', () => {
    expect(decide(desired({ queue: 'old' }), { state: 'waiting' })).toEqual([remove('old')]);
  });

  test('leaves a waiting job in its queue if no worker is suitable', () => {
    expect(decide(desired({ queue: 'old' }), { state: 'waiting' }, null)).toEqual([]);
  });

  test('returns an answer and keeps its entry until it is used', () => {
    const answer = madeAnswer(FILM);
    expect(decide(desired({ queue: 'old' }), completed(answer))).toEqual([{ do: 'answer', id: 'a-1', answer }]);
    expect(decide(desired({ queue: 'old', isAwaited: false }))).toEqual([]);
  });

  test.each([
    ['an unreadable answer', completed({ state: 'made' }), 'farm/answer'],
    [
      'too many lost workers',
      { state: 'failed', reason: 'job stalled more than allowable limit' },
      'farm/workers-lost',
    ],
    ['an error of a worker', { state: 'failed', reason: 'a\n  bug' }, 'farm/worker-told'],
  ] as const)('fails a job and removes it after %s', (_, state, code) => {
    expect(decide(desired({ queue: 'new' }), state)).toMatchObject([
      { do: 'fail', id: 'a-1', error: { code: 'farm/failed', says: { code } } },
      remove('new'),
    ]);
  });

  test('removes a withdrawn job and announces it', () => {
    const withdrawn = desired({ queue: 'new', isAwaited: false, removal: { announce: true } });
    expect(decide(withdrawn, completed(madeAnswer(FILM)))).toEqual([remove('new', true)]);
  });

  test('removes the old entry of a job before another submission', () => {
    const again = desired({ queue: 'new', removal: { announce: false } });
    expect(decide(again, completed(madeAnswer(FILM)))).toEqual([remove('new')]);
    expect(decide({ ...again, queue: null, removal: null })).toEqual([submit]);
  });

  test('orders answers before removals and removals before submissions', () => {
    const jobs = new Map<string, DesiredJob>(
      ['a', 'b', 'c'].map((render) => [`${render}-1`, desired({ job: job(render), queue: 'new' })]),
    );
    jobs.set('b-1', { ...desired({ job: job('b'), queue: 'new' }), removal: { announce: false } });
    const observed = new Map<string, ObservedJob>([
      ['a-1', { state: 'missing' }],
      ['c-1', completed(madeAnswer(FILM))],
    ]);
    expect(reconcile(jobs, observed, 'new').map((action) => action.do)).toEqual(['answer', 'remove', 'submit']);
  });
});

/** The state of the service and of two queues. */
interface World {
  readonly jobs: Map<string, { -readonly [Field in keyof DesiredJob]: DesiredJob[Field] }>;
  readonly queues: ReadonlyMap<string, Map<string, ObservedJob>>;
  readonly ends: Map<string, string[]>;
  target: string | null;
}

const IDS = ['a', 'b', 'c', 'd'];
const event = fc.oneof(
  fc.record({ kind: fc.constantFrom('lose', 'answer', 'fail', 'withdraw', 'use'), id: fc.constantFrom(...IDS) }),
  fc.record({ kind: fc.constantFrom('empty', 'target'), id: fc.constantFrom('old', 'new', 'none') }),
  // A round that observes some jobs. Its first actions are carried out before the connection breaks.
  fc.record({
    kind: fc.constant('round'),
    id: fc.constant(''),
    seen: fc.nat({ max: 15 }),
    carried: fc.nat({ max: 5 }),
  }),
);

function applyEvent(world: World, { kind, id }: { readonly kind: string; readonly id: string }): void {
  const key = `${id}-1`;
  const job = world.jobs.get(key);
  const entries = [...world.queues.values()].filter((queue) => queue.get(key)?.state === 'waiting');
  switch (kind) {
    case 'lose':
      for (const queue of world.queues.values()) queue.delete(key);
      break;
    case 'answer':
      for (const queue of entries) queue.set(key, completed(madeAnswer(FILM)));
      break;
    case 'fail':
      for (const queue of entries) queue.set(key, { state: 'failed', reason: 'a bug' });
      break;
    case 'withdraw':
      if (job?.isAwaited !== true) break;
      Object.assign(job, { isAwaited: false, removal: { announce: true } });
      world.ends.get(key)?.push('withdrawn');
      break;
    case 'use':
      if (job !== undefined && !job.isAwaited) job.removal = { announce: false };
      break;
    case 'empty':
      world.queues.get(id)?.clear();
      break;
    default:
      world.target = id === 'none' ? null : id;
  }
}

/** Carries out actions as the loop does. */
function carryOut(world: World, actions: readonly JobAction[]): void {
  for (const action of actions) {
    if (action.do === 'submit') {
      for (const { id } of action.jobs) {
        const queue = world.queues.get(action.queue);
        if (queue?.has(id) !== true) queue?.set(id, { state: 'waiting' });
        Object.assign(world.jobs.get(id) ?? {}, { queue: action.queue });
      }
      continue;
    }
    const job = world.jobs.get(action.id);
    if (job === undefined) continue;
    if (action.do === 'remove') {
      world.queues.get(action.queue)?.delete(action.id);
      Object.assign(job, { queue: null, removal: null });
      continue;
    }
    world.ends.get(action.id)?.push(action.do);
    job.isAwaited = false;
    if (action.do === 'fail') job.removal = { announce: false };
  }
}

function round(world: World, seen = 15, carried = Number.POSITIVE_INFINITY): void {
  const observed = new Map<string, ObservedJob>();
  for (const [index, [id, { queue, isAwaited, removal }]] of [...world.jobs].entries())
    if (isAwaited && queue !== null && removal === null && (seen & (1 << index)) !== 0)
      observed.set(id, world.queues.get(queue)?.get(id) ?? { state: 'missing' });
  carryOut(world, reconcile(world.jobs, observed, world.target).slice(0, carried));
}

test('each job ends once for any order of losses, answers, and withdrawals', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const world: World = {
        jobs: new Map(IDS.map((id) => [`${id}-1`, desired({ job: job(id) })])),
        queues: new Map([
          ['old', new Map()],
          ['new', new Map()],
        ]),
        ends: new Map(IDS.map((id) => [`${id}-1`, []])),
        target: 'old',
      };
      for (const each of events)
        if ('seen' in each) round(world, each.seen, each.carried);
        else applyEvent(world, each);
      // From here on, no faults occur. The workers of the new queue answer each job.
      world.target = 'new';
      for (let rounds = 0; rounds < 6; rounds++) {
        round(world);
        for (const id of IDS) applyEvent(world, { kind: 'answer', id });
      }
      for (const id of IDS) applyEvent(world, { kind: 'use', id });
      round(world);
      expect([...world.ends.values()].map((ends) => ends.length)).toEqual([1, 1, 1, 1]);
      expect([...world.queues].flatMap(([, queue]) => [...queue.keys()])).toEqual([]);
    }),
  );
});
