import { describe, expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import {
  addSet,
  chooseSet,
  chosenValues,
  DEFAULT_SET,
  EMPTY_RECORD,
  editingRecordJson,
  markersAfter,
  moveMarkersTo,
  parseEditingRecord,
  putMarker,
  removeMarker,
  removeSet,
  renameSamples,
  renameSet,
  setSample,
  setView,
} from './editing-record.ts';

const added = (name: string) => {
  const result = addSet(EMPTY_RECORD, { id: name, name, like: DEFAULT_SET });
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

describe('an editing record', () => {
  test('parses any JSON, and its own output without loss', () => {
    // Convert the value to JSON and back, because JSON writes −0 as 0.
    const anyJson = fc.json().map((text): unknown => JSON.parse(JSON.stringify(JSON.parse(text))));
    fc.assert(
      fc.property(anyJson, anyJson, anyJson, (dataSets, markers, view) => {
        const record = parseEditingRecord({ dataSets, markers, view, chosen: dataSets });
        expect(record.dataSets.length).toBeGreaterThan(0);
        expect(parseEditingRecord(JSON.parse(JSON.stringify(editingRecordJson(record))))).toEqual(record);
      }),
    );
    expect(parseEditingRecord([])).toEqual(EMPTY_RECORD);
    expect(parseEditingRecord({})).toEqual(EMPTY_RECORD);
  });

  test('keeps fields of a later version', () => {
    const json = { ...editingRecordJson(EMPTY_RECORD), panes: [1], view: { zoomed: true } };
    expect(editingRecordJson(parseEditingRecord(json))).toEqual(json);
  });

  test('has data sets and a chosen data set', () => {
    const sampled = setSample(EMPTY_RECORD, { set: DEFAULT_SET, variable: 'name', value: 'Ann' });
    const result = addSet(sampled, { id: 'x', name: 'Longest', like: DEFAULT_SET });
    const both = result.ok ? setSample(result.value, { set: 'x', variable: 'name', value: 'Annabella' }) : EMPTY_RECORD;
    expect(chosenValues(both)).toEqual({ name: 'Annabella' });
    expect(chosenValues(chooseSet(both, DEFAULT_SET))).toEqual({ name: 'Ann' });
    expect(chosenValues(renameSamples(both, 'name', 'who'))).toEqual({ who: 'Annabella' });
    expect(chosenValues(setSample(both, { set: 'x', variable: 'name', value: null }))).toEqual({});
    expect(removeSet(both, 'x')).toEqual(chooseSet(sampled, DEFAULT_SET));
    expect(removeSet(sampled, DEFAULT_SET)).toBe(sampled);
  });

  test('refuses equal names of data sets', () => {
    expect(addSet(added('a'), { id: 'b', name: ' A ' }).ok).toBe(false);
    expect(renameSet(added('a'), 'a', 'Default').ok).toBe(false);
    expect(renameSet(added('a'), 'a', 'A').ok).toBe(true);
    expect(renameSet(added('a'), 'a', ' ').ok).toBe(false);
  });

  test('stores sorted markers and a view', () => {
    const record = putMarker(putMarker(EMPTY_RECORD, { id: 'b', frame: 9, name: '' }), {
      id: 'a',
      frame: 3.4,
      name: 'x',
    });
    expect(record.markers.map(({ frame }) => frame)).toEqual([3, 9]);
    expect(removeMarker(record, 'a').markers).toHaveLength(1);
    expect(setView(setView(record, { playhead: 3 }), { scrollFrame: 1 }).view).toEqual({ playhead: 3, scrollFrame: 1 });
  });
});

test('markers after the end of the movie move to its end', () => {
  const record = [5, 20, 30].reduce((now, frame) => putMarker(now, { id: `${frame}`, frame, name: '' }), EMPTY_RECORD);
  expect([100, 20, 0].map((end) => markersAfter(record, end).map(({ id }) => id))).toEqual([[], ['30'], []]);
  expect(moveMarkersTo(record, 10).markers.map(({ id, frame }) => [id, frame])).toEqual([
    ['5', 5],
    ['20', 10],
    ['30', 10],
  ]);
});
