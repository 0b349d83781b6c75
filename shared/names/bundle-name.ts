import { nameKey, nameProblem } from './asset-name.ts';
import { usableName } from './usable-name.ts';

export const BUNDLE_EXTENSION = '.scenewright';

/** The media type of bundles. A bundle is a zip file, but a browser could unpack it if it had the zip type. */
export const BUNDLE_TYPE = 'application/vnd.scenewright.bundle';

export function bundleFileName(project: string): string {
  return usableName(`${project}${BUNDLE_EXTENSION}`);
}

/** Returns whether a file name has the extension of bundles. */
export function isBundleName(name: string): boolean {
  return name.toLowerCase().endsWith(BUNDLE_EXTENSION);
}

/** Returns a free project name within the length limit: `Name`, `Name 2`, `Name 3`, and so on. */
export function freeProjectName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(nameKey));
  if (!keys.has(nameKey(name))) return name;
  // A number with more than two digits, such as a year, is part of the name.
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
