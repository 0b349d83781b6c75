import type { ListedVariable } from '#service/inspection/variables.ts';

/** The variables of a movie that was saved. */
export function variablesOf({ variablesJson }: { readonly variablesJson: string }): readonly ListedVariable[] {
  return JSON.parse(variablesJson) as readonly ListedVariable[];
}
