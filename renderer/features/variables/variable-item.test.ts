import { expect, test } from 'vitest';
import { film } from '#shared/editing/model/testing/editing.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { refusalOfDefault } from './variable-item.tsx';

function refused(variable: string, value: string, ...lines: readonly string[]): string | null {
  const { document } = film(...lines);
  const found = listVariables(document).variables.find(({ name }) => name === variable);
  if (found === undefined) throw new Error(`there is no ${variable}`);
  return refusalOfDefault(document, found, value)?.code ?? null;
}

test('a default beyond a limit of its variable is refused', () => {
  const lines = [
    '<resources><variable name="deal" type="text" maxlength="6"/></resources>',
    '<scene duration="9"><text content="${deal, 10 %}"/></scene>',
  ];
  expect(refused('deal', '20 %', ...lines)).toBeNull();
  expect(refused('deal', 'twenty percent', ...lines)).toBe('variable/not-as-declared');
});

test('a default that is invalid for a use is refused', () => {
  const lines = ['<scene duration="9"><solid color="${tint, #ff0000}"/></scene>'];
  expect(refused('tint', '#00ff00', ...lines)).toBeNull();
  expect(refused('tint', 'greenish', ...lines)).toBe('variable/refused');
});
