import { usableName } from './usable-name.ts';

export const BUNDLE_EXTENSION = '.scenewright';

/** The media type of bundles. Bundles are zip files, but a browser might unpack a file with the zip type. */
export const BUNDLE_TYPE = 'application/vnd.scenewright.bundle';

export function bundleFileName(project: string): string {
  return usableName(`${project}${BUNDLE_EXTENSION}`);
}

/** Returns whether a file name has the extension of bundles. */
export function isBundleName(name: string): boolean {
  return name.toLowerCase().endsWith(BUNDLE_EXTENSION);
}
