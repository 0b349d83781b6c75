import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { type CubeFault, decodeCube, readCube } from './read-cube.ts';

const two = ['0 0 0', '1 0 0', '0 1 0', '1 1 0', '0 0 1', '1 0 1', '0 1 1', '1 1 1'];
const text = (...lines: readonly string[]) => lines.join('\n');

test('a three-dimensional table can have comments, a title, and a domain', () => {
  const read = readCube(
    text('# a comment', 'TITLE "A look"', '', 'LUT_3D_SIZE 2', 'DOMAIN_MIN 0 -0.5 0', 'DOMAIN_MAX 1 1 2', ...two),
  );
  expect(read).toMatchObject({ ok: true, value: { dimensions: 3, size: 2, least: [0, -0.5, 0], most: [1, 1, 2] } });
  expect(read.ok && [...read.value.values]).toEqual(two.join(' ').split(' ').map(Number));
});

test('a one-dimensional table can have an input range and CR LF', () => {
  const read = readCube('LUT_1D_SIZE 3\r\nLUT_1D_INPUT_RANGE 0.0 2e0\r\n0 0 0\r\n.5 +.25 1.\r\n1 1 1\r\n');
  expect(read).toMatchObject({ ok: true, value: { dimensions: 1, size: 3, least: [0, 0, 0], most: [2, 2, 2] } });
  expect(read.ok && [...read.value.values]).toEqual([0, 0, 0, 0.5, 0.25, 1, 1, 1, 1]);
});

const hostile: readonly (readonly [string, string, CubeFault['of'], number])[] = [
  ['an empty file', '', 'no-size', 1],
  ['numbers before the size', text('0 0 0', 'LUT_3D_SIZE 2'), 'no-size', 1],
  ['a size of gigabytes', text('LUT_3D_SIZE 4096', ...two), 'size', 1],
  ['a size of 66', text('LUT_3D_SIZE 66', ...two), 'size', 1],
  ['a size of 1', text('LUT_3D_SIZE 1', '0 0 0'), 'size', 1],
  ['a fractional size', text('LUT_1D_SIZE 2.5', '0 0 0'), 'size', 1],
  ['two sizes', text('LUT_1D_SIZE 2', 'LUT_3D_SIZE 2', ...two), 'two-sizes', 2],
  ['one color too few', text('LUT_3D_SIZE 2', ...two.slice(1)), 'count', 8],
  ['one color too many', text('LUT_3D_SIZE 2', ...two, '0 0 0'), 'count', 10],
  ['two numbers in a line', text('LUT_3D_SIZE 2', '0 0'), 'line', 2],
  ['a word among numbers', text('LUT_3D_SIZE 2', '0 0 NaN'), 'line', 2],
  ['a number beyond 32-bit floats', text('LUT_3D_SIZE 2', '0 0 1e39'), 'line', 2],
  ['a keyword of another format', text('LUT_3D_SIZE 2', 'LUT_4D_SIZE 3'), 'line', 2],
  ['an empty domain', text('LUT_3D_SIZE 2', 'DOMAIN_MAX 1 0 1', ...two), 'range', 10],
  ['a very long line', `LUT_3D_SIZE 2\n${'0'.repeat(100_000)}`, 'line', 2],
  ['an image file', '\u0089PNG\r\n\u001a\n\u0000\u0000', 'line', 1],
];

test.each(hostile)('an invalid table is refused: %s', (_, written, of, line) => {
  expect(readCube(written)).toEqual({ ok: false, error: { of, line } });
});

test.each([
  ['CR', (text: string) => Buffer.from(text.replaceAll('\n', '\r'))],
  ['CR LF', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
  ['a UTF-8 byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['a title in Latin-1', (text: string) => Buffer.from(`TITLE "caf\xe9"\n${text}`, 'latin1')],
  ['empty lines and spaces', (text: string) => Buffer.from(`\n  \n${text.replaceAll('\n', ' \t\n\n')}`)],
])('a table in another encoding or layout is read: %s', (_, bytes) => {
  const table = 'LUT_1D_SIZE 2\n# black to white\n0 0 0\n1 1 1\n';
  const read = readCube(decodeCube(bytes(table)));
  expect(read.ok ? [...read.value.values] : read.error).toEqual([0, 0, 0, 1, 1, 1]);
});

test('line numbers in errors count any line break', () => {
  expect(readCube('LUT_1D_SIZE 2\r0 0 0\r\nwrong\n1 1 1')).toEqual({ ok: false, error: { of: 'line', line: 3 } });
});

test('reading any text returns a table or an error', () => {
  const words = fc.constantFrom(
    'LUT_3D_SIZE',
    'LUT_1D_SIZE',
    'DOMAIN_MIN',
    'TITLE',
    '#',
    '\n',
    '2',
    '65536',
    '1e9',
    '-1',
    '"',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 60 }), (parts) => {
      const read = readCube(parts.join(' '));
      if (read.ok) expect(read.value.values).toHaveLength(3 * read.value.size ** read.value.dimensions);
    }),
  );
});
