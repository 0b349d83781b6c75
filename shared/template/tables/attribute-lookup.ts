import type { ElementNode } from '../document/document.ts';
import { attributesOfEffectKeys, effectRegistry } from '../effects/effects.ts';
import type { AttributeSpec, AttributeSpecs, VariableType } from '../value-types/attribute-types.ts';
import { elementRegistry } from './elements.ts';
import { elementSpecOf, LANGUAGE } from './language.ts';

/** Returns the accepted names of an attribute, with its main name first. */
export function spellingsOf(name: string, spec: AttributeSpec<unknown>): readonly string[] {
  return [name, ...(spec.aliases ?? [])];
}

const spellingsOfTables = new WeakMap<AttributeSpecs, ReadonlySet<string>>();

/** Returns all accepted attribute names of a table. Caches them by table. */
export function spellingsIn(specs: AttributeSpecs): ReadonlySet<string> {
  const cached = spellingsOfTables.get(specs);
  if (cached !== undefined) return cached;
  const spellings = new Set(Object.entries(specs).flatMap(([name, spec]) => spellingsOf(name, spec)));
  spellingsOfTables.set(specs, spellings);
  return spellings;
}

/** Returns the attribute with this name or alias; null if there is none. */
function findSpec(specs: AttributeSpecs, spelling: string): AttributeSpec<unknown> | null {
  if (Object.hasOwn(specs, spelling)) return specs[spelling] ?? null;
  return Object.values(specs).find((spec) => spec.aliases?.includes(spelling)) ?? null;
}

/** Returns the table entry of an attribute by any of its names; null if there is none. */
export function specOf(
  element: ElementNode,
  attribute: string,
  effectType: string | null,
  language = LANGUAGE,
): AttributeSpec<unknown> | null {
  const spec = elementSpecOf(element, language);
  const specs: AttributeSpecs = spec?.attributes ?? {};
  const hasType = effectType !== null && Object.hasOwn(language.effects, effectType);
  const ofType: AttributeSpecs = hasType ? (language.effects[effectType]?.attributes ?? {}) : {};
  const effectSpecs = spec?.role === 'key' ? attributesOfEffectKeys : ofType;
  return findSpec(specs, attribute) ?? findSpec(effectSpecs, attribute);
}

/**
 * Returns the type that an attribute implies for its variables; null if there is none. For an unknown attribute,
 * returns the type of attributes with the same name in other elements, if it is the same everywhere.
 */
export function variableTypeOf(
  element: ElementNode,
  attribute: string,
  effectType: string | null,
  language = LANGUAGE,
): VariableType | null {
  return specOf(element, attribute, effectType, language)?.type.variableType ?? typesByName.get(attribute) ?? null;
}

const typesByName: ReadonlyMap<string, VariableType | null> = collectTypesByName();

function collectTypesByName(): ReadonlyMap<string, VariableType | null> {
  const types = new Map<string, VariableType | null>();
  for (const { attributes } of [...Object.values(elementRegistry), ...Object.values(effectRegistry)]) {
    const table: AttributeSpecs = attributes;
    for (const [name, spec] of Object.entries(table)) {
      for (const spelling of spellingsOf(name, spec)) {
        const type = spec.type.variableType;
        types.set(spelling, types.has(spelling) && types.get(spelling) !== type ? null : type);
      }
    }
  }
  return types;
}
