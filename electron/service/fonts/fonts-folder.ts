import { dirname, join, resolve } from 'node:path';
import { dataFolder } from '../files/user-folders.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the folder of added fonts: the value of `SCENEWRIGHT_FONTS`, or a folder of the user beside the default
 * workspace.
 */
export function fontsFolder(environment: Environment, platform: NodeJS.Platform): string {
  const chosen = environment['SCENEWRIGHT_FONTS'] ?? '';
  return chosen === '' ? join(dirname(dataFolder(environment, platform)), 'scenewright-fonts') : resolve(chosen);
}
