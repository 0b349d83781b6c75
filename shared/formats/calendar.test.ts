import { describe, expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { required } from '../lib/assert.ts';
import {
  addToDate,
  type CalendarDate,
  DATE_UNITS,
  type DatePart,
  type DateUnit,
  dateDifference,
  datePart,
  formatIsoDate,
  parseDate,
} from './calendar.ts';

const date = (text: string): CalendarDate => required(parseDate(text), text);
const added = (text: string, count: number, unit: DateUnit): string | null => {
  const result = addToDate(date(text), count, unit);
  return result === null ? null : formatIsoDate(result);
};

describe('parseDate', () => {
  test.each([
    ['2026-11-28', '2026-11-28'],
    ['2026-11-28T15:04', '2026-11-28T15:04'],
    ['2026-11-28 15:04:05', '2026-11-28T15:04:05'],
    ['2026-11-28T15:04:05Z', '2026-11-28T15:04:05'],
    ['2026-11-28T23:59+02:00', '2026-11-28T23:59'],
    ['0001-01-01', '0001-01-01'],
    ['2000-02-29', '2000-02-29'],
  ])('reads %s', (text, written) => {
    expect(formatIsoDate(date(text))).toBe(written);
  });

  test.each([
    '',
    '28.11.2026',
    '2026-11-28T',
    '2026-11-28T15',
    '2026-11-28T24:00',
    '2026-11-28T15:60',
    '2026-11-28Z',
    '2026-02-30',
    '2023-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '12026-01-01',
    '2026-1-1',
    '٢٠٢٦-١١-٢٨',
  ])('refuses %j', (text) => {
    expect(parseDate(text)).toBeNull();
  });
});

describe('addToDate', () => {
  test.each([
    ['2026-01-31', 1, 'month', '2026-02-28'],
    ['2026-03-31', -1, 'month', '2026-02-28'],
    ['2024-02-29', 1, 'year', '2025-02-28'],
    ['2026-01-15', -13, 'month', '2024-12-15'],
    ['2026-11-28', 2, 'week', '2026-12-12'],
    ['2026-11-28', 90, 'minute', '2026-11-28T01:30'],
    ['2026-11-28T10:00', 30, 'second', '2026-11-28T10:00:30'],
    ['2026-11-28T10:00', -1, 'second', '2026-11-28T09:59:59'],
    ['2026-11-28T23:30', 1, 'hour', '2026-11-29T00:30'],
    ['9999-12-31', 1, 'day', null],
    ['0001-01-01', -1, 'second', null],
    ['9999-12-31', 1, 'month', null],
    ['2026-11-28', 1e17, 'second', null],
    ['2026-11-28', -1e17, 'year', null],
  ] as const)('%s and %d %s give %s', (text, count, unit, expected) => {
    expect(added(text, count, unit)).toBe(expected);
  });

  test('agrees with the calendar of JavaScript', () => {
    const anyDay = fc.integer({ min: -700_000, max: 2_900_000 });
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 86_399 }), (day, second) => {
        const text = new Date(Date.UTC(2000, 0, 1) + day * 86_400_000 + second * 1_000).toISOString().slice(0, 19);
        const found = date(text);
        expect(formatIsoDate(found)).toBe(text);
        expect(datePart(found, 'weekday')).toBe(new Date(`${text}Z`).getUTCDay() || 7);
        expect(added('2000-01-01', day, 'day')).toBe(text.slice(0, 10));
      }),
    );
  });
});

describe('dateDifference', () => {
  test.each([
    ['2026-11-28', '2026-12-24', 'day', 26],
    ['2026-11-28T10:00', '2026-11-29T09:59', 'day', 0],
    ['2026-12-24', '2026-11-28', 'day', -26],
    ['2026-12-24', '2026-11-28', 'week', -3],
    ['2026-01-31', '2026-02-28', 'month', 1],
    ['2026-01-31', '2026-02-27', 'month', 0],
    ['2026-03-15', '2026-02-20', 'month', 0],
    ['2026-03-15T12:00', '2026-04-15T11:59', 'month', 0],
    ['2000-02-29', '2026-02-28', 'year', 26],
    ['2026-06-14', '2000-06-15', 'year', -25],
    ['2026-11-28T10:00', '2026-11-28T12:59', 'hour', 2],
  ] as const)('counts the whole units from %s to %s: %s', (from, to, unit, expected) => {
    expect(dateDifference(date(from), date(to), unit)).toBe(expected);
  });

  test.each([
    ['2026-02-28', '2026-01-31', 'month', 0],
    ['2026-02-28', '2026-01-28', 'month', -1],
    ['2026-03-31', '2026-02-28', 'month', -1],
    ['2024-02-29', '2023-03-01', 'year', 0],
    ['2024-02-29', '2023-02-28', 'year', -1],
  ] as const)('counts back to the end of a month, from %s to %s: %s', (from, to, unit, expected) => {
    expect(dateDifference(date(from), date(to), unit)).toBe(expected);
  });

  test('is the farthest addable number that does not pass the second date', () => {
    const anyDate = fc
      .integer({ min: 0, max: 800_000 })
      .map((day) => required(addToDate(date('0100-01-01'), day, 'day'), 'date'));
    fc.assert(
      fc.property(anyDate, anyDate, fc.constantFrom(...DATE_UNITS), (one, other, unit) => {
        const direction = one.day <= other.day ? 1 : -1;
        const count = dateDifference(one, other, unit);
        const reached = required(addToDate(one, count, unit), 'date');
        const passed = required(addToDate(one, count + direction, unit), 'date');
        const order = (left: CalendarDate, right: CalendarDate) => left.day - right.day || left.second - right.second;
        expect(order(reached, other) * direction).toBeLessThanOrEqual(0);
        expect(order(passed, other) * direction).toBeGreaterThan(0);
      }),
    );
  });
});

test.each([
  ['2026-01-01', 'week', 1],
  ['2027-01-01', 'week', 53],
  ['2024-12-30', 'week', 1],
  ['2024-12-31', 'yearday', 366],
  ['2026-11-29', 'weekday', 7],
  ['2026-11-28', 'quarter', 4],
  ['2026-11-28T15:04:05', 'minute', 4],
  ['2026-11-28', 'hour', 0],
] as const satisfies readonly (readonly [string, DatePart, number])[])('%s has %s %d', (text, part, expected) => {
  expect(datePart(date(text), part)).toBe(expected);
});
