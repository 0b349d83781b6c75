import type { Statement } from '../../../shared/statements/statement.ts';
import { attributeValue, type ElementNode } from '../../../shared/template/document/document.ts';
import type { Finding } from '../../../shared/template/document/problem.ts';
import { specOf } from '../../../shared/template/tables/attribute-lookup.ts';
import { effectTypeNamed } from '../../../shared/template/tables/effects.ts';
import { elementSpecOf } from '../../../shared/template/tables/language.ts';
import type { VariableUse } from '../../../shared/template/variables/variable-uses.ts';
import type { Variable } from '../../../shared/template/variables/variables.ts';
import { findingAt, placeKey } from '../../../shared/template/variables/written-values.ts';
import { effectWords, specWords } from '../../strings/registry-words.ts';
import type { SampleValues } from './shown-values.ts';

/** A variable as the panel lists it. */
export interface VariableRow {
  readonly variable: Variable;
  /** What it has now: its sample, else its default; null where it has neither. */
  readonly value: string | null;
  readonly origin: 'sample' | 'default' | 'none';
  /** What is wrong with it, each once. `variable/missing` has no sentence: the panel has its own. */
  readonly problems: readonly VariableProblem[];
}

export interface VariableProblem {
  readonly code: 'variable/missing' | 'variable/conflict' | 'variable/refused';
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
): VariableOverview {
  const names = new Set(variables.map(({ name }) => name));
  const ofVariables = findings.filter(({ code }) => AT_VARIABLES.has(code));
  return {
    rows: variables.map((variable) => rowOf(variable, ofVariables, values)),
    unused: Object.keys(values).filter((name) => !names.has(name)),
    malformed: findings.filter(({ code }) => code === 'variable/malformed'),
  };
}

function rowOf(variable: Variable, findings: readonly Finding[], values: SampleValues): VariableRow {
  const sample = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined;
  const value = sample ?? variable.default;
  const origin = sample !== undefined ? 'sample' : value === null ? 'none' : 'default';
  const places = new Set(variable.uses.map((use) => placeKey(findingAt(use))));
  const told = findings
    .filter(({ at, says }) => at !== null && places.has(placeKey(at)) && variablesIn(says).includes(variable.name))
    .map(
      ({ code, says }): VariableProblem => ({
        code: code === 'variable/conflict' ? code : 'variable/refused',
        says,
      }),
    );
  const distinct = [...new Map(told.map((problem) => [JSON.stringify(problem.says), problem])).values()];
  return {
    variable,
    value,
    origin,
    problems: origin === 'none' ? [{ code: 'variable/missing', says: null }, ...distinct] : distinct,
  };
}

/** The variables that a finding names. */
function variablesIn({ code, values }: Statement): readonly string[] {
  if ('variables' in values) return values.variables;
  return code === 'variable/two-types' || code === 'variable/two-defaults' ? [values.variable] : [];
}

/** Rows whose name has all of the words. */
export function searchRows(rows: readonly VariableRow[], search: string): readonly VariableRow[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return rows.filter(({ variable }) => words.every((word) => variable.name.toLowerCase().includes(word)));
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
