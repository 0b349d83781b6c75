import { readFileSync } from 'node:fs';
import { systemCode } from '../errors/system-code.ts';

/**
 * Returns the version in `package.json`, which is two folders above a bundle, three above this source, and four above
 * the compiled module in `out/`.
 */
export function serviceVersion(): string {
  for (const up of ['../../package.json', '../../../package.json', '../../../../package.json']) {
    try {
      const description: { readonly version?: unknown } = JSON.parse(
        readFileSync(new URL(up, import.meta.url), 'utf8'),
      );
      if (typeof description.version === 'string') return description.version;
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
  return 'unknown';
}
