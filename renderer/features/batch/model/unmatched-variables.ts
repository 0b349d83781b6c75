import type { Variable } from '../../../../shared/template/variables/variables.ts';
import type { BatchModel } from './use-batch-model.ts';

/** A variable that shows its default in every film. */
export interface UnmatchedVariable {
  readonly name: string;
  readonly default: string;
}

/** The variables without a column whose default all films show; those that the brand may give do not count. */
export function unmatchedVariables({
  template,
  uses,
  brand,
}: {
  readonly template: { readonly variables: readonly Pick<Variable, 'name' | 'default'>[] } | null;
} & Pick<BatchModel, 'uses' | 'brand'>): readonly UnmatchedVariable[] {
  return (template?.variables ?? []).flatMap(({ name, default: fallback }) =>
    fallback === null || uses.includes(name) || name.startsWith('brand_') || Object.hasOwn(brand, name)
      ? []
      : [{ name, default: fallback }],
  );
}
