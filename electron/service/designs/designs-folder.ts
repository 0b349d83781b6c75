import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The possible locations of the designs: beside the sources, or beside the bundled or compiled code. */
const PLACES = import.meta.url.endsWith('.ts') ? ['../../../designs'] : ['../designs', '../../../designs'];

/** A folder that every folder of designs contains. */
const MUSIC = 'music';

/** Returns the folder of the program's designs; null if the build has not copied them. */
export function designsFolder(): string | null {
  const folders = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, MUSIC))) ?? null;
}
