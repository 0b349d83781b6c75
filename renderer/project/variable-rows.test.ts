import { expect, test } from 'vitest';
import { film } from '#shared/editing/model/testing/editing.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { searchRows, variableOverview } from './variable-rows.ts';

function overviewOf(values: Readonly<Record<string, string>>, ...lines: readonly string[]) {
  const { document } = film(...lines);
  const { findings } = resolveTemplate(document, { values: new Map(Object.entries(values)), missing: 'ignore' });
  return variableOverview(listVariables(document).variables, findings, values);
}

const codes = (overview: ReturnType<typeof overviewOf>) =>
  overview.rows.map(({ variable, problems }) => [variable.name, ...problems.map(({ code }) => code)]);

test('a row contains the origin of the variable’s value', () => {
  const { rows } = overviewOf(
    { a: '1' },
    '<scene duration="9" name="${a, 0}"/>',
    '<scene duration="9" name="${b, 0}"/>',
    '<scene duration="9" name="${c}"/>',
  );
  expect(rows.map(({ value, origin }) => [value, origin])).toEqual([
    ['1', 'sample'],
    ['0', 'default'],
    [null, 'none'],
  ]);
});

test('a variable that is used only in conditions needs no value', () => {
  const overview = overviewOf(
    {},
    '<scene duration="9" type="optional" condition="${promo}"><video src="a.mp4" condition="${plan} = gold"/></scene>',
    '<scene duration="9" condition="${title}" name="${title}"/>',
    '<scene type="choice" condition="${kind}"><scene case="a" duration="9"/></scene>',
  );
  expect(overview.rows.map(({ variable, origin }) => [variable.name, origin])).toEqual([
    ['promo', 'unneeded'],
    ['plan', 'unneeded'],
    ['title', 'none'],
    ['kind', 'unneeded'],
  ]);
  expect(codes(overview)).toEqual([['promo'], ['plan'], ['title', 'variable/missing'], ['kind']]);
});

test('each of the five kinds of problems appears at its variable', () => {
  const overview = overviewOf(
    { typo: 'x', length: 'soon' },
    '<scene duration="${length, 9}" name="${missing}"/>',
    '<scene duration="9" name="${two, a}"><video src="${two, b}"/></scene>',
    '<scene duration="9" name="${broken"/>',
  );
  expect(codes(overview)).toEqual([
    ['length', 'variable/refused'],
    ['missing', 'variable/missing'],
    ['two', 'variable/conflict', 'variable/conflict'],
  ]);
  expect(overview.unused).toEqual(['typo']);
  expect(overview.malformed.map(({ code }) => code)).toEqual(['variable/malformed']);
});

test('a search finds variables by words of their names', () => {
  const { rows } = overviewOf({}, '<scene duration="${hero_length, 1}" name="${hero_name, a}"/>');
  expect(searchRows(rows, 'HERO name').map(({ variable }) => variable.name)).toEqual(['hero_name']);
  expect(searchRows(rows, '')).toHaveLength(2);
});

test('a list shows the refused items of its value and of its default', () => {
  const priced = [
    '<resources><variable name="goods" type="list"><field name="price" type="number"/>',
    '<item price="free"/><item price="1"/></variable></resources>',
    '<scene each="${goods}" duration="9"><text content="${item.price}"/></scene>',
  ];
  const problemsOf = (values: Readonly<Record<string, string>>) =>
    overviewOf(values, ...priced).rows.flatMap(({ problems }) =>
      problems.map(({ code, says, isInItems = false }) => [code, says?.code, isInItems]),
    );
  const inDefault = ['declared', 'list/refused', true];
  expect(problemsOf({})).toEqual([inDefault]);
  expect(problemsOf({ goods: '[{"price":"2"}]' })).toEqual([inDefault]);
  expect(problemsOf({ goods: '[{"price":"cheap"}]' })).toContainEqual(['variable/refused', 'list/refused', false]);
});
