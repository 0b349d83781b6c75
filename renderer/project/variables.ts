import type { SampleValues } from '#renderer/editor/data-sets.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
import { variableLabel } from '#renderer/strings/design-strings.ts';
import { effectLabels, specWords } from '#renderer/strings/registry-strings.ts';
import type { Message } from '#shared/messages/message.ts';
import { needsValue, type Variable, variableIn } from '#shared/resolve/variables.ts';
import { attributeValue, type ElementNode } from '#shared/template/document/document.ts';
import { type Finding, problemCodes } from '#shared/template/document/problem.ts';
import { effectTypeNamed } from '#shared/template/effects/effects.ts';
import { specOf } from '#shared/template/tables/attribute-lookup.ts';
import { elementSpecOf } from '#shared/template/tables/language.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import type { DeclaredType } from '#shared/template/tables/variable-attributes.ts';
import type { VariableType } from '#shared/template/value-types/attribute-types.ts';
import type { Choice } from '#shared/template/value-types/text-types.ts';
import type { VariableUse } from '#shared/template/variables/variable-uses.ts';
import { findingAt, placeKey } from '#shared/template/variables/written-values.ts';
import type { MediaKind } from './source-picker.tsx';

/**
 * The origin of a value: the data set, the project's brand, or the template. Without a value, the origin is `none` if
 * the movie needs a value, and `unneeded` otherwise.
 */
export type ValueOrigin = 'sample' | 'brand' | 'default' | 'none' | 'unneeded';

/** A row of the Variables panel. */
export interface VariableRow {
  readonly variable: Variable;
  /** The current value: the sample, the brand value, or the default; null if there is none. */
  readonly value: string | null;
  readonly origin: ValueOrigin;
  /** The problems without duplicates. `variable/missing` has no message, because the panel has its own text for it. */
  readonly problems: readonly VariableProblem[];
}

export interface VariableProblem {
  /** The code of the problem. `declared` is an error of the declaration, and `doubtful` is a warning. */
  readonly code: 'variable/missing' | 'variable/conflict' | 'variable/refused' | 'declared' | 'doubtful';
  readonly says: Message | null;
}

/** The findings that the panel shows at their variables. A value that is too long counts as refused. */
const AT_VARIABLES: ReadonlySet<Finding['code']> = new Set([
  'variable/conflict',
  'variable/refused',
  'variable/too-long',
]);

/** The content of the Variables panel. */
export interface VariableOverview {
  readonly rows: readonly VariableRow[];
  /** Names of values without a variable. */
  readonly unused: readonly string[];
  /** Malformed placeholders. */
  readonly malformed: readonly Finding[];
}

export function variableOverview(
  variables: readonly Variable[],
  findings: readonly Finding[],
  values: SampleValues,
  brand: SampleValues = {},
): VariableOverview {
  const names = new Set(variables.map(({ name }) => name));
  const declared = new Set(variables.flatMap(({ declaration }) => declaration?.node ?? []));
  const ofVariables = findings.filter(
    ({ code, at }) => AT_VARIABLES.has(code) || (at !== null && declared.has(at.node)),
  );
  return {
    rows: variables.map((variable) => rowOf(variable, ofVariables, { values, brand })),
    unused: Object.keys(values).filter((name) => !names.has(name)),
    malformed: findings.filter(({ code }) => code === 'variable/malformed'),
  };
}

function rowOf(
  variable: Variable,
  findings: readonly Finding[],
  { values, brand }: { readonly values: SampleValues; readonly brand: SampleValues },
): VariableRow {
  const sample = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined;
  const branded = Object.hasOwn(brand, variable.name) ? brand[variable.name] : undefined;
  const value = sample ?? branded ?? variable.default;
  const origin = originOf(variable, sample, branded);
  const places = new Set(variable.uses.map((use) => placeKey(findingAt(use))));
  const atVariable = findings
    .filter(({ at, says }) => at !== null && places.has(placeKey(at)) && variablesIn(says).includes(variable.name))
    .map(
      ({ code, says }): VariableProblem => ({
        code: code === 'variable/conflict' ? code : 'variable/refused',
        says,
      }),
    );
  const node = variable.declaration?.node;
  const ofDeclaration = findings
    .filter(({ code, at }) => node !== undefined && at?.node === node && code !== 'variable/conflict')
    .map(
      ({ code, says }): VariableProblem => ({
        code: problemCodes[code] === 'error' ? 'declared' : 'doubtful',
        says,
      }),
    );
  const isMissing = origin === 'none' || (variable.declaration?.required === true && isEmpty(value, variable));
  const distinct = [
    ...new Map([...atVariable, ...ofDeclaration].map((problem) => [JSON.stringify(problem.says), problem])).values(),
  ];
  return {
    variable,
    value,
    origin,
    problems: isMissing ? [{ code: 'variable/missing', says: null }, ...distinct] : distinct,
  };
}

/** Returns the origin of a variable's value: sample, brand value, or default. */
export function originOf(variable: Variable, sample: string | undefined, branded?: string): ValueOrigin {
  if (sample !== undefined) return 'sample';
  if (branded !== undefined) return 'brand';
  if (variable.default !== null) return 'default';
  return needsValue(variable) ? 'none' : 'unneeded';
}

/** Returns the sample value of a variable; null if its value has another origin. */
export function sampleOf({ origin, value }: Pick<VariableRow, 'origin' | 'value'>): string | null {
  return origin === 'sample' ? value : null;
}

/** Returns whether a value that the movie needs is missing. */
function isEmpty(value: string | null, { uses }: Variable): boolean {
  return uses.length > 0 && (value ?? '').trim() === '';
}

/** Returns the variables that a finding names. */
function variablesIn(says: Message): readonly string[] {
  if ('variables' in says.values) return says.values.variables;
  const named = variableIn(says);
  return named === null ? [] : [named];
}

/** Returns the rows whose name or label contains all terms. */
export function searchRows(rows: readonly VariableRow[], search: string): readonly VariableRow[] {
  return rows.filter(({ variable }) => matchesWords(search, [variable.name, labelOf(variable)]));
}

/** Returns the attribute that a use sets, with its label: `Intensity of Saturation`, `Source`. */
export function labelOfUse(
  use: VariableUse,
  element: ElementNode | null,
): { readonly label: string; readonly of: string | null } {
  if (use.attribute === null) return { label: elementSpecOf({ name: use.element })?.content?.label ?? '', of: null };
  if (element === null) return { label: use.attribute, of: null };
  const type = attributeValue(element, 'type')?.trim() ?? null;
  const spec = specOf(element, use.attribute, type);
  const label = spec === null ? use.attribute : specWords(spec).label;
  const effect = type === null ? null : effectTypeNamed(type);
  return { label, of: effect === null ? null : effectLabels(effect).label };
}

/** The fields of a variable that determine its label. The service returns variables of a design in another type. */
export interface Named {
  readonly name: string;
  readonly declaration?: { readonly label?: string | null | undefined } | null | undefined;
}

/** Returns the label of a variable in forms. */
export function labelOf({ name, declaration }: Named): string {
  const label = declaration?.label?.trim();
  return label ? variableLabel(name, label) : name;
}

/** Returns the labels that a search compares: in the page language and as written in the template. */
export function labelsOf(variable: Named): readonly string[] {
  return [...new Set([labelOf(variable), variable.declaration?.label?.trim() || variable.name])];
}

/** Returns the label of a variable, with its name in parentheses if they differ. */
export function labelWithName(variable: Named): string {
  const label = labelOf(variable);
  return label === variable.name ? label : `${label} (${variable.name})`;
}

/** Returns the help text of a variable; null if there is none. */
export function helpOf({ name, declaration }: Variable): string | null {
  const help = declaration?.help ?? null;
  return help === null ? null : variableLabel(name, help.trim());
}

/** Returns the type of a variable for users: the declared type, or the type that its uses require. */
export function shownType({ type, declaration }: Variable): VariableType | DeclaredType {
  return declaration?.type ?? type;
}

/**
 * Returns rows grouped by the headings of their declarations. Ungrouped rows come first with a null heading. The name of
 * the first variable in a group determines the translation of the heading.
 */
export function groupsOf<Row extends { readonly variable: Variable }>(
  rows: readonly Row[],
): readonly (readonly [heading: string | null, rows: readonly Row[]])[] {
  const groups = Map.groupBy(rows, ({ variable }) => variable.declaration?.group?.trim() || null);
  const plain = groups.get(null) ?? [];
  const headed = [...groups].flatMap(([heading, group]): [string, readonly Row[]][] =>
    heading === null ? [] : [[variableLabel(group[0]?.variable.name ?? '', heading), group]],
  );
  return plain.length === 0 ? headed : [[null, plain], ...headed];
}

/** Returns the rows in the order of the declarations. Rows without a declaration follow in their previous order. */
export function inDeclaredOrder<Row extends { readonly variable: Pick<Variable, 'name'> }>(
  rows: readonly Row[],
  declared: Iterable<string>,
): readonly Row[] {
  const places = new Map([...declared].map((name, place) => [name, place]));
  const placeOf = ({ variable }: Row) => places.get(variable.name) ?? places.size;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the choices of a variable; null if any text is allowed. */
export function choicesOf({ name, declaration }: Variable): readonly Choice[] | null {
  if (declaration?.type !== 'choice' || declaration.choices.length === 0) return null;
  return declaration.choices.map(({ value, label }) => ({
    value,
    label: label === null ? null : variableLabel(name, label),
  }));
}

/** Returns the suggestions of a text field. */
export function proposalsOf({ type, choices, declaration }: Variable): readonly string[] {
  return declaration?.type !== 'choice' && type === 'text' ? choices : [];
}

/** Returns the limits of a number field. */
export function numberBounds({ declaration }: Variable): {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly step: number;
  readonly precision: number;
} {
  const { min = null, max = null, step = null } = declaration ?? {};
  const figures = [min, max, step].map((each) => (each === null ? 0 : figuresOf(each)));
  return {
    min: min ?? undefined,
    max: max ?? undefined,
    step: step ?? 0.01,
    precision: step === null ? Math.max(4, ...figures) : Math.max(...figures),
  };
}

/** Returns the number of a value; null if the value is empty. */
export function numberOf(value: string | null): number | null {
  return value === null || value.trim() === '' ? null : Number(value);
}

/** Returns the number of decimal places of a value. */
function figuresOf(value: number): number {
  const [, figures = ''] = String(value).split('.');
  return Math.min(15, figures.length);
}

/** Returns the kinds of assets that a media variable accepts. */
export function assetKindsOf({ declaration, uses }: Variable): readonly MediaKind[] {
  switch (declaration?.type) {
    case 'image':
      return ['image'];
    case 'sound':
      return ['audio', 'video'];
    case 'video':
      return ['video'];
    case 'font':
      return ['font'];
    default: {
      const use = uses.find(({ source }) => source !== null);
      if (use?.source?.kind === 'image') return ['image'];
      if (use?.source?.kind === 'font') return ['font'];
      if (use?.source?.kind === 'captions') return ['captions'];
      return use !== undefined && roleOf({ name: use.element }) === 'sound' ? ['audio', 'video'] : ['video'];
    }
  }
}
