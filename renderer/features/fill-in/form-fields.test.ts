import { expect, test } from 'vitest';
import { variableOverview } from '#renderer/project/variable-rows.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { charactersLeft, formFields } from './form-fields.ts';

function fieldsOf(layers: string, declared = '', values: Readonly<Record<string, string>> = {}) {
  const text = `<movie width="640" height="360" framerate="25"><resources>${declared}</resources><scene duration="5">${layers}</scene></movie>`;
  const { source } = readTemplate(text);
  if (source === null) throw new Error('the template can be read');
  const { variables, findings } = listVariables(source.document);
  return formFields(variableOverview(variables, findings, values).rows, declarationsIn(source.document.root).keys());
}

test('a crop variable is edited in the field of its photo', () => {
  const fields = fieldsOf(
    '<image src="${photo, a.jpg}" crop="${cut, 0}" focus="${look, 50% 50%}"/><text content="${name}"/>',
  );
  expect(fields.map(({ variable, cutting }) => [variable.name, cutting?.kind, cutting?.row.variable.name])).toEqual([
    ['photo', 'crop', 'cut'],
    ['look', undefined, undefined],
    ['name', undefined, undefined],
  ]);
});

test('a focus variable is edited in its photo’s field without a crop', () => {
  const [photo] = fieldsOf('<image src="${photo, a.jpg}" focus="${look, 50% 50%}"/>');
  expect(photo?.cutting).toMatchObject({ kind: 'focus' });
});

test('the crop of a photo without a variable is a separate field', () => {
  expect(fieldsOf('<image src="a.jpg" crop="${cut, 0}"/>').map(({ variable }) => variable.name)).toEqual(['cut']);
});

test('a declared but unused variable is not a field', () => {
  expect(fieldsOf('<text content="x"/>', '<variable name="unused" default="1"/>')).toEqual([]);
});

test('declared fields come before undeclared fields', () => {
  const declared = '<variable name="first"/><variable name="second"/>';
  const fields = fieldsOf('<text content="${loose} ${second} ${first}"/>', declared);
  expect(fields.map(({ variable }) => variable.name)).toEqual(['first', 'second', 'loose']);
});

test('the limit of a text counts code points', () => {
  const declared = '<variable name="name" type="text" maxlength="4"/>';
  const left = (name: string) =>
    fieldsOf('<text content="${name}"/>', declared, { name }).map(({ row }) => charactersLeft(row));
  expect(left('Ada')).toEqual([1]);
  expect(left('🙂🙂')).toEqual([2]);
  expect(left('Grace')).toEqual([-1]);
  expect(fieldsOf('<text content="${free}"/>').map(({ row }) => charactersLeft(row))).toEqual([null]);
});
