import { parseCondition } from '#shared/template/conditions/condition.ts';
import { conditionHolds } from '#shared/template/conditions/condition-holds.ts';
import type { Operand } from '#shared/template/conditions/condition-tokens.ts';
import { parseValue } from '#shared/template/placeholders/placeholder.ts';
import { substitute } from '#shared/template/placeholders/substitute.ts';

/** What a condition comes to, and the values of its variables that made it so. */
export interface ConditionResult {
  readonly holds: boolean;
  readonly because: readonly { readonly variable: string; readonly value: string }[];
}

/** Whether a condition holds for some values; null where it cannot be read. */
export function conditionResult(
  written: string,
  given: { readonly values: ReadonlyMap<string, string>; readonly defaults: ReadonlyMap<string, string> },
): ConditionResult | null {
  const parsed = parseValue(written);
  const condition = parsed.faults.length > 0 ? null : parseCondition(parsed);
  if (condition === null || !condition.ok) return null;
  const textOf = (operand: Operand) =>
    operand
      .map((piece) => {
        if (piece.kind === 'text') return piece.text;
        // A variable without a value is the empty text.
        const text = substitute({ pieces: [piece], faults: [] }, given);
        return text.kind === 'text' ? text.text : '';
      })
      .join('');
  const names = new Map(
    parsed.pieces.flatMap((piece) => (piece.kind === 'placeholder' ? [[piece.name, textOf([piece])] as const] : [])),
  );
  return {
    holds: conditionHolds(condition.value, textOf),
    because: [...names].map(([variable, value]) => ({ variable, value })),
  };
}
