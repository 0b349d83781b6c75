import type { ItemTexts } from '../template/variables/item-texts.ts';

/** The items of each row, and the rows of the second table that belong to no row. */
export interface JoinedLists {
  /** The text of the list of each row, as a JSON array. */
  readonly texts: readonly string[];
  /** The numbers of the rows of the second table without a partner, from 1. */
  readonly unmatched: readonly number[];
}

/**
 * Fills a list from a second table: the rows whose key equals the key of a row become its items, in their order. Keys
 * are compared in Unicode form C and without white space around them. An empty key has no items.
 */
export function joinLists(
  keys: readonly (string | undefined)[],
  second: readonly ItemTexts[],
  keyColumn: string,
): JoinedLists {
  const items = Map.groupBy(second, (row) => comparable(row[keyColumn]));
  const requested = new Set(keys.map(comparable));
  requested.delete('');
  const texts = keys.map((key) => {
    const comparableKey = comparable(key);
    return JSON.stringify(comparableKey === '' ? [] : (items.get(comparableKey) ?? []));
  });
  const unmatched = second.flatMap((row, at) => (requested.has(comparable(row[keyColumn])) ? [] : [at + 1]));
  return { texts, unmatched };
}

function comparable(key: string | undefined): string {
  return (key ?? '').normalize('NFC').trim();
}
