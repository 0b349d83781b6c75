import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { resolveTemplate } from './resolve.ts';

const MOVIE = (content: string) => `<movie width="32" height="18" framerate="10">${content}</movie>`;
const times = (count: number, what: string) => what.repeat(count);
const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, (_, at) => at));

/** Resolves a template. Returns the codes of its findings, and the number of elements of the movie. */
function resolved(content: string, values: Readonly<Record<string, string>>) {
  const { document } = required(readTemplate(MOVIE(content)).source, 'the template');
  const given = new Map(Object.entries(values));
  const { movie, findings } = resolveTemplate(document, { values: given, missing: 'error' });
  return { codes: findings.map(({ code }) => code), scenes: movie?.scenes.length ?? null };
}

const SCENE = '<scene duration="1" each="${a}"><text content="${item}"/></scene>';
const DECLARED = (attributes: string, fields = '') =>
  `<resources><variable name="a" type="list" ${attributes}>${fields}</variable></resources>${SCENE}`;
const groups = (depth: number, each: string): string =>
  depth === 0 ? '<solid/>' : `<group each="${each}">${groups(depth - 1, each)}</group>`;
const inScene = (inside: string) => `<scene duration="1">${inside}</scene>`;
const RANGE = '${= range(1, 10000)}';

type Case = readonly [name: string, content: string, values?: Readonly<Record<string, string>>];

const refused: readonly Case[] = [
  ['10,001 items', SCENE, { a: numbers(10_001) }],
  ['10,001 values with commas', SCENE, { a: times(10_001, 'a,') }],
  ['10,001 lines', SCENE, { a: times(10_001, 'a\n') }],
  ['an array in an array', SCENE, { a: '[[1]]' }],
  ['arrays in arrays to any depth', SCENE, { a: `${times(5000, '[')}${times(5000, ']')}` }],
  ['an open array', SCENE, { a: '[' }],
  ['an open array in arrays', SCENE, { a: times(100_000, '[') }],
  ['an array with a surplus comma', SCENE, { a: '[1,]' }],
  ['an array followed by text', SCENE, { a: '[1] x' }],
  ['an array of bare words', SCENE, { a: '[a]' }],
  ['four lists in one another', SCENE, { a: '[{"b":[{"c":[{"d":[1]}]}]}]' }],
  [
    'an item with 65 fields',
    SCENE,
    { a: JSON.stringify([Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`f${at}`, 1]))]) },
  ],
  ['objects in one another', SCENE, { a: `[${times(40, '{"a":')}1${times(40, '}')}]` }],
  ['a record as text', SCENE, { a: '[{"b": 1}]' }],
  ['a list as text of a missing field', inScene('<text each="${a}" content="${item.b}"/>'), { a: '[1]' }],
  ['no list at all', SCENE, {}],
  ['a text in each', '<scene duration="1" each="a, b"/>'],
  ['two placeholders in each', '<scene duration="1" each="${a}${a}"/>', { a: 'x' }],
  ['a record in each', '<scene duration="1" each="${= a[1]}"/>', { a: '[{"b": 1}]' }],
  ['an unfinished expression in each', '<scene duration="1" each="${= range(1,}"/>', {}],
  ['itself in each', '<scene duration="1" each="${item}"/>', {}],
  ['an endless range', '<scene duration="1" each="${= range(1, 1000000000)}"/>', {}],
  ['10,001 numbers of a range', '<scene duration="1" each="${= range(0, 10000)}"/>', {}],
  ['lists of 10^8 copies', inScene(groups(2, RANGE)), {}],
  ['lists of 10^16 copies', inScene(groups(4, RANGE)), {}],
  ['lists of 10^12 copies of a value', inScene(groups(4, '${a}')), { a: numbers(1000) }],
  ['five lists in one another', inScene(groups(5, '${= range(1, 1)}')), {}],
  ['sequences in one another', `<scene each="${RANGE}"><scene each="${RANGE}" duration="1"/></scene>`, {}],
  [
    '10,001 scenes in two lists',
    `<scene duration="1" each="${RANGE}"/><scene duration="1" each="\${= range(1, 1)}"/>`,
    {},
  ],
  ['100,001 elements', `<scene duration="1" each="${RANGE}">${times(10, '<solid/>')}</scene>`, {}],
  ['the maximum of layers', inScene('<solid each="${= range(1, 501)}"/>'), {}],
  ['the maximum of sounds', '<audio src="a.mp3" each="${= range(1, 1000)}"/><scene duration="1"/>', {}],
  [
    'items that no condition chooses',
    inScene(`<group each="${RANGE}"><solid where="false" each="${RANGE}"/></group>`),
    {},
  ],
  ['a wrong condition', '<scene duration="1" each="${a}" where="="/>', { a: 'x' }],
  ['a position of zero', '<scene duration="1" each="${a}" from="0"/>', { a: 'x' }],
  ['a fraction as a position', '<scene duration="1" each="${a}" to="1.5"/>', { a: 'x' }],
  ['a negative step', '<scene duration="1" each="${a}" step="-1"/>', { a: 'x' }],
  ['a name with a dot', '<scene duration="1" each="${a}" as="a.b"/>', { a: 'x' }],
  ['a placeholder as a name', '<scene duration="1" each="${a}" as="${b}"/>', { a: 'x', b: 'c' }],
  ['an expression as a name', '<scene duration="1" each="${a}" as="${= \'c\'}"/>', { a: 'x' }],
  ['too few items', DECLARED('min="2"'), { a: 'x' }],
  ['too many items', DECLARED('max="2"'), { a: 'x, y, z' }],
  ['contradicting numbers of items', DECLARED('min="3" max="2"'), { a: 'x, y' }],
  ['an item of another type', DECLARED('of="number"'), { a: 'x' }],
  ['a field of another type', DECLARED('', '<field name="b" type="number"/>'), { a: '[{"b": "x"}]' }],
  ['a required field that is empty', DECLARED('', '<field name="b" required="true"/>'), { a: '[{"b": " "}]' }],
  ['a field that two elements declare', DECLARED('', '<field name="b"/><field name="b"/>'), { a: '[]' }],
  ['a field without a name', DECLARED('', '<field/>'), { a: '[]' }],
  ['65 fields', DECLARED('', Array.from({ length: 65 }, (_, at) => `<field name="f${at}"/>`).join('')), { a: '[]' }],
  [
    'four lists of fields in one another',
    DECLARED('', `${times(4, '<field name="b" type="list">')}${times(4, '</field>')}`),
    { a: '[]' },
  ],
  ['a default and items', DECLARED('default="[]"', '<field name="b"/><item b="1"/>'), { a: '[]' }],
  ['an item without fields', DECLARED('', '<field name="b" required="true"/>'), { a: 'x, y' }],
];

describe('a hostile list', () => {
  test('covers many cases', () => expect(refused.length).toBeGreaterThanOrEqual(50));

  const cases = refused.map(([name, content, values = {}]) => ({ name, content, values }));

  test.each(cases)('is refused before a movie is made: $name', ({ content, values }) => {
    const { codes, scenes } = resolved(content, values);
    expect(codes).not.toEqual([]);
    expect(scenes).toBeNull();
  });

  test.each([
    ['__proto__', '[{"__proto__": "x"}]', 'x'],
    ['constructor', '[{"constructor": "x"}]', 'x'],
    ['toString', '[{"toString": "x"}]', 'x'],
    ['hasOwnProperty', '[{"hasOwnProperty": "x"}]', 'x'],
  ])('can have a field named like a property of Object.prototype: %s', (name, a, text) => {
    const field = `<scene duration="1" each="\${a}" name="\${item.${name}}"/>`;
    const { document } = required(readTemplate(MOVIE(field)).source, 'the template');
    const { movie } = resolveTemplate(document, { values: new Map([['a', a]]), missing: 'error' });
    expect(movie?.scenes.map((scene) => scene.name)).toEqual([text]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test.each(['__proto__', 'constructor', 'toString'])('has no properties of Object.prototype as fields: %s', (name) => {
    const { scenes } = resolved(`<scene duration="1" each="\${a}" name="\${item.${name}}"/>`, { a: '[{"b": 1}]' });
    expect(scenes).toBeNull();
  });
});

test('names the limit of all expressions together if no single expression exceeds its own', () => {
  const where = '${= count(range(1, 10000), item &gt; 5000) &gt; 0}';
  const { document } = required(
    readTemplate(MOVIE(`<scene duration="1" each="${RANGE}" where="${where}"/>`)).source,
    'x',
  );
  const { findings } = resolveTemplate(document, { values: new Map(), missing: 'error' });
  const slow = findings.find(({ code }) => code === 'expression/too-slow');
  expect(slow?.says).toMatchObject({ code: 'expression/all-too-slow', values: { most: 5_000_000 } });
});
