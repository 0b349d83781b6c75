import { expect, test } from 'vitest';
import {
  addSet,
  EMPTY_RECORD,
  editingRecordJson,
  parseEditingRecord,
  setSample,
} from '#shared/editing/model/editing-record.ts';
import { film } from '#shared/editing/model/testing/editing.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { showAutomatic, shownAutomatic, shownValues, showSet, stepSet } from './data-sets.ts';

const { variables } = listVariables(
  film(
    '<scene duration="${length, 9}" name="${title, Hello}"><video src="${clip, a.mp4}"/></scene>',
    '<scene duration="9" name="${other}"><video src="${free}"/></scene>',
  ).document,
);

function record() {
  const added = addSet(EMPTY_RECORD, { id: 'long', name: 'Long' });
  if (!added.ok) throw new Error(added.error.code);
  const samples = { title: 'A much longer title', length: '5', clip: 'b.mp4', other: 'x', free: 'c.mp4' };
  return Object.entries(samples).reduce(
    (current, [variable, value]) => setSample(current, { set: 'long', variable, value }),
    showSet(added.value, 'default'),
  );
}

test('the chosen data set determines the values of variables', () => {
  expect(shownValues(record(), variables)).toEqual({});
  expect(shownValues(showSet(record(), 'long'), variables)).toMatchObject({ length: '5' });
});

test('the data set “longest” has the longest value of each variable', () => {
  expect(shownValues(showAutomatic(record(), 'longest'), variables)).toEqual({
    title: 'A much longer title',
    length: '9',
    other: 'x',
    free: 'c.mp4',
  });
});

test('the data set “empty” clears texts and keeps other defaults', () => {
  expect(shownValues(showAutomatic(record(), 'empty'), variables)).toEqual({ title: '', other: '' });
});

test('the automatic data set stays chosen until the user chooses another', () => {
  const stored = parseEditingRecord(JSON.parse(JSON.stringify(editingRecordJson(showAutomatic(record(), 'empty')))));
  expect(shownAutomatic(stored)).toBe('empty');
  expect(shownAutomatic(showSet(stored, 'long'))).toBeNull();
});

test('stepping visits all data sets and wraps around', () => {
  const seen: string[] = [];
  let current = record();
  for (let step = 0; step < 4; step++) {
    current = stepSet(current, 1);
    seen.push(shownAutomatic(current) ?? current.chosen);
  }
  expect(seen).toEqual(['long', 'longest', 'empty', 'default']);
  expect(shownAutomatic(stepSet(current, -1))).toBe('empty');
});
