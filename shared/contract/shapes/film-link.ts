// The address of a link to a film, page, or form, and the text that is signed. docs/film-links.md describes both and
// has code in four other languages.

/**
 * The formats of a link: a film, a film that can play during rendering (`m3u8`), a single frame, or captions (`vtt`).
 */
export const linkFormats = ['mp4', 'm3u8', 'webm', 'gif', 'apng', 'webp', 'jpg', 'png', 'avif', 'vtt'] as const;
export type LinkFormat = (typeof linkFormats)[number];

/** The parameters that are settings. Every other parameter is the value of a variable. */
const reservedParameters = ['sig', 'expires', 'vary', 'frame', 'quality', 'width', 'film.photos'] as const;
/** The parameters that are settings only in links to forms and to film pages. */
export const pageParameters = ['title', 'download', 'index', 'lang', 'embed', 'upload', 'film.stream'] as const;
/** The parameter of a form whose pages play the film during rendering. */
export const STREAM_PARAMETER = 'film.stream';
/** The parameter of a film with photos of visitors. Its value is the id of the form that received the photos. */
export const PHOTOS_PARAMETER = 'film.photos';
/** The languages of forms and film pages. */
export const pageLanguages = ['en', 'de'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** The target of a link: a film or an image, a form, or a film page. */
export type LinkTarget = 'film' | 'form' | 'page';

/** The folder of each target, with which the path of its links starts. */
const FOLDERS: Readonly<Record<LinkTarget, string>> = {
  film: '/v1/render/',
  form: '/v1/form/',
  page: '/v1/page/',
};
/**
 * The link parameters for settings of the film, by the field of a render request. If the movie has a variable with the
 * same name, the parameter sets the variable.
 */
export const filmParameters = {
  language: 'film.language',
  loudness: 'film.loudness',
  truepeak: 'film.truepeak',
  maxbytes: 'film.maxbytes',
} as const;

/** The first line of the signed text. No other text that the secret signs starts with this line. */
const SIGNED_LINK = 'scenewright film link 1';
/** The purpose for deriving the link key from the API secret. */
export const LINK_KEY_PURPOSE = 'scenewright film links';

/** A decoded parameter of a link: its name in the link and its value. */
export type LinkParameter = readonly [name: string, value: string];

/**
 * Returns the parameter name of a variable. This is its name, with the prefix `var.` if a setting has the same name.
 */
export function parameterOf(variable: string, target: LinkTarget = 'film'): string {
  return isReserved(variable, target) || variable.startsWith(VARIABLE) ? `${VARIABLE}${variable}` : variable;
}

/** Returns the variable of a parameter; null for a setting. */
export function variableOf(parameter: string, target: LinkTarget = 'film'): string | null {
  if (isReserved(parameter, target)) return null;
  return parameter.startsWith(VARIABLE) ? parameter.slice(VARIABLE.length) : parameter;
}

/**
 * Returns the path of a link in the canonical form for signing. `name` is a film such as `greeting.mp4`, or the movie
 * of a form.
 */
export function linkPath(project: string, name: string, target: LinkTarget = 'film'): string {
  return `${FOLDERS[target]}${encoded(project)}/${encoded(name)}`;
}

/** Returns the query of a link without `?`, in the canonical form and order for signing. */
export function linkQuery(parameters: readonly LinkParameter[]): string {
  return parameters
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
}

/**
 * Returns the text to sign: version, path, and query. Omits `sig`, and the parameters listed in `vary`, because anyone
 * may set their values.
 */
export function signedText(path: string, parameters: readonly LinkParameter[]): string {
  const unsigned = new Set(varying(parameters));
  const target = targetOf(path);
  const signed = parameters.filter(([name]) => name !== 'sig' && (isReserved(name, target) || !unsigned.has(name)));
  return `${SIGNED_LINK}\n${path}\n${linkQuery(signed)}`;
}

/** Returns the names of the parameters listed in `vary`, which the signature does not cover. */
export function varying(parameters: readonly LinkParameter[]): readonly string[] {
  const vary = parameters.find(([name]) => name === 'vary')?.[1] ?? '';
  return vary === '' ? [] : vary.split(',');
}

/**
 * Percent-encodes a text in UTF-8 with upper-case digits. Letters, digits, `-`, `.`, `_`, and `~` stay unchanged (the
 * unreserved characters of RFC 3986, 2.3). A lone surrogate becomes the replacement character.
 */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The end of the name of a hidden control that marks a list, so that a form can send a list without items. */
export const ITEMS_MARK = '[]';
/** The end of the name of the value that a cell has if its control is empty. */
export const USUAL_MARK = '[usual]';
/** The end of the name of the control for the file of a photo, which a form without its script sends. */
export const FILE_MARK = '[file]';
/** The maximum nesting depth of lists. */
const MAX_LISTS = 3;
/** The index of an item and its field in the name of a cell, such as `[0][price]`. */
const CELL_PLACE = /\[(\d{1,4})\]\[([^[\]]+)\]/gy;

/** Returns the name of the control for a field of an item. */
export function cellName(parameter: string, item: number | string, field: string): string {
  return `${parameter}[${item}][${field}]`;
}

/** The items of a list by index. */
type CellItems = Map<number, Map<string, string | CellItems>>;

/** The place of a cell: its list, and the index and the field of each item that contains it. */
interface CellPlace {
  readonly list: string;
  readonly places: readonly (readonly [index: number, field: string])[];
  /** `value` for a value, `usual` for a value that applies if the control is empty, and `items` for a whole list. */
  readonly kind: 'value' | 'usual' | 'items';
}

/**
 * Joins the cells of lists that a form without its script sends, such as `products[0][price]`, into the values of the
 * lists. An item can contain lists, such as `products[0][sizes][1][name]`. Omits items without any value, and the names
 * of files.
 * @param free The parameters that visitors can change. Cells of other parameters stay as they are.
 */
export function joinCells(parameters: readonly LinkParameter[], free: readonly string[]): readonly LinkParameter[] {
  const lists = new Map<string, CellItems>();
  const freeNames = new Set(free);
  const others = parameters.filter(([name, value]) => {
    // A GET request contains only the name of a file.
    if (name.endsWith(FILE_MARK) && freeNames.has(name.slice(0, -FILE_MARK.length))) return false;
    const cell = cellPlace(name);
    if (cell === null || !freeNames.has(cell.list)) return true;
    const items = lists.get(cell.list) ?? new Map();
    lists.set(cell.list, items);
    // Browsers send lines with CRLF (HTML, 4.10.21.7).
    addCell(items, cell, value.replaceAll('\r\n', '\n'));
    return false;
  });
  const given = new Set(others.map(([name]) => name));
  const joined = [...lists].flatMap(([list, items]): readonly LinkParameter[] =>
    given.has(list) ? [] : [[list, JSON.stringify(itemsOfCells(items))]],
  );
  return [...others, ...joined];
}

/** Parses the name of a cell; null for any other name. */
function cellPlace(name: string): CellPlace | null {
  const start = name.indexOf('[');
  if (start <= 0) return null;
  const places: (readonly [number, string])[] = [];
  let end = start;
  CELL_PLACE.lastIndex = start;
  for (let match = CELL_PLACE.exec(name); match !== null; match = CELL_PLACE.exec(name)) {
    places.push([Number(match[1]), match[2] ?? '']);
    end = CELL_PLACE.lastIndex;
  }
  const rest = name.slice(end);
  const kind = rest === '' ? 'value' : rest === USUAL_MARK ? 'usual' : rest === ITEMS_MARK ? 'items' : null;
  if (kind === null || (places.length === 0 && kind !== 'items') || places.length > MAX_LISTS) return null;
  return { list: name.slice(0, start), places, kind };
}

function addCell(list: CellItems, { places, kind }: CellPlace, value: string): void {
  let items = list;
  for (const [at, [index, field]] of places.entries()) {
    const item = items.get(index) ?? new Map<string, string | CellItems>();
    items.set(index, item);
    const before = item.get(field);
    if (at < places.length - 1 || kind === 'items') {
      const inner: CellItems = before instanceof Map ? before : new Map();
      item.set(field, inner);
      items = inner;
    } else if (!(before instanceof Map) && (kind === 'value' ? value !== '' : (before ?? '') === '')) {
      item.set(field, value);
    }
  }
}

function itemsOfCells(items: CellItems): readonly object[] {
  const written = [...items]
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) =>
      [...item].map(([field, value]) => [field, value instanceof Map ? itemsOfCells(value) : value] as const),
    );
  const filled = written.filter((item) =>
    item.some(([, value]) => (typeof value === 'string' ? value.trim() !== '' : value.length > 0)),
  );
  return filled.map((item) => Object.fromEntries(item));
}

const VARIABLE = 'var.';

function isReserved(name: string, target: LinkTarget): boolean {
  const isOfAll = reservedParameters.some((reservedParameter) => reservedParameter === name);
  return isOfAll || (target !== 'film' && pageParameters.some((pageParameter) => pageParameter === name));
}

function targetOf(path: string): LinkTarget {
  return (['form', 'page'] as const).find((target) => path.startsWith(FOLDERS[target])) ?? 'film';
}
