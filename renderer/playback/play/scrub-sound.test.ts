import { expect, test } from 'vitest';
import { latest } from './scrub-sound.ts';

test('only the last request during a run is executed', async () => {
  const done: number[] = [];
  const resolvers: (() => void)[] = [];
  const request = latest(async (number: number) => {
    done.push(number);
    await new Promise<void>((open) => resolvers.push(open));
  });
  const ended = request(1);
  void request(2);
  void request(3);
  expect(done).toEqual([1]);
  resolvers.shift()?.();
  await expect.poll(() => done).toEqual([1, 3]);
  resolvers.shift()?.();
  await ended;
  void request(4);
  expect(done).toEqual([1, 3, 4]);
});

test('the next request is executed even after a failure', async () => {
  const done: number[] = [];
  const request = latest(async (number: number) => {
    done.push(number);
    if (number === 1) throw new Error('no');
  });
  await expect(request(1)).rejects.toThrow('no');
  await request(2);
  expect(done).toEqual([1, 2]);
});
