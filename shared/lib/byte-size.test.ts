import { expect, test } from 'vitest';
import { readByteSize, roundedUpSize } from './byte-size.ts';

test.each([
  ['8MB', 8_000_000],
  ['8 MiB', 8_388_608],
  ['8mib', 8_388_608],
  ['2.5MB', 2_500_000],
  ['1.1 MB', 1_100_000],
  ['64 kB', 64_000],
  ['64KiB', 65_536],
  ['1GB', 1_000_000_000],
  ['8000000', 8_000_000],
  [' 8000000 B ', 8_000_000],
  ['1500.9', 1500],
])('a size has a number and a unit: %s', (text, bytes) => {
  expect(readByteSize(text)).toBe(bytes);
});

test.each(['', 'MB', '8 megabytes', '-8MB', '8,5MB', '1e6', '0', '999', '10000GB', 'NaN', '8MB8', '8TB'])(
  'a text that is not a size is refused: %s',
  (text) => {
    expect(readByteSize(text)).toBeNull();
  },
);

test.each([
  [1_234_567, '1.24 MB'],
  [1_230_000, '1.23 MB'],
  [12_345, '12.4 kB'],
  [999_999, '1000 kB'],
  [123_456_789, '124 MB'],
  [2_000_000_001, '2.01 GB'],
])('rounds up %i bytes to %s', (bytes, text) => {
  const { value, unit } = roundedUpSize(bytes);
  expect(`${value} ${unit}`).toBe(text);
});
