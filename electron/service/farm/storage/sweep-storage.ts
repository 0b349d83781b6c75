import type { Clock } from '../../storage/ports.ts';
import { CHECK_PREFIX, type ListedObject, type ObjectStorage } from './object-storage.ts';

export interface StorageSweep {
  /** What parts may take up together; the least recently used go first. */
  readonly limitBytes?: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told after each slice, so that a long sweep is seen to go on. */
  readonly onProgress?: (swept: Swept) => void;
}

/** What was removed so far. */
export interface Swept {
  readonly parts: number;
  readonly partsBytes: number;
  /** Templates, questions, names of films, damaged blobs, and what checks have left. */
  readonly others: number;
  /** Puts that were cut off. */
  readonly cutOff: number;
  /** Of the parts that are still there. */
  readonly leftBytes: number;
}

const PARTS_BYTES = 100e9;
const DAY = 24 * 60 * 60 * 1000;
/** How long what is not used stays, by the beginning of its key. Blobs are none of it: the database decides those. */
const RETENTION_MILLISECONDS = [
  { prefix: 'templates/', unused: 7 * DAY },
  { prefix: 'questions/', unused: 7 * DAY },
  { prefix: 'films/', unused: 30 * DAY },
  { prefix: 'damaged/', unused: 30 * DAY },
  { prefix: CHECK_PREFIX, unused: DAY },
] as const;
const CUT_OFF_MILLISECONDS = DAY;
/**
 * Of two parts used within so long of each other it does not matter which goes first. Those of the last one stay, whatever
 * they take up: films are being made of them.
 */
const SPAN_MILLISECONDS = 60 * 60 * 1000;
/** What is older than that many spans counts as of the oldest. */
const MOST_SPANS = 24 * 400;
/** Objects that are removed at a time. */
const SLICE = 500;

/**
 * Removes from the storage of a farm what nobody has used: parts, least recently used first, until the others are within
 * their limit, templates and questions after seven days, names of films and damaged blobs after thirty, and what puts that
 * were cut off have left after one. Bounded in memory, however many objects there are: they are listed twice, and only sums by the hour of their last use are kept. What
 * is used meanwhile stays. Throws as the storage does, and the signal's reason; it can be called again after any failure.
 */
export async function sweepStorage(storage: ObjectStorage, sweep: StorageSweep): Promise<Swept> {
  const { clock, signal } = sweep;
  const swept = { parts: 0, partsBytes: 0, others: 0, cutOff: 0, leftBytes: 0 };
  const tell = (): void => sweep.onProgress?.({ ...swept });

  const ages = await agesOfParts(storage, clock(), signal);
  swept.leftBytes = ages.bytes;
  await removeWhere(storage, 'parts/', leastRecentlyUsed(ages, sweep.limitBytes ?? PARTS_BYTES), signal, (removed) => {
    const bytes = removed.reduce((sum, part) => sum + part.bytes, 0);
    swept.parts += removed.length;
    swept.partsBytes += bytes;
    swept.leftBytes -= bytes;
    tell();
  });
  for (const { prefix, unused } of RETENTION_MILLISECONDS)
    await removeWhere(
      storage,
      prefix,
      ({ usedAt }) => usedAt < clock() - unused,
      signal,
      (removed) => {
        swept.others += removed.length;
        tell();
      },
    );
  swept.cutOff = await storage.clearCutOff(clock() - CUT_OFF_MILLISECONDS, signal);
  tell();
  return swept;
}

/** Sums of the bytes of parts, by how many spans ago they were used. */
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

/** Whether a part has to go: all of the oldest spans, and of one more as many as it takes to come within the limit. */
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
  return Math.min(Math.max(0, Math.floor((now - usedAt) / SPAN_MILLISECONDS)), MOST_SPANS);
}

/** Removes objects by slices as they are listed. */
async function removeWhere(
  storage: ObjectStorage,
  prefix: string,
  goes: (object: ListedObject) => boolean,
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
    if (goes(object)) slice.push(object);
    if (slice.length === SLICE) await remove();
  }
  if (slice.length > 0) await remove();
}
