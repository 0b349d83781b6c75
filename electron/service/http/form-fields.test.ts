import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { parseFields } from './form-fields.ts';

/** Returns the value that the platform's functions decode; null for invalid encoding. */
function expected(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return parseFields(`a=${text}`)['a'];
  } catch {
    return null;
  }
}

test("parseFields decodes like the platform's functions", () => {
  const piece = fc.constantFrom(
    '%',
    '%e',
    '%C3%A4',
    '%ED%A0%80',
    '%EF%BB%BF',
    '%F0%9F%98%80',
    '%80',
    '%2b',
    '+',
    'ä',
    'f',
    '😀',
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(parsed(pieces.join(''))).toBe(expected(pieces.join('')));
    }),
  );
  for (const text of ['%', '%4', '%4g', '%zz', '%41', '%00', 'x', '']) expect(parsed(text)).toBe(expected(text));
});

test('parseFields decodes megabytes of plus signs', () => {
  expect(parseFields(`a=${'+'.repeat(6e6)}`)['a']).toBe(' '.repeat(6e6));
});

test.each([
  ['a=1&b=%zz', 'The value of `b` isn’t percent-encoded UTF-8.'],
  ['a=1&%ff=2', 'The name of a field isn’t percent-encoded UTF-8.'],
])('the refusal of %j names the field', (text, detail) => {
  expect(() => parseFields(text)).toThrow(detail);
});
