import { nameKey, nameProblem } from './asset-name.ts';
import { usableName } from './usable-name.ts';

/** What the name of a bundle ends in. */
export const BUNDLE_EXTENSION = '.scenewright';

/** What a bundle is sent as; it is a zip file, and a browser that knew that might unpack it. */
export const BUNDLE_TYPE = 'application/vnd.scenewright.bundle';

/** What the bundle of a project is called. */
export function bundleFileName(project: string): string {
  return usableName(`${project}${BUNDLE_EXTENSION}`);
}

/** Whether a file is a bundle by its name. */
export function isBundleName(name: string): boolean {
  return name.toLowerCase().endsWith(BUNDLE_EXTENSION);
}

/** `Name`, or where that is taken `Name 2`, `Name 3` and so on; as long as a name may be. */
export function freeProjectName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(nameKey));
  if (!keys.has(nameKey(name))) return name;
  // A year belongs to the name.
  const base = name.replace(/ (?:[2-9]|[1-9]\d)$/u, '');
  for (let number = 2; ; number++) {
    const candidate = numbered(base, number);
    if (!keys.has(nameKey(candidate))) return candidate;
  }
}

function numbered(base: string, number: number): string {
  const characters = [...base];
  while (characters.length > 1 && nameProblem(`${characters.join('')} ${number}`) !== null) characters.pop();
  return `${characters.join('')} ${number}`;
}
