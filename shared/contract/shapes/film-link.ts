// What the address of a film by its link is made of, and the text that its signature is of. docs/film-links.md has the
// same in words and in four other languages.

/** What a link can be of: a film, or one frame of it. */
export const linkFormats = ['mp4', 'webm', 'gif', 'jpg', 'png'] as const;
export type LinkFormat = (typeof linkFormats)[number];

/** Parameters that say how the film is wanted; every other is the value of a variable. */
export const reservedParameters = ['sig', 'expires', 'vary', 'frame', 'quality', 'width'] as const;
export type ReservedParameter = (typeof reservedParameters)[number];

/** The first line of the text that is signed: nothing else that is signed with the secret begins so. */
const SIGNED_LINK = 'scenewright film link 1';
/** What the key of links is made of the API secret with. */
export const LINK_KEY_PURPOSE = 'scenewright film links';

/** A parameter of a link, decoded: its name as it stands there, and its value. */
export type LinkParameter = readonly [name: string, value: string];

/** The parameter that gives a variable its value: its name, behind `var.` where that would mean something else. */
export function parameterOf(variable: string): string {
  return isReserved(variable) || variable.startsWith(VARIABLE) ? `${VARIABLE}${variable}` : variable;
}

/** The variable that a parameter gives its value; null for one that says how the film is wanted. */
export function variableOf(parameter: string): string | null {
  if (isReserved(parameter)) return null;
  return parameter.startsWith(VARIABLE) ? parameter.slice(VARIABLE.length) : parameter;
}

/** The path of a link to a film such as `greeting.mp4`, in the one spelling that is signed. */
export function linkPath(project: string, film: string): string {
  return `/v1/render/${encoded(project)}/${encoded(film)}`;
}

/** Parameters as the query of a link, in the one spelling and order that is signed; without its `?`. */
export function linkQuery(parameters: readonly LinkParameter[]): string {
  return parameters
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
}

/**
 * The text that a signature is of: the version, the path, the query. `sig` is not part of it, and neither are the
 * parameters that `vary` names: those may have any value.
 */
export function signedText(path: string, parameters: readonly LinkParameter[]): string {
  const free = new Set(varying(parameters));
  const signed = parameters.filter(([name]) => name !== 'sig' && (isReserved(name) || !free.has(name)));
  return `${SIGNED_LINK}\n${path}\n${linkQuery(signed)}`;
}

/** The names of parameters that the signature leaves free, as `vary` has them. */
export function varying(parameters: readonly LinkParameter[]): readonly string[] {
  const vary = parameters.find(([name]) => name === 'vary')?.[1] ?? '';
  return vary === '' ? [] : vary.split(',');
}

/**
 * Percent-encodes the UTF-8 of a text but for letters, digits, `-`, `.`, `_` and `~` (the unreserved characters of
 * RFC 3986, 2.3), with upper-case digits. A lone surrogate becomes the replacement character.
 */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const VARIABLE = 'var.';

function isReserved(name: string): name is ReservedParameter {
  return reservedParameters.some((each) => each === name);
}
