import { expect, test } from 'vitest';
import { cacheFolder } from './user-folders.ts';

test.each([
  [{ SCENEWRIGHT_CACHE: '/elsewhere', XDG_CACHE_HOME: '/xdg' }, 'linux', '/elsewhere'],
  [{ XDG_CACHE_HOME: '/xdg' }, 'linux', '/xdg/scenewright'],
  [{ XDG_CACHE_HOME: 'relative' }, 'linux', '/home/ada/.cache/scenewright'],
  [{}, 'linux', '/home/ada/.cache/scenewright'],
  [{}, 'darwin', '/home/ada/Library/Caches/Scenewright'],
  [{ LOCALAPPDATA: '/local' }, 'win32', '/local/Scenewright/Cache'],
] as const)('the cache folder with %j on %s is %s', (environment, platform, folder) => {
  expect(cacheFolder(environment, platform, '/home/ada')).toBe(folder);
});
