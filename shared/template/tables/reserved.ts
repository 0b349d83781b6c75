/**
 * What the language sets aside and this version does not render: it is kept, and warned about in words of its own,
 * so that nobody looks for a slip in spelling.
 */
const attributes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  // Motion data of `perspective`.
  ['transform', new Set(['src', 'url', 'offset', 'scale'])],
]);

export function isReservedAttribute(element: string, name: string): boolean {
  return attributes.get(element)?.has(name) ?? false;
}
