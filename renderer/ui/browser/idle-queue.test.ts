import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdleQueue } from './idle-queue.ts';

let turns: (() => void)[] = [];
let now = 0;

/** Runs the idle callbacks. */
function idle(): void {
  for (const turn of turns.splice(0)) turn();
}

beforeEach(() => {
  turns = [];
  now = 0;
  vi.stubGlobal('requestIdleCallback', (turn: () => void) => turns.push(turn));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a queued task runs once when the page is idle', () => {
  const { add } = createIdleQueue();
  const task = vi.fn();
  add(task);
  add(task);
  expect(task).not.toHaveBeenCalled();
  idle();
  idle();
  expect(task).toHaveBeenCalledOnce();
});

test('a task yields when its time slice is used up', () => {
  const { add } = createIdleQueue();
  const done: number[] = [];
  for (const number of [1, 2, 3])
    add(() => {
      done.push(number);
      now += 4;
    });
  idle();
  expect(done).toEqual([1, 2]);
  idle();
  expect(done).toEqual([1, 2, 3]);
});

test('a task that queues itself again runs after the queued tasks', () => {
  const { add } = createIdleQueue();
  const done: string[] = [];
  const again = () => {
    done.push('again');
    if (done.length < 5) add(again);
  };
  add(again);
  add(() => done.push('other'));
  idle();
  expect(done).toEqual(['again', 'other']);
  idle();
  expect(done).toEqual(['again', 'other', 'again']);
});

test('a removed task does not run', () => {
  const { add, remove } = createIdleQueue();
  const task = vi.fn();
  add(task);
  remove(task);
  idle();
  expect(task).not.toHaveBeenCalled();
});
