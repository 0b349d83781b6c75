import { describe, expect, test } from 'vitest';
import { guardOf, isTemporaryFile, lineEndsIn, type ReadingChanges, seemsHalfWritten } from './reading-changes.ts';

/** Returns changes with these numbers of rows by kind. */
function changesOf(counts: { added?: number; changed?: number; removed?: number; same?: number }): ReadingChanges {
  const keys = (count = 0) => Array.from({ length: count }, (_, at) => String(at));
  const { added, changed, removed, same = 0 } = counts;
  return { added: keys(added), changed: keys(changed), removed: keys(removed), same };
}

describe('the guard of a reading', () => {
  test('stops a reading that removes more than five rows and a fifth', () => {
    expect(guardOf(1000, changesOf({ removed: 201, same: 799 }), [])).toEqual({
      kind: 'removed',
      count: 201,
      of: 1000,
    });
    expect(guardOf(1000, changesOf({ removed: 200, same: 800 }), [])).toBeNull();
    expect(guardOf(10, changesOf({ removed: 5, same: 5 }), [])).toBeNull();
    expect(guardOf(10, changesOf({ removed: 6, same: 4 }), [])).toMatchObject({ kind: 'removed' });
  });

  test('stops a reading that changes more than half of 20 rows', () => {
    expect(guardOf(20, changesOf({ changed: 11, same: 9 }), [])).toEqual({ kind: 'changed', count: 11, of: 20 });
    expect(guardOf(20, changesOf({ changed: 10, same: 10 }), [])).toBeNull();
    expect(guardOf(19, changesOf({ changed: 19 }), [])).toBeNull();
  });

  test('stops a reading without rows, even of a short table', () => {
    expect(guardOf(2, changesOf({ removed: 2 }), [])).toEqual({ kind: 'removed', count: 2, of: 2 });
    expect(guardOf(0, changesOf({}), [])).toBeNull();
  });

  test('checks for missing used columns first', () => {
    expect(guardOf(3, changesOf({ changed: 3 }), ['price'])).toEqual({ kind: 'columns', columns: ['price'] });
  });

  test('accepts the first reading', () => {
    expect(guardOf(0, changesOf({ added: 5000 }), [])).toBeNull();
  });
});

describe('a half-written file', () => {
  test.each([
    [true, { bytes: 0, before: 100, isCut: false }],
    [true, { bytes: 49, before: 100, isCut: false }],
    [true, { bytes: 90, before: 100, isCut: true }],
    [false, { bytes: 50, before: 100, isCut: false }],
    [false, { bytes: 1, before: null, isCut: false }],
    [true, { bytes: 110, before: 100, isCut: false, lines: 6, linesBefore: 10 }],
    [true, { bytes: 99, before: 100, isCut: false, lines: 6, linesBefore: null }],
    [false, { bytes: 99, before: 100, isCut: false, lines: 10, linesBefore: 10 }],
    [false, { bytes: 99, before: 100, isCut: false, lines: null, linesBefore: 10 }],
  ])('is recognized (%s)', (expected, reading) => {
    expect(seemsHalfWritten(reading)).toBe(expected);
  });

  test('counts the line ends of texts, and none in a workbook', () => {
    const count = (text: string) => lineEndsIn(Buffer.from(text, 'latin1'));
    expect(['', 'a\nb\n', 'a\r\nb', 'a\rb', 'PK\x03\x04\n'].map(count)).toEqual([0, 2, 2, 1, null]);
  });

  test('is not read if it is a lock or an unfinished copy', () => {
    const names = ['~$people.xlsx', '.~lock.people.ods#', 'people.csv.tmp', 'a.PART', 'a.crdownload', 'people.xlsx'];
    expect(names.filter(isTemporaryFile)).toEqual(names.slice(0, -1));
  });
});
