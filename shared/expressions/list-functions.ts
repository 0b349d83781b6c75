import { isDecimal } from '../lib/decimal-text.ts';
import { Exact } from './decimal.ts';
import type { Evaluation, Expression, FunctionSpec, Parameter } from './expression.ts';
import { checkOption } from './format-functions.ts';
import { isTrue, numberOfValue, orderOf, type Value } from './values.ts';

/** The maximum number of items of `range`. */
const MAX_NUMBERS = 10_000;
/** The number of steps that `sort` spends per item. */
const SORT_STEPS = 4;

/** The detail of the fault that a list is empty. */
const NO_ITEM = { valid: 'items', most: 0 } as const;

const list: Parameter = { name: 'list', kind: 'list' };
const each: Parameter = { name: 'each', kind: 'each' };
const eachOptional: Parameter = { ...each, optional: true };
const condition: Parameter = { name: 'condition', kind: 'each' };

/** Functions of lists. In `each` and `condition`, `item`, `index`, `count`, `first`, and `last` are in scope. */
export const listFunctions = {
  count: {
    parameters: [list, { ...condition, optional: true }],
    description: 'Returns the number of items, or of the items for which the condition holds.',
    example: ['count(products, item.price > 4)', '2'],
    evaluate: (evaluation, part, by) => new Exact(chosen(evaluation, part, by).length),
  },
  sum: {
    parameters: [list, eachOptional],
    description: 'Returns the sum of the items, or of the results for them.',
    example: ['sum(products, item.price * item.quantity)', '13.3'],
    evaluate: (evaluation, part, by) => sumOf(evaluation, part, by).sum,
  },
  average: {
    parameters: [list, eachOptional],
    description: 'Returns the average of the items, or of the results for them.',
    example: ['average(products, item.price)', '4.8'],
    evaluate: (evaluation, part, by) => {
      const { sum, count } = sumOf(evaluation, part, by);
      return count === 0 ? evaluation.fault('empty', part) : sum.div(count);
    },
  },
  first: {
    parameters: [list],
    description: 'Returns the first item. An empty list has none, for which `default` gives a value.',
    example: ['first(products).name', 'Tea'],
    evaluate: (evaluation, part) => evaluation.list(part)[0] ?? evaluation.fault('item', part, NO_ITEM),
  },
  last: {
    parameters: [list],
    description: 'Returns the last item. An empty list has none, for which `default` gives a value.',
    example: ['last(products).name', 'Jam'],
    evaluate: (evaluation, part) => evaluation.list(part).at(-1) ?? evaluation.fault('item', part, NO_ITEM),
  },
  reverse: {
    parameters: [list],
    description: 'Returns the items in reverse order.',
    example: ["join(reverse(['a', 'b']), '')", 'ba'],
    evaluate: (evaluation, part) => visited(evaluation, part).toReversed(),
  },
  unique: {
    parameters: [list],
    description: 'Returns each item once. Items are compared as texts.',
    example: ["join(unique(['b', 'a', 'b']), '')", 'ba'],
    evaluate: (evaluation, part) => {
      const byText = new Map<string, Value>();
      for (const [at, item] of visited(evaluation, part).entries()) {
        const text = evaluation.textOf(item, part, at + 1);
        if (!byText.has(text)) byText.set(text, item);
      }
      return [...byText.values()];
    },
  },
  filter: {
    parameters: [list, condition],
    description: 'Returns the items for which the condition holds.',
    example: ['count(filter(products, item.price > 4))', '2'],
    evaluate: chosen,
  },
  map: {
    parameters: [list, each],
    description: 'Returns a list of the results for the items.',
    example: ["join(map(products, item.name), ', ')", 'Tea, Cake, Jam'],
    evaluate: (evaluation, part, by) => evaluation.map(evaluation.list(part), by),
  },
  sort: {
    parameters: [list, eachOptional, { name: 'order', kind: 'text', optional: true, options: ['descending'] }],
    description:
      'Returns the items in ascending order of themselves or of the results for them, or in descending order.',
    example: ["join(map(sort(products, item.price), item.name), ' ')", 'Cake Tea Jam'],
    evaluate: (evaluation, part, by, order) => {
      const items = visited(evaluation, part, SORT_STEPS);
      const isDescending = order !== undefined;
      if (isDescending) checkOption(evaluation, order, 'descending');
      const keys = by === undefined ? items : evaluation.map(items, by);
      const texts = keys.map((key, at) => evaluation.textOf(key, by ?? part, at + 1));
      return sortedByKeys(items, texts, isDescending);
    },
  },
  range: {
    parameters: [
      { name: 'a', kind: 'number' },
      { name: 'b', kind: 'number' },
      { name: 'step', kind: 'number', optional: true },
    ],
    description: 'Returns the numbers from a to b, both included.',
    example: ["join(range(10, 0, -4), ' ')", '10 6 2'],
    evaluate: (evaluation, from, to, by) => {
      const [start, end] = [evaluation.number(from), evaluation.number(to)];
      const step = by === undefined ? new Exact(1) : evaluation.number(by);
      if (step.isZero()) return evaluation.fault('argument', by, { given: step.toFixed(), valid: 'step' });
      const count = end.minus(start).div(step).floor().plus(1);
      if (count.greaterThan(MAX_NUMBERS))
        return evaluation.fault('argument', to, { given: end.toFixed(), valid: 'count', most: MAX_NUMBERS });
      if (count.lessThan(1)) return [];
      evaluation.spend(count.toNumber());
      return Array.from({ length: count.toNumber() }, (_, at) => start.plus(step.times(at)));
    },
  },
  join: {
    parameters: [list, { name: 'separator', kind: 'text' }, { name: 'last', kind: 'text', optional: true }],
    description: 'Joins the items with a separator between, and with another one before the last item.',
    example: ["join(['a', 'b', 'c'], ', ', ' and ')", 'a, b and c'],
    evaluate: (evaluation, part, separator, final) => {
      const texts = visited(evaluation, part).map((item, at) => evaluation.textOf(item, part, at + 1));
      const between = evaluation.text(separator);
      const last = final === undefined ? between : evaluation.text(final);
      // Spend the steps before creating the text.
      evaluation.spendText(texts.reduce((sum, text) => sum + text.length + between.length, last.length));
      if (texts.length < 2) return texts.join('');
      return texts.slice(0, -1).join(between) + last + (texts.at(-1) ?? '');
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

/** Returns the items of a list after spending their steps. */
function visited(evaluation: Evaluation, part: Expression | undefined, steps = 1): readonly Value[] {
  const items = evaluation.list(part);
  evaluation.spend(items.length * steps);
  return items;
}

/** Returns the items that meet a condition; all items without a condition. */
function chosen(evaluation: Evaluation, part: Expression | undefined, by: Expression | undefined): readonly Value[] {
  const items = evaluation.list(part);
  if (by === undefined) return items;
  const results = evaluation.map(items, by);
  return items.filter((_, at) => isTrue(results[at] ?? false));
}

function sumOf(evaluation: Evaluation, part: Expression | undefined, by: Expression | undefined) {
  const values = by === undefined ? visited(evaluation, part) : evaluation.map(evaluation.list(part), by);
  const add = (sum: Exact, value: Value, at: number) => sum.plus(evaluation.numberOf(value, by ?? part, at + 1));
  return { sum: evaluation.checked(values.reduce(add, new Exact(0)), part), count: values.length };
}

interface Keyed<Item> {
  readonly item: Item;
  readonly text: string;
  /** The text without marks and case. */
  readonly folded: string;
  readonly number: Exact | null;
}

/**
 * Sorts items by their keys. Compares keys as numbers if all keys that are not empty are decimals. Otherwise, compares
 * them as texts, ignoring marks and case, and then by code points. Empty keys are last in both directions. Equal items
 * keep their order.
 */
export function sortedByKeys<Item>(
  items: readonly Item[],
  keys: readonly string[],
  isDescending: boolean,
): readonly Item[] {
  const areNumbers = keys.every((key) => key.trim() === '' || isDecimal(key));
  const keyed = items.map((item, at): Keyed<Item> => {
    const text = keys[at] ?? '';
    return { item, text, folded: areNumbers ? '' : foldedText(text), number: areNumbers ? numberOfValue(text) : null };
  });
  const [empty, others] = [keyed.filter(isEmptyKey), keyed.filter((key) => !isEmptyKey(key))];
  const direction = isDescending ? -1 : 1;
  others.sort((one, other) => direction * orderOfKeys(one, other));
  return [...others, ...empty].map(({ item }) => item);
}

function isEmptyKey({ text }: Keyed<unknown>): boolean {
  return text.trim() === '';
}

function orderOfKeys(one: Keyed<unknown>, other: Keyed<unknown>): number {
  if (one.number !== null && other.number !== null) return one.number.comparedTo(other.number);
  return orderOf(one.folded, other.folded) || orderOf(one.text, other.text);
}

function foldedText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
