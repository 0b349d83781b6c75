/** Inserts parameters into the path of a call. Each parameter is one segment, which is percent-encoded once. */
export function fillPath(path: string, parameters: object): string {
  const values = new Map<string, unknown>(Object.entries(parameters));
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')));
}

/**
 * Formats the fields of a query or form, with `prefix` at the start. An object without fields gives an empty text. A
 * list repeats its field name.
 */
export function queryText(fields: object, prefix: string): string {
  const pairs = Object.entries(fields).flatMap(([name, value]: readonly [string, unknown]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((item) => (item === undefined ? [] : [`${encode(name)}=${encode(String(item))}`]));
  });
  return pairs.length === 0 ? '' : `${prefix}${pairs.join('&')}`;
}

/**
 * Percent-encodes a text. A lone surrogate has no encoding and becomes the replacement character, as the URL standard
 * requires.
 */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
