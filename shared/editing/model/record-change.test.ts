import { expect, test } from 'vitest';
import {
  addSet,
  DEFAULT_SET,
  type EditingRecord,
  EMPTY_RECORD,
  putMarker,
  removeMarker,
  removeSet,
  renameSet,
  setIn,
  setOut,
  setSample,
  setView,
} from './editing-record.ts';
import { changedDataSet, joinedChanges, recordChange, replayed } from './record-change.ts';

const orThrow = <Value>(result: { readonly ok: true; readonly value: Value } | { readonly ok: false }): Value => {
  if (!result.ok) throw new Error('refused');
  return result.value;
};
const sample = (record: EditingRecord, value: string | null, set = DEFAULT_SET) =>
  setSample(record, { set, variable: 'name', value });
const start = putMarker(setOut(setIn(sample(EMPTY_RECORD, 'Ann'), 5), 50), { id: 'm', frame: 9, name: 'Beat' });
const two = orThrow(addSet(start, { id: 'other', name: 'Other', like: DEFAULT_SET }));

test.each<[string, EditingRecord, (record: EditingRecord) => EditingRecord]>([
  ['set a sample', start, (record) => sample(record, 'Bob')],
  ['clear a sample', start, (record) => sample(record, null)],
  ['add a data set', start, (record) => orThrow(addSet(record, { id: 'b', name: 'B', like: DEFAULT_SET }))],
  ['delete the first data set', two, (record) => removeSet(record, DEFAULT_SET)],
  ['rename a data set', two, (record) => orThrow(renameSet(record, 'other', 'Else'))],
  ['add a marker', start, (record) => putMarker(record, { id: 'n', frame: 3, name: '' })],
  ['move a marker', start, (record) => putMarker(record, { id: 'm', frame: 20, name: 'Beat' })],
  ['delete a marker', start, (record) => removeMarker(record, 'm')],
  ['move the in point behind the out point', start, (record) => setIn(record, 60)],
  ['clear the out point', start, (record) => setOut(record, null)],
  ['lock layers', start, (record) => ({ ...record, locked: ['0/1'] })],
])('undo and redo restore the record: %s', (_name, before, edit) => {
  const after = edit(before);
  const change = recordChange(before, after);
  if (change === null) throw new Error('nothing changed');
  expect(replayed(after, { change, direction: 'back' })).toEqual(before);
  expect(replayed(before, { change, direction: 'forth' })).toEqual(after);
});

test('a change of the view is ignored', () => {
  expect(recordChange(start, setView(start, { playhead: 4 }))).toBeNull();
});

test('undo preserves changes from another window', () => {
  const after = sample(start, 'Bob');
  const change = recordChange(start, after);
  const theirs = putMarker(setSample(after, { set: DEFAULT_SET, variable: 'city', value: 'Rome' }), {
    id: 'theirs',
    frame: 1,
    name: '',
  });
  const back = change && replayed(theirs, { change, direction: 'back' });
  expect(back?.dataSets[0]?.values).toEqual({ name: 'Ann', city: 'Rome' });
  expect(back?.markers.map(({ id }) => id)).toEqual(['theirs', 'm']);
});

test('consecutive changes are joined, and opposite ones cancel', () => {
  const [first, second] = [sample(start, 'B'), sample(start, 'Bob')];
  const joined = joinedChanges(recordChange(start, first), recordChange(first, second));
  expect(joined && replayed(second, { change: joined, direction: 'back' })).toEqual(start);
  expect(joinedChanges(recordChange(start, first), recordChange(first, start))).toBeNull();
});

test('undo selects the data set that it changes', () => {
  const change = recordChange(two, sample(two, 'Bob', 'other'));
  expect(change && changedDataSet(two, { change, direction: 'back' })).toBe('other');
  const marked = recordChange(two, removeMarker(two, 'm'));
  expect(marked && changedDataSet(two, { change: marked, direction: 'back' })).toBeNull();
});
