import { afterEach, expect, test } from 'vitest';
import { setPageLanguage } from '#renderer/strings/page-language.ts';
import { film } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { assetKindsOf, choicesOf, numberBounds, numberOf, proposalsOf, shownType } from './variable-inputs.ts';
import { helpOf, labelOf } from './variable-labels.ts';
import { groupsOf, searchRows, variableOverview } from './variable-rows.ts';

const resources = (...declarations: readonly string[]) =>
  `<resources>${declarations.map((declaration) => `<variable ${declaration}/>`).join('')}</resources>`;

function overview(values: Readonly<Record<string, string>>, ...lines: readonly string[]) {
  const { document } = film(...lines);
  const { findings } = resolveTemplate(document, { values: new Map(Object.entries(values)), missing: 'ignore' });
  return variableOverview(listVariables(document).variables, findings, values);
}

const one = (declaration: string, scene = '<scene duration="5" name="${v}"/>') =>
  required(listVariables(film(resources(`name="v" ${declaration}`), scene).document).variables[0], 'a variable');

test('form fields without a group precede the groups with headings', () => {
  const { rows } = overview(
    {},
    resources('name="a" group="Order" label="Amount"', 'name="c" group="Order"', 'name="d" group="Shop"'),
    '<scene duration="5" name="${a} ${b} ${d} ${c}"/>',
  );
  expect(groupsOf(rows).map(([heading, group]) => [heading, group.map(({ variable }) => labelOf(variable))])).toEqual([
    [null, ['b']],
    ['Order', ['Amount', 'c']],
    ['Shop', ['d']],
  ]);
});

afterEach(() => setPageLanguage('en'));

test('only the texts of bundled designs are translated', () => {
  const sky = 'name="sky" type="choice" label="Sky" group="Today" choices="sun: Sun, fog: Fog"';
  const own = 'name="mine" label="Sky" group="Today" help="Sun"';
  const { rows } = overview({}, resources(sky, own), '<scene duration="5" name="${sky} ${mine}"/>');
  const asks = () =>
    groupsOf(rows).map(([heading, group]) => [
      heading,
      ...group.map(({ variable }) => [labelOf(variable), helpOf(variable), choicesOf(variable)]),
    ]);
  const fog = { value: 'fog', label: 'Fog' };
  expect(asks()).toEqual([['Today', ['Sky', null, [{ value: 'sun', label: 'Sun' }, fog]], ['Sky', 'Sun', null]]]);
  setPageLanguage('de');
  expect(asks()).toEqual([['Heute', ['Himmel', null, [{ value: 'sun', label: 'Sonne' }, fog]], ['Sky', 'Sun', null]]]);
  expect(searchRows(rows, 'himmel').map(({ variable }) => variable.name)).toEqual(['sky']);
});

test('a value is missing only if it is required and empty', () => {
  const problems = (values: Readonly<Record<string, string>>) =>
    overview(
      values,
      resources('name="a" required="true"'),
      '<scene duration="5" name="${a}" condition="not ${on}"/>',
    ).rows.map(({ origin, problems: all }) => [origin, ...all.map(({ code }) => code)]);
  expect(problems({})).toEqual([['none', 'variable/missing'], ['unneeded']]);
  expect(problems({ a: ' ' })).toEqual([['sample', 'variable/missing'], ['unneeded']]);
  expect(problems({ a: 'x', on: 'no' })).toEqual([['sample'], ['sample']]);
});

test('problems of a declaration and its value appear at its field', () => {
  const { rows } = overview(
    { a: 'long' },
    resources('name="a" maxlength="3"', 'name="b" min="4" max="2"', 'name="c"'),
    '<scene duration="5" name="${a} ${b, x}"/>',
  );
  expect(rows.map(({ variable, problems }) => [variable.name, ...problems.map(({ code }) => code)])).toEqual([
    ['a', 'variable/refused'],
    ['b', 'declared'],
    ['c', 'doubtful'],
  ]);
});

test('a form field has the settings of its declaration', () => {
  expect(choicesOf(one('type="choice" choices="a: A, b"'))).toEqual([
    { value: 'a', label: 'A' },
    { value: 'b', label: null },
  ]);
  expect(choicesOf(one('choices="a, b"'))).toBeNull();
  expect(proposalsOf(one('choices="a, b"'))).toEqual(['a', 'b']);
  expect(numberBounds(one('type="number" min="0" max="9" step="0.25"'))).toEqual({
    min: 0,
    max: 9,
    step: 0.25,
    precision: 2,
  });
  expect(numberBounds(one('type="number" step="1"')).precision).toBe(0);
  expect(numberBounds(one(''))).toEqual({ min: undefined, max: undefined, step: 0.01, precision: 4 });
  expect(shownType(one('type="image"'))).toBe('image');
  expect(assetKindsOf(one('type="sound"', '<scene duration="5"><audio src="${v}"/></scene>'))).toEqual([
    'audio',
    'video',
  ]);
  expect(assetKindsOf(one('', '<scene duration="5"><image src="${v}"/></scene>'))).toEqual(['image']);
  expect(assetKindsOf(one('', '<scene duration="5"><video src="${v}"/></scene>'))).toEqual(['video']);
  expect(assetKindsOf(one('', '<scene duration="5"><captions src="${v}"/></scene>'))).toEqual(['captions']);
});

test('the value of an empty number field is null', () => {
  expect(['', ' ', null, '0', '30'].map(numberOf)).toEqual([null, null, null, 0, 30]);
});

test('an empty number field hides the group that depends on it', () => {
  const source = film(
    resources('name="age" type="number" default="30" min="1"'),
    `<scene duration="5"><group condition="\${age} != ''"><text content="\${age}"/></group></scene>`,
  ).document;
  const { findings, partial } = resolveTemplate(source, { values: new Map([['age', '']]), missing: 'ignore' });
  expect(findings).toEqual([]);
  expect(partial?.scenes[0]?.layers.filter(({ enabled }) => enabled)).toEqual([]);
});
