import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of reusable parts: `SCENEWRIGHT_CACHE`, or where this system keeps what may be deleted at any time. */
export function cacheFolder(environment: Environment, platform: NodeJS.Platform, home: string = homedir()): string {
  const chosen = environment['SCENEWRIGHT_CACHE'] ?? '';
  if (chosen !== '') return resolve(chosen);
  if (platform === 'win32')
    return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Scenewright', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Scenewright');
  const xdg = environment['XDG_CACHE_HOME'] ?? '';
  // "If an implementation encounters a relative path in any of these variables it should consider the path invalid and
  // ignore it." (XDG Base Directory Specification)
  return join(isAbsolute(xdg) ? xdg : join(home, '.cache'), 'scenewright');
}
