/** Fills the parameters into the path of a call. Each is one segment, percent-encoded once. */
export function fillPath(path: string, parameters: object): string {
  const values = new Map<string, unknown>(Object.entries(parameters));
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')));
}

/** Formats a query or form, with `prefix` before it unless it is empty. A list repeats its field. */
export function queryText(fields: object, prefix: string): string {
  const pairs = Object.entries(fields).flatMap(([name, value]: readonly [string, unknown]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((each) => (each === undefined ? [] : [`${encode(name)}=${encode(String(each))}`]));
  });
  return pairs.length === 0 ? '' : `${prefix}${pairs.join('&')}`;
}

/**
 * Percent-encodes a text. Lone surrogates, which have no encoding, become the replacement character as everywhere on
 * the web.
 */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
