import { type Attribute, childElements, type ElementNode } from '../../template/document/document.ts';
import type { CopiedKey } from './key-commands.ts';

/** Keys of one property as they are taken along. */
export interface CopiedProperty {
  readonly property: string;
  readonly keys: readonly CopiedKey[];
}

/** Attributes of a key that are no property. */
const OF_KEYS: ReadonlySet<string> = new Set(['time', 'easing']);

/** The attributes of the key elements that say the same: one for each key of each property. */
export function keyAttributesOf(properties: readonly CopiedProperty[]): readonly (readonly Attribute[])[] {
  return properties.flatMap(({ property, keys }) =>
    keys.map(({ after, value, easing }) => [
      { name: 'time', value: String(after) },
      { name: property, value },
      ...(easing === null ? [] : [{ name: 'easing', value: easing }]),
    ]),
  );
}

/** The keys that an element holds, by their properties; of those whose times are no frames there is none. */
export function copiedPropertiesOf(animation: ElementNode): readonly CopiedProperty[] {
  const keys = keysOf(animation).flatMap((key) => {
    const after = Number(key.attributes.find(({ name }) => name === 'time')?.value ?? 'none');
    const easing = key.attributes.find(({ name }) => name === 'easing')?.value ?? null;
    if (!Number.isInteger(after)) return [];
    return key.attributes
      .filter(({ name }) => !OF_KEYS.has(name))
      .map(({ name, value }) => ({ property: name, key: { after, value, easing } }));
  });
  return [...Map.groupBy(keys, ({ property }) => property)].map(([property, own]) => ({
    property,
    keys: own.map(({ key }) => key),
  }));
}

/** Whether an element is there to hold keys. */
export function holdsKeys(element: ElementNode): boolean {
  return element.name === 'animation' && keysOf(element).length > 0;
}

function keysOf(animation: ElementNode): readonly ElementNode[] {
  return childElements(animation).filter(({ name }) => name === 'key' || name === 'keyframe');
}
