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
export const pageParameters = ['title', 'download', 'index', 'lang', 'embed', 'upload'] as const;
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
const CELL = /^(.+?)\[(\d{1,4})\]\[([^[\]]+)\](\[usual\])?$/s;

/** Returns the name of the control for a field of an item. */
export function cellName(parameter: string, item: number | string, field: string): string {
  return `${parameter}[${item}][${field}]`;
}

/**
 * Joins the cells of lists that a form without its script sends, such as `products[0][price]`, into the values of the
 * lists. Omits items without any value, and the names of files.
 * @param free The parameters that visitors can change. Cells of other parameters stay as they are.
 */
export function joinCells(parameters: readonly LinkParameter[], free: readonly string[]): readonly LinkParameter[] {
  const lists = new Map<string, Map<number, Record<string, string>>>();
  const freeNames = new Set(free);
  const others = parameters.filter(([name, value]) => {
    // A GET request contains only the name of a file.
    if (name.endsWith(FILE_MARK) && freeNames.has(name.slice(0, -FILE_MARK.length))) return false;
    const base = name.endsWith(ITEMS_MARK) ? name.slice(0, -ITEMS_MARK.length) : null;
    const [, list = base, index, field, usual] = CELL.exec(name) ?? [];
    if (list === null || !freeNames.has(list)) return true;
    const items = lists.get(list) ?? new Map<number, Record<string, string>>();
    lists.set(list, items);
    if (index === undefined || field === undefined) return false;
    const item = items.get(Number(index)) ?? {};
    items.set(Number(index), item);
    // Browsers send lines with CRLF (HTML, 4.10.21.7).
    if (usual === undefined ? value !== '' : (item[field] ?? '') === '') item[field] = value.replaceAll('\r\n', '\n');
    return false;
  });
  const given = new Set(others.map(([name]) => name));
  const joined = [...lists].flatMap(([list, items]): readonly LinkParameter[] => {
    if (given.has(list)) return [];
    const written = [...items].toSorted(([one], [other]) => one - other).map(([, item]) => item);
    const filled = written.filter((item) => Object.values(item).some((text) => text.trim() !== ''));
    return [[list, JSON.stringify(filled)]];
  });
  return [...others, ...joined];
}

const VARIABLE = 'var.';

function isReserved(name: string, target: LinkTarget): boolean {
  const isOfAll = reservedParameters.some((reservedParameter) => reservedParameter === name);
  return isOfAll || (target !== 'film' && pageParameters.some((pageParameter) => pageParameter === name));
}

function targetOf(path: string): LinkTarget {
  return (['form', 'page'] as const).find((target) => path.startsWith(FOLDERS[target])) ?? 'film';
}
