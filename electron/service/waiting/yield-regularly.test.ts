import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { yieldRegularly } from './yield-regularly.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Works for 20 ms of the fake clock before each yield, and records its name after it. */
async function work(name: string, notes: string[], steps: number): Promise<void> {
  const yieldTurn = yieldRegularly();
  for (let count = 0; count < steps; count++) {
    vi.advanceTimersByTime(20);
    await yieldTurn();
    notes.push(name);
  }
}

test('simultaneous work continues in separate turns of the event loop', async () => {
  const notes: string[] = [];
  const turn = () => {
    notes.push('|');
    if (notes.length < 100) immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  await Promise.all(['a', 'b', 'c'].map((name) => work(name, notes, 3)));
  clearImmediate(immediate);
  const together = notes
    .join('')
    .split('|')
    .map((names) => names.length);
  expect(notes.filter((note) => note !== '|').join('')).toBe('abcabcabc');
  expect(Math.max(...together)).toBe(1);
});

test('short work continues without a pause', async () => {
  const notes: string[] = [];
  const yieldTurn = yieldRegularly();
  setImmediate(() => notes.push('turn'));
  for (let count = 0; count < 9; count++) {
    vi.advanceTimersByTime(2);
    await yieldTurn();
  }
  expect(notes).toEqual([]);
});

test('work that was aborted ends with the reason after its turn', async () => {
  const stopping = new AbortController();
  const yieldTurn = yieldRegularly(stopping.signal);
  vi.advanceTimersByTime(20);
  const yielded = yieldTurn();
  stopping.abort(new Error('stopped'));
  await expect(yielded).rejects.toThrow('stopped');
});
