/**
 * What the language sets aside and this version does not render: it is kept, and warned about in words of its own,
 * so that nobody looks for a slip in spelling.
 */
const elements: ReadonlySet<string> = new Set([
  'image',
  'text',
  'solid',
  'shape',
  'audio',
  'transition',
  'animation',
  'mask',
]);

const layerAttributes = [
  'position',
  'scale',
  'anchor',
  'rotation',
  'opacity',
  'blendmode',
  'offset',
  'duration',
  'condition',
];

const attributes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['scene', new Set(['type', 'condition', 'case', 'background'])],
  ['video', new Set(layerAttributes)],
]);

const effectTypes: ReadonlySet<string> = new Set([
  'blur',
  'brightness',
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
  return element === 'scene' && attribute === 'duration' && value.trim() === 'audio';
}
