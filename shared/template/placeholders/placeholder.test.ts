import { describe, expect, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import { fc } from '#shared/testing/properties.ts';
import { isVariableName } from '../../lib/variable-name.ts';
import { anyValue, placeholder, valueParts } from './placeholder.arbitrary.ts';
import { applyOptions, formatPlaceholder, formatValue, type Placeholder, parseValue } from './placeholder.ts';

const bare = (name: string): Placeholder => ({ kind: 'placeholder', name, default: null, options: [] });
const withDefault = (name: string, text: string, options: Placeholder['options'] = []): Placeholder => ({
  kind: 'placeholder',
  name,
  default: text,
  options,
});

describe('parseValue', () => {
  test.each([
    ['', []],
    ['plain', [{ kind: 'text', text: 'plain' }]],
    ['${name}', [bare('name')]],
    ['${ name }', [bare('name')]],
    ['a${x}b${y}', [{ kind: 'text', text: 'a' }, bare('x'), { kind: 'text', text: 'b' }, bare('y')]],
    ['${x}${x}', [bare('x'), bare('x')]],
    ['$${x}', [{ kind: 'text', text: '$' }, bare('x')]],
    ['$ 5 {x} }', [{ kind: 'text', text: '$ 5 {x} }' }]],
    ['${größe_1.a-b}', [bare('größe_1.a-b')]],
    ['${名前}', [bare('名前')]],
    ['${name, default}', [withDefault('name', 'default')]],
    ['${name,  two words  }', [withDefault('name', 'two words')]],
    ['${name,}', [withDefault('name', '')]],
    ["${name, ''}", [withDefault('name', '')]],
    ["${name, 'a, b'}", [withDefault('name', 'a, b')]],
    ['${name, "{a}, ${b}"}', [withDefault('name', '{a}, ${b}')]],
    ["${name, ' kept '}", [withDefault('name', ' kept ')]],
    ["${name, it's}", [withDefault('name', "it's")]],
    ["${name, 'it''s'}", [withDefault('name', "it's")]],
    ['${name, \u00a0}', [withDefault('name', '\u00a0')]],
    ['${name, https://example.org/a.mp4}', [withDefault('name', 'https://example.org/a.mp4')]],
    ['${name, x, U}', [withDefault('name', 'x', ['U'])]],
    ['${name, x, ET}', [withDefault('name', 'x', ['T', 'E'])]],
    ['${name, x, L T}', [withDefault('name', 'x', ['L', 'T'])]],
    ["${name, 'x' , U }", [withDefault('name', 'x', ['U'])]],
    ['${name, x, UU}', [withDefault('name', 'x', ['U'])]],
    ['${name, x,}', [withDefault('name', 'x')]],
    ['${name,,U}', [withDefault('name', '', ['U'])]],
    ["${literal, '${'}", [withDefault('literal', '${')]],
  ])('reads %s', (value, pieces) => {
    expect(parseValue(value)).toEqual({ pieces, faults: [] });
  });

  test.each([
    ['${name', 'The placeholder `${name` is malformed: it isn’t closed; add `}`.'],
    ['${name, x', 'The placeholder `${name, x` is malformed: it isn’t closed; add `}`.'],
    ['${name, x, U', 'The placeholder `${name, x, U` is malformed: it isn’t closed; add `}`.'],
    ["${name, 'x'", "The placeholder `${name, 'x'` is malformed: it isn’t closed; add `}`."],
    ['${a ${b}', 'The placeholder `${a ${b}` is malformed: it isn’t closed; add `}` before the next `${`.'],
    ['${}', 'The placeholder `${}` is malformed: it has no variable name.'],
    ['${ , x}', 'The placeholder `${ , x}` is malformed: it has no variable name.'],
    [
      '${a b}',
      'The placeholder `${a b}` is malformed: a variable name can only contain letters, digits, `_`, `-` and `.`.',
    ],
    ['${{a}}', 'The placeholder `${{a}` is malformed: it has no variable name.'],
    [
      '${a{b}',
      'The placeholder `${a{b}` is malformed: a variable name can only contain letters, digits, `_`, `-` and `.`.',
    ],
    ['${a, {b}', 'The placeholder `${a, {b}` is malformed: a default that contains a brace must be in quotes.'],
    ['${a, ${b}}', 'The placeholder `${a, ${b}` is malformed: a default that contains a brace must be in quotes.'],
    ["${a, 'b}", "The placeholder `${a, 'b}` is malformed: the quote ' isn’t closed."],
    ['${a, "b}', 'The placeholder `${a, "b}` is malformed: the quote " isn’t closed.'],
    [
      "${a, 'b' c}",
      "The placeholder `${a, 'b' c}` is malformed: only `,` and options, or `}`, can follow the quoted default.",
    ],
    ['${a, b, X}', 'The placeholder `${a, b, X}` is malformed: `X` isn’t an option; use the letters U, L, T, and E.'],
    ['${a, b, u}', 'The placeholder `${a, b, u}` is malformed: `u` isn’t an option; use the letters U, L, T, and E.'],
    ['${a, b, {}', 'The placeholder `${a, b, {}` is malformed: `{` isn’t an option; use the letters U, L, T, and E.'],
    ['${a, b, UL}', 'The placeholder `${a, b, UL}` is malformed: the options U and L contradict each other.'],
    [
      '${a, b, U, c}',
      'The placeholder `${a, b, U, c}` is malformed: it has more than three parts; a default that contains a comma must be in quotes.',
    ],
  ])('refuses %s with a precise message', (value, fault) => {
    const reported = parseValue(value).faults.map((each) =>
      each.kind === 'placeholder' ? inEnglish(message('variable/malformed', { ...each, more: false })) : each.kind,
    );
    expect(reported).toEqual([fault]);
  });

  test.each([
    ['${= 1 + 1 }', ' 1 + 1 ', '', 3],
    ["${='}' ~ `a` }", "'}' ~ `a` ", '', 3],
    ['${ =1}', '1', ' ', 4],
    ['a${= "x}"}', ' "x}"', '', 4],
  ])('reads the expression %s', (value, source, before, at) => {
    const { pieces, faults } = parseValue(value);
    expect(pieces.at(-1)).toEqual({ kind: 'expression', before, source, at });
    expect(faults).toEqual([]);
    expect(formatValue(pieces)).toBe(value);
  });

  test.each([
    ['${= 1', 'placeholder/not-closed'],
    ["${= 'a}", 'placeholder/quote-not-closed'],
  ])('refuses an expression without its end: %s', (value, code) => {
    expect(parseValue(value)).toMatchObject({ pieces: [], faults: [{ kind: 'placeholder', reason: { code } }] });
  });

  test('keeps an expression with a fault', () => {
    const { pieces, faults } = parseValue('a ${= 1 + } b');
    expect(formatValue(pieces)).toBe('a ${= 1 + } b');
    expect(faults).toMatchObject([{ kind: 'expression', fault: { code: 'expression/syntax', reason: 'end', at: 5 } }]);
  });

  test('continues after a malformed placeholder', () => {
    const { pieces, faults } = parseValue('a ${} b ${c} ${d e}');
    expect(faults).toHaveLength(2);
    expect(pieces).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'text', text: ' b ' },
      bare('c'),
      { kind: 'text', text: ' ' },
    ]);
  });

  test('preserves the text of valid values and never throws', () =>
    fc.assert(
      fc.property(anyValue, (value) => {
        const { pieces, faults } = parseValue(value);
        if (!value.includes('${')) expect(formatValue(pieces)).toBe(value);
        if (faults.length === 0) expect(parseValue(formatValue(pieces))).toEqual({ pieces, faults: [] });
      }),
    ));

  test.each([
    ['openings', '${'],
    ['openings with names', '${a'],
    ['openings of expressions', '${='],
    ['expressions', '${=1}'],
    ['quotes of expressions', "${='a"],
    ['quotes in expressions', "${='a'`b`}"],
    ['quotes', "${a,'"],
    ['quotes of both kinds', `\${a,"}\${a,'}`],
    ['doubled quotes', "${a,'''"],
    ['empty placeholders', '${}'],
    ['spaces', '${a,  '],
    ['commas', '${a,,,'],
    ['braces', '${a,{'],
    ['dollars', '$'],
  ])('takes linear time for repeated %s', (_, piece) => {
    const value = piece.repeat(Math.ceil(2_000_000 / piece.length));
    // Quadratic time would be hours, far beyond the time limit of the test.
    const { pieces, faults } = parseValue(value);
    expect(pieces.length + faults.length).toBeGreaterThan(0);
  });
});

describe('formatPlaceholder', () => {
  test.each([
    [bare('a'), '${a}'],
    [withDefault('a', 'two words'), '${a, two words}'],
    [withDefault('a', "it's"), "${a, it's}"],
    [withDefault('a', ''), "${a, ''}"],
    [withDefault('a', ' x'), "${a, ' x'}"],
    [withDefault('a', 'x, y'), "${a, 'x, y'}"],
    [withDefault('a', '{'), "${a, '{'}"],
    [withDefault('a', "it's, really"), '${a, "it\'s, really"}'],
    [withDefault('a', `'a', "b"`), `\${a, '''a'', "b"'}`],
    [withDefault('a', 'x', ['U', 'E']), '${a, x, UE}'],
  ])('quotes a default only if needed: %j', (value, text) => {
    expect(formatPlaceholder(value)).toBe(text);
  });

  test('formats placeholders that parseValue can parse', () =>
    fc.assert(
      fc.property(placeholder, (value) => {
        expect(parseValue(formatPlaceholder(value))).toEqual({ pieces: [value], faults: [] });
      }),
    ));

  test('formats placeholders in texts that parseValue can parse', () =>
    fc.assert(
      fc.property(valueParts, (pieces) => {
        expect(parseValue(formatValue(pieces))).toEqual({ pieces, faults: [] });
      }),
    ));
});

describe('applyOptions', () => {
  test.each([
    ['straße', ['U'], 'STRASSE'],
    ['ÀB', ['L'], 'àb'],
    ["the o'neill film", ['T'], "The O'neill Film"],
    ['USA today', ['T'], 'USA Today'],
    ['USA TODAY', ['L', 'T'], 'Usa Today'],
    ['a b/ü', ['E'], 'a%20b%2F%C3%BC'],
    ['a b', ['U', 'E'], 'A%20B'],
    ['\ud800', ['E'], '%EF%BF%BD'],
    ['x', [], 'x'],
  ] as const)('changes %s by %j to %s', (text, options, result) => {
    expect(applyOptions(text, options)).toBe(result);
  });
});

test.each(['a', '1', '_', 'a.b', 'a-b', 'ñ', 'नाम', '9_to.5'])('%s is a variable name', (name) => {
  expect(isVariableName(name)).toBe(true);
});

test.each(['', ' ', 'a b', 'a$', 'a,b', '{', 'a}', "a'", 'a\n'])('%j is not a variable name', (name) => {
  expect(isVariableName(name)).toBe(false);
});
