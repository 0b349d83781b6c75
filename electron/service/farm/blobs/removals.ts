import type { Clock } from '../../storage/ports.ts';
import type { KeyedLock } from '../../waiting/keyed-lock.ts';
import { runPool } from '../../waiting/pool.ts';
import { blobKey, type ObjectStorage } from '../store/object-storage.ts';
import type { StoreLink } from './store-link.ts';
import type { NotedRemoval, StoredRows } from './stored-rows.ts';

export interface RemovalOptions {
  readonly storage: ObjectStorage;
  readonly rows: StoredRows;
  readonly link: StoreLink;
  readonly turns: KeyedLock;
  readonly clock: Clock;
}

const AT_ONCE = 4;
const PAGE = 200;
/** By so much the clocks of store and service may differ. */
const CLOCKS_MILLISECONDS = 10 * 60_000;

/**
 * Removes from the store what rows have let go of. What was put or touched there since is left to the slow sweep: a
 * worker has made the same again. Throws what storage throws; what is left is done the next time.
 */
export async function doRemovals(options: RemovalOptions, signal: AbortSignal): Promise<void> {
  const { rows } = options;
  for (let page = rows.removals(PAGE); page.length > 0; page = rows.removals(PAGE))
    await runPool(page, AT_ONCE, signal, (removal, either) => remove(removal, options, either));
}

async function remove(
  { sha256, notedAt }: NotedRemoval,
  { storage, rows, link, turns }: RemovalOptions,
  signal: AbortSignal,
): Promise<void> {
  await turns.run(sha256, async () => {
    if (rows.find(sha256) === null) {
      const there = await link.use(() => storage.facts(blobKey(sha256), signal));
      if (there !== null && there.usedAt < notedAt - CLOCKS_MILLISECONDS)
        await link.use(() => storage.remove([blobKey(sha256)], signal));
    }
    await rows.forgetRemoval(sha256);
  });
}
