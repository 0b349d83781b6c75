import { expect, test } from 'vitest';
import {
  addSet,
  EMPTY_RECORD,
  editingRecordJson,
  parseEditingRecord,
  setSample,
} from '#shared/editing/editing-record.ts';
import { film } from '#shared/editing/testing/editing.ts';
import { listVariables } from '#shared/template/variables/variables.ts';
import { showAutomatic, shownAutomatic, shownValues, showSet, stepSet } from './shown-values.ts';

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

test('the chosen set gives its values', () => {
  expect(shownValues(record(), variables)).toEqual({});
  expect(shownValues(showSet(record(), 'long'), variables)).toMatchObject({ length: '5' });
});

test('the longest values are those of all sets and defaults; media only where it has no default', () => {
  expect(shownValues(showAutomatic(record(), 'longest'), variables)).toEqual({
    title: 'A much longer title',
    length: '9',
    other: 'x',
    free: 'c.mp4',
  });
});

test('the automatic set “empty” empties texts and leaves everything else at its default', () => {
  expect(shownValues(showAutomatic(record(), 'empty'), variables)).toEqual({ title: '', other: '' });
});

test('the automatic set that is shown is kept in the record until a set is chosen', () => {
  const kept = parseEditingRecord(JSON.parse(JSON.stringify(editingRecordJson(showAutomatic(record(), 'empty')))));
  expect(shownAutomatic(kept)).toBe('empty');
  expect(shownAutomatic(showSet(kept, 'long'))).toBeNull();
});

test('stepping goes through all sets and from the last to the first', () => {
  const seen: string[] = [];
  let current = record();
  for (let step = 0; step < 4; step++) {
    current = stepSet(current, 1);
    seen.push(shownAutomatic(current) ?? current.chosen);
  }
  expect(seen).toEqual(['long', 'longest', 'empty', 'default']);
  expect(shownAutomatic(stepSet(current, -1))).toBe('empty');
});
