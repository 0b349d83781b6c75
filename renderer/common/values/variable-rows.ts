import { effectWords, specWords } from '#renderer/strings/registry-words.ts';
import type { Statement } from '#shared/statements/statement.ts';
import { attributeValue, type ElementNode } from '#shared/template/document/document.ts';
import { type Finding, problemCodes } from '#shared/template/document/problem.ts';
import { effectTypeNamed } from '#shared/template/effects/effects.ts';
import { specOf } from '#shared/template/tables/attribute-lookup.ts';
import { elementSpecOf } from '#shared/template/tables/language.ts';
import { variableIn } from '#shared/template/variables/variable-at-fault.ts';
import type { VariableUse } from '#shared/template/variables/variable-uses.ts';
import { needsValue, type Variable } from '#shared/template/variables/variables.ts';
import { findingAt, placeKey } from '#shared/template/variables/written-values.ts';
import { labelOf } from './asked.ts';
import type { SampleValues } from './shown-values.ts';

/** Where a value comes from: the data set, the project's brand, or the template. Without one: `none` where the film needs one, `unneeded` where it can do without. */
export type ValueOrigin = 'sample' | 'brand' | 'default' | 'none' | 'unneeded';

/** A variable as the panel lists it. */
export interface VariableRow {
  readonly variable: Variable;
  /** What it has now: its sample, else what the brand gives it, else its default; null where it has neither. */
  readonly value: string | null;
  readonly origin: ValueOrigin;
  /** What is wrong with it, each once. `variable/missing` has no sentence: the panel has its own. */
  readonly problems: readonly VariableProblem[];
}

export interface VariableProblem {
  /** `declared` and `doubtful`: of its declaration, an error and a warning. */
  readonly code: 'variable/missing' | 'variable/conflict' | 'variable/refused' | 'declared' | 'doubtful';
  readonly says: Statement | null;
}

/** Findings that are told beside their variables; a value that is too long is refused. */
const AT_VARIABLES: ReadonlySet<Finding['code']> = new Set([
  'variable/conflict',
  'variable/refused',
  'variable/too-long',
]);

/** All that the panel lists of a template. */
export interface VariableOverview {
  readonly rows: readonly VariableRow[];
  /** Names of values that no variable has. */
  readonly unused: readonly string[];
  /** Placeholders that cannot be read. */
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
  const told = findings
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
    ...new Map([...told, ...ofDeclaration].map((problem) => [JSON.stringify(problem.says), problem])).values(),
  ];
  return {
    variable,
    value,
    origin,
    problems: isMissing ? [{ code: 'variable/missing', says: null }, ...distinct] : distinct,
  };
}

/** What a variable has: its sample, else the brand's value, else its default; without any the film may need one. */
export function originOf(variable: Variable, sample: string | undefined, branded?: string): ValueOrigin {
  if (sample !== undefined) return 'sample';
  if (branded !== undefined) return 'brand';
  if (variable.default !== null) return 'default';
  return needsValue(variable) ? 'none' : 'unneeded';
}

/** Whether a value that is wanted is not there. */
function isEmpty(value: string | null, { uses }: Variable): boolean {
  return uses.length > 0 && (value ?? '').trim() === '';
}

/** The variables that a finding names. */
function variablesIn(says: Statement): readonly string[] {
  if ('variables' in says.values) return says.values.variables;
  const named = variableIn(says);
  return named === null ? [] : [named];
}

/** Rows whose name or label has all of the words. */
export function searchRows(rows: readonly VariableRow[], search: string): readonly VariableRow[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return rows.filter(({ variable }) => {
    const text = `${variable.name} ${labelOf(variable)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Names the attribute that a use sets, in the words of the tables: `Intensity of Saturation`, `Source`. */
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
  return { label, of: effect === null ? null : effectWords(effect).label };
}
