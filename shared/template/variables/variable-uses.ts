import { valuesIn } from '../../expressions/values.ts';
import { variablesIn } from '../../expressions/variables-in.ts';
import { message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import { type Comparison, comparisonsIn, conditionOf, mergeComparisons } from '../conditions/condition-of.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../document/document.ts';
import type { Finding } from '../document/problem.ts';
import { expressionFinding } from '../placeholders/expression-finding.ts';
import { expressionIn, headOf, type ParsedValue, type Placeholder, parseValue } from '../placeholders/placeholder.ts';
import { createValueBudget, substitute } from '../placeholders/substitute.ts';
import { specOf, variableTypeOf } from '../tables/attribute-lookup.ts';
import { LANGUAGE, type Language } from '../tables/language.ts';
import { isEffect, isScene, leavesOf, nestedScenesOf, scenesOf } from '../tables/roles.ts';
import type { VariableType } from '../value-types/attribute-types.ts';
import { COUNTED_NAME } from '../values/counted-text.ts';
import { type Declaration, declarationsIn, declaredDefault } from './declarations.ts';
import { boundIn, isReadOutside } from './repeats.ts';
import {
  findingAt,
  sourceIn,
  type ValuePlace,
  type WrittenSource,
  type WrittenValue,
  writtenValuesOf,
} from './written-values.ts';

/** A placeholder in an attribute, or in the text of an element with text content. */
export interface VariableUse extends ValuePlace {
  readonly name: string;
  /** The name of the element. */
  readonly element: string;
  /** The scene that contains the use; null outside of scenes. A use in a nested scene belongs to the outer scene. */
  readonly scene: UseScene | null;
  /** The type of the variable that the use implies; null if the use implies no type, for example in a condition. */
  readonly type: VariableType | null;
  /** The values in a condition or a choice that are compared with the variable; null for other uses. */
  readonly comparison: Comparison | null;
  /** Whether the use is in a condition. There, a variable without a value is an empty text. */
  readonly inCondition: boolean;
  /** The form and the kind of the source; null if the attribute is not a source. */
  readonly source: Pick<WrittenSource, 'form' | 'kind'> | null;
  /** Whether the placeholder is the whole value. */
  readonly whole: boolean;
  /** Whether the use is in an expression. `placeholder` then has only a name. */
  readonly inExpression: boolean;
  /** Whether the film needs a value for this use. Conditions, `default`, and `given` permit a missing value. */
  readonly needsValue: boolean;
  readonly placeholder: Placeholder;
}

/** A scene, or a sequence or choice together with all its scenes. */
interface UseScene {
  readonly id: NodeId;
  /**
   * The index in playing order among all scenes with layers, from 0. For a sequence or choice, the index of its first
   * scene.
   */
  readonly index: number;
  /** The index of the last scene. For a single scene, it equals `index`. */
  readonly last: number;
}

export interface VariableScan {
  /** The uses in document order. */
  readonly uses: readonly VariableUse[];
  /** The declarations by variable name. */
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** The default of each variable: from its declaration, or otherwise from its first use with a default. */
  readonly defaults: ReadonlyMap<string, string>;
  /** One finding for each value with malformed placeholders. */
  readonly malformed: readonly Finding[];
}

/**
 * Returns whether a use has a default. An empty default in a condition does not count, because it only permits a
 * missing value.
 */
export function hasDefault({ placeholder, inCondition }: VariableUse): boolean {
  return placeholder.default !== null && !(inCondition && placeholder.default === '');
}

/** Returns the location of a use as values for messages. */
export function locationOfUse({ attribute, element, scene }: VariableUse) {
  return {
    attribute: attribute === null ? null : shortened(attribute),
    element: shortened(element),
    scene: scene === null ? null : scene.index + 1,
  };
}

interface Value extends WrittenValue {
  readonly scene: VariableUse['scene'];
  /**
   * The names that take precedence over variables: the names of the surrounding lists, and `value` in the content of a
   * number.
   */
  readonly bound: ReadonlySet<string>;
  readonly parsed: ParsedValue;
}

/**
 * Finds all placeholders of a document, in the attributes of all elements (including unknown elements) and in the texts
 * of elements with text content.
 */
export function scanVariables(document: TemplateDocument, language = LANGUAGE): VariableScan {
  const values = valuesWithPlaceholders(document.root, language);
  const declarations = declarationsIn(document.root);
  const defaults = defaultsOf(values, declarations, language);
  const malformed: Finding[] = [];
  for (const { element, attribute, text, parsed } of values) {
    const [first, ...further] = parsed.faults;
    if (first === undefined) continue;
    const at = findingAt({ node: element.id, attribute, text });
    if (first.kind === 'expression') malformed.push(expressionFinding(first, at));
    else {
      const { placeholder, reason } = first;
      const says = message('variable/malformed', { placeholder, reason, more: further.length > 0 });
      malformed.push({ code: 'variable/malformed', at, says });
    }
  }
  const effectTypeOf = effectTypesByDefault(defaults);
  const uses = values.flatMap((value) => usesOf(value, effectTypeOf(value.element), language));
  return { uses: withoutOwnNames(uses, declarations), declarations, defaults, malformed };
}

/**
 * Names with a predefined value in expressions. A variable with a declaration or a placeholder of this name takes
 * precedence.
 */
const OWN_NAMES: ReadonlySet<string> = new Set(['language', 'direction']);

function withoutOwnNames(
  uses: readonly VariableUse[],
  declarations: VariableScan['declarations'],
): readonly VariableUse[] {
  if (!uses.some(({ name, inExpression }) => inExpression && OWN_NAMES.has(name))) return uses;
  const placed = new Set(uses.flatMap(({ name, inExpression }) => (inExpression ? [] : [name])));
  return uses.filter(
    ({ name, inExpression }) => !inExpression || !OWN_NAMES.has(name) || declarations.has(name) || placed.has(name),
  );
}

function defaultsOf(
  values: readonly Value[],
  declarations: VariableScan['declarations'],
  language: Language,
): ReadonlyMap<string, string> {
  const defaults = new Map<string, string>();
  for (const { name, default: declared } of declarations.values()) if (declared !== null) defaults.set(name, declared);
  const written = values.flatMap((value) => writtenDefaults(value, language));
  // An empty default in a condition only permits a missing value. It comes last, because other defaults take
  // precedence.
  for (const { name, text } of written.toSorted((one, other) => Number(one.isEmptied) - Number(other.isEmptied)))
    if (!defaults.has(name)) defaults.set(name, text);
  for (const declaration of declarations.values()) {
    const text = declaredDefault(declaration);
    if (text !== null && !defaults.has(declaration.name)) defaults.set(declaration.name, text);
  }
  return defaults;
}

/** Returns the defaults of the placeholders in a value. */
function writtenDefaults({ element, attribute, parsed, bound }: Value, language: Language) {
  const isCondition = attribute !== null && specOf(element, attribute, null, language)?.type.kind === 'condition';
  return parsed.pieces.flatMap((piece) =>
    piece.kind !== 'placeholder' || piece.default === null || bound.has(headOf(piece.name))
      ? []
      : [{ name: piece.name, text: piece.default, isEmptied: isCondition && piece.default === '' }],
  );
}

function usesOf(
  { element, attribute, text, scene, parsed, bound }: Value,
  effectType: string | null,
  language: Language,
): readonly VariableUse[] {
  const spec = attribute === null ? null : specOf(element, attribute, effectType, language);
  const compared = spec?.type.kind === 'condition' ? comparisonsOf(element, attribute) : null;
  const type = attribute === null ? 'text' : variableTypeOf(element, attribute, effectType, language);
  const source = sourceIn(spec);
  const whole = parsed.pieces.length === 1 && parsed.faults.length === 0;
  const inCondition = compared !== null;
  const common = { node: element.id, element: element.name, attribute, text, scene, inCondition };
  return parsed.pieces.flatMap((piece): readonly VariableUse[] => {
    if (piece.kind === 'text') return [];
    if (piece.kind === 'placeholder') {
      const { name } = piece;
      if (bound.has(headOf(name))) return [];
      const facts = { type: inCondition ? null : type, comparison: compared?.get(name) ?? null, source, whole };
      return [{ ...common, ...facts, name, inExpression: false, needsValue: !inCondition, placeholder: piece }];
    }
    const expression = expressionIn(piece);
    return (expression.ok ? variablesIn(expression.value, bound) : []).map(({ name, type: usedAs, needsValue }) => ({
      ...common,
      ...{ name, type: usedAs, needsValue: needsValue && !inCondition },
      ...{ comparison: null, source: null, whole: false, inExpression: true },
      placeholder: { kind: 'placeholder', name, default: null, options: [] },
    }));
  });
}

/**
 * Returns a function that returns the type of an effect for the defaults of all variables. Caches the results by
 * element.
 */
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
    const cached = types.get(element);
    const type = cached === undefined ? find(element) : cached;
    types.set(element, type);
    return type;
  };
}

function valuesWithPlaceholders(root: ElementNode, language: Language): readonly Value[] {
  const values: Value[] = ownValues(root, NO_NAMES, language, false).map((value) => ({ ...value, scene: null }));
  let before = 0;
  for (const child of root.children) {
    if (child.kind !== 'element') continue;
    const isSceneChild = isScene(child);
    for (const { scene, ...value } of valuesBelow(child, language)) {
      const place = { id: scene.id, index: before + scene.index, last: before + scene.last };
      values.push({ ...value, scene: isSceneChild ? place : null });
    }
    if (isSceneChild) before += leavesOf(child).length;
  }
  return values;
}

type OwnValue = Omit<Value, 'scene'>;
/** A value in a child of the root. The indexes of its scene count from the start of this child. */
type ValueBelow = OwnValue & { readonly scene: UseScene };

/**
 * Values by child of the root. After an edit, only changed children are scanned again, because elements are immutable.
 */
const valuesByChild = new WeakMap<Language, WeakMap<ElementNode, readonly ValueBelow[]>>();

function valuesBelow(child: ElementNode, language: Language): readonly ValueBelow[] {
  const cached = valuesByChild.get(language) ?? new WeakMap<ElementNode, readonly ValueBelow[]>();
  valuesByChild.set(language, cached);
  const before = cached.get(child);
  if (before !== undefined) return before;
  const scene = withScenes(child, 0, language);
  cached.set(child, scene);
  return scene;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Returns the values of an element that contain placeholders. `around` has the names of the lists around the element.
 * @param isInCounted Whether the element is inside of a text with a number.
 */
function ownValues(
  element: ElementNode,
  around: ReadonlySet<string>,
  language: Language,
  isInCounted: boolean,
): readonly OwnValue[] {
  const inside = boundIn(element, around);
  return writtenValuesOf(element, language).flatMap((written) => {
    if (!written.value.includes('${')) return [];
    const isContent = written.attribute === null ? isInCounted : written.attribute === 'content' && hasNumber(element);
    const bound = inside !== around && isReadOutside(written.attribute) ? around : inside;
    return [
      {
        ...written,
        parsed: parseValue(written.value),
        bound: isContent ? new Set([...bound, COUNTED_NAME]) : bound,
      },
    ];
  });
}

/** Returns whether an element is a text with a number. Its content can use the name `value`. */
function hasNumber(element: ElementNode): boolean {
  return element.name === 'text' && attributeValue(element, 'value') !== undefined;
}

/** Returns the values of an element and its descendants in document order. */
function valuesInside(
  element: ElementNode,
  around: ReadonlySet<string>,
  language: Language,
  isInCounted: boolean,
): readonly OwnValue[] {
  const inside = boundIn(element, around);
  const isCounted = isInCounted || hasNumber(element);
  const below = childElements(element).flatMap((child) => valuesInside(child, inside, language, isCounted));
  return [...ownValues(element, around, language, isInCounted), ...below];
}

/** Returns the values of an element with their scenes. `index` is the number of preceding scenes with layers. */
function withScenes(
  element: ElementNode,
  index: number,
  language: Language,
  around: ReadonlySet<string> = NO_NAMES,
): readonly ValueBelow[] {
  const nested = nestedScenesOf(element);
  const { id } = element;
  const last = index + Math.max(0, leavesOf(element).length - 1);
  const scene: UseScene = { id, index, last };
  const placed = (value: OwnValue): ValueBelow => ({ ...value, scene });
  if (nested === null) return valuesInside(element, around, language, false).map(placed);
  const values = ownValues(element, around, language, false).map(placed);
  const scenes = new Set(nested);
  const names = boundIn(element, around);
  let before = index;
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    const isNested = scenes.has(child);
    const inside = isNested
      ? withScenes(child, before, language, names)
      : valuesInside(child, names, language, false).map(placed);
    for (const value of inside) values.push(value);
    if (isNested) before += leavesOf(child).length;
  }
  return values;
}

/** Returns the comparison of each variable in a condition, or with the cases of a choice. */
function comparisonsOf(element: ElementNode, attribute: string | null): ReadonlyMap<string, Comparison> {
  const isWhere = attribute === 'where';
  if (!isWhere && attributeValue(element, 'type')?.trim() === 'choice') {
    const cases = scenesOf(element).flatMap((scene) => attributeValue(scene, 'case') ?? []);
    const written = cases.filter((text) => !text.includes('${')).flatMap(valuesIn);
    const { pieces } = parseValue(attributeValue(element, 'condition') ?? '');
    const whole = pieces.length === 1;
    const comparison: Comparison = { type: 'text', choices: whole ? [...new Set(written)] : [] };
    return new Map(
      pieces.flatMap((piece) => (piece.kind === 'placeholder' ? [[piece.name, comparison] as const] : [])),
    );
  }
  const condition = conditionOf(element, isWhere ? 'where' : 'condition');
  const comparisons = condition === null ? [] : comparisonsIn(condition);
  return new Map(
    [...Map.groupBy(comparisons, ([name]) => name)].map(([name, all]) => [
      name,
      mergeComparisons(all.map(([, one]) => one)),
    ]),
  );
}

/**
 * The variables that get their values from the brand of a project. A brand sets all of them, so unused ones are not
 * reported.
 */
export const BRAND_VARIABLES = [
  'brand_accent',
  'brand_panel',
  'brand_highlight',
  'brand_on_dark',
  'brand_on_light',
  'brand_title_font',
  'brand_title_weight',
  'brand_text_font',
  'brand_text_weight',
  'brand_number_font',
  'brand_number_weight',
  'brand_logo',
  'brand_music',
  'brand_music_volume',
] as const;

export type BrandVariable = (typeof BRAND_VARIABLES)[number];

const names: ReadonlySet<string> = new Set(BRAND_VARIABLES);

export function isBrandVariable(name: string): name is BrandVariable {
  return names.has(name);
}
