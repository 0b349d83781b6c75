import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BlobDigest, Clock } from '../../storage/ports.ts';
import type { KeyedLock } from '../../waiting/keyed-lock.ts';
import { runPool } from '../../waiting/pool.ts';
import { blobKey, type ListedObject, type ObjectStorage } from '../storage/object-storage.ts';
import type { StoreLink } from './store-link.ts';
import type { BlobRow, RecordedRemoval, StoredRows } from './stored-rows.ts';

export interface ComparisonOptions {
  readonly storage: ObjectStorage;
  readonly rows: StoredRows;
  readonly link: StoreLink;
  readonly turns: KeyedLock;
  readonly clock: Clock;
}

export interface ComparisonReport {
  /** The number of removed objects, which had no row and were unused for a week. */
  readonly removed: number;
  /** The number of blobs that were marked as stored but are missing in the store. */
  readonly missing: number;
  /** The number of blobs that the store has although they were not marked as stored. */
  readonly found: number;
}

/**
 * The time in milliseconds since the last use after which objects without a row are removed. Sources that workers
 * stored have no row.
 */
const STRAY_MILLISECONDS = 7 * 24 * 3600_000;
const ROWS_PAGE = 500;
const BLOB_KEY = /^blobs\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

/**
 * Compares all blobs of the store with all rows. Reads both in the order of their digests, one page at a time. Removes
 * unused objects without a row, and corrects rows that disagree with the store. Throws the errors of the storage.
 */
export async function compareStore(options: ComparisonOptions, signal: AbortSignal): Promise<ComparisonReport> {
  const { storage, link } = options;
  const report = { removed: 0, missing: 0, found: 0 };
  const rows = rowsInOrder(options.rows);
  let row = rows.next();
  const checkRowsBefore = async (digest: string | null): Promise<void> => {
    for (; row.done !== true && (digest === null || row.value.sha256 < digest); row = rows.next())
      if (await markIfMissing(row.value, options, signal)) report.missing++;
  };
  const checkObject = async (object: ListedObject): Promise<void> => {
    const digest = BLOB_KEY.exec(object.key)?.[1] as BlobDigest | undefined;
    if (digest === undefined || object.key !== blobKey(digest)) return;
    await checkRowsBefore(digest);
    if (row.done !== true && row.value.sha256 === digest) {
      if (row.value.storedAt === null && (await markIfFound(row.value, options, signal))) report.found++;
      row = rows.next();
    } else if (await removeIfStray(digest, object, options, signal)) report.removed++;
  };
  const objects = storage.list('blobs/', signal)[Symbol.asyncIterator]();
  for (;;) {
    const next = await link.use(() => objects.next());
    if (next.done === true) break;
    await checkObject(next.value);
  }
  await checkRowsBefore(null);
  return report;
}

/** Yields all rows, page by page, because rows can change during the comparison. */
function* rowsInOrder(rows: StoredRows): Generator<BlobRow, void> {
  for (let page = rows.page(ROWS_PAGE, ''); page.length > 0; page = rows.page(ROWS_PAGE, page.at(-1)?.sha256 ?? ''))
    yield* page;
}

async function markIfMissing(row: BlobRow, options: ComparisonOptions, signal: AbortSignal): Promise<boolean> {
  const { storage, rows, link, turns } = options;
  await nextTurn();
  if (row.storedAt === null) return false;
  const { sha256, bytes } = row;
  return await turns.run(sha256, async () => {
    // The state may have changed since the list was made.
    if ((rows.find(sha256)?.storedAt ?? null) === null) return false;
    const stored = await link.use(() => storage.facts(blobKey(sha256), signal));
    if (stored?.sha256 === sha256 && stored.bytes === bytes) return false;
    await rows.markNotStored(sha256);
    return true;
  });
}

async function markIfFound(
  { sha256, bytes }: BlobRow,
  options: ComparisonOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { storage, rows, link, turns, clock } = options;
  return await turns.run(sha256, async () => {
    const stored = await link.use(() => storage.facts(blobKey(sha256), signal));
    return stored?.sha256 === sha256 && stored.bytes === bytes && (await rows.markStored(sha256, clock()));
  });
}

async function removeIfStray(
  sha256: BlobDigest,
  { usedAt }: ListedObject,
  { storage, rows, link, turns, clock }: ComparisonOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (clock() - usedAt < STRAY_MILLISECONDS) return false;
  return await turns.run(sha256, async () => {
    if (rows.find(sha256) !== null) return false;
    // The object may have been touched since the list was made.
    const stored = await link.use(() => storage.facts(blobKey(sha256), signal));
    if (stored !== null && clock() - stored.usedAt < STRAY_MILLISECONDS) return false;
    await link.use(() => storage.remove([blobKey(sha256)], signal));
    return true;
  });
}

export interface RemovalOptions {
  readonly storage: ObjectStorage;
  readonly rows: StoredRows;
  readonly link: StoreLink;
  readonly turns: KeyedLock;
  readonly clock: Clock;
}

const REMOVALS_AT_ONCE = 4;
const REMOVALS_PAGE = 200;
/** The maximum clock skew between the store and the service. */
const CLOCKS_MILLISECONDS = 10 * 60_000;

/**
 * Removes the objects whose rows were deleted. Keeps objects that a worker put or touched again after the deletion;
 * {@link compareStore} checks them later. Throws the errors of the storage; the next call continues.
 */
export async function doRemovals(options: RemovalOptions, signal: AbortSignal): Promise<void> {
  const { rows } = options;
  for (let page = rows.removals(REMOVALS_PAGE); page.length > 0; page = rows.removals(REMOVALS_PAGE))
    await runPool(page, REMOVALS_AT_ONCE, signal, (removal, abortSignal) => remove(removal, options, abortSignal));
}

async function remove(
  { sha256, notedAt }: RecordedRemoval,
  { storage, rows, link, turns }: RemovalOptions,
  signal: AbortSignal,
): Promise<void> {
  await turns.run(sha256, async () => {
    if (rows.find(sha256) === null) {
      const stored = await link.use(() => storage.facts(blobKey(sha256), signal));
      if (stored !== null && stored.usedAt < notedAt - CLOCKS_MILLISECONDS)
        await link.use(() => storage.remove([blobKey(sha256)], signal));
    }
    await rows.forgetRemoval(sha256);
  });
}
