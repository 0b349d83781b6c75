import type { Clock } from '../../storage/ports.ts';
import { CHECK_PREFIX, type ListedObject, type ObjectStorage } from './object-storage.ts';

export interface StorageSweep {
  /** The maximum total size of parts in bytes. The least recently used parts are removed first. */
  readonly limitBytes?: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called after each slice, so that a long sweep reports its progress. */
  readonly onProgress?: (swept: SweepCounts) => void;
}

/** The numbers of objects that were removed so far. */
export interface SweepCounts {
  readonly parts: number;
  readonly partsBytes: number;
  /** The number of removed templates, source manifests, film digests, damaged blobs, and remains of checks. */
  readonly others: number;
  /** The number of removed remains of interrupted puts. */
  readonly cutOff: number;
  /** The total size of the remaining parts in bytes. */
  readonly leftBytes: number;
}

const PARTS_BYTES = 100e9;
const DAY = 24 * 60 * 60 * 1000;
/**
 * The retention of unused objects by key prefix, in milliseconds since their last use. Blobs are excluded, because rows
 * of the database determine which blobs stay.
 */
const RETENTION_MILLISECONDS = [
  { prefix: 'templates/', unused: 7 * DAY },
  { prefix: 'questions/', unused: 7 * DAY },
  { prefix: 'films/', unused: 30 * DAY },
  { prefix: 'damaged/', unused: 30 * DAY },
  { prefix: CHECK_PREFIX, unused: DAY },
] as const;
const CUT_OFF_MILLISECONDS = DAY;
/**
 * The resolution of ages in milliseconds. Within a span, the order of removal is arbitrary. Parts of the latest span
 * stay regardless of the total size, because films are being made from them.
 */
const SPAN_MILLISECONDS = 60 * 60 * 1000;
/** The maximum number of spans. Older parts are counted in the oldest span. */
const MAX_SPANS = 24 * 400;
/** The number of objects that are removed at a time. */
const SLICE = 500;

/**
 * Removes unused objects. Parts are removed down to the limit, least recently used first. Templates and source
 * manifests are removed after seven days, film digests and damaged blobs after thirty days, and the remains of
 * interrupted puts after one day. Objects that are used during the sweep stay. Memory is bounded for any number of
 * objects: they are listed twice, and only sums by the hour of last use are stored. Throws the errors of the storage
 * and the signal's reason. After a failure, it can be called again.
 */
export async function sweepStorage(storage: ObjectStorage, sweep: StorageSweep): Promise<SweepCounts> {
  const { clock, signal } = sweep;
  const swept = { parts: 0, partsBytes: 0, others: 0, cutOff: 0, leftBytes: 0 };
  const reportProgress = (): void => sweep.onProgress?.({ ...swept });

  const ages = await agesOfParts(storage, clock(), signal);
  swept.leftBytes = ages.bytes;
  await removeWhere(storage, 'parts/', leastRecentlyUsed(ages, sweep.limitBytes ?? PARTS_BYTES), signal, (removed) => {
    const bytes = removed.reduce((sum, part) => sum + part.bytes, 0);
    swept.parts += removed.length;
    swept.partsBytes += bytes;
    swept.leftBytes -= bytes;
    reportProgress();
  });
  for (const { prefix, unused } of RETENTION_MILLISECONDS)
    await removeWhere(
      storage,
      prefix,
      ({ usedAt }) => usedAt < clock() - unused,
      signal,
      (removed) => {
        swept.others += removed.length;
        reportProgress();
      },
    );
  swept.cutOff = await storage.clearInterrupted(clock() - CUT_OFF_MILLISECONDS, signal);
  reportProgress();
  return swept;
}

/** The sizes of parts, added up by age in spans. */
interface Ages {
  readonly now: number;
  readonly bytes: number;
  readonly bySpan: ReadonlyMap<number, number>;
}

async function agesOfParts(storage: ObjectStorage, now: number, signal: AbortSignal): Promise<Ages> {
  const bySpan = new Map<number, number>();
  let bytes = 0;
  for await (const part of storage.list('parts/', signal)) {
    const span = spanOf(part, now);
    bySpan.set(span, (bySpan.get(span) ?? 0) + part.bytes);
    bytes += part.bytes;
  }
  return { now, bytes, bySpan };
}

/**
 * Returns a filter for the parts to remove: all parts of the oldest spans, and as many parts of the next span as the
 * limit requires.
 */
function leastRecentlyUsed({ now, bytes, bySpan }: Ages, limitBytes: number): (part: ListedObject) => boolean {
  let excess = bytes - limitBytes;
  let last = Number.POSITIVE_INFINITY;
  for (const [span, sum] of [...bySpan].toSorted(([one], [other]) => other - one)) {
    if (excess <= 0 || span === 0) break;
    last = span;
    if (sum >= excess) break;
    excess -= sum;
  }
  return (part) => {
    const span = spanOf(part, now);
    if (span !== last) return span > last;
    if (excess <= 0) return false;
    excess -= part.bytes;
    return true;
  };
}

function spanOf({ usedAt }: ListedObject, now: number): number {
  return Math.min(Math.max(0, Math.floor((now - usedAt) / SPAN_MILLISECONDS)), MAX_SPANS);
}

/** Removes the listed objects that match, in slices. */
async function removeWhere(
  storage: ObjectStorage,
  prefix: string,
  isRemovable: (object: ListedObject) => boolean,
  signal: AbortSignal,
  onRemoved: (slice: readonly ListedObject[]) => void,
): Promise<void> {
  let slice: ListedObject[] = [];
  const remove = async (): Promise<void> => {
    await storage.remove(
      slice.map(({ key }) => key),
      signal,
    );
    onRemoved(slice);
    slice = [];
  };
  for await (const object of storage.list(prefix, signal)) {
    if (isRemovable(object)) slice.push(object);
    if (slice.length === SLICE) await remove();
  }
  if (slice.length > 0) await remove();
}
