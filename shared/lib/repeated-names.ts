import { decodeText } from './decode-text.ts';

/** A name that occurs more than once in a JSON object. `JSON.parse` keeps only the last of its values. */
export interface RepeatedName {
  readonly name: string;
  /** The names and list indexes (from 0) that lead to the value. The last entry is the name itself. */
  readonly path: readonly (string | number)[];
  /** The byte offset of the opening quote of the repeated name. */
  readonly at: number;
}

/** The number of bytes per step between two yields. A step takes less than a millisecond. */
const STEP_BYTES = 64 * 1024;
/** The maximum number of reported names. Users rarely fix more before they check again. */
const MAX_REPEATED = 100;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

interface Level {
  readonly isObject: boolean;
  /** The names of the object so far; null before its first name, and for a list. */
  names: Set<string> | null;
  readonly place: Place;
  /** The name or the index of the current value. */
  key: string | number;
}

/**
 * Yields the repeated names of valid JSON in UTF-8, at most 100. Also yields null after every 64 KiB, where the caller
 * can pause. All items of a list are treated as one place, so a name that is repeated in many rows is yielded only for
 * the first row.
 */
export function* searchRepeatedNames(json: Uint8Array): Generator<RepeatedName | null, void> {
  const search: Search = { levels: [], root: newPlace() };
  let [pause, repeated] = [STEP_BYTES, 0];
  for (let at = 0; at < json.length && repeated < MAX_REPEATED; at += 1) {
    if (json[at] === QUOTE) {
      const end = endOfText(json, at);
      const repeatedName = isBeforeColon(json, end) ? noteName(search.levels, nameIn(json, at, end)) : null;
      if (repeatedName !== null) {
        repeated += 1;
        yield { ...repeatedName, at };
      }
      at = end - 1;
    } else changeLevel(search, json[at]);
    if (at >= pause) {
      pause = at + STEP_BYTES;
      yield null;
    }
  }
}

interface Search {
  /** The open objects and lists, outermost first. */
  readonly levels: Level[];
  readonly root: Place;
}

/** The place of objects or lists in the structure of the document. All items of a list share one place. */
interface Place {
  /** The names that were reported for this place; null if there are none. */
  repeated: Set<string> | null;
  /** The places inside this place by name; null if there are none. The items of a list have an empty name. */
  inside: Map<string, Place> | null;
}

function newPlace(): Place {
  return { repeated: null, inside: null };
}

/** Adds a name to the innermost object. Returns the name if it is repeated and was not reported for this place. */
function noteName(levels: readonly Level[], name: string): Omit<RepeatedName, 'at'> | null {
  const level = levels.at(-1);
  if (level === undefined || !level.isObject) return null;
  level.key = name;
  const { place } = level;
  level.names ??= new Set();
  const isRepeated = level.names.has(name);
  level.names.add(name);
  if (!isRepeated || place.repeated?.has(name)) return null;
  place.repeated ??= new Set();
  place.repeated.add(name);
  return { name, path: levels.map(({ key }) => key) };
}

/** Handles a byte outside texts: opens or closes a level, or advances the index of a list. */
function changeLevel(search: Search, byte: number | undefined): void {
  const { levels } = search;
  switch (byte) {
    case OBJECT:
      levels.push({ isObject: true, names: null, place: placeInside(search), key: '' });
      return;
    case LIST:
      levels.push({ isObject: false, names: null, place: placeInside(search), key: 0 });
      return;
    case OBJECT_END:
    case LIST_END:
      levels.pop();
      return;
    case COMMA: {
      const level = levels.at(-1);
      if (typeof level?.key === 'number') level.key += 1;
    }
  }
}

/** Returns the place of an object or a list that starts in the innermost level. */
function placeInside({ levels, root }: Search): Place {
  const parent = levels.at(-1);
  if (parent === undefined) return root;
  const { place, key } = parent;
  const name = typeof key === 'number' ? '' : key;
  const existing = place.inside?.get(name);
  if (existing !== undefined) return existing;
  const added = newPlace();
  place.inside ??= new Map();
  place.inside.set(name, added);
  return added;
}

/** Returns the repeated names of JSON of limited size, without pauses; see {@link searchRepeatedNames}. */
export function repeatedNames(json: Uint8Array): readonly RepeatedName[] {
  return [...searchRepeatedNames(json)].filter((name) => name !== null);
}

/** The maximum length of a path that messages display. */
const MAX_PATH_LENGTH = 1000;

/** Formats a path such as `rows[2].name`. Items of lists count from 1. Truncates long paths. */
export function pathWritten(path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, key) => {
    if (before.length > MAX_PATH_LENGTH) return before;
    if (typeof key === 'number') return `${before}[${key + 1}]`;
    return before === '' ? String(key) : `${before}.${String(key)}`;
  }, '');
}

/** Returns the index after the closing quote of a text. */
function endOfText(json: Uint8Array, opening: number): number {
  let at = opening + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

function isBeforeColon(json: Uint8Array, end: number): boolean {
  let at = end;
  while (json[at] === SPACE || json[at] === LF || json[at] === CR || json[at] === TAB) at += 1;
  return json[at] === COLON;
}

/** Returns the text between two quotes. Decodes escapes, so `a` and `\u0061` are the same name. */
function nameIn(json: Uint8Array, opening: number, end: number): string {
  const text = decodeText(json.subarray(opening + 1, end - 1), 'utf-8', 'keep') ?? '';
  return text.includes('\\') ? String(JSON.parse(`"${text}"`)) : text;
}
