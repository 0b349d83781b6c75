import { expect, test } from 'vitest';
import { createDeletions, type DeletionClock, undoSeconds } from './deletions.tsx';

function openDeletions() {
  const timers: { readonly at: number; readonly call: () => void; on: boolean }[] = [];
  const done: string[] = [];
  const clock: DeletionClock = {
    after: (milliseconds, call) => {
      const timer = { at: milliseconds, call, on: true };
      timers.push(timer);
      return () => {
        timer.on = false;
      };
    },
  };
  const store = createDeletions(clock);
  return {
    done,
    hidden: () => store.getState().waiting.map(({ key }) => key),
    add: (key: string) =>
      store.getState().add({ key, carryOut: (leaving) => void done.push(leaving ? `${key} leaving` : key) }),
    undo: (key: string) => store.getState().undo(key),
    flush: () => store.getState().flush(),
    pass: () => {
      for (const timer of timers.splice(0)) if (timer.on) timer.call();
    },
    waits: () => timers.map(({ at }) => at),
  };
}

test('a deletion is executed when the time for undo ends', () => {
  const deletions = openDeletions();
  deletions.add('a');
  expect([deletions.hidden(), deletions.done, deletions.waits()]).toEqual([['a'], [], [undoSeconds * 1000]]);
  deletions.pass();
  expect([deletions.hidden(), deletions.done]).toEqual([[], ['a']]);
});

test('an undone deletion is not executed', () => {
  const deletions = openDeletions();
  deletions.add('a');
  deletions.add('b');
  deletions.undo('a');
  deletions.pass();
  expect([deletions.hidden(), deletions.done]).toEqual([[], ['b']]);
});

test('leaving the page executes a pending deletion', () => {
  const deletions = openDeletions();
  deletions.add('a');
  deletions.flush();
  deletions.pass();
  expect(deletions.done).toEqual(['a leaving']);
});
