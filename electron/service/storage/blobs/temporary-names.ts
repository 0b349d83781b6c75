import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/**
 * Names in `tmp/` for files that storage is writing. Others put theirs beside them; only these are storage's to remove.
 */
export interface TemporaryNames {
  /** A path that nobody else has, in use until its scope ends. */
  take(): Disposable & { readonly path: string };
  /** Whether it is one of these names and nobody is writing to it any more. */
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
