import { expect, test } from 'vitest';
import { lazyScreen } from './lazy-screen.tsx';

const Settings = () => null;

test('a screen is fetched once', async () => {
  let fetched = 0;
  const screen = lazyScreen(async () => {
    fetched++;
    return Settings;
  });
  expect(screen.loaded()).toBeNull();
  await Promise.all([screen.fetch(), screen.fetch()]);
  await screen.fetch();
  expect(screen.loaded()).toBe(Settings);
  expect(fetched).toBe(1);
});

test('a screen is fetched again after a failure', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve(Settings)];
  const screen = lazyScreen(async () => (await answers.shift()) ?? expect.unreachable());
  await expect(screen.fetch()).rejects.toThrow('offline');
  expect(screen.loaded()).toBeNull();
  await screen.fetch();
  expect(screen.loaded()).toBe(Settings);
});
