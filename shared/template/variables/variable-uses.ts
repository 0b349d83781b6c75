import { statement } from '../../statements/statement.ts';
import {
  attributeValue,
  type ElementNode,
  elementsOf,
  type NodeId,
  type TemplateDocument,
} from '../document/document.ts';
import type { Finding } from '../document/problem.ts';
import { type ParsedValue, type Placeholder, parseValue } from '../placeholders/placeholder.ts';
import { substitute } from '../placeholders/substitute.ts';
import { createValueBudget } from '../placeholders/value-budget.ts';
import { specOf, variableTypeOf } from '../tables/attribute-lookup.ts';
import { LANGUAGE, type Language } from '../tables/language.ts';
import { isEffect, isScene } from '../tables/roles.ts';
import type { VariableType } from '../value-types/attribute-types.ts';
import { sourceIn, type WrittenSource } from './sources.ts';
import { findingAt, type ValuePlace, type WrittenValue, writtenValuesOf } from './written-values.ts';

/** One placeholder in one attribute, or in a text of an element that holds text. */
export interface VariableUse extends ValuePlace {
  readonly name: string;
  /** Name of the element. */
  readonly element: string;
  /** The scene it is in, counted from 0; null outside of all scenes. A scene within a scene is part of the outer one. */
  readonly scene: { readonly id: NodeId; readonly index: number } | null;
  /** What the place takes the variable for; null where nothing tells. */
  readonly type: VariableType | null;
  /** Of a place that names a source: in which form, and what it is wanted as. */
  readonly source: Pick<WrittenSource, 'form' | 'kind'> | null;
  /** Whether the placeholder is the whole value. */
  readonly whole: boolean;
  readonly placeholder: Placeholder;
}

export interface VariableScan {
  /** In document order. */
  readonly uses: readonly VariableUse[];
  /** The first default stated for each name. */
  readonly defaults: ReadonlyMap<string, string>;
  /** Malformed placeholders, one finding for each attribute that has any. */
  readonly malformed: readonly Finding[];
}

interface Value extends WrittenValue {
  readonly scene: VariableUse['scene'];
  readonly parsed: ParsedValue;
}

/**
 * Finds every placeholder of a document: in attributes, those of unknown elements too, and in the text of elements that
 * hold text.
 */
export function scanVariables(document: TemplateDocument, language = LANGUAGE): VariableScan {
  const values = valuesWithPlaceholders(document.root, language);
  const defaults = new Map<string, string>();
  const malformed: Finding[] = [];
  for (const { element, attribute, text, parsed } of values) {
    for (const part of parsed.parts)
      if (part.kind === 'placeholder' && part.default !== null && !defaults.has(part.name))
        defaults.set(part.name, part.default);
    const [first, ...further] = parsed.faults;
    if (first === undefined) continue;
    const says = statement('variable/malformed', { ...first, more: further.length > 0 });
    malformed.push({ code: 'variable/malformed', at: findingAt({ node: element.id, attribute, text }), says });
  }
  const effectTypeOf = effectTypesByDefault(defaults);
  const uses = values.flatMap((value) => usesOf(value, effectTypeOf(value.element), language));
  return { uses, defaults, malformed };
}

function usesOf(
  { element, attribute, text, scene, parsed }: Value,
  effectType: string | null,
  language: Language,
): readonly VariableUse[] {
  const type = attribute === null ? 'text' : variableTypeOf(element, attribute, effectType, language);
  const source = attribute === null ? null : sourceIn(specOf(element, attribute, effectType, language));
  const whole = parsed.parts.length === 1 && parsed.faults.length === 0;
  return parsed.parts
    .filter((part) => part.kind === 'placeholder')
    .map((placeholder) => ({
      name: placeholder.name,
      node: element.id,
      element: element.name,
      attribute,
      text,
      scene,
      type,
      source,
      whole,
      placeholder,
    }));
}

/** The type of an effect when no values are given; found once for each element. */
function effectTypesByDefault(defaults: VariableScan['defaults']): (element: ElementNode) => string | null {
  const budget = createValueBudget();
  const types = new Map<ElementNode, string | null>();
  const find = (element: ElementNode): string | null => {
    const written = parseValue(attributeValue(element, 'type') ?? '');
    const type = substitute(written, { values: new Map(), defaults }, budget);
    return type.kind === 'text' ? type.text.trim() : null;
  };
  return (element) => {
    if (!isEffect(element)) return null;
    const known = types.get(element);
    const type = known === undefined ? find(element) : known;
    types.set(element, type);
    return type;
  };
}

function valuesWithPlaceholders(root: ElementNode, language: Language): readonly Value[] {
  const values: Value[] = ownValues(root, language).map((value) => ({ ...value, scene: null }));
  let index = 0;
  for (const child of root.children) {
    if (child.kind !== 'element') continue;
    const isOne = isScene(child);
    const found = valuesBelow(child, language);
    if (found.length > 0) {
      const scene = isOne ? { id: child.id, index } : null;
      for (const value of found) values.push({ ...value, scene });
    }
    if (isOne) index += 1;
  }
  return values;
}

type OwnValue = Omit<Value, 'scene'>;

/** Of elements directly in the root, which are never changed: an edit looks only at what it made. */
const knownOf = new WeakMap<Language, WeakMap<ElementNode, readonly OwnValue[]>>();

function valuesBelow(child: ElementNode, language: Language): readonly OwnValue[] {
  const known = knownOf.get(language) ?? new WeakMap<ElementNode, readonly OwnValue[]>();
  knownOf.set(language, known);
  const before = known.get(child);
  if (before !== undefined) return before;
  const found = [...elementsOf(child)].flatMap((element) => ownValues(element, language));
  known.set(child, found);
  return found;
}

function ownValues(element: ElementNode, language: Language): readonly OwnValue[] {
  return writtenValuesOf(element, language).flatMap((written) =>
    written.value.includes('${') ? [{ ...written, parsed: parseValue(written.value) }] : [],
  );
}
