import { describe, expect, test } from 'vitest';
import { film } from '#shared/editing/model/testing/editing.ts';
import { withSentence } from '#shared/messages/testing/messages.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { createResolveMemory } from './reading-context.ts';
import { resolveTemplate } from './resolve.ts';
import { listVariables, needsValue } from './variables.ts';

const declared = (attributes: string, ...scenes: readonly string[]) =>
  film(`<resources><variable ${attributes}/></resources>`, ...scenes);
const named = '<scene duration="10" name="${v}"/>';

function resolve(source: ReturnType<typeof film>, values: Readonly<Record<string, string>> = {}) {
  const { movie, findings } = resolveTemplate(source.document, {
    values: new Map(Object.entries(values)),
    missing: 'error',
  });
  return { movie, findings };
}

const messages = (source: ReturnType<typeof film>, values: Readonly<Record<string, string>> = {}) =>
  resolve(source, values)
    .findings.map(withSentence)
    .map(({ code, message }) => `${code}: ${message}`);

/** Returns the findings if a declared variable with this value is used in the name of a scene. */
const messagesOf = (attributes: string, value: string) =>
  messages(declared(`name="v" ${attributes}`, named), { v: value });

describe('a declaration', () => {
  test('provides the default for uses without a default', () => {
    const template = declared('name="v" default="one"', '<scene duration="10" name="${v} ${v, two} ${v}"/>');
    expect(resolve(template).movie?.scenes[0]?.name).toBe('one two one');
    expect(resolve(template, { v: 'x' }).movie?.scenes[0]?.name).toBe('x x x');
  });

  test('ignores placeholders in its attributes', () => {
    const template = declared('name="v" default="${w}" help="Goes into ${v}"', named);
    expect(resolve(template).movie?.scenes[0]?.name).toBe('${w}');
    expect(listVariables(template.document).variables.map(({ name }) => name)).toEqual(['v']);
  });

  test.each([
    ['type="number"', 'x', 'must be a number such as 0.5; its value is "x".'],
    ['type="number" min="1" max="9"', '10', 'must be a number from 1 to 9; its value is "10".'],
    ['type="number" min="1"', '0', 'must be a number of at least 1; its value is "0".'],
    ['min="1"', '0', 'must be a number of at least 1; its value is "0".'],
    ['type="number" min="1" step="0.1"', '1.25', 'must be 1 plus a multiple of 0.1; its value is "1.25".'],
    ['type="time" max="50"', '2.04s', 'must be a time of at most 50, in frames; its value is "2.04s".'],
    ['type="text" maxlength="3"', '😀😀😀x', 'is too long: 4 of 3 characters; its value is "😀😀😀x".'],
    ['type="choice" choices="gold: Gold, silver"', 'Gold', 'must be `gold` or `silver`; its value is "Gold".'],
    [
      'type="color"',
      'red',
      'must be a color such as #f80 or #ff8000, or with opacity, such as #ff800080; its value is "red".',
    ],
    ['type="boolean"', 'yes', 'must be true or false; its value is "yes".'],
    ['type="image"', 'a/b.png', 'must be a file name without folders; its value is "a/b.png".'],
    [
      'type="video"',
      'http://',
      'must be an address that starts with http:// or https:// and contains no spaces; its value is "http://".',
    ],
  ])('a declaration with %s refuses %s', (attributes, value, message) => {
    expect(messagesOf(attributes, value)).toEqual([`variable/refused: The variable \`v\` ${message}`]);
  });

  test.each([
    ['type="number" min="1" max="9" step="2"', '9'],
    ['type="number" step="0.1"', '0.3'],
    ['type="time" min="25" max="50"', '2s'],
    ['type="time"', '25%'],
    ['type="text" maxlength="3"', '😀😀😀'],
    ['type="choice" choices="gold: Gold, silver"', ' silver '],
    ['type="choice" choices="http://a.b, 10:30"', '10:30'],
    ['type="color"', '#ff000080'],
    ['type="image"', 'https://example.org/a.png'],
    ['type="text" choices="gold, silver"', 'bronze'],
    ['choices="gold, silver"', 'bronze'],
    ['type="number" choices="10, 20"', '15'],
    ['type="number" min="1"', ''],
  ])('a declaration with %s accepts %s', (attributes, value) => {
    expect(messagesOf(attributes, value)).toEqual([]);
  });

  test('refuses an invalid default of a use', () => {
    expect(messages(declared('name="v" type="number" max="3"', '<scene duration="5" name="${v, 4}"/>'))).toEqual([
      'variable/refused: The variable `v` must be a number of at most 3; its value is "4".',
    ]);
  });

  test('accepts the values of cases if it has no choices', () => {
    const template = declared(
      'name="v" type="choice"',
      '<scene type="choice" condition="${v}"><scene case="gold, silver" duration="5"/><scene duration="6"/></scene>',
    );
    expect(messages(template, { v: 'silver' })).toEqual([]);
    expect(messages(template, { v: 'bronze' })).toEqual([
      'variable/refused: The variable `v` must be `gold` or `silver`; its value is "bronze".',
    ]);
  });
});

test('the values of conditions are suggestions, and limit only a choice', () => {
  const scene = '<scene duration="5" condition="${v} = 10"/><scene duration="5"/>';
  for (const attributes of ['name="v"', 'name="v" type="number"', 'name="v" type="text"'])
    expect(messages(declared(attributes, scene), { v: '15' })).toEqual([]);
});

test('a field of a list accepts only its choices', () => {
  const list =
    '<resources><variable name="v" type="list"><field name="size" type="choice" choices="s, m"/></variable></resources>';
  const { document } = film(list, '<scene each="${v}" as="item" duration="5" name="${item.size}"/>');
  const found = resolveTemplate(document, { values: new Map([['v', '[{"size":"xl"}]']]), missing: 'error' }).findings;
  expect(found.map(({ code }) => code)).toEqual(['variable/refused']);
});

describe('a required variable', () => {
  const needed = 'name="v" required="true"';

  test('is missing if its value is empty', () => {
    const empty = 'variable/missing: The variable `v` is required, but its value is empty. Enter a value.';
    expect(messages(declared(needed, named), { v: ' ' })).toEqual([empty]);
    expect(messages(declared(needed, '<scene duration="5" name="${v,}"/>'))).toEqual([empty]);
    expect(messages(declared(needed, '<scene duration="5" condition="not ${v}"/>'))).toEqual([empty]);
    expect(messages(declared(needed, named))).toEqual([
      'variable/missing: The variable `v` has no value, and `name` of `scene` needs one. Give it a value or a default: `${v, …}`.',
    ]);
    expect(messages(declared(needed, named), { v: 'x' })).toEqual([]);
  });

  test('needs a value only in a played scene', () => {
    const hidden = (attributes: string) =>
      declared(
        attributes,
        '<scene duration="5"/>',
        `<scene duration="5" condition="\${on}">${'<text content="${v}"/>'}</scene>`,
      );
    expect(messages(hidden(needed), { v: '' })).toEqual([]);
    expect(messages(hidden(needed), { v: '', on: 'yes' })).toHaveLength(1);
    expect(messages(hidden('name="v" type="number"'), { v: 'x' })).toEqual([]);
    expect(messages(hidden('name="v" type="number"'), { v: 'x', on: 'yes' })).toHaveLength(1);
  });

  test('needs a value even if only conditions use it', () => {
    const needs = (attributes: string, scene: string) =>
      listVariables(declared(attributes, scene).document).variables.map(needsValue);
    expect(needs('name="w"', named)).toEqual([true, false]);
    expect(needs('name="v" default="x"', named)).toEqual([false]);
    expect(needs('name="v" required="true"', '<scene duration="5" name="${v,}"/>')).toEqual([true]);
    expect(needs('name="v"', '<scene duration="5" condition="${v}"/>')).toEqual([false]);
    expect(needs('name="v" required="true"', '<scene duration="5" condition="${v}"/>')).toEqual([true]);
  });
});

describe('an invalid declaration', () => {
  const at = (attributes: string, scene = named) => {
    const source = declared(attributes, scene);
    return locateFindings(resolve(source, { v: '1' }).findings, source).map(
      ({ code, line, range }) => `${code} ${line}: ${range === null ? '' : source.text.slice(range.start, range.end)}`,
    );
  };

  test.each([
    ['type="text"', ['template/missing-attribute 2: <variable']],
    ['name="a b"', ['template/invalid-value 2: a b']],
    ['name="v" min="3" max="0"', ['template/variable-limits 2: 0', 'variable/refused 3: ${v}']],
    ['name="v" step="0"', ['template/invalid-value 2: 0']],
    ['name="v" maxlength="0"', ['template/invalid-value 2: 0']],
    ['name="v" choices="a,,b"', ['template/invalid-value 2: a,,b']],
    ['name="v" choices="a: A, b:"', ['template/invalid-value 2: a: A, b:']],
    ['name="v" choices="a, b, a"', ['template/invalid-value 2: a, b, a']],
    ['name="v" type="choice" choices="1" default="2"', ['template/invalid-value 2: 2']],
    ['name="v" type="number" default="x"', ['template/invalid-value 2: x']],
    ['name="v" type="toggle"', ['template/invalid-value 2: toggle']],
    ['name="v" colour="x"', ['template/unknown-attribute 2: colour']],
  ])('is reported at its position: %s', (attributes, expected) => {
    expect(at(attributes)).toEqual(expected);
  });

  test('is reported if it has the type `choice` and no choices', () => {
    expect(at('name="v" type="choice"')).toEqual(['template/missing-attribute 2: <variable']);
  });

  test('is reported if another declaration has its name', () => {
    const source = film(
      '<resources><variable name="v" default="a"/></resources>',
      '<resources><variable name="v" default="b"/></resources>',
      named,
    );
    const { findings } = resolve(source);
    expect(locateFindings(findings, source)).toMatchObject([{ code: 'template/duplicate-variable', line: 3 }]);
    expect(listVariables(source.document).variables[0]?.default).toBe('a');
  });

  test('is a warning if its variable is unused', () => {
    const source = declared('name="w"', '<scene duration="5"/>');
    expect(messages(source)).toEqual([
      'variable/unused: The variable `w` is declared but never used. Write `${w}` where you want its value.',
    ]);
    expect(resolve(source, { w: 'x' }).movie).not.toBeNull();
  });
});

test('a type conflict is reported at the declaration and at the use', () => {
  const source = declared(
    'name="v" type="color"',
    '<scene duration="5" name="${v}"><text content="x" size="${v, 3}" color="${v}"/></scene>',
  );
  const found = locateFindings(resolve(source, { v: '#fff' }).findings, source);
  expect(found.map(({ code, severity, line }) => [code, severity, line])).toEqual([
    ['variable/conflict', 'warning', 2],
    ['variable/conflict', 'warning', 3],
    ['variable/refused', 'error', 3],
  ]);
  expect(found[0]?.message).toContain(
    'The variable `v` is declared as color, but `size` of `text` (scene 1) uses it as number. Declare another type or use another variable.',
  );
});

test.each([
  ['sound', '<audio src="${v}"/>', 0],
  ['video', '<audio src="${v}"/>', 0],
  ['video', '<video src="${v}"/>', 0],
  ['sound', '<video src="${v}"/>', 2],
  ['image', '<image src="${v}"/>', 0],
  ['video', '<image src="${v}"/>', 2],
  ['number', '<image src="a.png" offset="${v}"/>', 0],
  ['text', '<image src="a.png" offset="${v}"/>', 2],
  ['choice', '<image src="a.png" opacity="${v}"/>', 0],
  ['font', '<text content="x" font="${v}"/>', 0],
])('a declared %s in %s has %i conflicts', (type, layer, count) => {
  const { findings } = listVariables(
    declared(`name="v" type="${type}" choices="1, 0"`, `<scene duration="50">${layer}</scene>`).document,
  );
  expect(findings.filter(({ code }) => code === 'variable/conflict')).toHaveLength(count);
});

test('an edit of a declaration invalidates the cached scenes', () => {
  const memory = createResolveMemory();
  const scene = '<scene duration="10"><text content="${v}"/></scene>';
  const first = declared('name="v"', scene);
  const ask = (document: typeof first.document) =>
    resolveTemplate(document, { values: new Map([['v', 'long']]), missing: 'error', memory }).findings.length;
  expect(ask(first.document)).toBe(0);
  const second = declared('name="v" maxlength="3"', scene);
  const unchanged = first.document.root.children.find((node) => node.kind === 'element' && node.name === 'scene');
  const children = second.document.root.children.map((node) =>
    node.kind === 'element' && node.name === 'scene' && unchanged !== undefined ? unchanged : node,
  );
  expect(ask({ ...second.document, root: { ...second.document.root, children } })).toBe(1);
});

test('a text beyond its limit stays in the partial movie', () => {
  const source = declared(
    'name="v" maxlength="3"',
    '<scene duration="5"><text content="Hi ${v}" width="90" height="20"/></scene>',
  );
  const values = new Map([['v', 'Adam']]);
  const { movie, partial, findings } = resolveTemplate(source.document, { values, missing: 'error' });
  expect([movie, findings.map(({ code }) => code)]).toEqual([null, ['variable/refused']]);
  expect(partial?.scenes[0]?.layers[0]).toMatchObject({ kind: 'text', content: 'Hi Adam' });
});
