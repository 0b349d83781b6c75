import { createFilmNames } from '../names/film-names.ts';

/** The size and the time of a film file. */
export interface FileStamp {
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** The film that was noted for a row. */
export interface NotedFilm extends FileStamp {
  readonly key: string;
  readonly file: string;
}

/**
 * Returns whether the film of a row must be made: it has no film of its present values, or the file is missing or was
 * changed.
 * @param key The key of the film of the present values.
 * @param noted The noted film; null without one.
 * @param found The file of the noted film; null if it is missing.
 */
export function needsFilm(key: string, noted: NotedFilm | null, found: FileStamp | null): boolean {
  if (noted === null || found === null || noted.key !== key) return true;
  return noted.bytes !== found.bytes || Math.abs(noted.modified - found.modified) >= 1;
}

/** The name that the values of a row give its film. */
export interface RequestedName {
  readonly key: string;
  /** The file name without its extension. */
  readonly name: string;
}

/** A file name of a row, and the name that it was made from. */
export interface AllocatedName {
  readonly name: string;
  readonly file: string;
}

/**
 * Returns the file names of rows in the order of their requests. Rows with the same name get numbers. A row whose
 * requested name is the same as before keeps its file name, wherever its row is now.
 * @param held The file names of the rows before by their keys.
 * @param occupied Files that no row with a new name gets, because they stay until newer films are ready.
 */
export function allocateNames(
  requests: readonly RequestedName[],
  held: ReadonlyMap<string, AllocatedName>,
  options: { readonly extension: string; readonly folders: boolean; readonly occupied: readonly string[] },
): ReadonlyMap<string, AllocatedName> {
  const { extension, folders, occupied } = options;
  const taken = new Set(occupied.map(comparableFile));
  const names = new Map<string, AllocatedName>();
  const requested = new Map(requests.map(({ key, name }) => [key, name]));
  for (const [key, before] of held) {
    if (requested.get(key) !== before.name || taken.has(comparableFile(before.file))) continue;
    taken.add(comparableFile(before.file));
    names.set(key, before);
  }
  const nameFor = createFilmNames(extension, { folders });
  for (const { key, name } of requests) {
    if (names.has(key)) continue;
    // The names of held films are unknown to `nameFor`, so that it is asked until a name is free.
    let file = nameFor(name).name;
    while (taken.has(comparableFile(file))) file = nameFor(name).name;
    taken.add(comparableFile(file));
    names.set(key, { name, file });
  }
  return names;
}

/** File systems can ignore the case and the Unicode form of names. */
function comparableFile(file: string): string {
  return file.normalize('NFC').toLowerCase();
}

/** A film file that gets another name. */
export interface FilmMove {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Returns moves in an order in which no move replaces a film that itself moves later. A film of a circle, such as two
 * films that exchange their names, first moves to a name of its own.
 * @param spare Returns an unused name for a film of a circle.
 */
export function inOrderOfMoves(moves: readonly FilmMove[], spare: (key: string) => string): readonly FilmMove[] {
  const waiting = new Map(moves.map((move) => [comparableFile(move.from), move]));
  const ordered: FilmMove[] = [];
  /** Moves the film with a name away after the film that has its new name. */
  const clear = (from: string): void => {
    const chain: FilmMove[] = [];
    let next = waiting.get(from);
    while (next !== undefined) {
      waiting.delete(comparableFile(next.from));
      chain.push(next);
      next = waiting.get(comparableFile(next.to));
    }
    const [first] = chain;
    const last = chain.at(-1);
    const isCircle = chain.length > 1 && last !== undefined && comparableFile(last.to) === from;
    if (first === undefined) return;
    const between = isCircle ? spare(first.key) : first.from;
    if (isCircle) ordered.push({ ...first, to: between });
    ordered.push(...chain.slice(1).toReversed(), { ...first, from: between });
  };
  for (const from of [...waiting.keys()]) clear(from);
  return ordered;
}

/** A row whose film waits. */
export interface WaitingRow {
  readonly key: string;
  /** The number of the reading with its last change. */
  readonly changedIn: number;
  /** The index of the row in the table. */
  readonly index: number;
  readonly hasFailed: boolean;
}

/** Sorts rows in the order of work: changes of the newest reading first, then rows that failed before. */
export function inOrderOfWork<Row extends WaitingRow>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(
    (left, right) =>
      Number(left.hasFailed) - Number(right.hasFailed) || right.changedIn - left.changedIn || left.index - right.index,
  );
}
