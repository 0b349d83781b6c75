import { dirname, join, resolve } from 'node:path';
import { dataFolder } from '../files/user-folders.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of fonts that were added: `SCENEWRIGHT_FONTS`, or one of the user's beside the usual workspace. */
export function fontsFolder(environment: Environment, platform: NodeJS.Platform): string {
  const chosen = environment['SCENEWRIGHT_FONTS'] ?? '';
  return chosen === '' ? join(dirname(dataFolder(environment, platform)), 'scenewright-fonts') : resolve(chosen);
}
