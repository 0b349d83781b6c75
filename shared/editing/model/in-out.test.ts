import { describe, expect, test } from 'vitest';
import { EMPTY_RECORD, editingRecordJson, parseEditingRecord, setIn, setOut, spanBetween } from './editing-record.ts';

describe('in and out points', () => {
  test('are stored in the editing record', () => {
    const record = setOut(setIn(EMPTY_RECORD, 10), 40);
    expect(record).toEqual({ ...EMPTY_RECORD, in: 10, out: 40 });
    expect(parseEditingRecord(JSON.parse(JSON.stringify(editingRecordJson(record))))).toEqual(record);
    expect(setOut(setIn(record, null), null)).toEqual(EMPTY_RECORD);
  });

  test('are dropped if they are invalid or disordered', () => {
    expect(parseEditingRecord({ in: -1, out: 'soon' })).toEqual(EMPTY_RECORD);
    expect(parseEditingRecord({ in: 2.5, out: 1e300 })).toEqual(EMPTY_RECORD);
    expect(parseEditingRecord({ in: 9, out: 9 })).toEqual({ ...EMPTY_RECORD, in: 9 });
    expect(parseEditingRecord({ out: 0 })).toEqual(EMPTY_RECORD);
  });

  test('replace the earlier point if they conflict', () => {
    const record = setOut(setIn(EMPTY_RECORD, 10), 40);
    expect(setIn(record, 40)).toEqual({ ...EMPTY_RECORD, in: 40 });
    expect(setOut(record, 10)).toEqual({ ...EMPTY_RECORD, out: 10 });
    expect(setOut(EMPTY_RECORD, 0)).toEqual({ ...EMPTY_RECORD, out: 1 });
  });

  test('form a range that ends with the movie', () => {
    expect(spanBetween({ in: 10, out: 40 }, 100)).toEqual({ from: 10, to: 40 });
    expect(spanBetween({ in: 10 }, 100)).toEqual({ from: 10, to: 100 });
    expect(spanBetween({ out: 40 }, 30)).toBeNull();
    expect(spanBetween({ in: 10, out: 40 }, 30)).toEqual({ from: 10, to: 30 });
    expect(spanBetween({ in: 30, out: 40 }, 30)).toBeNull();
    expect(spanBetween({}, 30)).toBeNull();
  });
});
