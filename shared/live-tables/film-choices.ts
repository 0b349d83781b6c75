import { createFilmNames, safeFileName, safeFilePath } from '../names/film-names.ts';

/** The size and the modification time of a film file. */
export interface FileStamp {
  readonly bytes: number;
  /** The modification time in milliseconds since 1970. */
  readonly modified: number;
}

/** The recorded film of a row. */
export interface RecordedFilm extends FileStamp {
  readonly key: string;
  readonly file: string;
}

/**
 * Returns whether the film of a row must be rendered: its recorded film has other values, or the file is missing or was
 * changed.
 * @param key The key of the film with the current values of the row.
 * @param recorded The recorded film; null if there is none.
 * @param found The size and time of the recorded film's file; null if the file is missing.
 */
export function needsFilm(key: string, recorded: RecordedFilm | null, found: FileStamp | null): boolean {
  if (recorded === null || found === null || recorded.key !== key) return true;
  return recorded.bytes !== found.bytes || Math.abs(recorded.modified - found.modified) >= 1;
}

/** The file name that the values of a row request for its film. */
export interface RequestedName {
  readonly key: string;
  /** The file name without its extension. */
  readonly name: string;
}

/** The file name of a row, with the requested name from which it was made. */
export interface AllocatedName {
  readonly name: string;
  readonly file: string;
}

/**
 * Returns the file names of rows in the order of their requests. Adds numbers to equal names. A row that requests the
 * same name as before keeps its file name, even if the row has moved.
 * @param previousNames The previous file names by row key.
 * @param occupied Files that must remain until newer films are ready, so rows with a new name cannot use their names.
 */
export function allocateNames(
  requests: readonly RequestedName[],
  previousNames: ReadonlyMap<string, AllocatedName>,
  options: { readonly extension: string; readonly folders: boolean; readonly occupied: readonly string[] },
): ReadonlyMap<string, AllocatedName> {
  const { extension, folders, occupied } = options;
  const taken = new Set(occupied.map(comparableFile));
  const names = new Map<string, AllocatedName>();
  const requested = new Map(requests.map(({ key, name }) => [key, name]));
  // Names are equal if they lead to the same file, such as names with and without a space at the end.
  const validName = (name: string) => (folders ? safeFilePath(name, extension) : safeFileName(name, extension));
  for (const [key, before] of previousNames) {
    const name = requested.get(key);
    if (name === undefined || validName(name) !== validName(before.name)) continue;
    if (taken.has(comparableFile(before.file))) continue;
    taken.add(comparableFile(before.file));
    names.set(key, before);
  }
  const nameFor = createFilmNames(extension, { folders });
  for (const { key, name } of requests) {
    if (names.has(key)) continue;
    // Try again until a name is free, because `nameFor` does not include the names of kept films.
    let file = nameFor(name).name;
    while (taken.has(comparableFile(file))) file = nameFor(name).name;
    taken.add(comparableFile(file));
    names.set(key, { name, file });
  }
  return names;
}

/** Returns the key for comparing file names. File systems can ignore the case and the Unicode form of names. */
function comparableFile(file: string): string {
  return file.normalize('NFC').toLowerCase();
}

/** A film file to rename. */
export interface FilmMove {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Returns moves in an order in which no move overwrites a film that must move later. In a cycle, such as two films that
 * swap names, one film first moves to a spare name.
 * @param spare Returns an unused name for a film in a cycle.
 */
export function inOrderOfMoves(moves: readonly FilmMove[], spare: (key: string) => string): readonly FilmMove[] {
  const waiting = new Map(moves.map((move) => [comparableFile(move.from), move]));
  const ordered: FilmMove[] = [];
  /** Adds the moves of a chain that starts at this name. A film moves after the film that occupies its new name. */
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

/** A row whose film is waiting to be rendered. */
export interface WaitingRow {
  readonly key: string;
  /** The number of the reading in which the row changed last. */
  readonly changedIn: number;
  /** The index of the row in the table. */
  readonly index: number;
  readonly hasFailed: boolean;
}

/** Sorts rows by render order: rows that failed before are last, and newer changes are first. */
export function inOrderOfWork<Row extends WaitingRow>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(
    (left, right) =>
      Number(left.hasFailed) - Number(right.hasFailed) || right.changedIn - left.changedIn || left.index - right.index,
  );
}
