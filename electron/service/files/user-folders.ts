import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the cache folder: the value of `SCENEWRIGHT_CACHE`, or the platform's folder for files that may be deleted at
 * any time.
 */
export function cacheFolder(environment: Environment, platform: NodeJS.Platform, home: string = homedir()): string {
  const chosen = environment['SCENEWRIGHT_CACHE'] ?? '';
  if (chosen !== '') return resolve(chosen);
  if (platform === 'win32')
    return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Scenewright', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Scenewright');
  const xdg = environment['XDG_CACHE_HOME'] ?? '';
  // Ignore a relative path: "If an implementation encounters a relative path in any of these variables it should
  // consider the path invalid and ignore it." (XDG Base Directory Specification)
  return join(isAbsolute(xdg) ? xdg : join(home, '.cache'), 'scenewright');
}

/** Returns the default folder of a workspace, in the platform's folder for application data. */
export function dataFolder(environment: Environment, platform: NodeJS.Platform): string {
  const home = homedir();
  if (platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'scenewright');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'scenewright');
  const data = environment['XDG_DATA_HOME'] ?? '';
  return join(data === '' ? join(home, '.local', 'share') : data, 'scenewright');
}
