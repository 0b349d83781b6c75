import { expect, test } from 'vitest';
import { formatAge, formatClock, formatClockSeconds, formatUntil } from './age.ts';
import { formatDuration, formatLength, formatSeconds, formatTimeLeft } from './duration.ts';
import { codecName, containerName } from './media-names.ts';
import { formatCount, formatNumber, formatPercent } from './number.ts';
import { formatSize, formatSizeOf } from './size.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1_100_000, '1.1 MB'],
  [9_949_000, '9.9 MB'],
  [9_960_000, '10 MB'],
  [664_000_000, '664 MB'],
  [999_600_000, '1.0 GB'],
])('the size of %d bytes is %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

test('the size of a part is in the unit of the whole', () => {
  expect(formatSizeOf(412_300_000, 664_000_000, 'of')).toBe('412 of 664 MB');
  expect(formatSizeOf(900, 1_200_000, 'of')).toBe('0.0 of 1.2 MB');
});

test.each([
  [5.9, '0:05'],
  [65, '1:05'],
  [3723, '1:02:03'],
  [-1, '0:00'],
])('the duration of %d seconds is %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test('a length is rounded to whole seconds', () => {
  expect([39.98, 40.05, 0.4, 59.5].map(formatLength)).toEqual(['0:40', '0:40', '0:00', '1:00']);
});

test('the shortest remaining time is one second', () => {
  expect(formatTimeLeft(0.2)).toBe('0:01');
  expect(formatSeconds(5.005)).toBe('5.005 s');
});

test('numbers in fields have no thousands separators', () => {
  expect(formatNumber(1234.5)).toBe('1234.5');
  expect(formatNumber(0.620001, 2)).toBe('0.62');
  expect(formatCount(1185)).toBe('1,185');
  expect(formatPercent(0.4399)).toBe('43\u202f%');
  expect(formatPercent(0.9999)).toBe('99\u202f%');
});

test.each([
  ['2025-11-20T11:59:40', 'just now'],
  ['2025-11-20T11:48:00', '12 min ago'],
  ['2025-11-20T09:00:00', '3 hr ago'],
  ['2025-11-19T23:59:00', 'yesterday'],
  ['2025-11-18T08:00:00', 'Tuesday'],
  ['2025-11-01T08:00:00', '1 November'],
  ['2024-12-31T08:00:00', '31 December 2024'],
])('the age of %s is %s', (at, text) => {
  expect(formatAge(new Date(at), new Date('2025-11-20T12:00:00'), 'just now')).toBe(text);
});

test.each([
  ['2025-12-20T12:00:00', 'in 30 days'],
  ['2025-12-20T11:50:00', 'in 30 days'],
  ['2025-11-21T12:00:00', 'in 1 day'],
  ['2025-11-21T11:00:00', 'in 23 hours'],
  ['2025-11-20T13:00:00', 'in 1 hour'],
  ['2025-11-20T12:59:00', 'in 59 minutes'],
  ['2025-11-20T12:00:00', 'in 1 minute'],
  ['2025-11-19T12:00:00', 'in 1 minute'],
])('the time until %s is %s', (at, text) => {
  expect(formatUntil(new Date(at), new Date('2025-11-20T12:00:00'))).toBe(text);
});

test('the time of day uses 24 hours', () => {
  expect(formatClock(new Date('2025-11-20T14:32:10'))).toBe('14:32');
  expect(formatClockSeconds(new Date('2025-11-20T14:32:07'))).toBe('14:32:07');
});

test('known codecs and containers have common names', () => {
  expect(['h264', 'libx264', 'pcm_s16le', 'adpcm_ms', 'mpeg4', 'cinepak'].map(codecName)).toEqual([
    ...['H.264', 'H.264', 'PCM', 'ADPCM', 'MPEG-4', 'cinepak'],
  ]);
  expect(['mov', 'matroska', 'wav', 'captions'].map(containerName)).toEqual([
    ...['MP4 / QuickTime', 'Matroska / WebM', 'WAV', 'SubRip / WebVTT'],
  ]);
});
