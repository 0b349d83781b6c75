import { expect, test } from 'vitest';
import { latest } from './latest.ts';

test('only the last request during a run is executed', async () => {
  const done: number[] = [];
  const gates: (() => void)[] = [];
  const wish = latest(async (number: number) => {
    done.push(number);
    await new Promise<void>((open) => gates.push(open));
  });
  const ended = wish(1);
  void wish(2);
  void wish(3);
  expect(done).toEqual([1]);
  gates.shift()?.();
  await expect.poll(() => done).toEqual([1, 3]);
  gates.shift()?.();
  await ended;
  void wish(4);
  expect(done).toEqual([1, 3, 4]);
});

test('the next request is executed after a failure', async () => {
  const done: number[] = [];
  const wish = latest(async (number: number) => {
    done.push(number);
    if (number === 1) throw new Error('no');
  });
  await expect(wish(1)).rejects.toThrow('no');
  await wish(2);
  expect(done).toEqual([1, 2]);
});
