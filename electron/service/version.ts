import { readFileSync } from 'node:fs';

/**
 * The version that `package.json` says, from this file's place both as source and as built, where a folder `out` lies
 * between.
 */
export function serviceVersion(): string {
  for (const up of ['../../package.json', '../../../package.json']) {
    try {
      const description: { readonly version?: unknown } = JSON.parse(
        readFileSync(new URL(up, import.meta.url), 'utf8'),
      );
      if (typeof description.version === 'string') return description.version;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return 'unknown';
}
