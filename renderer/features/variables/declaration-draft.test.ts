import { expect, test } from 'vitest';
import { film } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { changesOf, draftOf, faultsOf, fieldsFor } from './declaration-draft.ts';

const { document } = film('<scene duration="5" name="${who}" condition="${plan} in \'gold, tin\'"/>');
const [who, plan] = listVariables(document).variables;
const empty = draftOf(null);
const faults = (variable: typeof who, changes: Readonly<Record<string, string>>) => [
  ...faultsOf(required(variable, 'a variable'), { ...empty, ...changes }, frameRate(25)).keys(),
];

test('only changed attributes of a declaration are written', () => {
  const before = { ...empty, label: 'A', min: '3' };
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf(before, { ...before, label: 'B', min: ' ', required: 'true' })).toEqual({
    label: 'B',
    required: 'true',
    min: null,
  });
});

test('the fields depend on the type and on the written attributes', () => {
  const names = (type: string) =>
    fieldsFor({ ...empty, type }, required(who, 'a variable'))
      .map(([name]) => name)
      .filter((name) => ['min', 'maxlength', 'choices'].includes(name));
  expect(names('number')).toEqual(['min']);
  expect(names('time')).toEqual(['min']);
  expect(names('')).toEqual(['maxlength', 'choices']);
  expect(names('choice')).toEqual(['choices']);
  expect(names('image')).toEqual([]);
  expect(fieldsFor({ ...empty, type: 'image', min: '1' }, required(who, 'a variable')).map(([name]) => name)).toContain(
    'min',
  );
});

test('an invalid value of a declaration is reported at its field', () => {
  expect(faults(who, {})).toEqual([]);
  expect(faults(who, { type: 'number', min: 'x', step: '0' })).toEqual(['min', 'step']);
  expect(faults(who, { type: 'number', min: '5', max: '4' })).toEqual(['max']);
  expect(faults(who, { type: 'choice' })).toEqual(['choices']);
  // A choice without options is reported.
  const nothing = faultsOf(required(who, 'it'), { ...draftOf(null), type: 'choice' }, null).get('choices');
  expect(nothing).toMatchObject({ values: { reason: { code: 'value/no-choices' } } });
  expect(faults(plan, { type: 'choice' })).toEqual([]);
  expect(faults(plan, { type: 'choice', default: 'silver' })).toEqual(['default']);
  expect(faults(who, { type: 'time', max: '50', default: '3s' })).toEqual(['default']);
});

test('a limit is reported if a value in the template exceeds it', () => {
  const { document: film20 } = film('<scene duration="5" name="${discount, 20 percent}"/>');
  const [discount] = listVariables(film20).variables;
  expect(faults(discount, { maxlength: '6' })).toEqual(['maxlength']);
  expect(faults(discount, { maxlength: '10' })).toEqual([]);
  // The declared default has priority over the default of a use.
  expect(faults(discount, { maxlength: '6', default: '20 %' })).toEqual([]);
  expect(faults(discount, { type: 'number' })).toEqual(['type']);
  const sample = faultsOf(required(discount, 'it'), { ...empty, maxlength: '10' }, null, ['twenty percent']);
  expect([...sample.keys()]).toEqual(['maxlength']);
});
