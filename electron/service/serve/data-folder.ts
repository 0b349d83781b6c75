import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a workspace is kept unless it is named: where the platform keeps what programs make for their user. */
export function dataFolder(environment: Environment, platform: NodeJS.Platform): string {
  const home = homedir();
  if (platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'scenewright');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'scenewright');
  const data = environment['XDG_DATA_HOME'] ?? '';
  return join(data === '' ? join(home, '.local', 'share') : data, 'scenewright');
}
