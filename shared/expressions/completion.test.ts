import { describe, expect, test } from 'vitest';
import { callAt, completeExpression } from './completion.ts';
import { createStepBudget } from './steps.ts';

const variables = [
  { name: 'price', default: '4.9' },
  { name: 'first-name', default: null },
];
const steps = createStepBudget();
const context = { scope: null, variable: () => '4.9', missing: 'fault', language: 'de', steps } as const;

/** Returns the labels of the completion items at the `|`, and the text after inserting the first item. */
function offered(marked: string) {
  const offset = marked.indexOf('|');
  const source = marked.replace('|', '');
  const { from, to, items } = completeExpression(source, offset, { variables, context });
  const [first] = items;
  const written = first === undefined ? null : source.slice(0, from) + first.insert + source.slice(to);
  return { labels: items.map(({ label }) => label), details: items.map(({ detail }) => detail), written };
}

describe('the completion of expressions', () => {
  test.each([
    ['pri|', 'price'],
    ['1 + pri|ce', '1 + price'],
    ['fir|', '`first-name`'],
    ['roun|', 'round()'],
    ['roun|(1)', 'round(1)'],
    ['map(list, it|', 'map(list, item'],
    ["dateadd('2026-01-01', 1, 'mo|')", "dateadd('2026-01-01', 1, 'year')"],
    ["'pri|'", null],
    ['price |', null],
    ['1|', null],
  ])('%s becomes %s', (marked, written) => {
    expect(offered(marked).written).toBe(written);
  });

  test('offers variables before functions', () => {
    const { labels } = offered('|');
    expect(labels.slice(0, 3)).toEqual(['price', 'first-name', 'if']);
  });

  test('does not offer the typed name itself as a variable', () => {
    const typed = ['trunca', 'truncated'].map((name) => ({ name, default: null }));
    const { items } = completeExpression('1 ~ trunca', 10, { variables: typed, context: null });
    expect(items.map(({ label }) => label)).toEqual(['truncated', 'truncate']);
  });

  test('shows the result of each option in the language', () => {
    const { labels, details } = offered("date('2026-11-28', |");
    expect([labels[0], details[0]]).toEqual(['short', '28.11.26']);
    expect([labels[2], details[2]]).toEqual(['long', '28. November 2026']);
  });

  test('finds the call and the argument at the cursor', () => {
    const at = (source: string) => {
      const call = callAt(source, source.length);
      return call === null ? null : [call.name, call.index];
    };
    expect(at('round(1, ')).toEqual(['round', 1]);
    expect(at('join(map(a, item), [1, 2')).toEqual(['join', 1]);
    expect(at('round(1) + ')).toBeNull();
    expect(at('(1')).toBeNull();
  });
});
