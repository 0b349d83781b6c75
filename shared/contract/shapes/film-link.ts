// The address of a film link and the text of its signature. docs/film-links.md describes both and has code in four
// other languages.

/** The formats of a link: a film, a film that plays while it is made (`m3u8`), or one frame. */
export const linkFormats = ['mp4', 'm3u8', 'webm', 'gif', 'apng', 'webp', 'jpg', 'png', 'avif'] as const;
export type LinkFormat = (typeof linkFormats)[number];

/** The parameters that are settings. Every other parameter is the value of a variable. */
export const reservedParameters = ['sig', 'expires', 'vary', 'frame', 'quality', 'width'] as const;
/**
 * The parameters with settings of the film, by the field of a render. If the movie has a variable of such a name, the
 * parameter is its value.
 */
export const filmParameters = {
  language: 'film.language',
  loudness: 'film.loudness',
  truepeak: 'film.truepeak',
  maxbytes: 'film.maxbytes',
} as const;
export type ReservedParameter = (typeof reservedParameters)[number];

/** The first line of the signed text. No other text that the secret signs starts with this line. */
const SIGNED_LINK = 'scenewright film link 1';
/** The purpose with which the link key is derived from the API secret. */
export const LINK_KEY_PURPOSE = 'scenewright film links';

/** A decoded parameter of a link: its name in the link and its value. */
export type LinkParameter = readonly [name: string, value: string];

/**
 * Returns the parameter name of a variable: its own name, or its name with the prefix `var.` if a setting has the name.
 */
export function parameterOf(variable: string): string {
  return isReserved(variable) || variable.startsWith(VARIABLE) ? `${VARIABLE}${variable}` : variable;
}

/** Returns the variable of a parameter; null for a setting. */
export function variableOf(parameter: string): string | null {
  if (isReserved(parameter)) return null;
  return parameter.startsWith(VARIABLE) ? parameter.slice(VARIABLE.length) : parameter;
}

/** Returns the path of a link to a film such as `greeting.mp4`, in the canonical form that is signed. */
export function linkPath(project: string, film: string): string {
  return `/v1/render/${encoded(project)}/${encoded(film)}`;
}

/** Returns the query of a link without `?`, in the canonical form and order that is signed. */
export function linkQuery(parameters: readonly LinkParameter[]): string {
  return parameters
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
}

/**
 * Returns the text to sign: version, path, and query. Omits `sig` and the parameters that `vary` names, because anyone
 * can set their values.
 */
export function signedText(path: string, parameters: readonly LinkParameter[]): string {
  const unsigned = new Set(varying(parameters));
  const signed = parameters.filter(([name]) => name !== 'sig' && (isReserved(name) || !unsigned.has(name)));
  return `${SIGNED_LINK}\n${path}\n${linkQuery(signed)}`;
}

/** Returns the parameter names in `vary`. The signature does not cover these parameters. */
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

const VARIABLE = 'var.';

function isReserved(name: string): name is ReservedParameter {
  return reservedParameters.some((reservedParameter) => reservedParameter === name);
}
