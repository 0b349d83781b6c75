import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/**
 * The names of the files that storage writes in `tmp/`. Storage removes only these, because other code also uses the
 * folder.
 */
export interface TemporaryNames {
  /** Returns a unique path. The path is in use until its disposal. */
  take(): Disposable & { readonly path: string };
  /** Checks whether this module made a name whose file is now unused. */
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
