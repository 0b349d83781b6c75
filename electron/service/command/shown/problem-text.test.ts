import { expect, test } from 'vitest';
import type { Problem } from '#shared/template/document/problem.ts';
import { displayWidth } from './display-width.ts';
import { problemText } from './problem-text.ts';

const ESCAPE = '\u001B';

/** Returns a problem. Its range is the first `fault` in `text`. */
function problemAt(text: string, fault: string): Problem {
  const start = text.indexOf(fault);
  const before = text.slice(0, start).split(/\r\n|\n|\r/);
  return {
    code: 'template/invalid-value',
    severity: 'error',
    message: 'The value is wrong.',
    reason: 'template/invalid-value',
    values: {},
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    path: 'movie',
    range: { start, end: start + fault.length },
  };
}

function lines(text: string, fault: string, columns = 100): readonly string[] {
  return problemText(problemAt(text, fault), { name: 'trip.xml', text }, columns).split('\n');
}

test('a problem is printed with its position, severity, and line', () => {
  expect(lines('<movie>\n  <scene duration="x"/>\n</movie>', 'x')).toEqual([
    'trip.xml:2:20: error template/invalid-value: The value is wrong.',
    '   2 |   <scene duration="x"/>',
    '     |                    ^',
  ]);
});

test('a problem without a position is one line', () => {
  const problem = { ...problemAt('a', 'a'), line: null, column: null, range: null };
  expect(problemText(problem, { name: 'trip.xml', text: '' }, 80)).toBe(
    'trip.xml: error template/invalid-value: The value is wrong.',
  );
});

test.each(['\n', '\r\n', '\r'])('lines can end with %j', (end) => {
  expect(lines(`<a>${end}<b c="wrong"/>${end}</a>`, 'wrong').slice(1)).toEqual([
    '   2 | <b c="wrong"/>',
    '     |       ^^^^^',
  ]);
});

test('tabs and wide characters shift the carets', () => {
  expect(lines('\t<scene name="日本" duration="x"/>', 'x').slice(1)).toEqual([
    '   1 |     <scene name="日本" duration="x"/>',
    '     |                                  ^',
  ]);
  expect(lines('<a b="🎬👩‍👩‍👧é"/>', '🎬👩‍👩‍👧é').slice(1)).toEqual([
    '   1 | <a b="🎬👩‍👩‍👧é"/>',
    '     |       ^^^^^',
  ]);
});

test('a range over several lines is underlined on its first line', () => {
  expect(lines('<a\n  b="1"/>', '<a\n  b').slice(1)).toEqual(['   1 | <a', '     | ^^']);
});

test('an empty range has one caret', () => {
  const text = '<a b=""/>';
  const empty = { ...problemAt(text, '"/>'), range: { start: 6, end: 6 } };
  expect(problemText(empty, { name: 't', text }, 80).split('\n').slice(1)).toEqual([
    '   1 | <a b=""/>',
    '     |       ^',
  ]);
  const atEnd = { ...problemAt(text, '"/>'), range: { start: text.length, end: text.length } };
  expect(problemText(atEnd, { name: 't', text }, 80).split('\n').at(-1)).toBe(`     | ${' '.repeat(text.length)}^`);
});

test('a line break at the start does not shift the carets', () => {
  expect(lines('\n<a/>', '<a/>').slice(1)).toEqual(['   2 | <a/>', '     | ^^^^']);
  const first = { ...problemAt('\n<a/>', '\n'), range: { start: 0, end: 1 } };
  expect(problemText(first, { name: 't', text: '\n<a/>' }, 80).split('\n').slice(1)).toEqual(['   1 | ', '     | ^']);
});

test('a byte order mark takes no column', () => {
  expect(lines('\uFEFF<a/>', '<a/>').slice(1)).toEqual(['   1 | <a/>', '     | ^^^^']);
});

test('long lines are shortened to the terminal width', () => {
  const text = `<a long="${'x'.repeat(500)}" b="wrong" c="${'y'.repeat(500)}"/>`;
  const [, line = '', marks = ''] = lines(text, 'wrong', 60);
  expect(displayWidth(line)).toBeLessThanOrEqual(60);
  expect(line).toMatch(/^ {3}1 \| …x+" b="wrong" c="y+…$/);
  expect(line.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('wrong');
  expect(displayWidth(lines(`<a b="${'w'.repeat(500)}"/>`, 'w'.repeat(500), 60)[1] ?? '')).toBeLessThanOrEqual(60);
});

test('control characters are replaced', () => {
  const text = `<a b="${ESCAPE}[2J\u202Ewrong\u0007"/>`;
  const printed = problemText(
    { ...problemAt(text, 'wrong'), message: `${ESCAPE}]0;x` },
    { name: `${ESCAPE}c.xml`, text },
    80,
  );
  expect(printed).not.toMatch(/(?!\n)[\p{Cc}\u202E]/u);
  expect(printed).toContain('␛[2J�wrong␇');
});

test('only the part of a long line near the problem is printed', () => {
  const text = `<a>${'<ä/>'.repeat(1_000_000)}<wrong/></a>`;
  const [, line = '', marks = ''] = lines(text, '<wrong', 60);
  expect(line).toMatch(/^ {3}1 \| …(?:.*<ä\/>)+<wrong\/><\/a>$/);
  expect(line.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('<wrong');
});
