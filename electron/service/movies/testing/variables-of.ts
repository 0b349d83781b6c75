import type { ListedVariable } from '#service/inspection/variables.ts';

/** Returns the variables of a saved movie. */
export function variablesOf({ variablesJson }: { readonly variablesJson: string }): readonly ListedVariable[] {
  return JSON.parse(variablesJson) as readonly ListedVariable[];
}
