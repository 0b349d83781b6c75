import { expect, test } from 'vitest';
import { listVariables } from '#shared/resolve/variables.ts';
import { attempt, edited, elementId, film, linesOf } from '../model/testing/editing.ts';

const plain = film('<scene duration="5" name="${who} ${plan, gold}"/>');
const declare = (variable: string, attributes: Readonly<Record<string, string | null>>) =>
  ({ type: 'variable/declare', variable, attributes }) as const;

test('a declaration without attributes is removed', () => {
  const { source: first, label } = edited(plain, declare('who', { label: 'Name', help: null }));
  expect(label).toBe('Change settings of “who”');
  expect(linesOf(first)).toEqual([
    '<resources>',
    '<variable name="who" label="Name"/>',
    '</resources>',
    '<scene duration="5" name="${who} ${plan, gold}"/>',
  ]);
  const { source: second } = edited(first, declare('plan', { type: 'choice', choices: 'gold: Gold, tin' }));
  expect(linesOf(second).slice(1, 3)).toEqual([
    '<variable name="who" label="Name"/>',
    '<variable name="plan" type="choice" choices="gold: Gold, tin"/>',
  ]);
  const { source: third } = edited(second, declare('who', { required: 'true', label: 'Full name' }));
  expect(linesOf(third)[1]).toBe('<variable name="who" label="Full name" required="true"/>');
  const { source: fourth } = edited(third, declare('who', { required: null, label: null }));
  expect(linesOf(fourth)).toHaveLength(4);
  const { source: last } = edited(fourth, declare('plan', { type: null, choices: null }));
  expect(linesOf(last)).toEqual(linesOf(plain));
});

test('a declaration leaves fonts and a leading comment in place', () => {
  const source = film(
    '<!-- of us -->',
    '<resources><font family="A" src="a.ttf"/></resources>',
    '<scene duration="5"/>',
  );
  const { source: with_ } = edited(source, declare('x', { label: 'X' }));
  expect(linesOf(with_).join('')).toContain('<font family="A" src="a.ttf"/><variable name="x" label="X"/></resources>');
  const { source: without } = edited(with_, declare('x', { label: null }));
  expect(linesOf(without).join('')).toContain('<resources><font family="A" src="a.ttf"/></resources>');
  const { source: topped } = edited(film('<!-- of us -->', '<scene duration="5"/>'), declare('x', { label: 'X' }));
  expect(linesOf(topped)[0]).toBe('<!-- of us -->');
});

test('an invalid variable name is refused', () => {
  expect(attempt(plain, declare('a b', { label: 'X' }))).toMatchObject({ ok: false });
});

const declared = film(
  '<resources><variable name="who" default="Ada"/></resources>',
  '<scene duration="5" name="${who} ${who, Bo}"/>',
);

test('renaming or removing a variable includes its declaration', () => {
  const { source: renamed } = edited(declared, { type: 'variable/rename', from: 'who', to: 'guest' });
  expect(linesOf(renamed)).toEqual([
    '<resources><variable name="guest" default="Ada"/></resources>',
    '<scene duration="5" name="${guest} ${guest, Bo}"/>',
  ]);
  const { source: values } = edited(declared, { type: 'variable/remove', variable: 'who' });
  expect(linesOf(values).join('')).toMatch(/^<resources\s*\/?>(?:<\/resources>)?<scene duration="5" name="Ada Bo"\/>$/);
  expect(
    attempt(film('<resources><variable name="a"/></resources>', '<scene duration="5" name="${b}"/>'), {
      type: 'variable/rename',
      from: 'b',
      to: 'a',
    }),
  ).toMatchObject({ ok: false });
});

test('a new default changes the declaration and the defaults of uses', () => {
  const { source } = edited(declared, { type: 'variable/set-default', variable: 'who', default: 'Cy' });
  expect(linesOf(source)).toEqual([
    '<resources><variable name="who" default="Cy"/></resources>',
    '<scene duration="5" name="${who} ${who, Cy}"/>',
  ]);
});

test('a new default does not change conditions that test for a value', () => {
  const scenes = [
    '<scene duration="5" name="${who}" condition="${who}"/>',
    '<scene duration="5" condition="not ${who} or ${who, Ada} = Ada"/>',
  ].join('');
  const { source } = edited(film('', scenes), { type: 'variable/set-default', variable: 'who', default: 'Cy' });
  expect(linesOf(source).join('')).toContain(`name="\${who, Cy}" condition="\${who, ''}"`);
  expect(linesOf(source).join('')).toContain('or ${who, Cy} = Ada"');
  const { variables, findings } = listVariables(source.document);
  expect([variables[0]?.default, findings.map(({ code }) => code)]).toEqual(['Cy', []]);
});

test('the default of a switch is written into its conditions', () => {
  const { source } = edited(film('', '<scene duration="5" condition="${promo}"/>'), {
    type: 'variable/set-default',
    variable: 'promo',
    default: 'true',
  });
  expect(linesOf(source).join('')).toContain('condition="${promo, true}"');
});

test('a use of a declared variable needs no default', () => {
  const node = elementId(declared, 'scene');
  const { source } = edited(declared, { type: 'variable/bind', node, attribute: 'id', variable: 'who' });
  expect(linesOf(source)[1]).toContain('id="${who}"');
});
