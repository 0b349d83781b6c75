/**
 * What the language sets aside and this version does not render: it is kept, and warned about in words of its own,
 * so that nobody looks for a slip in spelling.
 */
const elements: ReadonlySet<string> = new Set(['captions', 'overlay']);

const attributes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['image', new Set(['end'])],
  // Motion data of `perspective`.
  ['transform', new Set(['src', 'url', 'offset', 'scale'])],
]);

export function isReservedElement(name: string): boolean {
  return elements.has(name);
}

export function isReservedAttribute(element: string, name: string): boolean {
  return attributes.get(element)?.has(name) ?? false;
}
