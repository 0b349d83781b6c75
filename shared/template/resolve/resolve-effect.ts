import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { type Attribute, attributeValue, type ElementNode } from '../document/document.ts';
import { nearestName } from '../document/suggestion.ts';
import {
  type Effect,
  type EffectElement,
  type EffectOf,
  type EffectSpec,
  type EffectType,
  effectRegistry,
  effectTypeNamed,
  effectTypesOf,
} from '../effects/effects.ts';
import { checkCounts } from '../reading/check-counts.ts';
import { readAttributes, refuse, resolvedText, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { checkSource } from '../reading/resolve-source.ts';
import { elementRegistry } from '../tables/elements.ts';
import { resolveEffectAnimation } from './resolve-animation.ts';

/** What an effect has whatever its type. */
const switches = {
  filter: { enabled: elementRegistry.filter.attributes.enabled },
  transform: { enabled: elementRegistry.transform.attributes.enabled },
} as const satisfies Record<EffectElement, unknown>;

/** Reads a `filter` or `transform`; null if it cannot be read or is of a type that this version does not render. */
export function resolveEffect(context: ReadingContext, element: ElementNode, carrier: EffectElement): Effect | null {
  const written = element.attributes.find((attribute) => attribute.name === 'type');
  const type = written === undefined ? null : effectType(context, element, carrier, written);
  if (written === undefined) readAttributes(context, element, { type: elementRegistry[carrier].attributes.type });
  const { complete } = readAttributes(context, element, switches[carrier]);
  const children = knownChildren(context, carrier, element).map((child) => child.element);
  checkCounts(context, element);
  if (type === null) return null;
  const animations = children.map((child) => resolveEffectAnimation(context, type, child));
  const effect = buildEffect(context, element, type, complete?.enabled);
  const played = animations.filter((animation) => animation !== null).filter((animation) => animation.enabled);
  return effect === null || played.length === 0 ? effect : { ...effect, animations: played };
}

function effectType(
  context: ReadingContext,
  element: ElementNode,
  carrier: EffectElement,
  written: Attribute,
): EffectType | null {
  const resolved = resolvedText(context, element, written);
  if (resolved === undefined) return null;
  const name = resolved.text.trim();
  const type = effectTypeNamed(name);
  const at = { node: element.id, attribute: written.name };
  if (type === null) {
    const types = effectTypesOf(carrier);
    if (name === '') refuse(context, element, written.name, resolved, statement('value/no-option', { options: types }));
    else
      context.log.add('template/unknown-element', at, () =>
        statement('template/unknown-effect', { name: shortened(name), carrier, meant: nearestName(name, types) }),
      );
    return null;
  }
  const owner: EffectElement = effectRegistry[type].element;
  if (owner === carrier) return type;
  context.log.add('template/effect-element', at, () =>
    statement('template/effect-element', { effect: type, carrier, owner }),
  );
  return null;
}

function buildEffect<Type extends EffectType>(
  context: ReadingContext,
  element: ElementNode,
  type: Type,
  enabled: boolean | undefined,
): EffectOf<Type> | null {
  const specs: (typeof effectRegistry)[Type]['attributes'] = effectRegistry[type].attributes;
  const { complete: parameters } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [elementRegistry[effectRegistry[type].element].attributes, specs]);
  const { oneOf }: EffectSpec = effectRegistry[type];
  if (oneOf !== undefined) {
    checkSource(context, element);
    if (oneOf.every((name) => attributeValue(element, name) === undefined)) return null;
  }
  if (parameters === null || enabled === undefined) return null;
  // TypeScript does not relate a mapped type, indexed by a type parameter, to the object of that very shape.
  return { id: element.id, type, enabled, parameters } as EffectOf<Type>;
}
