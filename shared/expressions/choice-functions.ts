import type { Expression, FunctionSpec } from './expression.ts';
import { compareValues, isEmpty } from './values.ts';

/** Functions that choose among their arguments. They evaluate only what they need. */
export const choiceFunctions = {
  if: {
    parameters: [
      { name: 'condition', kind: 'condition' },
      { name: 'value', kind: 'value' },
    ],
    repeated: [
      { name: 'condition', kind: 'condition' },
      { name: 'value', kind: 'value' },
    ],
    last: { name: 'otherwise', kind: 'value' },
    description: 'Returns the first value whose condition holds, or the last argument.',
    example: ["if(stock > 5, 'many', stock > 0, 'few', 'none')", 'few'],
    evaluate: (evaluation, ...parts) => {
      for (let at = 0; at < parts.length - 1; at += 2)
        if (evaluation.truth(parts[at])) return evaluation.value(parts[at + 1]);
      return evaluation.value(parts.at(-1));
    },
  },
  choose: {
    parameters: [
      { name: 'x', kind: 'value' },
      { name: 'case', kind: 'value' },
      { name: 'value', kind: 'value' },
    ],
    repeated: [
      { name: 'case', kind: 'value' },
      { name: 'value', kind: 'value' },
    ],
    last: { name: 'otherwise', kind: 'value' },
    description: 'Returns the value of the first case that equals `x`, or the last argument.',
    example: ["choose(plan, 'gold', '#fc0', 'silver', '#ccc', '#fff')", '#ccc'],
    evaluate: (evaluation, x, ...parts) => {
      const value = evaluation.value(x);
      evaluation.textOf(value, x);
      for (let at = 0; at < parts.length - 1; at += 2) {
        const other = evaluation.value(parts[at]);
        evaluation.spendText(evaluation.textOf(other, parts[at]).length);
        if (compareValues(value, '=', other)) return evaluation.value(parts[at + 1]);
      }
      return evaluation.value(parts.at(-1));
    },
  },
  default: {
    parameters: [{ name: 'value', kind: 'value' }],
    repeated: [{ name: 'value', kind: 'value' }],
    last: { name: 'otherwise', kind: 'value' },
    description: 'Returns the first argument that is there and not empty, or the last argument.',
    example: ["default(nickname, name, 'friend')", 'Ada'],
    evaluate: (evaluation, ...parts) => {
      for (const part of parts.slice(0, -1)) {
        const value = evaluation.optional(part as Expression);
        if (value !== undefined && !isEmpty(value)) return value;
      }
      return evaluation.value(parts.at(-1));
    },
  },
  given: {
    parameters: [{ name: 'name', kind: 'value' }],
    description: 'Returns whether a variable, a field, or an item is there and not empty.',
    example: ['given(promo)', 'true'],
    evaluate: (evaluation, part) => {
      const value = evaluation.optional(part);
      return value !== undefined && !isEmpty(value);
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;
