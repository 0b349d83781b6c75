import type { Clock } from '../../storage/ports.ts';
import type { ObjectStorage } from '../store/object-storage.ts';
import type { StoreLink } from './store-link.ts';

const WEEK = 7 * 24 * 3600_000;
const REMOVED_AT_ONCE = 500;

/** What can be made, or put, again; whoever uses some of it touches it. */
const REMADE = ['parts/', 'templates/', 'questions/'] as const;

/**
 * Removes what workers and orders have not used for a week, and what puts that were cut off have left for as long. One
 * page of keys is in memory. Throws what storage throws.
 */
export async function removeUnused(
  { storage, link, clock }: { readonly storage: ObjectStorage; readonly link: StoreLink; readonly clock: Clock },
  signal: AbortSignal,
): Promise<number> {
  const before = clock() - WEEK;
  let removed = 0;
  let unused: string[] = [];
  const remove = async (): Promise<void> => {
    const keys = unused;
    unused = [];
    if (keys.length > 0) await link.use(() => storage.remove(keys, signal));
    removed += keys.length;
  };
  for (const prefix of REMADE) {
    const objects = storage.list(prefix, signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = await link.use(() => objects.next());
      if (next.done === true) break;
      if (next.value.usedAt < before) unused.push(next.value.key);
      if (unused.length === REMOVED_AT_ONCE) await remove();
    }
  }
  await remove();
  return removed + (await link.use(() => storage.clearCutOff(before, signal)));
}
