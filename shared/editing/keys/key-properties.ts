import { attributeValue, type ElementNode } from '../../template/document/document.ts';
import { animatableOfEffect, effectRegistry, effectTypeNamed } from '../../template/effects/effects.ts';
import { type AnimatedKind, animatableOf, spellingsOf } from '../../template/tables/attribute-lookup.ts';
import { elementRegistry } from '../../template/tables/elements.ts';
import { elementSpecOf } from '../../template/tables/language.ts';
import { isSound, layerKindOf, roleOf } from '../../template/tables/roles.ts';
import type { AttributeSpec, AttributeSpecs } from '../../template/value-types/attribute-types.ts';
import type { Planning } from '../planning/planning.ts';

/** A value of a layer, sound or effect that keys can name. */
export interface KeyProperty {
  /** As keys name it. */
  readonly name: string;
  /** The attribute of the element that holds where no key does: that of `fontsize` is `size`. */
  readonly attribute: string;
  /** As keys have it. */
  readonly spec: AttributeSpec<unknown>;
  /** As the element has it. */
  readonly own: AttributeSpec<unknown>;
}

const keySpecs: AttributeSpecs = elementRegistry.key.attributes;

/** What keys of an element can name, by the tables, in their order; nothing where it cannot be animated. */
export function keyPropertiesOf(planning: Planning, element: ElementNode): readonly KeyProperty[] {
  if (roleOf(element) === 'effect') return ofEffect(planning, element);
  const kind: AnimatedKind | null = isSound(element) && element.name === 'audio' ? 'audio' : layerKindOf(element);
  if (kind === null) return [];
  const specs: AttributeSpecs = elementSpecOf(element)?.attributes ?? {};
  return animatableOf(kind).flatMap((name) => {
    const spec = keySpecs[name];
    const own = Object.entries(specs).find(([attribute, each]) => spellingsOf(attribute, each).includes(name));
    return spec === undefined || own === undefined ? [] : [{ name, attribute: own[0], spec, own: own[1] }];
  });
}

/** The property of an element that keys call so, or whose attribute is called so; null where it cannot be animated. */
export function keyPropertyNamed(planning: Planning, element: ElementNode, name: string): KeyProperty | null {
  const properties = keyPropertiesOf(planning, element);
  return properties.find((each) => each.name === name) ?? properties.find((each) => each.attribute === name) ?? null;
}

function ofEffect(planning: Planning, element: ElementNode): readonly KeyProperty[] {
  const written = planning.resolved(element, 'type');
  const type = written?.kind === 'text' ? effectTypeNamed(written.text.trim()) : null;
  if (type === null) return [];
  const specs: AttributeSpecs = effectRegistry[type].attributes;
  return Object.entries(animatableOfEffect(type)).flatMap(([name, spec]) => {
    const own = specs[name];
    return own === undefined ? [] : [{ name, attribute: name, spec, own }];
  });
}

/** The spelling under which an element has an attribute; its name in the tables where it does not have it. */
export function spellingIn(element: ElementNode, name: string, spec: AttributeSpec<unknown>): string {
  return spellingsOf(name, spec).find((each) => attributeValue(element, each) !== undefined) ?? name;
}
