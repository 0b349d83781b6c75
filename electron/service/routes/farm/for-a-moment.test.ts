import { expect, test } from 'vitest';
import { cachedBriefly } from './farm-routes.ts';

test('only a result is cached briefly, not a failure', async () => {
  let now = 0;
  let made = 0;
  const ask = cachedBriefly(
    1000,
    async () => {
      made += 1;
      if (made === 2) throw new Error('not this time');
      return made;
    },
    () => now,
  );
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  now = 999;
  expect(await ask()).toBe(1);
  now = 1000;
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('not this time');
  expect([await ask(), made]).toEqual([3, 3]);
});
