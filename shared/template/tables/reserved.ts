/**
 * What the language sets aside and this version does not render: it is kept, and warned about in words of its own,
 * so that nobody looks for a slip in spelling.
 */
const elements: ReadonlySet<string> = new Set(['captions', 'overlay', 'variable']);

const attributes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['scene', new Set(['extra'])],
  ['image', new Set(['end'])],
  ['text', new Set(['underline', 'strike'])],
  ['solid', new Set(['gradient'])],
]);

const effectTypes: ReadonlySet<string> = new Set([
  'sharpen',
  'chromakey',
  'noise',
  'lut',
  'cubelut',
  'cube',
  'glow',
  'tiltshift',
  'rotate',
  'perspective',
]);

export function isReservedElement(name: string): boolean {
  return elements.has(name);
}

export function isReservedAttribute(element: string, name: string): boolean {
  return attributes.get(element)?.has(name) ?? false;
}

/** Whether an effect's type is set aside, however its words are joined: `tilt-shift`, `tilt_shift`, `tiltshift`. */
export function isReservedEffect(type: string): boolean {
  return effectTypes.has(type.replaceAll(/[-_ ]/g, '').toLowerCase());
}

/** Whether a known attribute has a value that is set aside. */
export function isReservedValue(element: string, attribute: string, value: string): boolean {
  if (element === 'scene') return attribute === 'duration' && value.trim() === 'audio';
  return element === 'text' && attribute === 'xalign' && value.trim() === 'justify';
}
