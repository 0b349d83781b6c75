import type { Ticks } from '#shared/film/rows/source-moment.ts';
import type { Picture } from '../picture/picture.ts';

/** A picture of a source and how long it is on screen. */
interface Entry {
  readonly start: Ticks;
  /** When the next one begins; null while that is not known, infinite for the last. */
  end: Ticks | null;
  readonly picture: Picture;
  /** All of its source, by their start. */
  readonly among: Entry[];
}

/** Decoded pictures of all sources, within a number of bytes; those not used for the longest go first. */
export interface PictureCache {
  readonly open: () => SourcePictures;
  readonly bytes: () => number;
}

/** Those of one source. */
export interface SourcePictures {
  /** The picture on screen at that moment, if it is there. */
  readonly find: (last: Ticks) => Picture | null;
  /** The one nearest in time, to be shown while the right one is on its way. */
  readonly nearest: (last: Ticks) => Picture | null;
  /** The first moment from `from` to `until` whose picture is not there; null if there is none. */
  readonly gap: (from: Ticks, until: Ticks) => Ticks | null;
  /** `end` as far as it is known; one that is there already only learns its end. */
  readonly add: (start: Ticks, end: Ticks | null, picture: Picture) => void;
  readonly has: (start: Ticks) => boolean;
  readonly clear: () => void;
}

export const CACHE_BYTES = 256 * 2 ** 20;

export function createPictureCache(limitBytes: number = CACHE_BYTES): PictureCache {
  /** In the order of their use. */
  const used = new Set<Entry>();
  let bytes = 0;

  const use = (entry: Entry): Picture => {
    used.delete(entry);
    used.add(entry);
    return entry.picture;
  };
  const remove = (entry: Entry) => {
    used.delete(entry);
    bytes -= entry.picture.bytes;
    entry.among.splice(entry.among.indexOf(entry), 1);
  };
  const insert = (entry: Entry, index: number) => {
    entry.among.splice(index, 0, entry);
    used.add(entry);
    bytes += entry.picture.bytes;
    for (const oldest of used) {
      if (bytes <= limitBytes || oldest === entry) break;
      remove(oldest);
    }
  };
  return { bytes: () => bytes, open: () => openSource({ use, remove, insert }) };
}

interface Ledger {
  readonly use: (entry: Entry) => Picture;
  readonly remove: (entry: Entry) => void;
  readonly insert: (entry: Entry, index: number) => void;
}

function openSource({ use, remove, insert }: Ledger): SourcePictures {
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
      const known = entries[index];
      if (known?.start === start) {
        known.end = end ?? known.end;
        use(known);
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

/** The index of the last entry that starts at or before the moment; −1 if none does. */
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
