import type { Ticks } from '#shared/timeline/layer-state.ts';
import type { Picture } from '../picture/picture.ts';

/** A cached picture of a source, with the time range in which it is displayed. */
interface Entry {
  readonly start: Ticks;
  /** The start of the next picture; null if unknown, `Infinity` for the last picture. */
  end: Ticks | null;
  readonly picture: Picture;
  /** All entries of the same source, ordered by start. */
  readonly among: Entry[];
}

/** A cache of the decoded pictures of all sources, with a limit in bytes and LRU eviction. */
export interface PictureCache {
  readonly open: () => SourcePictures;
  readonly bytes: () => number;
}

/** The cached pictures of one source. */
export interface SourcePictures {
  /** Returns the picture that is displayed at this time; null if it is not cached. */
  readonly find: (last: Ticks) => Picture | null;
  /**
   * Returns the cached picture that is nearest in time; null if there is none. It is shown until the exact picture is
   * decoded.
   */
  readonly nearest: (last: Ticks) => Picture | null;
  /**
   * Returns the first time from `from` to `until` that no cached picture covers; null if the pictures cover the whole
   * range.
   */
  readonly gap: (from: Ticks, until: Ticks) => Ticks | null;
  /** Adds a picture. A null `end` is unknown. If the picture is already cached, only its end is updated. */
  readonly add: (start: Ticks, end: Ticks | null, picture: Picture) => void;
  readonly has: (start: Ticks) => boolean;
  readonly clear: () => void;
}

export const CACHE_BYTES = 256 * 2 ** 20;

export function createPictureCache(limitBytes: number = CACHE_BYTES): PictureCache {
  /** Entries from the least to the most recently used. */
  const entries = new Set<Entry>();
  let bytes = 0;

  const use = (entry: Entry): Picture => {
    entries.delete(entry);
    entries.add(entry);
    return entry.picture;
  };
  const remove = (entry: Entry) => {
    entries.delete(entry);
    bytes -= entry.picture.bytes;
    entry.among.splice(entry.among.indexOf(entry), 1);
  };
  const insert = (entry: Entry, index: number) => {
    entry.among.splice(index, 0, entry);
    entries.add(entry);
    bytes += entry.picture.bytes;
    for (const oldest of entries) {
      if (bytes <= limitBytes || oldest === entry) break;
      remove(oldest);
    }
  };
  return { bytes: () => bytes, open: () => openSource({ use, remove, insert }) };
}

interface CacheMethods {
  readonly use: (entry: Entry) => Picture;
  readonly remove: (entry: Entry) => void;
  readonly insert: (entry: Entry, index: number) => void;
}

function openSource({ use, remove, insert }: CacheMethods): SourcePictures {
  const entries: Entry[] = [];
  return {
    find(last) {
      const entry = entries[indexAt(entries, last)];
      return entry !== undefined && covers(entry, last) ? use(entry) : null;
    },
    nearest(last) {
      const index = indexAt(entries, last);
      const [before, after] = [entries[index], entries[index + 1]];
      if (before === undefined || after === undefined) return before?.picture ?? after?.picture ?? null;
      return last - before.start <= after.start - last ? before.picture : after.picture;
    },
    gap(from, until) {
      let at = from;
      for (let index = indexAt(entries, from); at <= until; index++) {
        const entry = entries[index];
        if (entry === undefined || entry.end === null || !covers(entry, at)) return at;
        at = entry.end;
      }
      return null;
    },
    add(start, end, picture) {
      const index = indexAt(entries, start);
      const knownEntry = entries[index];
      if (knownEntry?.start === start) {
        knownEntry.end = end ?? knownEntry.end;
        use(knownEntry);
      } else insert({ start, end, picture, among: entries }, index + 1);
    },
    has: (start) => entries[indexAt(entries, start)]?.start === start,
    clear() {
      for (const entry of [...entries]) remove(entry);
    },
  };
}

function covers({ start, end }: Entry, at: Ticks): boolean {
  return start <= at && end !== null && at < end;
}

/** Returns the index of the last entry that starts at or before the time; −1 if there is none. */
function indexAt(entries: readonly Entry[], at: Ticks): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.start ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
