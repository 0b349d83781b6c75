import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/**
 * The names in `tmp/` of the files that storage writes. Storage removes only these, because other code also uses the
 * folder.
 */
export interface TemporaryNames {
  /** Returns a unique path. It is in use until its disposal. */
  take(): Disposable & { readonly path: string };
  /** Checks whether a name was made by this module and its file is unused now. */
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
