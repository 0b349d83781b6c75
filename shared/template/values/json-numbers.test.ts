import { expect, test } from 'vitest';
import { parseAsWritten } from './json-numbers.ts';

test.each([
  ['1', 1],
  ['-0', -0],
  ['1.5', 1.5],
  ['3.0', 3],
  ['19.90', '19.90'],
  ['-0.00', '0.00'],
  ['-1.00', '-1.00'],
  ['1.0e1', 10],
  ['0.00000000000010', '0.00000000000010'],
  ['5.00', '5.00'],
  ['12345678901234567890', '12345678901234567890'],
  ['-12345678901234567890', '-12345678901234567890'],
  ['0.1234567890123456789', '0.1234567890123456789'],
  ['9007199254740993', '9007199254740993'],
  ['9007199254740992', 9007199254740992],
  ['0.0000001', 1e-7],
  ['1e-7', 1e-7],
  ['1E+3', 1000],
  ['1.5e1', 15],
  ['123e-2', 1.23],
  ['1e25', '10000000000000000000000000'],
  ['1.25e22', '12500000000000000000000'],
  ['1e-20', '0.00000000000000000001'],
  ['5e-324', '5e-324'],
  ['1e400', '1e400'],
  ['-1e400', '-1e400'],
  ['0e5', 0],
])('a JSON number keeps its digits: %s', (written, value) => {
  expect(parseAsWritten(written)).toEqual(value);
  expect(parseAsWritten(`[1, ${written}]`)).toEqual([1, value]);
  expect(parseAsWritten(`{"a": ${written}\n}`)).toEqual({ a: value });
});

test('digits in strings and property names stay unchanged', () => {
  const json = '{"1e400": "19.90 and \\"12345678901234567890\\" \\\\", "b": [19.90]}';
  expect(parseAsWritten(json)).toEqual({ '1e400': '19.90 and "12345678901234567890" \\', b: ['19.90'] });
});

test.each(['{1e400: 1}', '[01.50]', '[1.50', '[1e400 2]', '[-]', '[1.]', '[.50, 1e5]', '[1e]', '[1.5.50]'])(
  'a syntax error has the message of JSON.parse: %s',
  (json) => {
    const messageOf = (parse: (text: string) => unknown) => {
      try {
        return parse(json);
      } catch (error) {
        return error instanceof SyntaxError ? error.message : error;
      }
    };
    expect(messageOf(parseAsWritten)).toBe(messageOf(JSON.parse));
  },
);
