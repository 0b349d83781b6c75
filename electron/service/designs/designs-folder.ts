import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the designs are: beside the sources; else beside what is bundled, or what is compiled. */
const PLACES = import.meta.url.endsWith('.ts') ? ['../../../designs'] : ['../designs', '../../../designs'];

/** A folder of designs always has this one. */
const MUSIC = 'music';

/** The folder of the designs that come with the program; null where the build has not put them there. */
export function designsFolder(): string | null {
  const folders = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, MUSIC))) ?? null;
}
