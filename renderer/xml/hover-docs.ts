import { effectLabels, elementLabels, functionDescription, specWords } from '#renderer/strings/registry-strings.ts';
import { effectRegistry, effectTypeNamed } from '#shared/template/effects/effects.ts';
import { elementRegistry, isElementName } from '#shared/template/tables/elements.ts';
import { LANGUAGE } from '#shared/template/tables/language.ts';
import type { AttributeSpec, AttributeType, VariableType } from '#shared/template/value-types/attribute-types.ts';
import { contextAt } from './cursor-context.ts';
import { type ExpressionSource, expressionAround, type FunctionDoc, nameAt } from './expression-source.ts';
import { containsText, knownAttribute, knownAttributes } from './known-attributes.ts';

/** The documentation of an item, from the language tables. */
export type LanguageDoc =
  | {
      readonly kind: 'element';
      readonly name: string;
      readonly label: string;
      readonly description: string;
      readonly attributes: readonly AttributeDoc[];
    }
  | ({ readonly kind: 'attribute' } & AttributeDoc)
  | ({ readonly kind: 'variable' } & VariableDoc)
  | ({ readonly kind: 'function'; readonly description: string } & FunctionDoc);

export interface AttributeDoc {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly type: AttributeType<unknown>['kind'];
  readonly options: readonly string[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly unit: string | null;
  readonly required: boolean;
  /** The default value as spelled in XML; null if there is none. */
  readonly default: string | null;
}

/** The declaration and the uses of a variable in the template. */
export interface VariableDoc {
  readonly name: string;
  readonly type: VariableType;
  readonly default: string | null;
  readonly uses: number;
  /** The value in the chosen data set; null if there is none. */
  readonly sample: string | null;
}

export interface HoverDoc {
  readonly from: number;
  readonly to: number;
  readonly doc: LanguageDoc;
}

/**
 * Returns the documentation of the name, value, or placeholder at an offset; null if there is none. The text can be
 * incomplete.
 */
export function hoverAt(
  text: string,
  offset: number,
  variable: (name: string) => VariableDoc | null = () => null,
  language = LANGUAGE,
): HoverDoc | null {
  const context = contextAt(text, offset);
  const { from, to } = context;
  switch (context.kind) {
    case 'element-name': {
      const doc = elementDoc(context.name);
      return doc === null ? null : { from, to, doc };
    }
    case 'attribute-name':
    case 'attribute-value': {
      const { element, effectType, name } = context;
      const described = context.kind === 'attribute-value' ? variableAt(context, text, offset, variable) : null;
      if (described !== null) return described;
      if (name === 'type' && context.kind === 'attribute-value') {
        const doc = effectDoc(context.value.trim());
        if (doc !== null) return { from, to, doc };
      }
      const known = knownAttribute(element, effectType, name);
      return known === null ? null : { from, to, doc: { kind: 'attribute', ...attributeDoc(known.name, known.spec) } };
    }
    case 'content':
    case 'section':
      return containsText(context.parent, language) ? variableAt(context.text, text, offset, variable) : null;
    case 'closing-name':
    case 'other':
      return null;
    default:
      return context satisfies never;
  }
}

/** Returns the description of the variable whose placeholder contains an offset; null if there is none. */
function variableAt(
  { from, to }: { readonly from: number; readonly to: number },
  text: string,
  offset: number,
  variable: (name: string) => VariableDoc | null,
): HoverDoc | null {
  const expression = expressionAround(text, offset, { from, to });
  if (expression !== null) return computedAt(expression, variable);
  const placeholder = placeholderAt(text.slice(from, to), offset - from);
  const described = placeholder === null ? null : variable(placeholder.name);
  if (placeholder === null || described === null) return null;
  return { from: from + placeholder.start, to: from + placeholder.end, doc: { kind: 'variable', ...described } };
}

function computedAt(expression: ExpressionSource, variable: (name: string) => VariableDoc | null): HoverDoc | null {
  const target = nameAt(expression);
  if (target === null) return null;
  const { from, to } = target;
  if (target.kind === 'function')
    return { from, to, doc: { kind: 'function', ...target.doc, description: functionDescription(target.doc.name) } };
  const described = variable(target.name);
  return described === null ? null : { from, to, doc: { kind: 'variable', ...described } };
}

/** Returns every element and every effect, parents before children. */
export function languageDocs(): readonly LanguageDoc[] {
  return [
    ...Object.keys(elementRegistry).flatMap((name) => elementDoc(name) ?? []),
    ...Object.keys(effectRegistry).flatMap((type) => effectDoc(type) ?? []),
  ];
}

const PLACEHOLDER = /\$\{\s*([^\s,{}'"$]+)(?:'[^']*'|"[^"]*"|[^'"}])*\}?/g;

/** Returns the placeholder of a value that contains an offset; null if there is none. */
function placeholderAt(value: string, offset: number) {
  for (const match of value.matchAll(PLACEHOLDER)) {
    const [whole, name] = match;
    const [start, end] = [match.index, match.index + whole.length];
    if (name !== undefined && offset >= start && offset <= end) return { name, start, end };
  }
  return null;
}

function elementDoc(name: string): LanguageDoc | null {
  if (!isElementName(name)) return null;
  const { label, description } = elementLabels(name);
  return { kind: 'element', name, label, description, attributes: docsOf(name, null) };
}

function effectDoc(written: string): LanguageDoc | null {
  const type = effectTypeNamed(written);
  if (type === null) return null;
  const { label, description } = effectLabels(type);
  const { element } = effectRegistry[type];
  const own = new Set<string>(Object.keys(effectRegistry[type].attributes));
  const attributes = docsOf(element, type).filter(({ name }) => own.has(name));
  return { kind: 'element', name: type, label, description, attributes };
}

function docsOf(element: string, type: string | null): readonly AttributeDoc[] {
  return knownAttributes(element, type).map(({ name, spec }) => attributeDoc(name, spec));
}

function attributeDoc(name: string, spec: AttributeSpec<unknown>): AttributeDoc {
  const { type, absent, unit } = spec;
  const { label, description } = specWords(spec);
  return {
    name,
    label,
    description,
    type: type.kind,
    options: (type.options ?? []).map((option) => type.format(option)),
    minimum: type.minimum ?? null,
    maximum: type.maximum ?? null,
    unit: unit ?? null,
    required: 'required' in absent,
    default: 'default' in absent && absent.default !== null ? type.format(absent.default) : null,
  };
}
