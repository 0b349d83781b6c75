import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createIdleQueue, createRestingQueue } from './idle-queue.ts';

let turns: ((deadline: IdleDeadline) => void)[] = [];
let now = 0;

/** Runs the idle callbacks with this time in milliseconds until the next frame. */
async function idle(remaining = 50): Promise<void> {
  const end = now + remaining;
  const deadline = { didTimeout: remaining === 0, timeRemaining: () => Math.max(0, end - now) };
  for (const turn of turns.splice(0)) turn(deadline);
  await new Promise((resolve) => setImmediate(resolve));
}

beforeEach(() => {
  turns = [];
  now = 0;
  vi.stubGlobal('requestIdleCallback', (turn: (deadline: IdleDeadline) => void) => turns.push(turn));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a queued task runs once when the page is idle', async () => {
  const { add } = createIdleQueue();
  const task = vi.fn();
  add(task);
  add(task);
  expect(task).not.toHaveBeenCalled();
  await idle();
  await idle();
  expect(task).toHaveBeenCalledOnce();
});

test('a task yields when its time slice is used up', async () => {
  const { add } = createIdleQueue();
  const done: number[] = [];
  for (const number of [1, 2, 3])
    add(() => {
      done.push(number);
      now += 4;
    });
  await idle();
  expect(done).toEqual([1, 2]);
  await idle();
  expect(done).toEqual([1, 2, 3]);
});

test('a task that queues itself again runs after the queued tasks', async () => {
  const { add } = createIdleQueue();
  const done: string[] = [];
  const again = () => {
    done.push('again');
    if (done.length < 5) add(again);
  };
  add(again);
  add(() => done.push('other'));
  await idle();
  expect(done).toEqual(['again', 'other']);
  await idle();
  expect(done).toEqual(['again', 'other', 'again']);
});

test('a long task waits for a pause between frames, at most 200 milliseconds', async () => {
  const { add } = createIdleQueue();
  const done: string[] = [];
  const long = () => {
    done.push('long');
    // React renders later, in a microtask.
    queueMicrotask(() => {
      now += 14;
    });
  };
  const short = () => {
    done.push('short');
    now += 1;
  };
  add(long);
  add(short);
  await idle();
  await idle();
  add(long);
  add(short);
  await idle(6);
  expect(done).toEqual(['long', 'short', 'short']);
  await idle(15);
  expect(done).toEqual(['long', 'short', 'short', 'long']);
  add(long);
  await idle(6);
  now += 200;
  await idle(0);
  expect(done).toEqual(['long', 'short', 'short', 'long', 'long']);
});

test('a task of any duration runs while no frame is due', async () => {
  const { add } = createIdleQueue();
  const task = vi.fn(() => {
    now += 90;
  });
  add(task);
  await idle();
  add(task);
  await idle();
  expect(task).toHaveBeenCalledTimes(2);
});

test('a removed task does not run', async () => {
  const { add, remove } = createIdleQueue();
  const task = vi.fn();
  add(task);
  remove(task);
  await idle();
  expect(task).not.toHaveBeenCalled();
});

describe('a resting queue', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const restingQueue = () => {
    const ran: (() => void)[] = [];
    const queue = createRestingQueue({ add: (each) => void ran.push(each), remove: () => undefined });
    const wait = (milliseconds: number) => {
      now += milliseconds;
      vi.advanceTimersByTime(milliseconds);
    };
    return { queue, ran, wait };
  };
  const nothing = () => undefined;

  test('passes a task on immediately between gestures', () => {
    const { queue, ran } = restingQueue();
    queue.add(nothing);
    expect(ran).toEqual([nothing]);
  });

  test('holds a task until the steps of a gesture end', () => {
    const { queue, ran, wait } = restingQueue();
    queue.rest();
    queue.add(nothing);
    queue.add(nothing);
    wait(100);
    queue.rest();
    wait(100);
    expect(ran).toEqual([]);
    wait(20);
    expect(ran).toEqual([nothing]);
  });

  test('passes tasks on during a long gesture', () => {
    const { queue, ran, wait } = restingQueue();
    queue.rest();
    queue.add(nothing);
    for (let step = 0; step < 5; step++) {
      wait(100);
      queue.rest();
    }
    expect(ran).toEqual([nothing]);
  });

  test('forgets removed tasks', () => {
    const { queue, ran, wait } = restingQueue();
    queue.rest();
    queue.add(nothing);
    queue.remove(nothing);
    wait(200);
    expect(ran).toEqual([]);
  });
});
