import { afterEach, describe, expect, test } from 'vitest';
import { languages } from '#renderer/strings/language.ts';
import { setPageLanguage } from '#renderer/strings/page-language.ts';
import { readNumber } from '../fields/number-input.ts';
import { formatAge, formatClock } from './age.ts';
import { compareNames } from './collation.ts';
import { formatDate, formatShortDate } from './date.ts';
import { formatDuration, formatSeconds } from './duration.ts';
import { formatCount, formatNumber, formatPercent, formatSigned, formatWritten, withDecimalSign } from './number.ts';
import { formatSize } from './size.ts';
import { writeNumber } from './written-number.ts';

afterEach(() => setPageLanguage('en'));

describe.each(languages)('formats of the language %s', (language) => {
  test.each([0, 1, -1, 0.5, -12.25, 1234.5, 1_000_000, 0.000001, 29.97])(
    'a field parses the number that it displays: %d',
    (value) => {
      setPageLanguage(language);
      expect(readNumber(formatNumber(value), {})).toEqual({ ok: true, value });
      expect(Number(writeNumber(value))).toBe(value);
    },
  );

  test('a comma and a point are accepted as the decimal sign', () => {
    setPageLanguage(language);
    expect([readNumber('1,5', {}), readNumber('1.5', {})]).toEqual([
      { ok: true, value: 1.5 },
      { ok: true, value: 1.5 },
    ]);
  });
});

test('German texts have a decimal comma, and templates a point', () => {
  setPageLanguage('de');
  expect(formatNumber(1234.5)).toBe('1234,5');
  expect(formatSigned(-4.5)).toBe('−4,5');
  expect(formatCount(1185)).toBe('1.185');
  expect(formatPercent(0.43)).toBe('43\u202f%');
  expect(formatSize(1_100_000)).toBe('1,1 MB');
  expect(['0.25', '-.5', '12', '1.5s', '0, 10.5', '${mood}'].map(formatWritten)).toEqual([
    ...['0,25', '-0,5', '12', '1.5s', '0, 10.5', '${mood}'],
  ]);
  expect(['99.', '99.50', '-.5', ''].map(withDecimalSign)).toEqual(['99,', '99,50', '-,5', '']);
  expect(formatSeconds(5.005)).toBe('5,005 s');
  expect(writeNumber(1234.5)).toBe('1234.5');
  expect(formatDuration(3723)).toBe('1:02:03');
});

test.each([
  ['2025-11-20T11:48:00', 'vor 12 Min.'],
  ['2025-11-20T09:00:00', 'vor 3 Std.'],
  ['2025-11-19T23:59:00', 'gestern'],
  ['2025-11-18T08:00:00', 'Dienstag'],
  ['2025-11-01T08:00:00', '1. November'],
  ['2024-12-31T08:00:00', '31. Dezember 2024'],
])('the age of %s is %s in German', (at, text) => {
  setPageLanguage('de');
  expect(formatAge(new Date(at), new Date('2025-11-20T12:00:00'), 'gerade eben')).toBe(text);
});

test('dates follow the page language', () => {
  const at = new Date('2025-11-20T14:32:10');
  expect([formatDate(at), formatShortDate(at)]).toEqual(['20 November 2025 at 14:32', '20 Nov 2025, 14:32']);
  setPageLanguage('de');
  expect([formatDate(at), formatShortDate(at), formatClock(at)]).toEqual([
    '20. November 2025 um 14:32',
    '20.11.2025, 14:32',
    '14:32',
  ]);
});

test('names are sorted by the rules of the language', () => {
  setPageLanguage('de');
  expect(['Zoo', 'Ärmel 10', 'ärmel 9', 'Arm'].sort(compareNames)).toEqual(['Arm', 'ärmel 9', 'Ärmel 10', 'Zoo']);
});
