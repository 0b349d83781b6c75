import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/**
 * The names in `tmp/` of files that storage writes. Other code also uses that folder; storage removes only these names.
 */
export interface TemporaryNames {
  /** Returns a unique path, which is in use until its scope ends. */
  take(): Disposable & { readonly path: string };
  /** Checks whether a name is one of these and no longer in use. */
  isLeftOver(name: string): boolean;
}

const PREFIX = 'storage-';

export function createTemporaryNames(workspace: string): TemporaryNames {
  const inUse = new Set<string>();
  return {
    take: () => {
      const name = `${PREFIX}${randomUUID()}`;
      inUse.add(name);
      return {
        path: join(workspace, 'tmp', name),
        [Symbol.dispose]: () => {
          inUse.delete(name);
        },
      };
    },
    isLeftOver: (name) => name.startsWith(PREFIX) && !inUse.has(name),
  };
}
