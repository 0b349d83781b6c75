import type { Statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import type { Finding } from '../document/problem.ts';
import type { Variable } from './variables.ts';
import { findingAt, placeKey } from './written-values.ts';

/** The variable that a statement is about, as it is told; null where it names none, or several. */
export function variableIn(says: Statement): string | null {
  switch (says.code) {
    case 'variable/missing':
    case 'variable/empty':
    case 'variable/not-as-declared':
    case 'variable/type-not-taken':
    case 'variable/two-types':
    case 'variable/two-defaults':
      return says.values.variable;
    default:
      return null;
  }
}

/**
 * Tells which variable a finding is about: the one that it names, else the one that stands where the fault is, of two in one
 * attribute the first; null where it is about none.
 */
export function variableAtFault(
  variables: readonly Variable[],
): (finding: Pick<Finding, 'at'> & { readonly says: Statement | null }) => string | null {
  const byName = new Map(variables.map(({ name }) => [shortened(name), name]));
  const byPlace = new Map(
    variables.toReversed().flatMap(({ name, uses }) => uses.map((use) => [placeKey(findingAt(use)), name] as const)),
  );
  return ({ at, says }) => {
    const named = says === null ? null : variableIn(says);
    return (named === null ? undefined : byName.get(named)) ?? byPlace.get(placeKey(at)) ?? null;
  };
}
