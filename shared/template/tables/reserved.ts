/**
 * What the language sets aside and this version does not render: it is kept, and warned about in words of its own,
 * so that nobody looks for a slip in spelling.
 */
const elements: ReadonlySet<string> = new Set(['transition', 'mask', 'group', 'captions', 'overlay', 'variable']);

/** Of layers that are seen. */
const seen = ['condition'];

const attributes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['scene', new Set(['type', 'condition', 'case', 'id', 'extra'])],
  ['video', new Set([...seen, 'speed', 'end', 'freeze'])],
  ['image', new Set([...seen, 'end'])],
  ['text', new Set([...seen, 'underline', 'strike'])],
  ['solid', new Set([...seen, 'gradient'])],
  ['shape', new Set(seen)],
]);

const effectTypes: ReadonlySet<string> = new Set([
  'blur',
  'brightness',
  'gamma',
  'grayscale',
  'sepia',
  'invert',
  'tint',
  'colortwist',
  'dropshadow',
  'sharpen',
  'chromakey',
  'noise',
  'lut',
  'cubelut',
  'contrast',
  'hue',
  'colormatrix',
  'cube',
  'glow',
  'tiltshift',
  'rotate',
  'crop',
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
