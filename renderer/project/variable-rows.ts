import type { SampleValues } from '#renderer/editor/data-sets.ts';
import { listPlaceOf } from '#renderer/editor/movie-issues.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
import { variableLabel } from '#renderer/strings/design-strings.ts';
import type { Message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import { needsValue, type Variable, variableIn } from '#shared/resolve/variables.ts';
import { type Finding, problemCodes } from '#shared/template/document/problem.ts';
import { findingAt, placeKey } from '#shared/template/variables/written-values.ts';
import { labelOf } from './variable-labels.ts';

/**
 * The origin of a value: the data set, the project's brand, or the template's default. Without a value, the origin is
 * `none` if the movie needs a value, and `unneeded` otherwise.
 */
export type ValueOrigin = 'sample' | 'brand' | 'default' | 'none' | 'unneeded';

/** A row of the Variables panel. */
export interface VariableRow {
  readonly variable: Variable;
  /** The current value: the sample, the brand value, or the default; null if there is none. */
  readonly value: string | null;
  readonly origin: ValueOrigin;
  /** The distinct problems. `variable/missing` has no message, because the panel shows a separate text for it. */
  readonly problems: readonly VariableProblem[];
}

export interface VariableProblem {
  /** The code of the problem. `declared` is an error in the declaration; `doubtful` is a warning about it. */
  readonly code: 'variable/missing' | 'variable/conflict' | 'variable/refused' | 'declared' | 'doubtful';
  readonly says: Message | null;
  /** Whether the problem is in the default items of a list. */
  readonly isInItems?: true;
}

/** The maximum number of problems that a row shows about the items of a list. */
const MAX_OF_ITEMS = 3;

/** Returns the name of the list whose items have a problem, as displayed; null for other problems. */
function listAtFault(says: Message): string | null {
  return listPlaceOf(says)?.list ?? null;
}

/** The findings that the panel shows at their variables. A value that is too long is shown as a refused value. */
const AT_VARIABLES: ReadonlySet<Finding['code']> = new Set([
  'variable/conflict',
  'variable/refused',
  'variable/too-long',
]);

/** The findings about the text of placeholders and expressions. */
const MALFORMED: ReadonlySet<Finding['code']> = new Set([
  'variable/malformed',
  'expression/syntax',
  'expression/function',
  'expression/arguments',
]);

/** The content of the Variables panel. */
export interface VariableOverview {
  readonly rows: readonly VariableRow[];
  /** The names in the data set that belong to no variable. */
  readonly unused: readonly string[];
  /** Malformed placeholders and expressions. */
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
    ({ code, at, says }) =>
      AT_VARIABLES.has(code) || (at !== null && declared.has(at.node)) || listAtFault(says) !== null,
  );
  return {
    rows: variables.map((variable) => rowOf(variable, ofVariables, { values, brand })),
    unused: Object.keys(values).filter((name) => !names.has(name)),
    malformed: findings.filter(({ code }) => MALFORMED.has(code)),
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
  const ofItems = findings
    .filter(({ at, says }) => listAtFault(says) === shortened(variable.name) && at !== null && at.node !== node)
    .slice(0, MAX_OF_ITEMS)
    .map(
      ({ at, says }): VariableProblem =>
        at !== null && places.has(placeKey(at))
          ? { code: 'variable/refused', says }
          : { code: 'declared', says, isInItems: true },
    );
  const isMissing = origin === 'none' || (variable.declaration?.required === true && isEmpty(value, variable));
  const distinct = [
    ...new Map(
      [...atVariable, ...ofDeclaration, ...ofItems].map((problem) => [JSON.stringify(problem.says), problem]),
    ).values(),
  ];
  return {
    variable,
    value,
    origin,
    problems: isMissing ? [{ code: 'variable/missing', says: null }, ...distinct] : distinct,
  };
}

/** Returns the origin of a variable's value. */
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

/** Returns whether the movie needs a value that is missing. */
function isEmpty(value: string | null, { uses }: Variable): boolean {
  return uses.length > 0 && (value ?? '').trim() === '';
}

/** Returns the names of the variables in a finding's message. */
function variablesIn(says: Message): readonly string[] {
  const { variables } = says.values as { readonly variables?: readonly string[] };
  if (variables !== undefined) return variables;
  const variableName = variableIn(says);
  return variableName === null ? [] : [variableName];
}

/** Returns the rows whose name or label contains all search terms. */
export function searchRows(rows: readonly VariableRow[], search: string): readonly VariableRow[] {
  return rows.filter(({ variable }) => matchesWords(search, [variable.name, labelOf(variable)]));
}

/**
 * Groups rows by the headings of their declarations. Rows without a heading come first. The name of the first variable
 * in a group identifies the translation of its heading.
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

/** Sorts rows by the order of the declarations. Rows without a declaration follow in their original order. */
export function inDeclaredOrder<Row extends { readonly variable: Pick<Variable, 'name'> }>(
  rows: readonly Row[],
  declared: Iterable<string>,
): readonly Row[] {
  const places = new Map([...declared].map((name, place) => [name, place]));
  const placeOf = ({ variable }: Row) => places.get(variable.name) ?? places.size;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
