import { expect, test } from 'vitest';
import { withPlaceholders, withVariableAt } from '../layers/text-content-row.tsx';

test('a variable replaces the selection or is inserted at the cursor, or else at the end', () => {
  expect(withVariableAt('Hello!', 'name', { start: 5, end: 5 })).toBe('Hello${name}!');
  expect(withVariableAt('Hello you!', 'name', { start: 6, end: 9 })).toBe('Hello ${name}!');
  expect(withVariableAt('Hello ', 'name', null)).toBe('Hello ${name}');
  expect(withVariableAt('', 'name', { start: 9, end: 9 })).toBe('${name}');
});

test.each([
  ['Get {discount} off', 'Get ${discount} off'],
  ['${discount} and {discount}', '${discount} and ${discount}'],
  ['${any, "{discount}"}', '${any, "{discount}"}'],
  ['{other} and { discount }', '{other} and { discount }'],
  ['${5 {discount}', '${5 {discount}'],
])('a variable name in braces becomes a placeholder: %s', (text, written) => {
  expect(withPlaceholders(text, (name) => name === 'discount', text)).toBe(written);
});

test.each([
  ['Hi {guest}!', 'Hi ${guest, guest}!'],
  ['{guest} and {guest}', '${guest, guest} and ${guest}'],
  ['${guest} {other}', '${guest} ${other, other}'],
  ['{5} {set} { guest }', '{5} {set} { guest }'],
])('a typed name in braces becomes a new variable: %s', (text, written) => {
  expect(withPlaceholders(text, () => false, 'Plain {set}')).toBe(written);
});
